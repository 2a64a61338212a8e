import { firstWhere } from '../model/first-where.ts'

/** A stretch of time, from `start` up to but without `end`. */
interface Span {
  readonly start: number
  readonly end: number
}

/** Answers which of many spans overlap another, without a look at all of them. */
export interface SpanIndex {
  someOverlap(asked: Span): boolean
  /** Positions in the list that was indexed, in order; with `most`, no more than so many that start first. */
  overlapping(asked: Span, most?: number): number[]
  /** How many overlap; all of them last at least a minute. */
  countOverlapping(asked: Span): number
}

/** Spans in order of start, and over them a tree of the latest end of each half, quarter and so on. */
export function indexSpans(spans: readonly Span[]): SpanIndex {
  const order = [...spans.keys()].sort((a, b) => spans[a]!.start - spans[b]!.start)
  const starts = order.map((position) => spans[position]!.start)
  const ends = spans.map(({ end }) => end).sort((a, b) => a - b)
  let width = 1
  while (width < order.length) width *= 2
  // Leaf i is at width + i, the parent of node n at n / 2.
  const latestEnds = new Float64Array(2 * width).fill(Number.NEGATIVE_INFINITY)
  for (const [at, position] of order.entries()) latestEnds[width + at] = spans[position]!.end
  for (let node = width - 1; node > 0; node -= 1) latestEnds[node] = Math.max(latestEnds[2 * node]!, latestEnds[2 * node + 1]!)

  /** Calls `found` with the place of each span before `until` that ends after `start`; stops when it answers true. */
  const visit = (
    node: number,
    { first, size }: { first: number; size: number },
    until: number,
    start: number,
    found: (at: number) => boolean,
  ): boolean => {
    if (first >= until || latestEnds[node]! <= start) return false
    if (size === 1) return found(first)
    const half = size / 2
    return (
      visit(2 * node, { first, size: half }, until, start, found) || visit(2 * node + 1, { first: first + half, size: half }, until, start, found)
    )
  }
  return {
    someOverlap: ({ start, end }) => visit(1, { first: 0, size: width }, countBelow(starts, end), start, () => true),
    overlapping({ start, end }, most = Number.POSITIVE_INFINITY) {
      const positions: number[] = []
      visit(1, { first: 0, size: width }, countBelow(starts, end), start, (at) => {
        positions.push(order[at]!)
        return positions.length >= most
      })
      return positions.sort((a, b) => a - b)
    },
    countOverlapping: ({ start, end }) => countBelow(starts, end) - countBelow(ends, start + 1),
  }
}

/** How many of some spans overlap another, and what these weigh together. All spans last at least a minute. */
export interface SpanSums {
  overlapping(asked: Span): { readonly count: number; readonly weight: number }
}

/** Sums of spans that each have a weight, answered without a look at all of them. */
export function sumSpans(spans: readonly (Span & { readonly weight: number })[]): SpanSums {
  const begun = sumUp(spans.map(({ start, weight }) => ({ at: start, weight })))
  const ended = sumUp(spans.map(({ end, weight }) => ({ at: end, weight })))
  return {
    overlapping({ start, end }) {
      const [first, last] = [countBelow(ended.at, start + 1), countBelow(begun.at, end)]
      return { count: last - first, weight: begun.sums[last]! - ended.sums[first]! }
    },
  }
}

/** Points of time in order, and before each of them, and after all, the sum of the weights so far. */
function sumUp(points: { readonly at: number; readonly weight: number }[]): { readonly at: readonly number[]; readonly sums: readonly number[] } {
  points.sort((a, b) => a.at - b.at)
  const sums = [0]
  for (const { weight } of points) sums.push(sums.at(-1)! + weight)
  return { at: points.map(({ at }) => at), sums }
}

/** How many of these whole numbers, in order, are less than another. */
function countBelow(numbers: readonly number[], limit: number): number {
  return firstWhere(numbers.length, (at) => numbers[at]! >= limit)
}
