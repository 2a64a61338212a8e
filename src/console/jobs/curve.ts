import type { Score } from '../gateway/documents.ts'

/** Where a search stood at one moment. */
export interface CurvePoint {
  /** Searched until then, in milliseconds. */
  readonly searchedMs: number
  readonly score: Score
  /** Null while none is proved. */
  readonly bound: Score | null
}

/** Longest curve that is kept, in points; a longer one loses every second point of its older half. */
const MOST_POINTS = 2000

/** The curve with one more point at its end; the same curve when nothing is new, without what is told of times before the last point. */
export function addPoint(curve: readonly CurvePoint[], point: CurvePoint): readonly CurvePoint[] {
  const last = curve.at(-1)
  if (last !== undefined && (point.searchedMs < last.searchedMs || (isSame(last.score, point.score) && isSame(last.bound, point.bound)))) return curve
  const kept = curve.length < MOST_POINTS ? curve : curve.filter((_, index) => index % 2 === 0 || index >= MOST_POINTS / 2)
  return [...kept, point]
}

/**
 * The priority that says most, 0 to 3: the first on which score and bound differ at the end; without a bound, the first on which the score ever changed
 * or is not nothing.
 */
export function tellingPriority(curve: readonly CurvePoint[]): number {
  const last = curve.at(-1)
  if (last === undefined) return 0
  const { score, bound } = last
  const isTelling = (priority: number): boolean =>
    bound === null ? score[priority] !== 0 || curve.some((point) => point.score[priority] !== score[priority]) : score[priority] !== bound[priority]
  return Math.max(0, [0, 1, 2, 3].findIndex(isTelling))
}

/** One priority of a curve as columns: seconds, scores, bounds. The last values go on until `untilMs`. */
export function columnsOf(curve: readonly CurvePoint[], priority: number, untilMs: number): [number[], number[], (number | null)[]] {
  const last = curve.at(-1)
  const points = last !== undefined && untilMs > last.searchedMs ? [...curve, { ...last, searchedMs: untilMs }] : curve
  return [
    points.map(({ searchedMs }) => searchedMs / 1000),
    points.map(({ score }) => score[priority]!),
    points.map(({ bound }) => bound?.[priority] ?? null),
  ]
}

/** At most `most` points of a curve, its ends among them, evenly taken: for a table that people read. */
export function thin<Point>(curve: readonly Point[], most: number): readonly Point[] {
  if (curve.length <= most) return curve
  return Array.from({ length: most }, (_, index) => curve[Math.round((index * (curve.length - 1)) / (most - 1))]!)
}

function isSame(one: Score | null, other: Score | null): boolean {
  return one === other || (one !== null && other !== null && one.every((penalty, index) => penalty === other[index]))
}
