import type { CountResource } from '../rules/count/count-resource.ts'
import type { Resource } from './resource.ts'

/** Sums of weekends that can be told apart by the bits of their marks. */
export const MAX_MARKED = 8

/** Marks for sums of weekends, a bit for each in their order. */
export function marksOf(sums: readonly CountResource[]): WeekendMark[] {
  return sums.map((sum, i) => new WeekendMark(sum, 1 << i))
}

/** By day, by the marks of an edge: what they cost, where `priceOn` says what the i-th sum costs on a day. */
export function pricesOfMarks(days: number, count: number, priceOn: (i: number, day: number) => number): Float64Array[] {
  return Array.from({ length: days }, (_, day) => {
    const of = new Float64Array(1 << count)
    for (let i = 0; i < count; i += 1) {
      const price = priceOn(i, day)
      if (price !== 0) for (let marks = 0; marks < of.length; marks += 1) if ((marks & (1 << i)) !== 0) of[marks]! += price
    }
    return of
  })
}

/** Marks the days on which a row begins to count a weekend of a sum, so that each can be paid for once. */
class WeekendMark implements Resource {
  readonly start = 0
  readonly cost = 0
  marks = 0
  readonly #sum: CountResource
  readonly #bit: number

  /** `bit`: what `marks` is on such a day. */
  constructor(sum: CountResource, bit: number) {
    this.#sum = sum
    this.#bit = bit
  }

  /** The state is 1 within a weekend that is counted already. */
  step(state: number, day: number, duty: number): number {
    const isCounted = this.#sum.isCounted(day, duty)
    this.marks = isCounted && state === 0 ? this.#bit : 0
    return (isCounted || state === 1) && this.#sum.isWithinWeekend(day) ? 1 : 0
  }
}
