// Slow: hundreds of random rosters of demands are judged twice.
import { expect, test } from 'vitest'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { NEIGHBOURHOODS } from '../../src/engine/local-search/neighbourhoods.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { Random } from '../../src/engine/random.ts'
import { apply, createMove, evaluate } from '../../src/engine/scoring/evaluate.ts'
import { createState, rosterOf, scoreFromScratch, unitsFromScratch } from '../../src/engine/scoring/state.ts'
import { materialised } from '../../src/model/generated-shifts.ts'
import { NOBODY, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { addDemands, anyRoster, randomDemand, SMALL } from './any-demand.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { chanceOf, createRandom } from './draft.ts'
import { randomSchedule } from './random-schedule.ts'

const SCHEDULES = casesOf(300)
const WALKS = casesOf(120)
const SETTINGS = ['demandUnder', 'demandIdeal', 'demandOver'] as const

/** Units minute by minute, by the sentence of each page and nothing else. */
function slowUnits(schedule: Schedule, roster: Roster): Record<(typeof SETTINGS)[number], number> {
  const { shifts } = materialised(schedule, roster).schedule
  const { roster: people } = materialised(schedule, roster)
  const units = { demandUnder: 0, demandIdeal: 0, demandOver: 0 }
  for (const spot of schedule.spots.keys()) {
    const asked = schedule.demands!.filter(({ spotId }) => spotId === schedule.spots[spot]!.id)
    for (const day of schedule.calendar.days) {
      const sums = { demandUnder: 0, demandIdeal: 0, demandOver: 0 }
      for (let quarter = day.start as number; quarter < day.end; quarter += 15) {
        const worst = { demandUnder: 0, demandIdeal: 0, demandOver: 0 }
        for (let minute = quarter; minute < quarter + 15; minute += 1) {
          const held = asked.filter(({ openings }) => openings.some(({ start, end }) => start <= minute && minute < end))
          if (held.length === 0) continue
          const there = new Set(
            shifts.flatMap(({ spotIndex, start, end }, at) =>
              spotIndex === spot && start <= minute && minute < end && people[at] !== NOBODY ? [people[at]!] : [],
            ),
          ).size
          const weight = Math.max(...held.map((demand) => demand.weight))
          const min = held.reduce((sum, demand) => sum + demand.min, 0)
          const ideal = held.reduce((sum, demand) => sum + (demand.ideal ?? demand.min), 0)
          const max = held.some((demand) => demand.max === null) ? Infinity : held.reduce((sum, demand) => sum + demand.max!, 0)
          worst.demandUnder = Math.max(worst.demandUnder, weight * (min - there))
          worst.demandIdeal = Math.max(worst.demandIdeal, weight * (ideal - Math.max(min, there)))
          worst.demandOver = Math.max(worst.demandOver, weight * (there - max))
        }
        for (const setting of SETTINGS) sums[setting] += worst[setting]
      }
      for (const setting of SETTINGS) units[setting] += Math.ceil(sums[setting] / 4)
    }
  }
  return units
}

test(`demand is counted as its pages say, on ${SCHEDULES} random rosters`, () => {
  const met = { demandUnder: 0, demandIdeal: 0, demandOver: 0 }
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed += 1) {
    const schedule = randomDemand(seed, SMALL)
    const roster = anyRoster(schedule, chanceOf(createRandom(seed + 1000)))
    const instance = compile(schedule)
    const units = unitsFromScratch(createState(instance, roster))
    const slow = slowUnits(schedule, roster)
    for (const setting of SETTINGS) {
      const counted = instance.units.reduce((sum, unit, k) => (unit.setting === setting ? sum + units[k]! : sum), 0)
      expect(counted, `seed ${seed}, ${setting}`).toBe(slow[setting])
      if (counted > 0) met[setting] += 1
    }
  }
  for (const setting of SETTINGS) expect(met[setting]).toBeGreaterThan(SCHEDULES / 20)
})

test(`engine and checker agree on schedules with demand, on ${SCHEDULES} random rosters`, () => {
  let found = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed += 1) {
    const schedule = randomDemand(seed, SMALL)
    const roster = anyRoster(schedule, chanceOf(createRandom(seed + 4000)))
    const whole = materialised(schedule, roster)
    expect([...createState(compile(schedule), roster).score], `seed ${seed}`).toEqual([...judge(whole.schedule, whole.roster).score])
    found += roster.length - schedule.shifts.length
  }
  expect(found).toBeGreaterThan(SCHEDULES)
})

test(`a roster of candidates is read and written again, on ${SCHEDULES} random rosters`, () => {
  let found = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed += 1) {
    const schedule = randomDemand(seed, SMALL)
    const roster = anyRoster(schedule, chanceOf(createRandom(seed + 2000)))
    const instance = compile(schedule)
    const again = rosterOf(instance, createState(instance, roster).cells)
    const posted = schedule.shifts.length
    expect([...again.subarray(posted)], `seed ${seed}`).toEqual([...roster.subarray(posted)])
    found += again.length - posted
  }
  expect(found).toBeGreaterThan(SCHEDULES)
})

test(`moves change demand by difference as it is counted from scratch, on ${WALKS} walks`, () => {
  let moves = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + WALKS; seed += 1) {
    const schedule = randomDemand(seed, SMALL)
    const instance = compile(schedule)
    const state = createState(instance, anyRoster(schedule, chanceOf(createRandom(seed + 3000))))
    const random = new Random(seed)
    const move = createMove(instance)
    for (let step = 0; step < 200; step += 1) {
      const { propose, supports } = NEIGHBOURHOODS[random.below(NEIGHBOURHOODS.length)]!
      if (supports?.(instance) === false || !propose(state, random, move, DEFAULT_PARAMS.moves) || !evaluate(state, move)) continue
      apply(state, move)
      moves += 1
      if (step % 20 === 0) expect([...state.score], `seed ${seed}, step ${step}`).toEqual([...scoreFromScratch(state)])
    }
    expect([...state.score], `seed ${seed}`).toEqual([...scoreFromScratch(state)])
  }
  expect(moves).toBeGreaterThan(WALKS * 20)
})

test(`beside all other rules engine and checker agree, before and after moves, on ${WALKS} walks`, () => {
  let found = 0
  const broken = new Set<string>()
  for (let seed = FIRST_SEED; seed < FIRST_SEED + WALKS; seed += 1) {
    const { schedule, random } = randomSchedule(seed, addDemands)
    const instance = compile(schedule)
    const chance = chanceOf(createRandom(seed + 5000))
    const state = createState(instance, anyRoster(schedule, chance))
    const move = createMove(instance)
    const compare = (label: string): void => {
      const whole = materialised(schedule, rosterOf(instance, state.cells))
      const { score, violations } = judge(whole.schedule, whole.roster)
      expect([...state.score], `seed ${seed} ${label}`).toEqual([...score])
      for (const { setting } of violations) broken.add(setting)
      found += whole.schedule.shifts.length - schedule.shifts.length
    }
    compare('as drawn')
    for (let step = 0; step < 60; step += 1) {
      const { propose, supports } = NEIGHBOURHOODS[random.below(NEIGHBOURHOODS.length)]!
      if (supports?.(instance) === false || !propose(state, random, move, DEFAULT_PARAMS.moves) || !evaluate(state, move)) continue
      apply(state, move)
      if (step % 10 === 0) expect([...state.score], `seed ${seed}, step ${step}`).toEqual([...scoreFromScratch(state)])
    }
    compare('after moves')
  }
  expect(found).toBeGreaterThan(WALKS)
  for (const setting of [...SETTINGS, 'generatedMinutes']) expect(broken).toContain(setting)
})
