import { expect, test } from 'vitest'
import { randomRoster } from '../../../test/property/any-schedule.ts'
import { randomSchedule } from '../../../test/property/random-schedule.ts'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import { compile } from '../instance/compile.ts'
import { Random } from '../random.ts'
import { BestRowPricer } from '../rows/best-row.ts'
import { UNPRICED } from '../rows/row-pricer.ts'
import { createMove, evaluate } from '../scoring/evaluate.ts'
import { fillWithRow, wholeSpan } from '../scoring/one-row.ts'
import { createState, scoreFromScratch, scoreOf } from '../scoring/state.ts'
import { reoptimise, type Reoptimising } from './reoptimise.ts'
import { createPenaltyWeights, weightedCost } from './penalty-weights.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'

const DAY_MIN = 1440

/** Without a limit, but for what `over` says. */
function reoptimising(over: Pick<Reoptimising, 'random' | 'move'> & Partial<Reoptimising>): Reoptimising {
  return { params: DEFAULT_PARAMS.polishing, maxSteps: Infinity, isOver: () => false, onBetter: () => {}, ...over }
}

test('when it ends nobody could have a better row alone, and the roster costs no more than before', () => {
  let bettered = 0
  for (let seed = 1; seed <= 20; seed += 1) {
    const { schedule, random } = randomSchedule(seed)
    const instance = compile(schedule)
    const state = createState(
      instance,
      randomRoster(schedule, () => random.unit()),
    )
    const penaltyWeights = createPenaltyWeights(instance, DEFAULT_PARAMS)
    const move = createMove(instance)
    let told = 0
    const { rows } = reoptimise(state, penaltyWeights, reoptimising({ random, move, onBetter: () => (told += 1) }))
    expect(rows, `seed ${seed}`).toBe(told)
    if (rows > 1) bettered += 1
    for (let employee = 0; employee < instance.employeeCount; employee += 1) {
      const span = wholeSpan(state)
      const { rows: found } = new BestRowPricer(state, penaltyWeights, employee, span, DEFAULT_PARAMS.polishing).find(UNPRICED)
      fillWithRow(move, employee, found[0]!.cells, span)
      if (evaluate(state, move)) expect(weightedCost(penaltyWeights, move), `seed ${seed}, employee ${employee}`).toBeGreaterThan(-1e-3)
    }
    expect(scoreFromScratch(state), `seed ${seed}`).toEqual(scoreOf(state))
  }
  expect(bettered).toBeGreaterThan(5)
})

/** One nurse, and a mandatory shift on each of so many days that nobody has yet. */
function emptyRow(days: number) {
  const { schedule, roster } = sampleSchedule({
    shifts: Array.from({ length: days }, (_, day) => ({ from: day * DAY_MIN + 480, to: day * DAY_MIN + 960, employee: null })),
    weights: { assignShift: [1, 0, 0, 0] },
  })
  const instance = compile(schedule)
  return { state: createState(instance, roster), penaltyWeights: createPenaltyWeights(instance, DEFAULT_PARAMS), move: createMove(instance) }
}

test('a row longer than six weeks is taken in pieces that leave no day out', () => {
  for (const days of [42, 43, 85]) {
    const { state, penaltyWeights, move } = emptyRow(days)
    reoptimise(state, penaltyWeights, reoptimising({ random: new Random(1), move }))
    expect(scoreOf(state)[0], `${days} days`).toBe(0)
  }
})

test('it ends with its steps, and when it is over', () => {
  for (const [over, least] of [
    [{ maxSteps: 0 }, 200],
    [{ maxSteps: 1 }, 200 - 42],
    [{ isOver: () => true }, 200],
    [{ isOver: (steps: number) => steps > 0 }, 200 - 42],
  ] as const) {
    const { state, penaltyWeights, move } = emptyRow(200)
    reoptimise(state, penaltyWeights, reoptimising({ random: new Random(1), move, ...over }))
    const { score } = state
    expect(score[0], JSON.stringify(over)).toBeGreaterThanOrEqual(least)
    if (least < 200) expect(score[0]).toBeLessThan(200)
  }
})
