import type { Demands } from '../compile/demands.ts'
import { OFF, type Duties } from '../compile/duties.ts'

/** interval: free stretches that one employee was promised within a window (freePeriod). */
export interface FreePeriod {
  readonly windowStart: number
  readonly windowEnd: number
  readonly requiredUnits: number
  readonly shortMin: number
  readonly connectedTwoMin: number
  readonly extraMin: number
  /** First and last day on which a shift can start that touches the window. */
  readonly firstDay: number
  readonly lastDay: number
  /** What is busy whatever the roster: duties elsewhere and ineligible dates, in order of start. */
  readonly busyStart: Int32Array
  readonly busyEnd: Int32Array
  /** Local days that must be free as a whole. */
  readonly requiredStart: Int32Array
  readonly requiredEnd: Int32Array
}

export interface FreePeriodRule {
  readonly demands: Demands
  readonly unit: number
  /** By employee. */
  readonly periods: readonly (readonly FreePeriod[])[]
}

/** Units of a free interval of so many minutes. */
function unitsOf(period: FreePeriod, minutes: number): number {
  if (minutes < period.shortMin) return 0
  if (minutes < period.connectedTwoMin) return 1
  return 2 + Math.floor((minutes - period.connectedTwoMin) / period.extraMin)
}

/** Units and required dates that one row does not grant. */
export function missingOf(rule: FreePeriodRule, period: FreePeriod, duties: Duties, cells: Int32Array, row: number): number {
  const { demands } = rule
  const { busyStart, busyEnd } = period
  let lacking = period.requiredUnits + period.requiredStart.length * DATE
  let freeFrom = period.windowStart
  let nextBusy = 0
  for (let day = period.firstDay; day <= period.lastDay; day += 1) {
    const duty = cells[row + day]!
    if (duty === OFF) continue
    for (let i = duties.partOffset[duty]!, last = i + duties.size[duty]!; i < last; i += 1) {
      const start = demands.start[duties.parts[i]!]!
      const end = demands.end[duties.parts[i]!]!
      while (nextBusy < busyStart.length && busyStart[nextBusy]! <= start) {
        lacking -= granted(period, freeFrom, busyStart[nextBusy]!)
        freeFrom = Math.max(freeFrom, busyEnd[nextBusy]!)
        nextBusy += 1
      }
      if (start > freeFrom) lacking -= granted(period, freeFrom, start)
      if (end > freeFrom) freeFrom = end
    }
  }
  for (; nextBusy < busyStart.length; nextBusy += 1) {
    lacking -= granted(period, freeFrom, busyStart[nextBusy]!)
    freeFrom = Math.max(freeFrom, busyEnd[nextBusy]!)
  }
  lacking -= granted(period, freeFrom, period.windowEnd)
  // Units granted beyond those required do not make up for a date.
  const dates = Math.round(lacking / DATE)
  return Math.max(0, lacking - dates * DATE) + dates
}

/** Dates are counted in the same number as units, far above them: units never reach half of it. */
const DATE = 1_000_000

/** What the interval from `from` to `until` grants, cut at the window's end: units, and required dates × `DATE`. */
function granted(period: FreePeriod, from: number, until: number): number {
  const to = until < period.windowEnd ? until : period.windowEnd
  const units = to > from ? unitsOf(period, to - from) : 0
  if (units === 0) return 0
  let dates = 0
  for (let i = 0; i < period.requiredStart.length; i += 1) {
    if (period.requiredStart[i]! >= from && period.requiredEnd[i]! <= to) dates += 1
  }
  return units + dates * DATE
}
