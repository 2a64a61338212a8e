import type { Demands } from '../../instance/demands.ts'
import { OFF, type Duties } from '../../instance/duties.ts'
import type { PlainRule } from '../plain-kind.ts'

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
  readonly busyStart: Float64Array
  readonly busyEnd: Float64Array
  /** Local days that must be free as a whole. */
  readonly requiredStart: Float64Array
  readonly requiredEnd: Float64Array
  /** Written anew for each row: units and required dates that its free intervals grant. */
  readonly tally: Float64Array
}

/** What employees were promised, by employee, as a plain rule. */
export function freePeriodRule(demands: Demands, unit: number, periods: readonly (readonly FreePeriod[])[]): PlainRule {
  return {
    unit,
    readsTimes: true,
    unitsOf: (duties, cells, row, employee) => {
      let missing = 0
      const mine = periods[employee]!
      for (let i = 0; i < mine.length; i += 1) missing += missingOf(demands, mine[i]!, duties, cells, row)
      return missing
    },
    isConcerned: (employee, from, to) => {
      const mine = periods[employee]!
      for (let i = 0; i < mine.length; i += 1) if (mine[i]!.lastDay >= from && mine[i]!.firstDay <= to) return true
      return false
    },
  }
}

/** Units of a free interval of so many minutes. */
function unitsOf(period: FreePeriod, minutes: number): number {
  if (minutes < period.shortMin) return 0
  if (minutes < period.connectedTwoMin) return 1
  return 2 + Math.floor((minutes - period.connectedTwoMin) / period.extraMin)
}

/** Units and required dates that one row does not grant. */
function missingOf(demands: Demands, period: FreePeriod, duties: Duties, cells: Int32Array, row: number): number {
  const { busyStart, busyEnd } = period
  const tally = period.tally
  tally[UNITS] = 0
  tally[DATES] = 0
  let freeFrom = period.windowStart
  let nextBusy = 0
  for (let day = period.firstDay; day <= period.lastDay; day += 1) {
    const duty = cells[row + day]!
    if (duty === OFF) continue
    for (let i = duties.partOffset[duty]!, last = i + duties.size[duty]!; i < last; i += 1) {
      const start = demands.start[duties.parts[i]!]!
      const end = demands.end[duties.parts[i]!]!
      while (nextBusy < busyStart.length && busyStart[nextBusy]! <= start) {
        addGranted(period, freeFrom, busyStart[nextBusy]!)
        freeFrom = Math.max(freeFrom, busyEnd[nextBusy]!)
        nextBusy += 1
      }
      if (start > freeFrom) addGranted(period, freeFrom, start)
      if (end > freeFrom) freeFrom = end
    }
  }
  for (; nextBusy < busyStart.length; nextBusy += 1) {
    addGranted(period, freeFrom, busyStart[nextBusy]!)
    freeFrom = Math.max(freeFrom, busyEnd[nextBusy]!)
  }
  addGranted(period, freeFrom, period.windowEnd)
  return Math.max(0, period.requiredUnits - tally[UNITS]!) + (period.requiredStart.length - tally[DATES]!)
}

/** Positions in `tally`. */
const UNITS = 0
const DATES = 1

/** Adds the units, and the required dates, of the interval from `from` to `until`, cut at the window's end, to the tally. */
function addGranted(period: FreePeriod, from: number, until: number): void {
  const to = until < period.windowEnd ? until : period.windowEnd
  const units = to > from ? unitsOf(period, to - from) : 0
  if (units === 0) return
  period.tally[UNITS]! += units
  for (let i = 0; i < period.requiredStart.length; i += 1) {
    if (period.requiredStart[i]! >= from && period.requiredEnd[i]! <= to) period.tally[DATES]! += 1
  }
}
