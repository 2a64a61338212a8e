import { CHECKER_MUTANTS } from './checker-mutants.ts'
import { ENGINE_MUTANTS } from './engine-mutants.ts'
import type { Mutant } from './mutant.ts'

/** All of them, side by side. */
export const MUTANTS: readonly Mutant[] = [...ENGINE_MUTANTS, ...CHECKER_MUTANTS]

/** How often a mutant's text stands in a source text; it can be made only where that is once. */
export function countOccurrences({ find }: Mutant, source: string): number {
  return source.split(find).length - 1
}
