import * as module from 'highs'
import type { LinearSolver } from '../engine/column-generation/linear-solver.ts'
import { createHighsSolver } from './highs-solver.ts'
import { keepCompiledCode } from './keep-compiled.ts'

/** A solver of linear programs for the engine: HiGHS, ready for use in this thread. Compiled WebAssembly is kept in all of this process from then on. */
export async function loadHighs(): Promise<LinearSolver> {
  keepCompiledCode()
  // The package describes an ES module as if it were CommonJS: its default export is the function itself.
  const load = module.default as unknown as () => Promise<module.Highs>
  return createHighsSolver(await load())
}
