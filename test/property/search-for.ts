import { solve, type SolveOptions, type SolveResult } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores, type Score } from '../../src/model/score.ts'

/** A search that ends as soon as it has a roster that costs no more than `best`: nothing beyond the optimum is left to look for. */
export function searchFor(schedule: Schedule, best: Score, options: Partial<SolveOptions>): SolveResult {
  let isFound = false
  return solve(
    schedule,
    solveOptions({
      ...options,
      onIncumbent({ score }) {
        isFound = compareScores(score, best) <= 0
      },
      shouldStop: () => isFound,
    }),
  )
}
