import type { Instance } from '../instance/instance.ts'
import type { Roster } from '../../model/roster.ts'
import { apply, createMove, evaluate, evaluateCounts, evaluatePlain, evaluateSeats, evaluateShapes, type Move } from './evaluate.ts'
import { createState, restoreCells, type State } from './state.ts'

/**
 * What local search asks of whoever keeps count of a roster: what a move would add, and to make it. `describeKernel` says it in tests. Rules are counted by difference
 * here; how is nobody's business outside.
 */
export interface Kernel {
  createState(instance: Instance, roster: Roster): State
  /** Scratch space, empty: whoever uses it fills in rows. */
  createMove(instance: Instance): Move
  /** Works out what the move would add to every penalty; the state stays as it is. False when a demand would get more employees than it has seats. */
  evaluate(state: State, move: Move): boolean
  /** The same in parts, so that a move that is too dear already is dropped early: seats of all rows first, then by row what is counted, what reads stretches, and plain rules. */
  evaluateSeats(state: State, move: Move): boolean
  evaluateCounts(state: State, move: Move, row: number): void
  /** `isBroken`: whether rules that read stretches cost anything in the row now; false only where they do not. */
  evaluateShapes(state: State, move: Move, row: number, isBroken: boolean): void
  /** Rules without code of their own, which count whole rows. */
  evaluatePlain(state: State, move: Move, row: number): void
  /** Makes a move that has just been evaluated for this state. */
  apply(state: State, move: Move): void
  /** Replaces the roster by that of `cells`, by employee × days + day. */
  restore(state: State, cells: Int32Array): void
}

/** The one that searches have: one object of functions, so that calls stay as fast as of the functions themselves. */
export const KERNEL: Kernel = {
  createState,
  createMove,
  evaluate,
  evaluateSeats,
  evaluateCounts,
  evaluateShapes,
  evaluatePlain,
  apply,
  restore: restoreCells,
}
