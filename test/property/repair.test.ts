import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { createCosts } from '../../src/engine/column-generation/costs.ts'
import { GuidedRowFinder } from '../../src/engine/column-generation/pricers/guided-row.ts'
import { repairRows } from '../../src/engine/column-generation/repair.ts'
import { relax } from '../../src/engine/bounds/relax.ts'
import { Random } from '../../src/engine/random.ts'
import { createMove } from '../../src/engine/scoring/evaluate.ts'
import { clearedRow, rowOf, setRow, wholeSpan } from '../../src/engine/scoring/one-row.ts'
import { seatCost } from '../../src/engine/scoring/seats.ts'
import { createState, rosterOf, scoreFromScratch, scoreOf } from '../../src/engine/scoring/state.ts'
import { createPenaltyWeights } from '../../src/engine/local-search/penalty-weights.ts'
import { compareScores } from '../../src/model/score.ts'
import { randomDocument, randomRoster } from './any-schedule.ts'
import { casesOf } from './cases.ts'
import { choicesOf, costOfRow, minByForce } from './rows.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'

/** 50 notice every mutant that 100 do. */
const SCHEDULES = casesOf(100)
/** Rows that are tried one by one. */
const MAX_ROWS = 2000
/** More than there are states: nothing is left out. */
const ALL_PATHS = 100_000

test(`repair never makes a roster worse, on ${SCHEDULES} random schedules with every rule`, () => {
  let bettered = 0
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const { random, schedule } = randomSchedule(seed)
    const instance = compile(schedule)
    if (instance.employeeCount === 0) continue
    const state = createState(
      instance,
      randomRoster(schedule, () => random.unit()),
    )
    const before = scoreOf(state)
    const costs = createCosts(instance, createPenaltyWeights(instance, DEFAULT_PARAMS))
    repairRows(state, { costs, random, move: createMove(instance), priority: 0, isOver: () => false })
    const now = scoreOf(state)
    expect(compareScores(now, before), `seed ${seed}`).toBeLessThanOrEqual(0)
    expect(scoreFromScratch(state), `seed ${seed}`).toEqual(now)
    expect(judge(schedule, rosterOf(instance, state.cells)).score, `seed ${seed}`).toEqual(now)
    if (compareScores(now, before) < 0) bettered += 1
  }
  expect(bettered).toBeGreaterThan(SCHEDULES / 4)
})

test(`where no way is left out, a guided row is hardly ever dearer than the best of all, on ${SCHEDULES} random schedules`, () => {
  let compared = 0
  let best = 0
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const { random, schedule } = randomSchedule(seed)
    const instance = relax(compile(schedule))
    const costs = createCosts(instance, createPenaltyWeights(instance, DEFAULT_PARAMS))
    const move = createMove(instance)
    const roster = randomRoster(schedule, () => random.unit())
    const span = wholeSpan({ instance })
    for (let employee = 0; employee < instance.employeeCount; employee += 1) {
      const state = createState(instance, roster)
      const row = rowOf(state, employee)
      setRow(state, move, employee, clearedRow(state, employee, span), span)
      const choices = choicesOf(state, employee)
      const rows = choices.reduce((product, duties) => product * duties.length, 1)
      if (rows < 2 || rows > MAX_ROWS) continue
      const { duties, demands } = instance
      const allowed = choices.flat()
      // Seats are free here, so that rows are compared by their rules alone.
      const priceOf = (duty: number): number => (allowed.includes(duty) ? 0 : Infinity)
      const finder = new GuidedRowFinder(state, costs, employee, span, row, ALL_PATHS)
      const [found] = finder.find({ priceOf, fixed: null }, { wanted: 1, ceiling: Infinity }).rows
      if (found === undefined) continue
      const costOf = (cells: ArrayLike<number>): number => {
        const seats = Array.from(cells).reduce((sum, duty, day) => {
          const now = state.cells[employee * instance.dayCount + day]
          const taken = duty === now ? [] : [...duties.partsOf(duty)].filter((d) => demands.isDecided[d] === 0)
          return sum + taken.reduce((of, d) => of + seatCost(instance, costs.factors, d, state.filled[d]!), 0)
        }, 0)
        return costOfRow(state, costs, move, employee, Array.from(cells)) - seats
      }
      const least = minByForce(choices, costOf)
      const cost = costOf(found.cells)
      compared += 1
      expect(cost, `seed ${seed}, employee ${employee}`).toBeGreaterThan(least - 0.05 - 1e-9 * Math.abs(least))
      if (cost <= least + 0.05 + 1e-9 * Math.abs(least)) best += 1
    }
  }
  expect(compared).toBeGreaterThan(SCHEDULES / 10)
  // Steps that break the first priority are left out, which some rows would pay for less elsewhere.
  expect(best).toBeGreaterThan(0.9 * compared)
})

function randomSchedule(seed: number) {
  const random = new Random(seed)
  const document = randomDocument(() => random.unit(), { rules: seed % 3 === 0 ? 'plain' : 'all' })
  return { random, schedule: readSubmission(document, { callback: 'optional' }).submission!.schedule }
}
