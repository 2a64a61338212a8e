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

/**
 * Relative distance of a score to its bound on the first priority where they differ: `(score − bound) / score`, 0 to 1.
 * 0 when they are equal, null when no bound is proved.
 */
export function gapBetween(score: Score, bound: Score | null): number | null {
  if (bound === null) return null
  for (const priority of PRIORITIES) {
    if (score[priority] !== bound[priority]) return (score[priority] - bound[priority]) / Math.max(1, Math.abs(score[priority]))
  }
  return 0
}
