import type { SolutionDocument } from '../api/write-solution.ts'
import { compareScores, describeGap, formatScore } from '../model/score.ts'

/** What is proved of a solution, in a sentence, and what the bound leaves out where the roster may be better than it says. */
export function boundLine({
  score,
  bound,
  noBoundReason,
  boundLeavesOut,
}: Pick<SolutionDocument, 'score' | 'bound' | 'noBoundReason' | 'boundLeavesOut'>): string {
  if (bound === null) return `No bound is proved (${noBoundReason}).`
  const proved = `Proved bound ${formatScore(bound)}: ${describeGap(score, bound)}.`
  const isBest = compareScores(score, bound) === 0
  return isBest || boundLeavesOut.length === 0 ? proved : `${proved} It leaves out ${boundLeavesOut.join(', ')}.`
}
