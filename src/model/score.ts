/** Four penalties, first priority first; lower is better, all zero is perfect. Integers, never rounded. */
export type Score = readonly [first: number, second: number, third: number, fourth: number]

/** Positions of the four priorities in a `Score`, most important first. */
export const PRIORITIES = [0, 1, 2, 3] as const
export type Priority = (typeof PRIORITIES)[number]

export const PERFECT: Score = [0, 0, 0, 0]

/** Negative when `a` is better, positive when `b` is, 0 when equal. Lexicographic: a later priority never outweighs an earlier one. */
export function compareScores(a: Score, b: Score): number {
  for (const priority of PRIORITIES) {
    const difference = a[priority] - b[priority]
    if (difference !== 0) return difference
  }
  return 0
}

/** The higher of two bounds: what one proof says holds for all rosters. */
export function higherBound(a: Score | null, b: Score | null): Score | null {
  if (a === null || b === null) return a ?? b
  return compareScores(a, b) >= 0 ? a : b
}

/** `a + b`, priority by priority. */
export function addScores(a: Score, b: Score): Score {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]
}

/** `a − b`, priority by priority. */
export function subtractScores(a: Score, b: Score): Score {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]]
}

/** As people read it: `0 / 12 / 340 / 5`. */
export function formatScore(score: Score): string {
  return score.join(' / ')
}

/** The first priority on which two scores differ; null when they are equal. */
export function firstDifference(a: Score, b: Score): Priority | null {
  return PRIORITIES.find((priority) => a[priority] !== b[priority]) ?? null
}

/**
 * Relative distance of a score to its bound on the first priority where they differ: `(score − bound) / score`, 0 to 1.
 * 0 when they are equal, null when no bound is proved.
 */
export function gapBetween(score: Score, bound: Score | null): number | null {
  if (bound === null) return null
  const priority = firstDifference(score, bound)
  return priority === null ? 0 : (score[priority] - bound[priority]) / Math.max(1, Math.abs(score[priority]))
}

/** A gap as people read it, with two digits: `1.2 %`. */
export function formatGap(gap: number): string {
  return `${(100 * gap).toLocaleString('en', { maximumSignificantDigits: 2 })} %`
}

const ORDINALS = ['first', 'second', 'third', 'fourth'] as const
const NUMBERS = ['no', 'one', 'two', 'three'] as const

/**
 * What a proved bound says of a score: `at the best on the first two priorities, and at most 1.2 % from it on the third`. A gap is of one priority: without its name
 * a roster that is proved to be at its best on three looks bad.
 */
export function describeGap(score: Score, bound: Score): string {
  const priority = firstDifference(score, bound)
  if (priority === null) return 'the best there is'
  const distance = `at most ${formatGap(gapBetween(score, bound)!)}`
  if (priority === 0) return bound[0] === 0 ? 'nothing is proved of the first priority' : `${distance} from the best on the first priority`
  const before = priority === 1 ? 'the first priority' : `the first ${NUMBERS[priority]} priorities`
  const here = ORDINALS[priority]
  return `at the best on ${before}${bound[priority] === 0 ? `; nothing is proved of the ${here}` : `, and ${distance} from it on the ${here}`}`
}
