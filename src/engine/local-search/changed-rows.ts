import type { Move } from '../scoring/evaluate.ts'

/** The rows in which local search may differ from the incumbent: of a large house, few between two better rosters. */
export class ChangedRows {
  /** The first `count` are these employees, each once. */
  readonly rows: Int32Array
  count = 0
  readonly #isIn: Uint8Array

  constructor(employeeCount: number) {
    this.rows = new Int32Array(employeeCount)
    this.#isIn = new Uint8Array(employeeCount)
  }

  /** The rows of a move that was made. */
  add(move: Move): void {
    for (let i = 0; i < move.rows; i += 1) this.addRow(move.employee[i]!)
  }

  /** After the incumbent was replaced from elsewhere. */
  addAll(): void {
    for (let e = 0; e < this.rows.length; e += 1) this.addRow(e)
  }

  /** After they were copied. */
  clear(): void {
    for (let i = 0; i < this.count; i += 1) this.#isIn[this.rows[i]!] = 0
    this.count = 0
  }

  /** One row. */
  addRow(employee: number): void {
    if (this.#isIn[employee] === 1) return
    this.#isIn[employee] = 1
    this.rows[this.count] = employee
    this.count += 1
  }
}
