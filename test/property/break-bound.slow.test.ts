// Slow: each schedule is solved by trying all rosters, with their breaks in all places.
import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge, scoreOf } from '../../src/checker/check.ts'
import { DemandBound } from '../../src/engine/bounds/demand-bound.ts'
import { relax } from '../../src/engine/bounds/relax.ts'
import type { LinearSolver } from '../../src/engine/column-generation/linear-solver.ts'
import { solve } from '../../src/engine/index.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import type { Instance } from '../../src/engine/instance/instance.ts'
import { createPenaltyWeights } from '../../src/engine/local-search/penalty-weights.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { createState } from '../../src/engine/scoring/state.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { materialised } from '../../src/model/generated-shifts.ts'
import { isDecided, type Roster, rosterOfDecided } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores, PERFECT, type Score } from '../../src/model/score.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { casesOf } from './cases.ts'
import type { Fields } from './draft.ts'
import { everyRoster, tinySchedules } from './every-place.ts'

const SCHEDULES = casesOf(60)
const SOLVED = casesOf(10)
const MOST_ROSTERS = 2_000

interface Best {
  readonly score: Score
  /** Whether somebody is too many in it. */
  readonly isOver: boolean
}

function bestByForce(schedule: Schedule): Best {
  let [best, score]: [Roster | null, Score] = [null, PERFECT]
  for (const roster of everyRoster(schedule)) {
    const whole = materialised(schedule, roster)
    const own = scoreOf(whole.schedule, whole.roster)
    if (best !== null && compareScores(own, score) >= 0) continue
    best = roster
    score = own
  }
  const { schedule: found, roster } = materialised(schedule, best!)
  return { score, isOver: judge(found, roster).violations.some(({ setting }) => setting === 'demandOver') }
}

/** What is proved by what is demanded of all together; of an instance without the places of breaks where `whole` has none. */
function boundByDemand(schedule: Schedule, solver: LinearSolver, whole?: Instance): Score {
  const instance = compile(schedule)
  const { active } = createPenaltyWeights(instance, DEFAULT_PARAMS)
  const means = { solver, active, params: DEFAULT_PARAMS, whole: whole ?? instance }
  const demanded = DemandBound.create(createState(relax(instance), rosterOfDecided(schedule)), means)!
  demanded.run(() => false)
  const bound: [number, number, number, number] = [0, 0, 0, 0]
  demanded.least.forEach((least, at) => (bound[active[at]! as 0] = least))
  demanded.dispose()
  return bound
}

const RULES = {
  others: 'off',
  assignShift: { secondPriorityWeight: 20 },
  demandUnder: { secondPriorityWeight: 20 },
  demandOver: { thirdPriorityWeight: 1 },
  generatedMinutes: { fourthPriorityWeight: 1 },
}
const ONE_SHIFT = { oneShiftPerDay: { firstPriorityWeight: 20 }, shiftCollision: { firstPriorityWeight: 20 } }
const at = (hour: number): string => `2027-03-01T${String(hour).padStart(2, '0')}:00`

/** One is wanted from 08:00 to 16:00, and no more; by one of two employees on shifts of four hours, or on those that are posted. */
function morning(fields: Fields): Schedule {
  const { submission, errors } = readSubmission(
    {
      timeZone: 'UTC',
      employees: [{ id: 1 }, { id: 2 }],
      spots: [{ id: 1 }],
      shifts: [],
      demands: [{ id: 1, spot: 1, start: at(8), end: at(16), min: 1, max: 1 }],
      shiftTemplates: [{ id: 'half', spots: [1], startsFrom: '10:00', startsTo: '10:00', stepMinutes: 60, minMinutes: 240, maxMinutes: 240 }],
      ...fields,
    },
    { callback: 'optional' },
  )
  expect(errors).toEqual([])
  return submission!.schedule
}

test('whoever has a break of a shift that is decided is counted all the time, and nobody as too many beside them', async () => {
  const schedule = morning({
    shifts: [{ id: 1, spot: 1, start: at(8), end: at(16), fixed: true, employee: 1, breakRules: ['rest'] }],
    breakRules: [{ id: 'rest', overMinutes: 240, minutes: 60, paid: true, stepMinutes: 60 }],
    demands: [
      { id: 1, spot: 1, start: at(8), end: at(16), min: 1, max: 1 },
      { id: 2, spot: 1, start: at(11), end: at(12), min: 1, max: 1 },
    ],
    settings: { ...RULES, ...ONE_SHIFT },
  })
  // Whoever comes from 10:00 to 14:00 is too many for three hours, or for two with the break in one of them.
  expect(bestByForce(schedule)).toEqual({ score: [0, 0, 2, 240], isOver: true })
  expect(boundByDemand(schedule, await loadHighs())).toEqual([0, 0, 0, 240])
})

test('somebody who may be on two shifts at once is one person, whether they are two in rows or not', async () => {
  const both = [1, 2].map((id) => ({ id, spot: 1, start: at(8), end: at(16) }))
  const schedule = morning({ shifts: both, employees: [{ id: 1 }], settings: { ...RULES, unavailable: { firstPriorityWeight: 1 } } })
  expect(bestByForce(schedule)).toEqual({ score: [0, 0, 0, 0], isOver: false })
  expect(boundByDemand(schedule, await loadHighs())).toEqual([0, 0, 0, 0])
  const alone = morning({ shifts: both, settings: { ...RULES, ...ONE_SHIFT } })
  expect(bestByForce(alone)).toEqual({ score: [0, 0, 8, 0], isOver: true })
  expect(boundByDemand(alone, await loadHighs())).toEqual([0, 0, 8, 0])
})

test(`no roster costs less than is demanded of all together, wherever breaks lie, on ${SCHEDULES} tiny schedules`, async () => {
  const solver = await loadHighs()
  const met = { charged: 0, best: 0, over: 0, byBreaks: 0, decided: 0 }
  for (const { seed, schedule } of tinySchedules(SCHEDULES, MOST_ROSTERS)) {
    const { score, isOver } = bestByForce(schedule)
    const bound = boundByDemand(schedule, solver)
    expect(compareScores(bound, score), `seed ${seed}: ${bound.join()} is proved, ${score.join()} is there`).toBeLessThanOrEqual(0)
    if (bound.every((least) => least === 0)) continue
    met.charged += 1
    if (schedule.shifts.some((shift) => isDecided(shift) && shift.breakRules !== undefined)) met.decided += 1
    if (compareScores(boundByDemand(schedule, solver, relax(compile(schedule))), bound) < 0) met.byBreaks += 1
    if (compareScores(bound, score) < 0) continue
    met.best += 1
    if (isOver) met.over += 1
  }
  expect(met.charged).toBeGreaterThan(SCHEDULES / 2)
  expect(met.best).toBeGreaterThan(SCHEDULES / 3)
  expect(met.byBreaks).toBeGreaterThan(SCHEDULES / 10)
  expect(met.over).toBeGreaterThan(SCHEDULES / 30)
  expect(met.decided).toBeGreaterThan(SCHEDULES / 30)
})

test(`searches find the best shifts and places of breaks, and prove no more than them, on ${SOLVED} tiny schedules`, async () => {
  const solver = await loadHighs()
  let [proved, charged] = [0, 0]
  for (const { seed, schedule } of tinySchedules(SOLVED, MOST_ROSTERS)) {
    const { score: best } = bestByForce(schedule)
    const { bound, score } = solve(schedule, solveOptions({ seed, maxIterations: 20_000, solver, proves: true }))
    expect(score, `seed ${seed}`).toEqual(best)
    if (bound === null) continue
    proved += 1
    if (bound.some((least) => least > 0)) charged += 1
    expect(compareScores(bound, best), `seed ${seed}: ${bound.join()} is proved, ${best.join()} is there`).toBeLessThanOrEqual(0)
  }
  expect(proved).toBeGreaterThan(SOLVED / 2)
  expect(charged).toBeGreaterThan(SOLVED / 4)
})
