import { firstWhere } from '../../../model/first-where.ts'
import { NOBODY } from '../../../model/roster.ts'
import type { Demand, Schedule } from '../../../model/schedule.ts'
import type { Compiling } from '../../instance/compiling.ts'
import { type Demands, demandsBySpot } from '../../instance/demands.ts'
import { NO_MAX, OF_DEMAND } from './coverage.ts'
import { type CoverageTables, priceOf, pricesOf, QUARTER_MIN, type Wanted } from './coverage-tables.ts'
import type { BreakTable } from './break-places.ts'
import { addBreakEdges } from './compile-break-cover.ts'

type Day = Schedule['calendar']['days'][number]

/** Who counts on a day, and the breaks of shifts. */
export interface Present {
  readonly whoOf: (day: Day) => number
  readonly breaks: BreakTable | null
}

/** What is demanded: an opening for each spot and local day on which somebody is. */
export function addDemands({ schedule, demands, units }: Compiling, tables: CoverageTables, { whoOf, breaks }: Present): void {
  const asked = schedule.demands ?? []
  const unit = units.of('demandUnder')
  const idealUnit = units.of('demandIdeal')
  const overUnit = units.of('demandOver')
  if (asked.length === 0 || (unit < 0 && idealUnit < 0 && overUnit < 0)) return
  const { weights } = schedule.settings
  const price = pricesOf(priceOf(weights.demandUnder), priceOf(weights.demandIdeal), priceOf(weights.demandOver))
  const askedAt = Map.groupBy(asked, ({ spotId }) => spotId)
  const bySpot = demandsBySpot(demands)
  for (const [place, { id }] of schedule.spots.entries()) {
    const ofSpot = askedAt.get(id)
    if (ofSpot === undefined) continue
    const seen = bySpot.get(place) ?? []
    for (const [number, day] of schedule.calendar.days.entries()) {
      const held = ofSpot.flatMap((demand) => partsOn(demand, day))
      if (held.length === 0) continue
      tables.addOpening({ place: OF_DEMAND, spot: place, day: number, unit, idealUnit, overUnit, times: 1, thousandths: -1, price })
      addDemandedDay(demands, tables, { held, day, seen, who: whoOf(day), breaks })
    }
  }
}

interface DemandedPart {
  readonly demand: Demand
  readonly start: number
  readonly end: number
}

/** When a demand holds within a day. */
function partsOn(demand: Demand, day: Day): DemandedPart[] {
  return demand.openings.flatMap((opening) => {
    const start = Math.max(opening.start, day.start)
    const end = Math.min(opening.end, day.end)
    return start < end ? [{ demand, start, end }] : []
  })
}

interface DemandedDay {
  readonly held: readonly DemandedPart[]
  readonly day: Day
  /** The demands of the engine at the spot, in order of start. */
  readonly seen: readonly number[]
  readonly who: number
  readonly breaks: BreakTable | null
}

function addDemandedDay(demands: Demands, tables: CoverageTables, { held, day, seen, who, breaks }: DemandedDay): void {
  const { start, end, isHistoric, sample, longestMin } = demands
  const whole = (minute: number, round: (quarters: number) => number): number => day.start + QUARTER_MIN * round((minute - day.start) / QUARTER_MIN)
  // Quarters are those of the clock: those at either end of the day's demand are whole.
  const first = whole(
    held.reduce((least, part) => Math.min(least, part.start), Infinity),
    Math.floor,
  )
  const last = whole(
    held.reduce((most, part) => Math.max(most, part.end), -Infinity),
    Math.ceil,
  )
  const from = firstWhere(seen.length, (at) => start[seen[at]!]! >= first - longestMin)
  const to = firstWhere(seen.length, (at) => start[seen[at]!]! >= last)
  const running = seen.slice(from, to).filter((d) => end[d]! > first)
  const within = (minute: number): number => Math.max(first, Math.min(last, minute))
  const edges = new Set([...running.flatMap((d) => [start[d]!, end[d]!]), ...held.flatMap((part) => [part.start, part.end]), first, last].map(within))
  for (const d of running) addBreakEdges(breaks, demands, d, { start: first, end: last, edges })
  const cuts = [...edges].sort((a, b) => a - b)
  const begin = tables.opening.length
  tables.addStretches(cuts)
  for (let at = 0; at + 1 < cuts.length; at += 1) tables.want(wantedAt(held, cuts[at]!))
  const numbers = new Map(cuts.map((cut, index) => [cut, begin + index]))
  const past = Array.from({ length: cuts.length - 1 }, () => new Set<number>())
  for (const d of running) {
    const span = { demand: d, from: numbers.get(within(start[d]!))!, to: numbers.get(within(end[d]!))!, who }
    tables.addSpan(span, -1)
    const employee = isHistoric[d] === 1 ? (sample[d]!.employeeIndex ?? NOBODY) : NOBODY
    if (employee !== NOBODY) for (let stretch = span.from; stretch < span.to; stretch += 1) past[stretch - begin]!.add(employee)
  }
  tables.allowPast(begin, past)
}

/** The sums of what is demanded at a moment; a demand without a most takes it from all. */
function wantedAt(held: readonly DemandedPart[], minute: number): Wanted {
  const there = held.filter(({ start, end }) => start <= minute && minute < end)
  return {
    min: there.reduce((sum, { demand }) => sum + demand.min, 0),
    ideal: there.reduce((sum, { demand }) => sum + (demand.ideal ?? demand.min), 0),
    max: there.every(({ demand }) => demand.max !== null) && there.length > 0 ? there.reduce((sum, { demand }) => sum + demand.max!, 0) : NO_MAX,
    weight: there.reduce((most, { demand }) => Math.max(most, demand.weight), 0),
  }
}
