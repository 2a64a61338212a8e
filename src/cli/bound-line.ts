import type { SolutionDocument } from '../api/write-solution.ts'
import { moneyInWords } from '../model/pay.ts'
import { compareScores, describeGap, formatGap, formatScore } from '../model/score.ts'

/** What is proved of a solution, in a sentence, and what the bound leaves out where the roster may be better than it says. */
export function boundLine({
  score,
  bound,
  noBoundReason,
  boundLeavesOut,
  costs,
}: Pick<SolutionDocument, 'score' | 'bound' | 'noBoundReason' | 'boundLeavesOut' | 'costs'>): string {
  if (bound === null) return `No bound is proved (${noBoundReason}).`
  const proved = `Proved bound ${formatScore(bound)}: ${describeGap(score, bound)}.${moneyInLine(costs)}`
  const isBest = compareScores(score, bound) === 0
  return isBest || boundLeavesOut.length === 0 ? proved : `${proved} It leaves out ${boundLeavesOut.join(', ')}.`
}

/** The same in money, where that is proved. */
function moneyInLine({ total, bound, currency }: SolutionDocument['costs']): string {
  if (total === undefined || bound === undefined || bound === 0) return ''
  const [is, least] = [total, bound].map((amount) => moneyInWords(amount, currency))
  return ` It costs ${is}; no roster that is as good in everything else costs less than ${least}, which is ${formatGap(Math.max(0, total - bound) / total)} less.`
}
