import type { Climbed } from '../bounds/proof-stage.ts'
import { type Search, shareAfter } from './search.ts'

/**
 * Prices of the last priority that large neighbourhoods look at, which climb the first time; null where all rounds would take more than such a share of the search. `spent`: the steps of this
 * turn so far. With the steps that it took.
 */
export function climbWithin(search: Search, share: number, spent: number): { climbed: Climbed | null; steps: number } {
  const { cycles, climbPatience } = search.params.rolling
  const from = shareAfter(search, spent)
  return search.climber!.climb(
    search.incumbent.cells,
    cycles,
    (more, done) => shareAfter(search, spent + more) - from > share * Math.max(climbPatience, done),
  )
}
