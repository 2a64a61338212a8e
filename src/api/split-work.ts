import { MINUTES_PER_DAY } from '../model/units.ts'
import type { Clock } from './times.ts'

/** A shift, in minutes since 1970; null where they could not be read. */
interface Span {
  readonly start: number | null
  readonly end: number | null
  readonly breakMin: number
  /** What is paid in the place of the length. */
  readonly paidMin: number | null
}

/** Work by the clock on the wall, cut at its midnights: a break, and what is paid in the place of the length, are spread evenly. */
export function splitWork(
  { start, end, breakMin, paidMin }: Span,
  { offsetAt }: Pick<Clock, 'offsetAt'>,
): { workMin: number; splitMin: readonly number[] } {
  if (start === null || end === null || end <= start) return { workMin: 0, splitMin: [0] }
  const [from, to] = [start + offsetAt(start), end + offsetAt(end)]
  const length = to - from
  const workMin = paidMin ?? Math.max(0, Math.max(0, length) - breakMin)
  const splitMin: number[] = []
  const firstDay = Math.floor(from / MINUTES_PER_DAY)
  for (let day = firstDay, before = 0; day === firstDay || day * MINUTES_PER_DAY < to; day += 1) {
    const until = length <= 0 ? 1 : (Math.min(to, (day + 1) * MINUTES_PER_DAY) - from) / length
    const sum = Math.floor(workMin * until)
    splitMin.push(sum - before)
    before = sum
  }
  return { workMin, splitMin }
}
