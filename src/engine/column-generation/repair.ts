import { compareScores } from '../../model/score.ts'
import type { Random } from '../random.ts'
import type { Move } from '../scoring/evaluate.ts'
import { clearedRow, rowOf, setRow, type Span, wholeSpan } from '../scoring/one-row.ts'
import { seatCost } from '../scoring/seats.ts'
import { scoreOf, type State } from '../scoring/state.ts'
import { breachOf } from './breaches.ts'
import type { Costs } from './costs.ts'
import { GuidedRowFinder } from './pricers/guided-row.ts'

export interface RepairOptions {
  readonly costs: Costs
  readonly move: Move
  readonly random: Random
  /** The priority that rows should not break. */
  readonly priority: number
  /** Asked day by day with the steps so far. */
  readonly isOver: (steps: number) => boolean
}

/** Gives everybody whose row breaks a priority the best row that can be found over the whole horizon while all others stay. Answers the steps it took. */
export function repairRows(state: State, options: RepairOptions): number {
  const { random, priority, isOver } = options
  const { employeeCount } = state.instance
  const span = wholeSpan(state)
  const first = random.below(employeeCount)
  let steps = 0
  for (let i = 0; i < employeeCount && !isOver(steps); i += 1) {
    const employee = (first + i) % employeeCount
    const before = steps
    const own = { ...options, isOver: (more: number): boolean => isOver(before + more) }
    if (breachOf(state, employee, priority, span.from) !== null) steps += repairRow(state, employee, span, own)
  }
  return steps
}

/** Follows more paths when those that were followed first lead to no row that keeps the priority. */
function repairRow(state: State, employee: number, span: Span, { costs, move, priority, isOver }: RepairOptions): number {
  let lowest = scoreOf(state)
  let best: Int32Array = rowOf(state, employee)
  const cleared = clearedRow(state, employee, span)
  setRow(state, move, employee, cleared, span)
  const finder = new GuidedRowFinder(state, costs, employee, span, best)
  for (const paths of costs.params.rows.repairPaths) {
    finder.paths = paths
    const [found] = finder.find({ priceOf: (duty) => dutyCost(state, costs, duty), fixed: null }, { wanted: 1, ceiling: Infinity, isOver }).rows
    if (found === undefined) break
    setRow(state, move, employee, found.cells, span)
    if (compareScores(scoreOf(state), lowest) < 0) [best, lowest] = [found.cells, scoreOf(state)]
    const isMended = breachOf(state, employee, priority, span.from) === null
    setRow(state, move, employee, cleared, span)
    if (isMended) break
  }
  setRow(state, move, employee, best, span)
  return finder.steps
}

/** What taking one more seat of each of a duty's shifts costs; infinite where one is not there. */
function dutyCost({ instance, filled }: State, { factors }: Costs, duty: number): number {
  const { demands, duties } = instance
  let cost = 0
  for (const d of duties.partsOf(duty)) {
    if (demands.isDecided[d] === 1) continue
    if (filled[d]! >= demands.seats[d]!) return Infinity
    cost += seatCost(instance, factors, d, filled[d]!)
  }
  return cost
}
