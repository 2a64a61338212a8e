/** A row of a linear program: the sum of its columns' entries lies from `lower` to `upper`, both included; ±∞ = no limit. */
export interface LinearRow {
  readonly lower: number
  readonly upper: number
}

/** A column of a linear program: its value lies from `lower` to `upper`, both included, and costs `cost` a unit. */
export interface LinearColumn extends LinearRow {
  readonly cost: number
  /** The rows in which it has an entry, ascending, each once; and those entries. */
  readonly rows: readonly number[]
  readonly values: readonly number[]
}

/** How far one attempt to solve a linear program may go. */
export interface LinearBudget {
  /**
   * What the last solution still is: 'primal' where only columns or costs changed since (its values keep all limits), 'dual' where only limits did (its duals
   * are still right). A hint: it changes how long the way is, not where it ends.
   */
  readonly from: 'primal' | 'dual'
  /** Iterations, about, after which the attempt is given up as 'unsolved'. */
  readonly maxIterations: number
  /** Iterations from one call of `isOver` to the next; at least 1. */
  readonly iterationsPerLook: number
  /** Asked with the iterations since the last time, and at the end; true ends the attempt as 'over'. */
  readonly isOver: (iterations: number) => boolean
}

/** A solution of the least cost. It is a copy: later changes of the program do not change it. */
export interface LinearOptimum {
  readonly status: 'optimal'
  readonly objective: number
  /** By column: its value, and its cost less what its entries are worth by the duals. */
  readonly values: Float64Array
  readonly reducedCosts: Float64Array
  /** By row: how much the objective rises with each unit that the row's limit rises. */
  readonly duals: Float64Array
}

/**
 * Without an optimum: no values keep all limits; costs have no lower end; the attempt was given up, or the numbers are too far apart for it; time was over.
 * Only the first two are proved.
 */
export interface NoLinearOptimum {
  readonly status: 'infeasible' | 'unbounded' | 'unsolved' | 'over'
}

export type LinearOutcome = LinearOptimum | NoLinearOptimum

/**
 * One linear program that is kept and changed: minimize the cost of columns while rows and columns keep their limits. Rows and columns are numbered from 0
 * in the order in which they were added. It has a column at least when it is solved, and goes on from its last solution where that helps.
 */
export interface LinearProgram {
  /** Adds rows without entries; columns that are added later bring those. */
  addRows(rows: readonly LinearRow[]): void
  addColumns(columns: readonly LinearColumn[]): void
  /** Takes columns out, each named once; those behind them move up. Where they were at zero, the next attempt goes on from the last solution. */
  dropColumns(columns: readonly number[]): void
  setBounds(column: number, lower: number, upper: number): void
  setCost(column: number, cost: number): void
  solve(budget: LinearBudget): LinearOutcome
  /** Forgets the last solution: the next attempt begins from nothing. */
  forget(): void
  /** Gives back its memory. It may not be used any more. */
  dispose(): void
}

/** A column of a program with whole numbers. */
export interface WholeColumn extends LinearColumn {
  /** Whether its value is to be whole. */
  readonly isWhole: boolean
}

/** A linear program in which some columns take whole numbers only. What values cost that keep all limits are whole numbers too: whoever is nearer to the optimum than 1 is there. */
export interface WholeProgram {
  readonly rows: readonly LinearRow[]
  /** One at least. */
  readonly columns: readonly WholeColumn[]
  /** Values by column from which to begin; they need not keep the limits. */
  readonly start: readonly number[]
}

/** How far one attempt to solve a program with whole numbers may go. */
export interface WholeBudget {
  /** Nodes of the tree of branches after which the attempt is given up as 'unsolved'; at least 1. */
  readonly maxNodes: number
  /** Asked on the way and at the end; true ends the attempt as 'over'. */
  readonly isOver: () => boolean
}

/** The optimum, or the best values that were found before the attempt ended; null = none. Whole columns have whole values. */
export type WholeOutcome =
  | { readonly status: 'optimal'; readonly values: Float64Array }
  | { readonly status: 'infeasible' | 'unsolved' | 'over'; readonly values: Float64Array | null }

/** What the engine asks of a solver of linear programs: any that passes `describeLinearSolver`. Whoever runs the engine hands one in. */
export interface LinearSolver {
  createProgram(): LinearProgram
  /** Solves a program with whole numbers, and forgets it. */
  solveWhole(program: WholeProgram, budget: WholeBudget): WholeOutcome
}
