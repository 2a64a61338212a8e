import type { Instance } from '../instance/instance.ts'
import type { SearchParams } from '../portfolio/params.ts'
import { CoverRows } from './cover-rows.ts'

/** Columns with a small reduced cost, and prices of cover rows, for the masters to come. Guesses, both of them. */
export class ColumnPool {
  readonly #maxRows: number
  readonly #rows = new Map<number, Map<string, Int32Array>>()
  /** By cover row; NaN where none is known. */
  readonly prices: Float64Array

  constructor({ maxPooledRows }: Pick<SearchParams['columns'], 'maxPooledRows'>, rows: number) {
    this.#maxRows = maxPooledRows
    this.prices = new Float64Array(rows).fill(NaN)
  }

  /** One for masters of an instance. */
  static for(instance: Instance, params: Pick<SearchParams['columns'], 'maxPooledRows'>): ColumnPool {
    return new ColumnPool(params, CoverRows.of(instance).count)
  }

  /** Begins with what another one has; nothing where it began already. */
  beginWith(other: ColumnPool): void {
    if (this.hasPrices) return
    this.prices.set(other.prices)
    for (const [employee, rows] of other.#rows) this.#rows.set(employee, new Map(rows))
  }

  get hasPrices(): boolean {
    return this.prices.some((price) => !Number.isNaN(price))
  }

  /** By day: the duties; newest first. */
  rowsOf(employee: number): Int32Array[] {
    return [...(this.#rows.get(employee)?.values() ?? [])].toReversed()
  }

  keep(employee: number, row: Int32Array): void {
    let rows = this.#rows.get(employee)
    if (rows === undefined) this.#rows.set(employee, (rows = new Map()))
    const name = row.join()
    rows.delete(name)
    rows.set(name, row)
    if (rows.size > this.#maxRows) rows.delete(rows.keys().next().value!)
  }
}
