import { CHECKER_MUTANTS } from './checker-mutants.ts'
import { ENGINE_MUTANTS } from './engine-mutants.ts'
import type { Mutant } from './mutant.ts'
import { PRICING_MUTANTS } from './pricing-mutants.ts'
import { PROOF_MUTANTS } from './proof-mutants.ts'
import { READER_MUTANTS } from './reader-mutants.ts'
import { REPLAN_MUTANTS } from './replan-mutants.ts'
import { ROW_MUTANTS } from './row-mutants.ts'
import { SCORING_MUTANTS } from './scoring-mutants.ts'
import { LOCAL_SEARCH_MUTANTS } from './local-search-mutants.ts'
import { SEARCH_MUTANTS } from './search-mutants.ts'

/** All of them, side by side. */
export const MUTANTS: readonly Mutant[] = [
  ...LOCAL_SEARCH_MUTANTS,
  ...SEARCH_MUTANTS,
  ...REPLAN_MUTANTS,
  ...ROW_MUTANTS,
  ...SCORING_MUTANTS,
  ...PRICING_MUTANTS,
  ...PROOF_MUTANTS,
  ...ENGINE_MUTANTS,
  ...CHECKER_MUTANTS,
  ...READER_MUTANTS,
]

/** How often a mutant's text stands in a source text; it can be made only where that is once. */
export function countOccurrences({ find }: Mutant, source: string): number {
  return source.split(find).length - 1
}
