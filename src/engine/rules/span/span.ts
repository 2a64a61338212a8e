import type { Demands } from '../../instance/demands.ts'
import { OFF, type Duties } from '../../instance/duties.ts'

/** span: from the first start to the last end of the shifts of a day, and the longest gap between them. Serves contractRules. */
export interface Span {
  /** By demand: 1 when it starts on a day that is judged. */
  readonly begins: Uint8Array
  readonly maxMin: number
  readonly maxGapMin: number
}

/** Minutes by which the shifts of one day are more than a span allows; 0 where the day is not judged. */
export function minutesBeyond(span: Span, { start, end }: Demands, duties: Duties, duty: number): number {
  if (duty === OFF) return 0
  const from = duties.partOffset[duty]!
  const first = duties.parts[from]!
  if (span.begins[first] === 0) return 0
  let busyUntil = end[first]!
  let gap = 0
  for (let i = from + 1, last = from + duties.size[duty]!; i < last; i += 1) {
    const shift = duties.parts[i]!
    gap = Math.max(gap, start[shift]! - busyUntil)
    busyUntil = Math.max(busyUntil, end[shift]!)
  }
  return Math.max(0, busyUntil - start[first]! - span.maxMin) + Math.max(0, gap - span.maxGapMin)
}
