import { breakPlaces, evenPlaces } from '../../../model/breaks.ts'
import type { Demands } from '../../instance/demands.ts'
import type { Duties } from '../../instance/duties.ts'

/** What the breaks of an instance are, by break: those of demand d are numbered `offset[d] … offset[d + 1] − 1`. Times in minutes after the start of the shift. */
export interface BreakTable {
  /** Places of breaks that a cell of a roster has, for those of all its shifts in row order. Breaks beyond them lie evenly. */
  readonly width: number
  readonly offset: Int32Array
  readonly minutes: Int32Array
  /** Where it may begin: from `first` to `last`, by `step`. */
  readonly first: Int32Array
  readonly last: Int32Array
  readonly step: Int32Array
  readonly isCovered: Uint8Array
  /** Where it lies when nothing else says so. */
  readonly even: Int32Array
  /** Where it stays, of a shift that is decided with its breaks; −1 = nowhere. */
  readonly given: Int32Array
  readonly scratch: BreakScratch
}

/** Arrays that placing breaks is worked out in. */
interface BreakScratch {
  /** By break of a shift: where it begins so far. */
  readonly starts: Int32Array
  /** By break of a shift × `places` + place: what it costs there. */
  readonly costs: Float64Array
  readonly places: number
  /** By stretch of a span and one more: sums of what is lost by whoever is not there, and by whoever is on a break that is to be covered. */
  absent: Float64Array
  bare: Float64Array
  /** The stretches of the breaks of a shift in one span, in order. */
  readonly from: Int32Array
  readonly to: Int32Array
}

/** Shifts with breaks of one day, beside those that are decided, for which a cell has places. */
const SHIFTS_A_DAY = 2

/** Null where no shift has a break. */
export function compileBreaks(demands: Demands): BreakTable | null {
  const { sample, count } = demands
  const offset = new Int32Array(count + 1)
  for (let d = 0; d < count; d += 1) offset[d + 1] = offset[d]! + (sample[d]!.breakRules?.length ?? 0)
  if (offset[count] === 0) return null
  const all = sample.flatMap((shift) => {
    const { breakRules = [], breaks, start, end } = shift
    const even = evenPlaces(breakRules, end - start)
    const isKept = (shift.historic || shift.fixed) && breaks !== undefined
    return breakRules.map((rule, at) => ({ rule, ...breakPlaces(rule, end - start), even: even[at]!, given: isKept ? breaks[at]! : -1 }))
  })
  const column = (read: (each: (typeof all)[number]) => number): Int32Array => Int32Array.from(all, read)
  const most = sample.reduce((longest, { breakRules = [] }) => Math.max(longest, breakRules.length), 0)
  const places = all.reduce((longest, { first, last, rule }) => Math.max(longest, 1 + Math.floor((last - first) / rule.stepMinutes)), 1)
  return {
    width: SHIFTS_A_DAY * most + decidedInOneCell(demands, offset),
    offset,
    minutes: column(({ rule }) => rule.minutes),
    first: column(({ first }) => first),
    last: column(({ last }) => last),
    step: column(({ rule }) => rule.stepMinutes),
    isCovered: Uint8Array.from(all, ({ rule }) => (rule.covered ? 1 : 0)),
    even: column(({ even }) => even),
    given: column(({ given }) => given),
    scratch: {
      starts: new Int32Array(most),
      costs: new Float64Array(most * places),
      places,
      absent: new Float64Array(0),
      bare: new Float64Array(0),
      from: new Int32Array(most),
      to: new Int32Array(most),
    },
  }
}

/** The most breaks of shifts of one day that are decided for one employee. */
function decidedInOneCell({ sample, isDecided }: Demands, offset: Int32Array): number {
  const breaks = new Map<string, number>()
  let most = 0
  for (const [d, { employeeIndex, day }] of sample.entries()) {
    if (isDecided[d] === 0 || employeeIndex === null) continue
    const key = `${employeeIndex} ${day}`
    const sum = (breaks.get(key) ?? 0) + offset[d + 1]! - offset[d]!
    breaks.set(key, sum)
    most = Math.max(most, sum)
  }
  return most
}

/** How many breaks a demand has. */
export function breakCount({ offset }: BreakTable, d: number): number {
  return offset[d + 1]! - offset[d]!
}

/** Where break k of a demand begins, in minutes after the start of the shift; its places in `places` begin at `slot`, −1 = it has none. A place is 1 more than the minutes; 0 = not placed. */
export function breakStart({ offset, even }: BreakTable, places: Int32Array, slot: number, d: number, k: number): number {
  const place = slot < 0 ? 0 : places[slot + k]!
  return place > 0 ? place - 1 : even[offset[d]! + k]!
}

/** Calls `each` with the demands of a duty that have breaks, and where their places begin among those of `cell`; −1 where there are none left for them. */
export function eachBreaking(table: BreakTable, duties: Duties, cell: number, duty: number, each: (d: number, slot: number) => void): void {
  let slot = cell * table.width
  for (let i = duties.partOffset[duty]!, last = i + duties.size[duty]!; i < last; i += 1) {
    const count = breakCount(table, duties.parts[i]!)
    if (count === 0) continue
    each(duties.parts[i]!, slotWithin(table, cell, slot, count))
    slot += count
  }
}

/** A slot of so many places; −1 where they are more than are left for a cell. */
export function slotWithin({ width }: BreakTable, cell: number, slot: number, count: number): number {
  return slot + count <= (cell + 1) * width ? slot : -1
}

/** How many numbers a roster as a table of duties has behind its duties: the places of breaks. */
export function placesIn({ coverage, employeeCount, dayCount }: PlacesOf): number {
  const breaks = coverage?.breaks ?? null
  return breaks === null ? 0 : breaks.width * employeeCount * dayCount
}

interface PlacesOf {
  readonly coverage: { readonly breaks: BreakTable | null } | null
  readonly employeeCount: number
  readonly dayCount: number
}
