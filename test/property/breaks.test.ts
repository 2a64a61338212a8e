// Slow: hundreds of random rosters have their breaks judged twice.
import { expect, test } from 'vitest'
import { findMisplacedBreaks } from '../../src/checker/breaks.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { NEIGHBOURHOODS } from '../../src/engine/local-search/neighbourhoods.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { Random } from '../../src/engine/random.ts'
import { apply, createMove, evaluate } from '../../src/engine/scoring/evaluate.ts'
import { createState, rosterOf, scoreFromScratch } from '../../src/engine/scoring/state.ts'
import { materialised } from '../../src/model/generated-shifts.ts'
import { NOBODY, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { addBreaks } from './any-breaks.ts'
import { addDemands, anyRoster, randomDemand, SMALL } from './any-demand.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { chanceOf, createRandom } from './draft.ts'
import { randomSchedule } from './random-schedule.ts'

const SCHEDULES = casesOf(300)
const WALKS = casesOf(120)

const JUDGED = ['demandUnder', 'demandIdeal', 'demandOver', 'breakCover'] as const
type Judged = (typeof JUDGED)[number]

const none = (): Record<Judged, number> => ({ demandUnder: 0, demandIdeal: 0, demandOver: 0, breakCover: 0 })

/** Minute by minute, by the sentences of the pages and nothing else. */
function slowUnits(asked: Schedule, found: Roster): Record<Judged, number> {
  const { schedule, roster } = materialised(asked, found)
  const units = none()
  const { days } = schedule.calendar
  const latest = Math.max(...schedule.shifts.map(({ end }) => end), days.at(-1)!.end)
  for (const spot of schedule.spots.keys()) {
    const demands = (schedule.demands ?? []).filter(({ spotId }) => spotId === schedule.spots[spot]!.id)
    for (const [at, day] of days.entries()) {
      const sums = none()
      for (let quarter = day.start as number; quarter < (at === days.length - 1 ? latest : day.end); quarter += 15) {
        const worst = none()
        for (let minute = quarter; minute < quarter + 15; minute += 1) {
          const there = new Set<number>()
          let isCalled = false
          for (const [position, shift] of schedule.shifts.entries()) {
            if (shift.spotIndex !== spot || minute < shift.start || minute >= shift.end || roster[position] === NOBODY) continue
            const rule = (shift.breakRules ?? []).find(({ minutes }, k) => {
              const start = shift.start + shift.breaks![k]!
              return start <= minute && minute < start + minutes
            })
            if (rule === undefined) there.add(roster[position]!)
            else if (rule.covered) isCalled = true
          }
          if (isCalled && there.size === 0) worst.breakCover = 1
          const held = demands.filter(({ openings }) => openings.some(({ start, end }) => start <= minute && minute < end))
          if (held.length === 0 || minute >= day.end) continue
          const weight = Math.max(...held.map((demand) => demand.weight))
          const min = held.reduce((sum, demand) => sum + demand.min, 0)
          const max = held.reduce((sum, demand) => sum + (demand.max ?? Infinity), 0)
          const ideal = held.reduce((sum, demand) => sum + (demand.ideal ?? demand.min), 0)
          worst.demandIdeal = Math.max(worst.demandIdeal, weight * (ideal - Math.max(min, there.size)))
          worst.demandUnder = Math.max(worst.demandUnder, weight * (min - there.size))
          worst.demandOver = Math.max(worst.demandOver, weight * (there.size - max))
        }
        for (const setting of JUDGED) sums[setting] += worst[setting]
      }
      for (const setting of JUDGED) units[setting] += Math.ceil(sums[setting] / 4)
    }
  }
  return units
}

/** A roster of chance in which breaks lie wherever they may. */
function rosterWithBreaks(schedule: Schedule, seed: number, moves: number): Roster {
  const instance = compile(schedule)
  const state = createState(instance, anyRoster(schedule, chanceOf(createRandom(seed))))
  const random = new Random(seed)
  const move = createMove(instance)
  const moveBreak = NEIGHBOURHOODS.find(({ name }) => name === 'move break')!
  for (let step = 0; step < moves; step += 1) {
    if (!moveBreak.propose(state, random, move, DEFAULT_PARAMS.moves) || !evaluate(state, move)) continue
    apply(state, move)
  }
  return rosterOf(instance, state.cells)
}

/** Whether nobody has breaks in more than two shifts of a day. */
function areFew(schedule: Schedule, found: Roster): boolean {
  const { schedule: whole, roster } = materialised(schedule, found)
  const cells = Map.groupBy(
    [...whole.shifts.entries()].filter(([position, { breakRules }]) => breakRules !== undefined && roster[position] !== NOBODY),
    ([position, { day }]) => `${roster[position]} ${day}`,
  )
  return [...cells.values()].every(({ length }) => length <= 2)
}

test(`whoever is on a break is not at work, and covered breaks ask for somebody, on ${SCHEDULES} random rosters`, () => {
  const met = none()
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed += 1) {
    const schedule = randomDemand(seed, SMALL, addBreaks)
    const roster = rosterWithBreaks(schedule, seed + 1000, 20)
    const whole = materialised(schedule, roster)
    const { violations } = judge(whole.schedule, whole.roster)
    const slow = slowUnits(schedule, roster)
    for (const setting of JUDGED) {
      const told = violations.find((violation) => violation.setting === setting)?.units ?? 0
      expect(told, `seed ${seed}, ${setting}`).toBe(slow[setting])
      if (told > 0) met[setting] += 1
    }
  }
  for (const amount of Object.values(met)) expect(amount).toBeGreaterThan(SCHEDULES / 20)
})

test(`engine and checker agree on schedules with breaks, on ${SCHEDULES} random rosters`, () => {
  let [said, placed] = [0, 0]
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed += 1) {
    const schedule = randomDemand(seed, SMALL, addBreaks)
    const roster = anyRoster(schedule, chanceOf(createRandom(seed + 4000)))
    const state = createState(compile(schedule), roster)
    const again = rosterOf(state.instance, state.cells)
    // Beyond two shifts a day breaks lie evenly in a search, and as they are placed else.
    const judged = areFew(schedule, roster) ? roster : again
    if (judged === roster) placed += 1
    const whole = materialised(schedule, judged)
    expect([...state.score], `seed ${seed}`).toEqual([...judge(whole.schedule, whole.roster).score])
    expect(findMisplacedBreaks(whole.schedule, whole.roster)).toEqual([])
    expect([...createState(compile(schedule), again).score], `seed ${seed}, again`).toEqual([...state.score])
    expect([...rosterOf(state.instance, createState(state.instance, again).cells)]).toEqual([...again])
    said += again.length - roster.length
  }
  expect(said).toBeGreaterThan(SCHEDULES)
  expect(placed).toBeGreaterThan(SCHEDULES / 2)
})

test(`moves change breaks by difference as they are counted from scratch, on ${WALKS} walks`, () => {
  let [moves, broken] = [0, 0]
  for (let seed = FIRST_SEED; seed < FIRST_SEED + WALKS; seed += 1) {
    const schedule = randomDemand(seed, SMALL, addBreaks)
    const instance = compile(schedule)
    const state = createState(instance, anyRoster(schedule, chanceOf(createRandom(seed + 3000))))
    const random = new Random(seed)
    const move = createMove(instance)
    for (let step = 0; step < 300; step += 1) {
      move.breakDay = -1
      const { propose, supports, name } = NEIGHBOURHOODS[random.below(NEIGHBOURHOODS.length)]!
      if (supports?.(instance) === false || !propose(state, random, move, DEFAULT_PARAMS.moves) || !evaluate(state, move)) continue
      const before = state.score.slice()
      apply(state, move)
      moves += 1
      if (name === 'move break' && before.some((penalty, p) => penalty !== state.score[p])) broken += 1
      if (step % 20 === 0) expect([...state.score], `seed ${seed}, step ${step}`).toEqual([...scoreFromScratch(state)])
    }
    expect([...state.score], `seed ${seed}`).toEqual([...scoreFromScratch(state)])
    const whole = materialised(schedule, rosterOf(instance, state.cells))
    expect([...state.score], `seed ${seed}`).toEqual([...judge(whole.schedule, whole.roster).score])
    expect(findMisplacedBreaks(whole.schedule, whole.roster)).toEqual([])
  }
  expect(moves).toBeGreaterThan(WALKS * 20)
  expect(broken).toBeGreaterThan(WALKS / 4)
})

test(`beside all other rules engine and checker agree about breaks, before and after moves, on ${WALKS} walks`, () => {
  const broken = new Set<string>()
  let placed = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + WALKS; seed += 1) {
    const { schedule, random } = randomSchedule(seed, (document, chance) => {
      addDemands(document, chance)
      addBreaks(document, chance)
    })
    const instance = compile(schedule)
    const state = createState(instance, anyRoster(schedule, chanceOf(createRandom(seed + 5000))))
    const move = createMove(instance)
    const compare = (label: string): void => {
      const whole = materialised(schedule, rosterOf(instance, state.cells))
      const { score, violations } = judge(whole.schedule, whole.roster)
      expect([...state.score], `seed ${seed} ${label}`).toEqual([...score])
      for (const { setting } of violations) broken.add(setting)
      placed += whole.schedule.shifts.filter(({ breaks }) => breaks !== undefined).length
    }
    compare('as drawn')
    for (let step = 0; step < 60; step += 1) {
      move.breakDay = -1
      const { propose, supports } = NEIGHBOURHOODS[random.below(NEIGHBOURHOODS.length)]!
      if (supports?.(instance) === false || !propose(state, random, move, DEFAULT_PARAMS.moves) || !evaluate(state, move)) continue
      apply(state, move)
      if (step % 10 === 0) expect([...state.score], `seed ${seed}, step ${step}`).toEqual([...scoreFromScratch(state)])
    }
    compare('after moves')
  }
  expect(placed).toBeGreaterThan(WALKS)
  for (const setting of ['breakCover', 'coverageRequirements', 'demandUnder']) expect(broken).toContain(setting)
})
