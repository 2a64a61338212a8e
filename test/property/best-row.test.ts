import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { relax } from '../../src/engine/bounds/relax.ts'
import { Random } from '../../src/engine/random.ts'
import { BestRowPricer } from '../../src/engine/rows/best-row.ts'
import { UNPRICED } from '../../src/engine/rows/row-pricer.ts'
import { createMove } from '../../src/engine/scoring/evaluate.ts'
import { wholeSpan } from '../../src/engine/scoring/one-row.ts'
import { createState } from '../../src/engine/scoring/state.ts'
import { createPenaltyWeights } from '../../src/engine/local-search/penalty-weights.ts'
import { randomDocument, randomRoster } from './any-schedule.ts'
import { casesOf } from './cases.ts'
import { choicesOf, costOfRow, minByForce } from './rows.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'

/** 116 notice every mutant of rows that 375 do. */
const SCHEDULES = casesOf(600)
/** Rows that are tried one by one. */
const MAX_ROWS = 4000

test(`a row that is said to be the best is the best of all, on ${SCHEDULES} random schedules`, () => {
  let compared = 0
  let bettered = 0
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const random = new Random(seed)
    const isPlain = seed % 3 === 0
    const document = randomDocument(() => random.unit(), { rules: isPlain ? 'plain' : 'all' })
    const { submission } = readSubmission(document, { callback: 'optional' })
    const { schedule } = submission!
    const instance = isPlain ? compile(schedule) : relax(compile(schedule))
    const state = createState(
      instance,
      randomRoster(schedule, () => random.unit()),
    )
    const penaltyWeights = createPenaltyWeights(instance, DEFAULT_PARAMS)
    const move = createMove(instance)
    for (let employee = 0; employee < instance.employeeCount; employee += 1) {
      const choices = choicesOf(state, employee)
      const rows = choices.reduce((product, duties) => product * duties.length, 1)
      if (rows < 2 || rows > MAX_ROWS) continue
      const { rows: found, least } = new BestRowPricer(state, penaltyWeights, employee, wholeSpan(state), DEFAULT_PARAMS.polishing).find(UNPRICED)
      if (least === -Infinity) continue
      const cost = costOfRow(state, penaltyWeights, move, employee, [...found[0]!.cells])
      compared += 1
      if (cost < 0) bettered += 1
      const best = minByForce(choices, (row) => costOfRow(state, penaltyWeights, move, employee, row))
      expect(cost, `seed ${seed}, employee ${employee}`).toBeCloseTo(best, 6)
    }
  }
  expect(compared).toBeGreaterThan(SCHEDULES / 20)
  expect(bettered).toBeGreaterThan(SCHEDULES / 50)
})
