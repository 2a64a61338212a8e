import type { Move } from '../scoring/evaluate.ts'
import { findShapeUnits } from '../scoring/shape-change.ts'
import type { State } from '../scoring/state.ts'
import { softUnits, type Softening } from './soften.ts'

/**
 * The most that a move can save on the rules that read stretches of a row: what they cost its rows now. A move whose other half costs
 * more is refused without their being looked at.
 */
export class Savings {
  readonly #state: State
  readonly #softening: Softening
  readonly #units: Float64Array
  /** By employee. */
  readonly #most: Float64Array

  constructor(state: State, softening: Softening) {
    this.#state = state
    this.#softening = softening
    this.#units = new Float64Array(state.instance.units.length)
    this.#most = new Float64Array(state.instance.employeeCount)
    this.refreshAll()
  }

  /** The most that the move can save. */
  of(move: Move): number {
    let most = 0
    for (let i = 0; i < move.rows; i += 1) most += this.#most[move.employee[i]!]!
    return most
  }

  /** After a move was made. */
  refresh(move: Move): void {
    for (let i = 0; i < move.rows; i += 1) this.#refreshRow(move.employee[i]!)
  }

  /** After the roster or the softening was replaced. */
  refreshAll(): void {
    for (let e = 0; e < this.#most.length; e += 1) this.#refreshRow(e)
  }

  #refreshRow(employee: number): void {
    findShapeUnits(this.#state, employee, this.#units)
    this.#most[employee] = softUnits(this.#softening, this.#units)
  }
}
