// Slow: each schedule is proved by prices and solved by trying all rosters.
import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { scoreOf } from '../../src/checker/check.ts'
import { DemandBound } from '../../src/engine/bounds/demand-bound.ts'
import { relax } from '../../src/engine/bounds/relax.ts'
import type { LinearSolver } from '../../src/engine/column-generation/linear-solver.ts'
import { solve } from '../../src/engine/index.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { createPenaltyWeights } from '../../src/engine/local-search/penalty-weights.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { createState } from '../../src/engine/scoring/state.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { type GeneratedShift, materialised, withGenerated } from '../../src/model/generated-shifts.ts'
import { rosterOfDecided } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores, type Score } from '../../src/model/score.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { addDemands, randomDemand, TINY } from './any-demand.ts'
import { boundByPrices } from './bound-by-prices.ts'
import { casesOf } from './cases.ts'
import { randomSchedule } from './random-schedule.ts'

const SCHEDULES = casesOf(30)
const SOLVED = casesOf(10)
const MIXED = casesOf(60)

/** The score of the best roster in which nobody has two shifts on a day. */
function bestByForce(schedule: Schedule): Score {
  const { candidates = [], employees, calendar } = schedule
  const found: GeneratedShift[] = []
  let best: Score | null = null
  const place = (cell: number): void => {
    if (cell === employees.length * calendar.days.length) {
      const whole = materialised(schedule, withGenerated(rosterOfDecided(schedule), found))
      const score = scoreOf(whole.schedule, whole.roster)
      if (best === null || compareScores(score, best) < 0) best = score
      return
    }
    place(cell + 1)
    const day = cell % calendar.days.length
    for (const [candidate, shift] of candidates.entries()) {
      if (shift.day !== day) continue
      found.push({ candidate, employeeIndex: Math.floor(cell / calendar.days.length) })
      place(cell + 1)
      found.pop()
    }
  }
  place(0)
  return best!
}

test(`no roster costs less than prices say where shifts are found, on ${SCHEDULES} tiny schedules`, () => {
  let [near, charged] = [0, 0]
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const schedule = randomDemand(seed, TINY)
    if (schedule.candidates === undefined) continue
    const best = bestByForce(schedule)
    const { least, costOf } = boundByPrices(schedule)
    expect(least, `seed ${seed}`).toBeLessThanOrEqual(costOf(best) + 1e-3)
    if (best[1] === 0) continue
    charged += 1
    if (least > 0.8 * costOf(best)) near += 1
  }
  expect(near).toBeGreaterThan(charged / 2)
})

/** What is proved by what is demanded of all together. */
function boundByDemand(schedule: Schedule, solver: LinearSolver): Score {
  const instance = compile(schedule)
  const { active } = createPenaltyWeights(instance, DEFAULT_PARAMS)
  const demanded = DemandBound.create(createState(relax(instance), rosterOfDecided(schedule)), {
    solver,
    active,
    params: DEFAULT_PARAMS,
    whole: instance,
  })!
  demanded.run(() => false)
  expect(demanded.isDone).toBe(true)
  const bound: [number, number, number, number] = [0, 0, 0, 0]
  demanded.least.forEach((least, at) => (bound[active[at]! as 0] = least))
  demanded.dispose()
  return bound
}

test(`no roster costs less than is demanded of all together, on ${SCHEDULES} tiny schedules`, async () => {
  const solver = await loadHighs()
  let [charged, met] = [0, 0]
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const schedule = randomDemand(seed, TINY)
    if (schedule.candidates === undefined) continue
    const best = bestByForce(schedule)
    const bound = boundByDemand(schedule, solver)
    expect(compareScores(bound, best), `seed ${seed}: ${bound.join()} is proved, ${best.join()} is there`).toBeLessThanOrEqual(0)
    if (best[1] === 0) continue
    charged += 1
    if (bound[1] > 0.8 * best[1]) met += 1
  }
  expect(met).toBeGreaterThan(charged / 2)
})

test(`no roster costs less than is demanded of all together beside all other rules, on ${MIXED} schedules`, async () => {
  const solver = await loadHighs()
  let proved = 0
  for (let seed = 1; seed <= MIXED; seed += 1) {
    const { schedule } = randomSchedule(seed, addDemands)
    if (schedule.candidates === undefined || createPenaltyWeights(compile(schedule), DEFAULT_PARAMS).active.length < 2) continue
    const { score } = solve(schedule, solveOptions({ seed, maxIterations: 3_000 }))
    const bound = boundByDemand(schedule, solver)
    expect(compareScores(bound, score), `seed ${seed}: ${bound.join()} is proved, ${score.join()} is there`).toBeLessThanOrEqual(0)
    if (bound.some((least) => least > 0)) proved += 1
  }
  expect(proved).toBeGreaterThan(MIXED / 10)
})

test('what contracts ask of all together is proved to be too much for what is demanded', async () => {
  const { submission } = readSubmission(
    {
      timeZone: 'UTC',
      employees: [1, 2, 3].map((id) => ({ id, contract: { minMinutesTotal: 480, maxMinutesTotal: 480 } })),
      spots: [{ id: 1 }],
      shifts: [],
      demands: [{ id: 1, spot: 1, start: '2027-03-01T08:00', end: '2027-03-01T16:00', min: 1, max: 1 }],
      shiftTemplates: [{ id: 'day', spots: [1], startsFrom: '08:00', startsTo: '12:00', stepMinutes: 60, minMinutes: 240, maxMinutes: 480 }],
      settings: {
        others: 'off',
        oneShiftPerDay: { firstPriorityWeight: 20 },
        shiftCollision: { firstPriorityWeight: 20 },
        totalWork: { firstPriorityWeight: 1 },
        demandUnder: { secondPriorityWeight: 1 },
        demandOver: { thirdPriorityWeight: 1 },
        generatedMinutes: { fourthPriorityWeight: 1 },
      },
    },
    { callback: 'optional' },
  )
  // One is wanted; the two others start at 12:00 at the latest, so that each is one too many for four hours.
  expect(boundByDemand(submission!.schedule, await loadHighs())).toEqual([0, 0, 8, 1440])
})

test(`searches find the best shifts, and prove no more than them, on ${SOLVED} tiny schedules`, async () => {
  const solver = await loadHighs()
  let [solved, proved] = [0, 0]
  for (let seed = 1; solved < SOLVED; seed += 1) {
    const schedule = randomDemand(seed, TINY)
    if (schedule.candidates === undefined) continue
    const best = bestByForce(schedule)
    const { bound, score } = solve(schedule, solveOptions({ seed, maxIterations: 20_000, solver, proves: true }))
    expect(score, `seed ${seed}`).toEqual(best)
    solved += 1
    if (bound === null) continue
    proved += 1
    expect(compareScores(bound, best), `seed ${seed}: ${bound.join()} is proved, ${best.join()} is there`).toBeLessThanOrEqual(0)
  }
  expect(proved).toBeGreaterThan(0)
})
