import { describe, expect, test } from 'vitest'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import { compile } from '../instance/compile.ts'
import type { Compiling } from '../instance/compiling.ts'
import { OFF } from '../instance/duties.ts'
import type { Duties } from '../instance/duties.ts'
import type { Instance } from '../instance/instance.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'
import { Ascent } from '../bounds/ascent.ts'
import { close, createCosts } from '../column-generation/costs.ts'
import { relax } from '../bounds/relax.ts'
import { Random } from '../random.ts'
import { BestRowPricer } from '../rows/best-row.ts'
import type { Resource } from '../rows/resource.ts'
import { UNPRICED } from '../rows/row-pricer.ts'
import { apply, createMove, evaluate } from '../scoring/evaluate.ts'
import { rowOf, wholeSpan } from '../scoring/one-row.ts'
import { createState, scoreFromScratch, scoreOf, type State } from '../scoring/state.ts'
import { NEIGHBOURHOODS } from '../local-search/neighbourhoods.ts'
import { createPenaltyWeights, type PenaltyWeights } from '../local-search/penalty-weights.ts'
import { rosterOfDecided } from '../../model/roster.ts'
import { RULE_KINDS } from './kinds.ts'
import { dayKind, plainKind, type PlainKind, type PlainRule } from './plain-kind.ts'

/** A kind that is nowhere but here: two working days in a row cost 1. */
const compileTouching: PlainKind<PlainRule>['compile'] = ({ units }) => {
  const unit = units.of('contractRules', { weights: [0, 0, 1, 0] })
  return () => [{ unit, unitsOf: pairsOf, isConcerned: () => true, readsTimes: false }]
}

function pairsOf(_duties: Duties, cells: Int32Array, row: number): number {
  let pairs = 0
  for (let day = 1; day < DAYS; day += 1) if (cells[row + day] !== OFF && cells[row + day - 1] !== OFF) pairs += 1
  return pairs
}

/** Remembers whether the day before was worked. */
class Touching implements Resource {
  readonly start = 0
  cost = 0
  readonly #costOfPair: number

  constructor(costOfPair: number) {
    this.#costOfPair = costOfPair
  }

  step(state: number, _day: number, duty: number): number {
    const works = duty === OFF ? 0 : 1
    this.cost = state * works * this.#costOfPair
    return works
  }
}

const RELAXED = plainKind({ name: 'touching', compile: compileTouching, relaxed: 'as a whole' })
const FOLLOWED = plainKind({
  name: 'touching',
  compile: compileTouching,
  resources: { place: 100, of: ({ unit }, { perUnit }) => [new Touching(perUnit[unit]!)], reads: 'columns' },
})

const DAY_MIN = 1440
const DAYS = 4

/** Two employees, and two shifts on each of four days; the first has one of every day. */
function wardOf(kinds: readonly (typeof RELAXED)[], employees = 2) {
  const { schedule, roster } = sampleSchedule({
    employees: Array.from({ length: employees }, () => ({})),
    shifts: Array.from({ length: DAYS }, (_, day) => ({ from: day * DAY_MIN + 480, to: day * DAY_MIN + 960, employee: 0 })),
    weights: { assignShift: [20, 0, 0, 0], oneShiftPerDay: [20, 0, 0, 0], contractRules: [0, 0, 1, 0] },
  })
  return {
    schedule,
    state: createState(
      compile(schedule, () => {}, [...RULE_KINDS, ...kinds]),
      roster,
    ),
  }
}

describe('a kind that is declared in one place', () => {
  test('is counted', () => {
    expect(scoreOf(wardOf([]).state)).toEqual([0, 0, 0, 0])
    expect(scoreOf(wardOf([RELAXED]).state)).toEqual([0, 0, 3, 0])
  })

  test('is counted by difference as from scratch', () => {
    const { state } = wardOf([RELAXED])
    const random = new Random(1)
    const move = createMove(state.instance)
    const seen = new Set<number>()
    for (let step = 0; step < 400; step += 1) {
      const neighbourhood = NEIGHBOURHOODS[random.below(NEIGHBOURHOODS.length)]!
      if (!neighbourhood.propose(state, random, move, DEFAULT_PARAMS.moves) || !evaluate(state, move)) continue
      apply(state, move)
      expect(scoreOf(state)).toEqual(scoreFromScratch(state))
      seen.add(state.score[2]!)
    }
    expect([...seen].sort()).toEqual([0, 1, 2, 3])
  })

  test('is left out of what a bound is proved of when it is relaxed, and stays when rows follow it', () => {
    const relaxed = relax(wardOf([RELAXED]).state.instance)
    expect(relaxed.plain).toEqual([])
    expect(relax(wardOf([FOLLOWED]).state.instance).plain).toHaveLength(1)
    expect(relax(wardOf([FOLLOWED, RELAXED]).state.instance).plain).toHaveLength(1)
  })

  test('is followed along rows, and a row is not said to be the best where it is not', () => {
    const best = ({ state }: ReturnType<typeof wardOf>) => {
      const penaltyWeights = createPenaltyWeights(state.instance, DEFAULT_PARAMS)
      return new BestRowPricer(state, penaltyWeights, 0, wholeSpan(state), DEFAULT_PARAMS.polishing).find(UNPRICED)
    }
    const followed = best(wardOf([FOLLOWED]))
    expect(followed.least).toBe(followed.rows[0]!.cost)
    expect(best(wardOf([RELAXED])).least).toBe(-Infinity)
  })

  test('is proved: alone, an employee who fills all shifts works three days in a row', () => {
    expect(boundOf(wardOf([FOLLOWED], 1))).toBeCloseTo(3, 2)
    expect(boundOf(wardOf([RELAXED], 1))).toBeCloseTo(0, 2)
    expect(boundOf(wardOf([FOLLOWED]))).toBeLessThan(0.01)
  })
})

test('a rule that looks at each day by itself costs nothing along a row before the horizon, and is counted so', () => {
  const kind = dayKind({ name: 'toy', compile: () => () => [{ unit: 1, unitsOn: (_employee, day, duty) => day + duty }] })
  const compiling = { schedule: { calendar: { days: [0, 1, 2, 3], horizonFirst: 2 } } } as unknown as Compiling
  const { plain } = kind.compile(compiling)({} as Duties) as Pick<Instance, 'plain'>
  const instance = { plain, duties: {}, dayCount: 4, horizonFirst: 2 } as unknown as Instance
  const weights = { perUnit: [0, 10] } as unknown as PenaltyWeights
  const along = [0, 1, 2, 3].map((day) => kind.dayCost!(instance, weights, { employee: 0, day, duty: 1 }, 5))
  expect(along).toEqual([5, 5, 35, 45])
  const units = new Float64Array(2)
  if (kind.count.of === 'kept') kind.count.add(instance, Int32Array.of(1, 1, 1, 1), 0, units)
  expect([...units]).toEqual([0, 7])
})

/** The least of the third priority where all shifts are filled, by prices of seats. */
function boundOf({ schedule, state }: { schedule: Parameters<typeof rosterOfDecided>[0]; state: State }): number {
  const instance = relax(state.instance)
  const { active, scales } = createPenaltyWeights(state.instance, DEFAULT_PARAMS)
  expect(active).toEqual([0, 2])
  const costs = createCosts(instance, { active, scales, params: DEFAULT_PARAMS })
  const cleared = createState(instance, rosterOfDecided(schedule))
  const rows = schedule.employees.map((_, employee) => rowOf(state, employee))
  const ascent = new Ascent(cleared, { move: createMove(instance), costs, strict: close(costs, instance, [0]) }, rows)
  ascent.run(Infinity, 1, () => false)
  return ascent.bound + scoreOf(cleared).reduce<number>((sum, penalty, p) => sum + penalty * costs.factors[p]!, 0)
}
