import { firstWhere } from '../../model/first-where.ts'
import type { LinearRow } from '../column-generation/linear-solver.ts'
import { breakCount, type BreakTable } from '../rules/coverage/break-places.ts'
import { type CoverageRule, eachStretch, NO_MAX, OF_DEMAND } from '../rules/coverage/coverage.ts'

/** Entries of a column, by row. */
type Entry = readonly [row: number, value: number]

/** A program in which shifts are columns with any number of people, and people at work flow from one stretch of time to the next. */
interface BreakFlow {
  readonly rows: LinearRow[]
  /** The row of the first stretch; those of the others follow. */
  readonly firstRow: number
  /** By demand: those of its column. */
  readonly entries: Entry[][]
  /** Takes a column that costs nothing and has no upper end. */
  readonly add: (entries: readonly Entry[]) => void
}

/** Breaks of one length at one spot: by open shift with one, when it begins at the earliest and at the latest. */
interface Breaks {
  readonly minutes: number
  readonly ofShifts: { readonly d: number; readonly first: number; readonly last: number }[]
  readonly begins: Set<number>
}

/**
 * Adds breaks to such a program: whoever is on one is not at work. Breaks of one length at one spot go one way together, from the moment at which a shift may have its own, through the one at which
 * somebody begins one, to the one by which it must have begun. So every roster is a solution, whatever place each of its breaks has, and no place of any shift needs a column of its own
 * (implicit breaks: Bechtold and Jacobs 1990, as flows).
 */
export function addBreakFlow(whole: CoverageRule, flow: BreakFlow): void {
  if (whole.breaks === null) return
  const openings = openingsBySpot(whole)
  for (const [spot, ofSpot] of breaksBySpot(whole, whole.breaks)) {
    const own = openings.get(spot) ?? []
    for (const breaks of ofSpot.values()) addBreaks(breaks, flow, (minute) => stretchRows(whole, own, minute, breaks.minutes, flow.firstRow))
  }
}

/** How many rows breaks take. */
export function sizeOfBreakFlow(whole: CoverageRule): number {
  if (whole.breaks === null) return 0
  let begins = 0
  for (const ofSpot of breaksBySpot(whole, whole.breaks).values()) for (const breaks of ofSpot.values()) begins += breaks.begins.size
  return 2 * begins
}

/** By stretch: the most people, where all who are counted are there. Breaks of decided shifts are not followed: those who have them are counted all the time, so that no most holds there. */
export function mostsOf(relaxed: CoverageRule, whole: CoverageRule): Int32Array {
  const { breaks, demands } = whole
  if (breaks === null) return relaxed.max
  const most = Int32Array.from(whole.max)
  for (let d = 0; d < demands.count; d += 1)
    if (demands.isDecided[d] === 1 && breakCount(breaks, d) > 0) eachStretch(whole, d, (stretch) => (most[stretch] = NO_MAX))
  return most
}

function breaksBySpot({ demands, spanOffset, spanFrom, opening, requirement }: CoverageRule, table: BreakTable): Map<number, Map<number, Breaks>> {
  const bySpot = new Map<number, Map<number, Breaks>>()
  const isAsked = (d: number): boolean => {
    for (let span = spanOffset[d]!; span < spanOffset[d + 1]!; span += 1) if (requirement[opening[spanFrom[span]!]!] === OF_DEMAND) return true
    return false
  }
  for (let d = 0; d < demands.count; d += 1) {
    if (demands.isDecided[d] === 1 || breakCount(table, d) === 0 || !isAsked(d)) continue
    const ofSpot = bySpot.get(demands.spot[d]!) ?? new Map<number, Breaks>()
    bySpot.set(demands.spot[d]!, ofSpot)
    const start = demands.start[d]!
    for (let k = table.offset[d]!; k < table.offset[d + 1]!; k += 1) {
      const minutes = table.minutes[k]!
      const breaks = ofSpot.get(minutes) ?? { minutes, ofShifts: [], begins: new Set<number>() }
      ofSpot.set(minutes, breaks)
      breaks.ofShifts.push({ d, first: start + table.first[k]!, last: start + table.last[k]! })
      for (let after = table.first[k]!; after <= table.last[k]!; after += table.step[k]!) breaks.begins.add(start + after)
    }
  }
  return bySpot
}

/** Two rows for each moment: breaks that may begin and have not, and breaks that have begun and need not have. Both end with nothing. */
function addBreaks({ ofShifts, begins }: Breaks, { rows, entries, add }: BreakFlow, at: (minute: number) => readonly Entry[]): void {
  const moments = [...begins].sort((a, b) => a - b)
  const firstRow = rows.length
  for (let row = 0; row < 2 * moments.length; row += 1) rows.push({ lower: 0, upper: 0 })
  const rowsOf = new Map(moments.map((moment, number) => [moment, firstRow + 2 * number]))
  for (const { d, first, last } of ofShifts) entries[d]!.push([rowsOf.get(first)!, 1], [rowsOf.get(last)! + 1, -1])
  for (const [number, moment] of moments.entries()) {
    const waiting = firstRow + 2 * number
    add([[waiting, -1], [waiting + 1, 1], ...at(moment)])
    if (number === moments.length - 1) continue
    for (const row of [waiting, waiting + 1])
      add([
        [row, -1],
        [row + 2, 1],
      ])
  }
}

/** The stretches of an opening, and its end. */
interface Opening {
  readonly from: number
  readonly to: number
  readonly end: number
}

/** What is demanded at each spot, in order of time. */
function openingsBySpot({ stretchCount, opening, requirement, spotOf, startOf, minutesOf }: CoverageRule): Map<number, Opening[]> {
  const bySpot = new Map<number, Opening[]>()
  for (let from = 0, to = 0; from < stretchCount; from = to) {
    const own = opening[from]!
    for (to = from; to < stretchCount && opening[to] === own; ) to += 1
    if (requirement[own] !== OF_DEMAND) continue
    const ofSpot = bySpot.get(spotOf[own]!) ?? []
    bySpot.set(spotOf[own]!, ofSpot)
    ofSpot.push({ from, to, end: startOf[to - 1]! + minutesOf[to - 1]! })
  }
  return bySpot
}

/** Whoever begins a break leaves the stretch that begins then, and comes back to that which begins at its end. */
function stretchRows({ startOf }: CoverageRule, openings: readonly Opening[], begin: number, minutes: number, firstRow: number): Entry[] {
  const finish = begin + minutes
  const first = firstWhere(openings.length, (at) => openings[at]!.end > begin)
  const entries: Entry[] = []
  for (let at = first; at < openings.length && startOf[openings[at]!.from]! < finish; at += 1) {
    const { from, to } = openings[at]!
    const row = (minute: number): number => firstRow + from + firstWhere(to - from, (stretch) => startOf[from + stretch]! >= minute)
    entries.push([row(begin), -1], [row(finish), 1])
  }
  return entries
}
