/** Non-zero entries of one row or column. */
interface Entries {
  readonly indices: readonly number[]
  readonly values: readonly number[]
}

/** Between two iterations of the simplex method. */
export interface SimplexEvent {
  readonly data: { readonly simplex_iteration_count?: number }
  /** Ends the method there. */
  interrupt(): unknown
}

/** One linear programme that is kept and changed: minimize costs of columns while rows and columns keep their limits. */
export interface LinearModel {
  readonly options: { set(values: Readonly<Record<string, number | string | boolean>>): unknown }
  readonly info: { get(name: 'simplex_iteration_count'): number | bigint }
  /** Solves it. `callbacks`, by their kind, are called on the way. */
  run(callbacks?: Readonly<Record<number, (event: SimplexEvent) => undefined>>): unknown
  getModelStatus(): number
  getObjectiveValue(): number
  getSolution(): { readonly colValue: Float64Array; readonly colDual: Float64Array; readonly rowDual: Float64Array }
  addRow(lower: number, upper: number, entries: Entries): unknown
  addCol(cost: number, lower: number, upper: number, entries: Entries): unknown
  changeColBounds(column: number, lower: number, upper: number): unknown
  changeColCost(column: number, cost: number): unknown
  /** Forgets its last solution, and where the next one would begin. */
  clearSolver(): unknown
  deleteCols(selection: { readonly kind: 'mask'; readonly mask: Int32Array }): unknown
  dispose(): void
}

/** What the engine asks of a solver of linear programmes. HiGHS offers all of it; whoever runs the engine loads it and hands it in. */
export interface LinearSolver {
  readonly constants: {
    readonly modelStatus: { readonly optimal: number }
    readonly callbackType: { readonly simplexInterrupt: number }
  }
  createModel(): LinearModel
}
