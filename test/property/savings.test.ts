import { expect, test } from 'vitest'
import { compile } from '../../src/engine/instance/compile.ts'
import { apply, createMove, evaluate, evaluateCounts, evaluatePlain, evaluateSeats, evaluateShapes } from '../../src/engine/scoring/evaluate.ts'
import { Random } from '../../src/engine/random.ts'
import { createState } from '../../src/engine/scoring/state.ts'
import { NEIGHBOURHOODS } from '../../src/engine/local-search/neighbourhoods.ts'
import { Savings } from '../../src/engine/local-search/savings.ts'
import { createPenaltyWeights, weightedCost } from '../../src/engine/local-search/penalty-weights.ts'
import { randomRoster } from './any-schedule.ts'
import { casesOf } from './cases.ts'
import { everything } from './everything.ts'
import { randomSchedule } from './random-schedule.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'

const SCHEDULES = casesOf(80)
const STEPS = 12
const ROUNDING = 1e-6

test(`no move saves more than is said before it is looked at to the end, on ${SCHEDULES} random walks`, () => {
  let moves = 0
  let savedOnCounts = 0
  let savedOnShapes = 0
  let savedOnPlain = 0
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const { schedule, random } = drawn(seed)
    const instance = compile(schedule)
    const state = createState(
      instance,
      randomRoster(schedule, () => random.unit()),
    )
    const penaltyWeights = createPenaltyWeights(instance, DEFAULT_PARAMS)
    const savings = new Savings(state, penaltyWeights)
    const move = createMove(instance)
    for (let step = 0; step < STEPS; step += 1) {
      const { name, propose } = NEIGHBOURHOODS[random.below(NEIGHBOURHOODS.length)]!
      if (!propose(state, random, move, DEFAULT_PARAMS.moves) || !evaluateSeats(state, move)) continue
      const label = `seed ${seed}, step ${step}: ${name}`
      const costs = [weightedCost(penaltyWeights, move)]
      for (let i = 0; i < move.rows; i += 1) evaluateCounts(state, move, i)
      costs.push(weightedCost(penaltyWeights, move))
      for (let i = 0; i < move.rows; i += 1) evaluateShapes(state, move, i, savings.hasOnShapes(move.employee[i]!))
      costs.push(weightedCost(penaltyWeights, move))
      for (let i = 0; i < move.rows; i += 1) evaluatePlain(state, move, i)
      costs.push(weightedCost(penaltyWeights, move))
      const [onSeats, withCounts, withShapes, withPlain] = costs as [number, number, number, number]
      const rounding = ROUNDING * (1 + Math.abs(onSeats) + Math.abs(withShapes))
      expect(withCounts, label).toBeGreaterThanOrEqual(onSeats - savings.onCounts(move, 0) - rounding)
      expect(withShapes, label).toBeGreaterThanOrEqual(withCounts - savings.onShapes(move, 0) - rounding)
      expect(withPlain, label).toBeGreaterThanOrEqual(withShapes - savings.onPlain(move, 0) - rounding)
      if (withCounts < onSeats - ROUNDING) savedOnCounts += 1
      if (withShapes < withCounts - ROUNDING) savedOnShapes += 1
      if (withPlain < withShapes - ROUNDING) savedOnPlain += 1
      const units = move.units.slice()
      expect(evaluate(state, move), label).toBe(true)
      expect(units, `${label}: a row without breaches is not counted before`).toEqual(move.units)
      expect([savings.onCounts(move, move.rows), savings.onShapes(move, move.rows), savings.onPlain(move, move.rows)], label).toEqual([0, 0, 0])
      apply(state, move)
      savings.refresh(move)
      const anew = new Savings(state, penaltyWeights)
      const most = (of: Savings): number[] => [of.onCounts(move, 0), of.onShapes(move, 0), of.onPlain(move, 0)]
      expect(most(savings), label).toEqual(most(anew))
      moves += 1
    }
  }
  expect(moves).toBeGreaterThan(SCHEDULES)
  expect(Math.min(savedOnCounts, savedOnShapes, 4 * savedOnPlain)).toBeGreaterThan(SCHEDULES / 4)
})

/** Every second one says everything at once: weekly rests, patterns and conditional rules are kept apart from other rules. */
function drawn(seed: number): Pick<ReturnType<typeof randomSchedule>, 'schedule' | 'random'> {
  const full = seed % 2 === 0 ? everything(seed) : null
  return full === null ? randomSchedule(seed) : { schedule: full.schedule, random: new Random(seed) }
}
