import type { Shift } from '../../model/schedule.ts'
import { firstWhere } from '../../model/first-where.ts'

/** Free time of a row behind its first shift: the last stretch never ends. */
export interface FreeStretches {
  /** The longest part of one of them that lies between two moments, in minutes. */
  longest(from: number, until: number): number
  /** When the last one begins. */
  readonly lastFrom: number
}

/** Of shifts in order of start, of which there is at least one. Asking takes as long as finding a place in a list. */
export function freeStretchesOf(shifts: readonly Shift[]): FreeStretches {
  const begins: number[] = []
  const ends: number[] = []
  let busyUntil: number = shifts[0]!.end
  for (const { start, end } of shifts) {
    if (start > busyUntil) {
      begins.push(busyUntil)
      ends.push(start)
    }
    busyUntil = Math.max(busyUntil, end)
  }
  begins.push(busyUntil)
  ends.push(Number.POSITIVE_INFINITY)
  const most = mostOfRange(ends.map((end, at) => end - begins[at]!))
  return {
    lastFrom: busyUntil,
    longest(from, until) {
      // Stretches that end behind `from`, up to the one that ends behind `until`, of which a part may lie before that.
      const first = firstWhere(ends.length, (at) => ends[at]! > from)
      const cut = firstWhere(ends.length, (at) => ends[at]! > until)
      const clipped = (at: number): number => Math.max(0, Math.min(until, ends[at]!) - Math.max(from, begins[at]!))
      return Math.max(clipped(first), clipped(cut), cut > first + 1 ? most(first + 1, cut - 1) : 0)
    },
  }
}

/** The largest of the values between two places (inclusive), by tables of the largest of 1, 2, 4 … that follow on one another. */
function mostOfRange(values: readonly number[]): (first: number, last: number) => number {
  const tables: (readonly number[])[] = [values]
  for (let width = 1; 2 * width <= values.length; width *= 2) {
    const narrow = tables.at(-1)!
    tables.push(Array.from({ length: values.length - 2 * width + 1 }, (_, at) => Math.max(narrow[at]!, narrow[at + width]!)))
  }
  return (first, last) => {
    const level = Math.floor(Math.log2(last - first + 1))
    return Math.max(tables[level]![first]!, tables[level]![last - 2 ** level + 1]!)
  }
}
