// Slow: rosters are judged once, twice and three times over, and all rosters of tiny rotas are tried.
import { expect, test } from 'vitest'
import { judge, scoreOf } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { NEIGHBOURHOODS } from '../../src/engine/local-search/neighbourhoods.ts'
import { Random } from '../../src/engine/random.ts'
import { apply, createMove, evaluate } from '../../src/engine/scoring/evaluate.ts'
import { createState, rosterOf, scoreFromScratch } from '../../src/engine/scoring/state.ts'
import type { Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores } from '../../src/model/score.ts'
import { relax } from '../../src/engine/bounds/relax.ts'
import { bestByForce } from '../golden/rule-examples.ts'
import { allRosters } from './all-rosters.ts'
import { randomCyclic, randomRota, scheduleOfRota, type Rota } from './any-cyclic.ts'
import { randomRoster } from './any-schedule.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { chanceOf, createRandom } from './draft.ts'
import { searchFor } from './search-for.ts'

const DOCUMENTS = casesOf(30)
const ROTAS = casesOf(300)
const STEPS = 12
/** Settings of which something lies over the edge of these rotas. */
const OVER_EDGE = [
  'minRestBetweenShifts',
  'minWeeklyRestMinutes',
  'maxMinutesInKWeeks',
  'minMinutesInKWeeks',
  'maxConsecutiveDays',
  'minConsecutiveDays',
  'consecutiveDaysOff',
  'weekendWorkFrequency',
  'maxConsecutiveLateShifts',
  'maxConsecutiveNightShifts',
  'contractRules',
  'sameTimeOfDayForNonHistoricShifts',
]

/** Walks from a random roster, and holds fast score, slow score and checker to one another; the settings that cost more than they do when the horizon is open. */
function walk(schedule: Schedule, random: Random, label: string): string[] {
  const instance = compile(schedule)
  const state = createState(
    instance,
    randomRoster(schedule, () => random.unit()),
  )
  expect(judge(schedule, rosterOf(instance, state.cells)).score, label).toEqual([...state.score])
  const move = createMove(instance)
  for (let step = 0; step < STEPS; step += 1) {
    const neighbourhood = NEIGHBOURHOODS[random.below(NEIGHBOURHOODS.length)]!
    if (!neighbourhood.propose(state, random, move, DEFAULT_PARAMS.moves) || !evaluate(state, move)) continue
    apply(state, move)
    expect([...state.score], `${label} step ${step}: ${neighbourhood.name}`).toEqual(scoreFromScratch(state))
  }
  for (let employee = 0; employee < instance.employeeCount; employee += 1) {
    for (const { kind, rule } of instance.plain) {
      if (kind !== 'over-edge') continue
      const units = rule.unitsOf(instance.duties, state.cells, employee * instance.dayCount, employee)
      expect(units, `${label}: nothing is saved over the edge`).toBeGreaterThanOrEqual(0)
    }
  }
  const roster = rosterOf(instance, state.cells)
  const judgement = judge(schedule, roster)
  expect(judgement.score, label).toEqual([...state.score])
  expect(scoreOf(schedule, roster), label).toEqual(judgement.score)
  const { isCyclic: _, ...open } = schedule
  const openUnits = new Map(judge(open, roster).violations.map(({ setting, priority, units }) => [`${setting} ${priority}`, units]))
  const more: string[] = []
  for (const { setting, priority, units, penalty, matches } of judgement.violations) {
    const before = openUnits.get(`${setting} ${priority}`) ?? 0
    expect(units, `${label} ${setting}`).toBeGreaterThanOrEqual(before)
    if (units > before) more.push(setting)
    const told = matches.reduce((sum, match) => sum + match.penalty, 0)
    expect(told, `${label} ${setting}: what is told comes to what it costs`).toBe(penalty)
  }
  return more
}

test(`fast score, slow score and checker agree on walks of ${DOCUMENTS} documents with all rules from seed ${FIRST_SEED}`, () => {
  let kept = 0
  for (let seed = FIRST_SEED; kept < DOCUMENTS; seed += 1) {
    const random = new Random(seed)
    const made = randomCyclic(random)
    if (made === null) continue
    kept += 1
    walk(made.schedule, random, `seed ${seed}`)
  }
})

test(`fast score, slow score and checker agree on walks of ${ROTAS} rotas from seed ${FIRST_SEED}`, () => {
  const broken = new Map<string, number>()
  for (const { seed, schedule } of rotas(ROTAS, { weeks: 3, people: 2, share: 0.7 })) {
    for (const setting of walk(schedule, new Random(seed), `seed ${seed}`)) broken.set(setting, (broken.get(setting) ?? 0) + 1)
  }
  // A rule that is never broken over the edge would agree by saying nothing.
  for (const setting of OVER_EDGE) expect(broken.get(setting) ?? 0, setting).toBeGreaterThan(0)
})

/** Rotas with at most so many shifts, by seed. */
function* rotas(count: number, { weeks, people, share, most = 1000 }: { weeks: number; people: number; share: number; most?: number }) {
  for (let seed = FIRST_SEED, found = 0; found < count; seed += 1) {
    const chance = chanceOf(createRandom(seed))
    const rota = randomRota(chance, { weeks: chance.whole(1, weeks), people, share })
    const schedule = scheduleOfRota(rota)
    if (schedule === null || schedule.shifts.length > most) continue
    found += 1
    yield { seed, schedule, rota }
  }
}

const TURNED = casesOf(60)

test(`a roster costs the same whichever of its weeks is the first, on ${TURNED} rotas`, () => {
  let turned = 0
  for (const { seed, schedule, rota } of rotas(2 * TURNED, { weeks: 4, people: 3, share: 0.6 })) {
    const weeks = rota.seats[0]!.length / 7
    const later = scheduleOfRota({ ...rota, seats: rota.seats.map((line) => line.slice(7) + line.slice(0, 7)) })
    if (weeks < 2 || later === null || schedule.calendar.days.length !== 7 * weeks || later.calendar.days.length !== 7 * weeks) continue
    turned += 1
    const random = createRandom(seed)
    const roster = randomRoster(schedule, random)
    const moved = turnedRoster(rota, roster)
    expect(judge(later, moved).score, `seed ${seed}`).toEqual(judge(schedule, roster).score)
  }
  expect(turned).toBeGreaterThan(TURNED / 2)
})

/** Who works each shift of a rota that begins a week later. */
function turnedRoster({ seats }: Rota, roster: Roster): Roster {
  const workers = seats.map((line) => [...line].map(() => -1))
  let position = 0
  for (const [seat, line] of seats.entries())
    for (const [day, letter] of [...line].entries()) if (letter !== '.') workers[seat]![day] = roster[position++]!
  return Int32Array.from(
    seats.flatMap((line, seat) => {
      const days = [...line].flatMap((letter, day) =>
        letter === '.' ? [] : [{ day: (day + line.length - 7) % line.length, worker: workers[seat]![day]! }],
      )
      return days.toSorted((a, b) => a.day - b.day).map(({ worker }) => worker)
    }),
  )
}

const TINY = casesOf(10)

test(`the engine finds the best of all rosters on ${TINY} tiny rotas, and no bound is above it`, () => {
  let overEdge = 0
  for (const { seed, schedule } of rotas(TINY, { weeks: 2, people: 2, share: 0.2, most: 5 })) {
    const best = bestByForce(schedule).score
    const { isCyclic: _, ...open } = schedule
    if (compareScores(best, bestByForce(open).score) > 0) overEdge += 1
    const { score, roster, bound } = searchFor(schedule, best, { seed: 1, maxIterations: 100_000 })
    expect(score, `seed ${seed}`).toEqual(best)
    expect(judge(schedule, roster).score, `seed ${seed}`).toEqual(score)
    if (bound !== null) expect(compareScores(bound, best), `seed ${seed}`).toBeLessThanOrEqual(0)
  }
  expect(overEdge, 'rotas that cost more for their edge').toBeGreaterThan(TINY / 5)
})

test('what bounds are proved of does not charge a match over the edge that a rule asks for', () => {
  const where = { L: { tags: ['late'] }, D: { tags: ['day'] } }
  const rule = { kind: 'pattern', pattern: 'L D', where, per: 'week', min: 1 }
  const schedule = scheduleOfRota({ seats: ['D.....L'], contracts: [{ rules: [rule] }] })!
  const { isCyclic: _, ...open } = schedule
  const [whole, relaxed] = [compile(schedule), relax(compile(schedule))]
  for (const roster of allRosters(schedule)) {
    const [most, least] = [createState(whole, roster).score, createState(relaxed, roster).score]
    least.forEach((penalty, p) => expect(penalty, `of ${[...roster].join()}`).toBeLessThanOrEqual(most[p]!))
  }
  const [best, bestOfOpen] = [bestByForce(schedule).score, bestByForce(open).score]
  expect([best[1], bestOfOpen[1]]).toEqual([0, 3])
})
