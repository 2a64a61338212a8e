import { expect, test } from 'vitest'
import { sampleSchedule } from '../../../../test/sample-schedule.ts'
import { rosterOfDecided } from '../../../model/roster.ts'
import type { Weights } from '../../../model/settings.ts'
import { loadHighs } from '../../../threads/load-highs.ts'
import { Prover } from '../../bounds/prover.ts'
import { compile } from '../../instance/compile.ts'
import { createPenaltyWeights } from '../../local-search/penalty-weights.ts'
import { DEFAULT_PARAMS } from '../../portfolio/params.ts'
import { Random } from '../../random.ts'
import { createMove } from '../../scoring/evaluate.ts'
import { createState, restoreCells } from '../../scoring/state.ts'
import { ColumnPool } from '../column-pool.ts'
import { type Pace, RollingHorizon } from './rolling-horizon.ts'

const DAY_MIN = 1440
const DAYS = 98
const IN_TIME: Pace = { wanted: 1, needed: 1 }
const FIRST: Weights = [20, 0, 0, 0]
const SECOND: Weights = [0, 10, 0, 0]

interface Rolled {
  readonly pace?: (done: number) => Pace
  readonly spend?: () => boolean
  /** How carefully the first window is solved, 0 to 1. */
  readonly firstEffort?: number
  readonly seed?: number
}

/** Three people for a shift on each of 98 days, each of whom works a third of them and no more than two days in a row: the score of their rolled roster, null where there is none. */
async function rolled({ pace = () => IN_TIME, spend = () => false, firstEffort = 1, seed = 1 }: Rolled) {
  const employees = Array.from({ length: 3 }, () => ({ contract: { minShiftsTotal: 32, maxShiftsTotal: 33, maxConsecutiveDays: 2 } }))
  const { schedule } = sampleSchedule({
    employees,
    shifts: Array.from({ length: DAYS }, (_, day) => ({ from: day * DAY_MIN + 480, to: day * DAY_MIN + 960, employee: null })),
    weights: { assignShift: SECOND, oneShiftPerDay: FIRST, totalWork: FIRST, maxConsecutiveDays: FIRST },
  })
  const instance = compile(schedule)
  const state = createState(instance, rosterOfDecided(schedule))
  const penaltyWeights = createPenaltyWeights(instance, DEFAULT_PARAMS)
  const means = {
    solver: await loadHighs(),
    random: new Random(seed),
    move: createMove(instance),
    pool: ColumnPool.for(instance, DEFAULT_PARAMS.columns),
  }
  const prover = Prover.create(instance, penaltyWeights, means)!
  const params = DEFAULT_PARAMS
  const { windowDays, stepDays } = params.rolling
  const plan = { windowDays, stepDays, firstEffort, mostEffort: 1, isBeginning: false }
  const done: number[] = []
  const { climbed } = prover.climb(state.cells, 1, (_, share) => done.push(share) === 0)
  expect(done).toEqual(done.toSorted((a, b) => a - b))
  expect([done[0], done.at(-1)]).toEqual([0, 1])
  const goBack = climbed!.ascent.noted()
  const { bound } = climbed!.ascent
  const rolling = { solver: means.solver, random: means.random, strict: climbed!.strict, params, plan, spend, pace }
  const rows = new RollingHorizon(climbed!.state, climbed!.ascent, rolling).run()
  goBack()
  expect(climbed!.ascent.bound).toBe(bound)
  if (rows === null) return null
  const cells = new Int32Array(state.cells.length)
  rows.forEach((row, employee) => cells.set(row, employee * instance.dayCount))
  restoreCells(state, cells)
  return state.score
}

test('what everybody works over the whole horizon comes out nearly even, and hardly any shift is left empty', async () => {
  for (const seed of [1, 2, 3]) {
    const [broken, empty] = (await rolled({ seed }))!
    expect(broken).toBeLessThanOrEqual(4 * FIRST[0])
    expect(empty).toBeLessThanOrEqual(4 * SECOND[1])
  }
})

test('there is no roster where the time is over', async () => {
  expect(await rolled({ spend: () => true })).toBeNull()
})

test('windows are solved with less care where time is short, and given up where even the least care takes too long', async () => {
  const { changeOfEffort, leastEffort, projected } = DEFAULT_PARAMS.rolling
  const firstEffort = leastEffort * changeOfEffort
  let asked = 0
  const inTime = (needed: number) => {
    asked = 0
    const pace = (): Pace => {
      asked += 1
      return { wanted: 0.1, needed }
    }
    return rolled({ pace, firstEffort })
  }
  expect(await inTime(1)).not.toBeNull()
  expect(asked).toBe(5)
  expect(await inTime(0.99 / projected)).toBeNull()
  expect(asked).toBe(2)
})

test('windows are told apart by the share of the horizon that is done', async () => {
  const seen: number[] = []
  await rolled({
    pace(done) {
      seen.push(done)
      return IN_TIME
    },
  })
  expect(seen).toEqual([1, 2, 3, 4, 5].map((windows) => windows / 7))
})
