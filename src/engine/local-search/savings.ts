import type { Move } from '../scoring/evaluate.ts'
import { findCountUnits } from '../rules/count/count-change.ts'
import { findPlainUnits, findShapeUnits } from '../scoring/shape-change.ts'
import type { State } from '../scoring/state.ts'
import { weightedUnits, type PenaltyWeights } from './penalty-weights.ts'

/**
 * The most that a move can save on the rules that count, on those that read stretches of a row, and on plain ones: what they cost its rows now. A move that
 * costs more elsewhere is refused without their being looked at.
 */
export class Savings {
  readonly #state: State
  readonly #penaltyWeights: PenaltyWeights
  readonly #units: Float64Array
  /** By employee. */
  readonly #onCounts: Float64Array
  readonly #onShapes: Float64Array
  readonly #onPlain: Float64Array

  constructor(state: State, penaltyWeights: PenaltyWeights) {
    this.#state = state
    this.#penaltyWeights = penaltyWeights
    this.#units = new Float64Array(state.instance.units.length)
    this.#onCounts = new Float64Array(state.instance.employeeCount)
    this.#onShapes = new Float64Array(state.instance.employeeCount)
    this.#onPlain = new Float64Array(state.instance.employeeCount)
    this.refreshAll()
  }

  /** The most that rows `first` and on can save on rules that read stretches. */
  onShapes(move: Move, first: number): number {
    let most = 0
    for (let i = first; i < move.rows; i += 1) most += this.#onShapes[move.employee[i]!]!
    return most
  }

  /** The most that they can save on plain rules. */
  onPlain(move: Move, first: number): number {
    let most = 0
    for (let i = first; i < move.rows; i += 1) most += this.#onPlain[move.employee[i]!]!
    return most
  }

  /** Whether a row costs anything on rules that read stretches. */
  hasOnShapes(employee: number): boolean {
    return this.#onShapes[employee]! > 0
  }

  /** The most that they can save on rules that count. */
  onCounts(move: Move, first: number): number {
    let most = 0
    for (let i = first; i < move.rows; i += 1) most += this.#onCounts[move.employee[i]!]!
    return most
  }

  /** After a move was made. */
  refresh(move: Move): void {
    for (let i = 0; i < move.rows; i += 1) this.#refreshRow(move.employee[i]!)
  }

  /** After the roster or the penalty weights were replaced. */
  refreshAll(): void {
    for (let e = 0; e < this.#onShapes.length; e += 1) this.#refreshRow(e)
  }

  #refreshRow(employee: number): void {
    findCountUnits(this.#state, employee, this.#units)
    this.#onCounts[employee] = weightedUnits(this.#penaltyWeights, this.#units)
    findShapeUnits(this.#state, employee, this.#units)
    this.#onShapes[employee] = weightedUnits(this.#penaltyWeights, this.#units)
    if (this.#state.instance.plain.length === 0) return
    findPlainUnits(this.#state, employee, this.#units)
    this.#onPlain[employee] = weightedUnits(this.#penaltyWeights, this.#units)
  }
}
