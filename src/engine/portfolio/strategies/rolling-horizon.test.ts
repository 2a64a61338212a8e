import { describe, expect, test } from 'vitest'
import { sampleSchedule } from '../../../../test/sample-schedule.ts'
import { judge } from '../../../checker/check.ts'
import { compareScores } from '../../../model/score.ts'
import type { Weights } from '../../../model/settings.ts'
import { loadHighs } from '../../../threads/load-highs.ts'
import { solve } from '../../index.ts'
import { solveOptions } from '../../solve-options.fixture.ts'
import { compile } from '../../instance/compile.ts'
import { rosterOf } from '../../scoring/state.ts'
import { DEFAULT_PARAMS } from '../params.ts'
import { STRATEGIES } from '../strategies.ts'
import type { StrategyKind } from '../strategy.ts'
import type { TurnTold } from '../trace.ts'
import { largeNeighbourhoods } from './large-neighbourhoods.ts'

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

/** The turns up to the first one of `last`, with what large neighbourhoods began with each time, and what the search comes to by then. */
async function turnsOf(days: number, maxIterations: number, { last = 'roll', params = DEFAULT_PARAMS } = {}) {
  const turns: TurnTold[] = []
  const beginnings: (Int32Array | null)[] = []
  const watched: StrategyKind = {
    ...largeNeighbourhoods,
    start(search) {
      const strategy = largeNeighbourhoods.start(search)
      return {
        standing: () => strategy.standing!(),
        run(turn, isCalledBack) {
          beginnings.push(search.beginning)
          return strategy.run(turn, isCalledBack)
        },
      }
    },
  }
  const schedule = longSchedule(days)
  const options = solveOptions({
    maxIterations,
    solver: await loadHighs(),
    params,
    shouldStop: () => turns.at(-1)?.row.name === last,
    portfolio: {
      strategies: STRATEGIES.map((kind) => (kind === largeNeighbourhoods ? watched : kind)),
      tracer: { note: (told) => void turns.push(told), flush() {} },
    },
  })
  const { roster, score } = solve(schedule, options)
  const rolls = turns.filter(({ row }) => row.name === 'roll')
  return { schedule, turns, rolls, beginnings, score, judged: judge(schedule, roster).score }
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

describe('where all days are too much for one dive', () => {
  const { neighbourhoods } = DEFAULT_PARAMS
  const params = { ...DEFAULT_PARAMS, neighbourhoods: { ...neighbourhoods, maxChoicesOfDive: 100 } }

  test('eight weeks are gone along, and large neighbourhoods begin with that roster, for which no other is given up', async () => {
    const { schedule, turns, rolls, beginnings, score, judged } = await turnsOf(56, 6e6, { last: 'neighbourhoods', params })
    expect(rolls).toHaveLength(1)
    const { before, after } = turns.at(-1)!
    expect(rolls[0]!.after.score).toEqual(rolls[0]!.before.score)
    expect(beginnings).toHaveLength(1)
    const instance = compile(schedule)
    const beginning = judge(schedule, rosterOf(instance, beginnings[0]!)).score
    expect(compareScores(beginning, before.score)).toBeGreaterThanOrEqual(0)
    expect(compareScores(after.score, before.score)).toBeLessThanOrEqual(0)
    expect([...score]).toEqual([...judged])
  })

  test('six weeks are not', async () => {
    expect((await turnsOf(42, 2e5, { params })).rolls).toEqual([])
  })
})
