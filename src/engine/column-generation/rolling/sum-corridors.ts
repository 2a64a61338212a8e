import type { SearchParams } from '../../portfolio/params.ts'
import type { CountResource } from '../../rules/count/count-resource.ts'
import type { PricedRows } from '../pricers/priced-rows.ts'
import type { SumRow } from '../sum-rows.ts'

/** How much of a sum one employee of a window may use, so that enough is left for the days after it, and not too much. */
export interface Corridor extends SumRow {
  readonly sum: CountResource
  /** The window of the rule. */
  readonly window: number
  /** Of the mark that the graph has for it; 0 = it adds up day by day. */
  readonly bit: number
  /** What a duty adds at most: what the row of the linear program counts in. */
  readonly scale: number
}

/** Days from `from` on, before `to`, of `dayCount`. */
interface Days {
  readonly from: number
  readonly to: number
  readonly dayCount: number
  /** Where the first of all windows began. */
  readonly first: number
}

/**
 * The corridors of an employee, who has had `before` (by day: the duty, open days free): of each sum as large a part of what is left as the days are of those that are left, give or take some that
 * becomes less towards the end. Where its days end with these, all of it. Sums within one window of days have none: their prices do.
 */
export function corridorsOf(
  { pricedSums }: Pick<PricedRows, 'pricedSums'>,
  who: number,
  before: Int32Array,
  days: Days,
  params: SearchParams['rolling'],
  unit: number,
): Corridor[] {
  const corridors: Corridor[] = []
  for (const { sum, bit, scale } of pricedSums) {
    const used = sum.counted(before)
    for (let window = 0; window < sum.windowCount; window += 1) {
      const { within, left } = daysIn(sum, window, days)
      const isWhole = within === left
      if (within === 0 || (isWhole && sum.windowCount > 1)) continue
      const most = sum.roomIn(window, 1).most - used[window]!
      const least = Math.max(0, sum.roomIn(window, -1).least - used[window]!)
      const share = within / left
      const slack = isWhole ? 0 : scale * params.slack * Math.min(1, params.lastSlack + (left - within) / (days.dayCount - days.first))
      const upper = Math.min(most, most * share + slack)
      const lower = least * share - slack
      // More than they could add, and nothing that they must.
      if (most >= within * scale && lower <= 0) continue
      const cost = unit * params.offCorridor * (isWhole ? params.offLimit : 1)
      corridors.push({
        who,
        sum,
        window,
        bit,
        scale,
        lower: Math.min(lower, upper) / scale,
        upper: upper / scale,
        cost,
        usage: usageOf(sum, window, bit, scale, days),
      })
    }
  }
  return corridors
}

function daysIn(sum: CountResource, window: number, { from, to, dayCount }: Days): { within: number; left: number } {
  let within = 0
  let left = 0
  for (let day = from; day < dayCount; day += 1) {
    if (sum.windowOn(day) !== window) continue
    left += 1
    if (day < to) within += 1
  }
  return { within, left }
}

/** What a row has of it on these days, in what a shift adds at most. */
function usageOf(sum: CountResource, window: number, bit: number, scale: number, { from, to }: Days): (cells: Int32Array) => number {
  if (bit > 0) return (cells) => sum.counted(cells)[window]! / scale
  return (cells) => {
    let used = 0
    for (let day = from; day < to; day += 1) if (sum.windowOn(day) === window) used += sum.adds(day, cells[day]!)
    return used / scale
  }
}
