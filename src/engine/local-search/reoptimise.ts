import type { SearchParams } from '../portfolio/params.ts'
import type { Random } from '../random.ts'
import { BestRowPricer } from '../rows/best-row.ts'
import { UNPRICED } from '../rows/row-pricer.ts'
import { apply, evaluate, type Move } from '../scoring/evaluate.ts'
import { fillWithRow } from '../scoring/one-row.ts'
import type { State } from '../scoring/state.ts'
import { weightedCost, type PenaltyWeights } from './penalty-weights.ts'

/** What is gained must be more than the error of a sum of many costs. */
const MIN_GAIN = 1e-6

export interface Reoptimising {
  readonly params: SearchParams['polishing']
  readonly random: Random
  readonly move: Move
  /** Steps of the dynamic program at most, each about as long as an iteration of local search. */
  readonly maxSteps: number
  /** Asked before every row, with the steps so far. */
  readonly isOver: (steps: number) => boolean
  /** Called after every row that was replaced. */
  readonly onBetter: () => void
}

export interface Reoptimised {
  readonly steps: number
  /** Replaced by better ones. */
  readonly rows: number
}

/** Gives one employee after another, in random order, their best row against everybody else's, until nobody's gets better. */
export function reoptimise(
  state: State,
  penaltyWeights: PenaltyWeights,
  { random, move, params, maxSteps, isOver, onBetter }: Reoptimising,
): Reoptimised {
  const { instance } = state
  const turns = shuffledTurns(instance, random, params)
  let steps = 0
  let rows = 0
  let sinceBetter = 0
  for (let turn = 0; sinceBetter < turns.length && steps < maxSteps && !isOver(steps); turn += 1) {
    const { employee, from, to } = turns[turn % turns.length]!
    const pricer = new BestRowPricer(state, penaltyWeights, employee, { from, to }, params)
    const [found] = pricer.find(UNPRICED).rows
    steps += pricer.steps
    sinceBetter += 1
    fillWithRow(move, employee, found!.cells, { from, to })
    if (!evaluate(state, move) || weightedCost(penaltyWeights, move) >= -MIN_GAIN) continue
    apply(state, move)
    onBetter()
    rows += 1
    sinceBetter = 0
  }
  return { steps, rows }
}

interface Turn {
  readonly employee: number
  readonly from: number
  readonly to: number
}

/** Every employee with every piece of their row, pieces beginning on a random day. */
function shuffledTurns({ employeeCount, horizonFirst, dayCount }: State['instance'], random: Random, { maxDays }: SearchParams['polishing']): Turn[] {
  const days = dayCount - horizonFirst
  const first = days <= maxDays ? horizonFirst : horizonFirst - random.below(maxDays)
  const turns: Turn[] = []
  for (let employee = 0; employee < employeeCount; employee += 1) {
    for (let from = first; from < dayCount; from += maxDays) {
      turns.push({ employee, from: Math.max(from, horizonFirst), to: Math.min(from + maxDays, dayCount) - 1 })
    }
  }
  return random.shuffle(turns)
}
