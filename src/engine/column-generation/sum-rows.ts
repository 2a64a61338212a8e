/** What one employee of a master should use of a sum, which their columns use in part: a row of the linear program. */
export interface SumRow {
  /** Position among the employees of the master. */
  readonly who: number
  /** What a row uses of it; by day: the duty. */
  readonly usage: (cells: Int32Array) => number
  readonly lower: number
  readonly upper: number
  /** Of each unit outside of that. */
  readonly cost: number
}

/** What one more of each sum is worth, and what follows from that: the part of a master that is about sums of its employees. */
export class SumRows {
  readonly #rows: readonly SumRow[]
  /** By employee: which are theirs. */
  readonly #of: readonly (readonly number[])[]
  /** By row: the dual. */
  readonly duals: Float64Array

  constructor(rows: readonly SumRow[], employees: number) {
    this.#rows = rows
    this.#of = Array.from({ length: employees }, (_, who) => [...rows.keys()].filter((i) => rows[i]!.who === who))
    this.duals = new Float64Array(rows.length)
  }

  get count(): number {
    return this.#rows.length
  }

  /** What a row of an employee uses of each sum that it uses anything of. */
  eachUsed(who: number, cells: Int32Array, each: (i: number, used: number) => void): void {
    for (const i of this.#of[who]!) {
      const used = this.#rows[i]!.usage(cells)
      if (used !== 0) each(i, used)
    }
  }

  /** By sum of an employee: the dual. */
  dualsOf(who: number): number[] {
    return this.#of[who]!.map((i) => this.duals[i]!)
  }

  /** What sums that lie within their limits are worth at least. */
  get least(): number {
    return this.#rows.reduce((sum, { lower, upper }, i) => sum + this.duals[i]! * (this.duals[i]! > 0 ? lower : upper), 0)
  }
}
