import { expect, test } from 'vitest'
import { sampleSchedule } from '../../../../test/sample-schedule.ts'
import { judge } from '../../../checker/check.ts'
import { compareScores } from '../../../model/score.ts'
import type { Weights } from '../../../model/settings.ts'
import { loadHighs } from '../../../threads/load-highs.ts'
import { solve } from '../../index.ts'
import { solveOptions } from '../../solve-options.fixture.ts'
import { DEFAULT_PARAMS } from '../params.ts'
import type { TurnTold } from '../trace.ts'

const DAY_MIN = 1440
const FIRST: Weights = [20, 0, 0, 0]
const SECOND: Weights = [0, 10, 0, 0]
const TIMES = [
  { from: 420, to: 900 },
  { from: 840, to: 1320 },
]

/** Eight people, five of whom are wanted each day, who rest for eleven hours and are too few for some days. */
function longSchedule(days: number) {
  const contract = {
    minShiftsTotal: Math.floor(0.55 * days),
    maxShiftsTotal: Math.floor(0.61 * days),
    maxConsecutiveDays: 5,
    minTimeBetweenShifts: 660,
  }
  return sampleSchedule({
    employees: Array.from({ length: 8 }, () => ({ contract })),
    shifts: Array.from({ length: 5 * days }, (_, i) => {
      const { from, to } = TIMES[i % 2]!
      const day = Math.floor(i / 5)
      return { from: day * DAY_MIN + from, to: day * DAY_MIN + to, employee: null }
    }),
    weights: { assignShift: SECOND, oneShiftPerDay: FIRST, totalWork: FIRST, maxConsecutiveDays: FIRST, minRestBetweenShifts: FIRST },
  }).schedule
}

async function turnsOf(days: number, maxIterations: number) {
  const rolls: TurnTold[] = []
  const schedule = longSchedule(days)
  const options = solveOptions({
    maxIterations,
    solver: await loadHighs(),
    shouldStop: () => rolls.length > 0,
    portfolio: { tracer: { note: (told) => void (told.row.name === 'roll' && rolls.push(told)), flush() {} } },
  })
  const { roster, score } = solve(schedule, options)
  return { rolls, score, judged: judge(schedule, roster).score }
}

test('a horizon of a hundred days is gone along once; the roster is what the checker says, and no worse than before', async () => {
  const { rolls, score, judged } = await turnsOf(100, 3e6)
  expect(rolls).toHaveLength(1)
  const { before, after } = rolls[0]!
  expect(compareScores(after.score, before.score)).toBeLessThanOrEqual(0)
  expect([...score]).toEqual([...judged])
})

test('it is given up soon where prices would take too long to climb', async () => {
  const iterations = 100_000
  const { rolls } = await turnsOf(100, iterations)
  expect(rolls).toHaveLength(1)
  const { climbShare, climbPatience } = DEFAULT_PARAMS.rolling
  const { before, outcome } = rolls[0]!
  expect(outcome.hasWon).toBe(false)
  expect(outcome.steps).toBeLessThan(2 * climbShare * climbPatience * iterations)
  expect(before.share).toBeLessThan(0.5)
})

test('a horizon of which all days can be taken at once is not', async () => {
  expect((await turnsOf(56, 2e5)).rolls).toEqual([])
})
