import type { Random } from '../random.ts'
import type { Move } from '../scoring/evaluate.ts'
import { compareScores } from '../../model/score.ts'
import { scoreOf, type State } from '../scoring/state.ts'
import { breachOf } from './breaches.ts'
import type { Costs } from './costs.ts'
import { GuidedRowFinder } from './guided-row.ts'
import { clearedRow, setRow, type Span } from '../scoring/one-row.ts'

/** Ways that are followed each day: at first, and when that was not enough. */
const LABELS = [250, 1000]

export interface Mending {
  readonly costs: Costs
  readonly move: Move
  readonly random: Random
  /** The priority that rows should not break. */
  readonly priority: number
  /** Asked before every row with the steps so far. */
  readonly isOver: (steps: number) => boolean
}

/** Gives everybody whose row breaks a priority the best row that can be found over the whole horizon while all others stay. Answers the steps it took. */
export function mend(state: State, mending: Mending): number {
  const { random, priority, isOver } = mending
  const { employeeCount, horizonFirst, dayCount } = state.instance
  const span = { from: horizonFirst, to: dayCount - 1 }
  const first = random.below(employeeCount)
  let steps = 0
  for (let i = 0; i < employeeCount && !isOver(steps); i += 1) {
    const employee = (first + i) % employeeCount
    const before = steps
    const own = { ...mending, isOver: (more: number): boolean => isOver(before + more) }
    if (breachOf(state, employee, priority, horizonFirst) !== null) steps += mendRow(state, employee, span, own)
  }
  return steps
}

/** Follows more ways when those that were followed first lead to no row that keeps the priority. */
function mendRow(state: State, employee: number, span: Span, { costs, move, priority, isOver }: Mending): number {
  const { dayCount } = state.instance
  let lowest = scoreOf(state)
  let best: Int32Array = state.cells.slice(employee * dayCount, (employee + 1) * dayCount)
  const cleared = clearedRow(state, employee, span)
  setRow(state, move, employee, cleared, span)
  const finder = new GuidedRowFinder(state, costs, employee, span, best)
  for (const labels of LABELS) {
    const found = finder.find((duty) => seatCost(state, costs, duty), labels, isOver)
    if (found === null) break
    setRow(state, move, employee, found, span)
    if (compareScores(scoreOf(state), lowest) < 0) [best, lowest] = [found, scoreOf(state)]
    const isMended = breachOf(state, employee, priority, span.from) === null
    setRow(state, move, employee, cleared, span)
    if (isMended) break
  }
  setRow(state, move, employee, best, span)
  return finder.steps
}

/** What taking one more seat of each of a duty's shifts costs; infinite where one is not there. */
function seatCost({ instance, filled }: State, { factors }: Costs, duty: number): number {
  const { demands, duties } = instance
  let cost = 0
  for (const d of duties.partsOf(duty)) {
    if (demands.isDecided[d] === 1) continue
    if (filled[d]! >= demands.seats[d]!) return Infinity
    const at = 4 * (demands.coverOffset[d]! + filled[d]!)
    for (let p = 0; p < 4; p += 1) cost += (demands.coverCost[at + 4 + p]! - demands.coverCost[at + p]!) * factors[p]!
  }
  return cost
}
