import type { Compiling } from '../../instance/compiling.ts'
import { type Demands, demandsBySpot } from '../../instance/demands.ts'
import { type BreakTable, breakCount } from './break-places.ts'
import { NO_MAX, OF_BREAKS } from './coverage.ts'
import { type CoverageTables, priceOf, pricesOf } from './coverage-tables.ts'
import type { Present } from './compile-demanded.ts'

/** Adds the moments between `start` and `end` at which a break of a demand can begin or end. */
export function addBreakEdges(
  table: BreakTable | null,
  demands: Demands,
  d: number,
  { start, end, edges }: { readonly start: number; readonly end: number; readonly edges: Set<number> },
): void {
  if (table === null) return
  const { offset, minutes, first, last, step, given } = table
  const add = (minute: number): void => {
    if (minute > start && minute < end) edges.add(minute)
  }
  for (let k = offset[d]!; k < offset[d + 1]!; k += 1) {
    const begin = demands.start[d]!
    const [from, to] = given[k]! < 0 ? [first[k]!, last[k]!] : [given[k]!, given[k]!]
    for (let after = from; after <= to; after += step[k]!) {
      add(begin + after)
      add(begin + after + minutes[k]!)
    }
  }
}

/**
 * Breaks that somebody has to cover: an opening for each spot and local day on which there can be one. Whoever is at work is counted, the others are those on such a break. What lies behind the last day
 * counts with that one.
 */
export function addBreakCover(
  { schedule, demands, units }: Compiling,
  tables: CoverageTables,
  { whoOf, breaks: table }: Present & { readonly breaks: BreakTable },
): void {
  const unit = units.of('breakCover')
  if (unit < 0) return
  const { days, horizonFirst } = schedule.calendar
  const price = pricesOf(priceOf(schedule.settings.weights.breakCover), 0, 0)
  for (const [spot, at] of [...demandsBySpot(demands)].sort(([a], [b]) => a - b)) {
    const isCovered = (d: number): boolean =>
      demands.isHistoric[d] === 0 && table.isCovered.subarray(table.offset[d], table.offset[d + 1]).includes(1)
    if (!at.some(isCovered)) continue
    const latest = at.reduce((most, d) => Math.max(most, demands.end[d]!), 0)
    for (let day = horizonFirst as number; day < days.length; day += 1) {
      const start = days[day]!.start as number
      const end = day === days.length - 1 ? Math.max(latest, days[day]!.end) : (days[day]!.end as number)
      const running = at.filter((d) => demands.start[d]! < end && demands.end[d]! > start)
      if (!running.some(isCovered)) continue
      const within = (minute: number): number => Math.max(start, Math.min(end, minute))
      const edges = new Set([start, end, ...running.flatMap((d) => [within(demands.start[d]!), within(demands.end[d]!)])])
      for (const d of running) addBreakEdges(table, demands, d, { start, end, edges })
      const cuts = [...edges].sort((a, b) => a - b)
      const begin = tables.opening.length
      tables.addOpening({
        place: OF_BREAKS,
        spot,
        day,
        unit,
        idealUnit: -1,
        overUnit: -1,
        times: 1,
        thousandths: 1,
        isBreakCover: true,
        price,
      })
      tables.addStretches(cuts)
      for (let at = 0; at + 1 < cuts.length; at += 1) tables.want({ min: 0, ideal: 0, max: NO_MAX, weight: 1 })
      const numbers = new Map(cuts.map((cut, index) => [cut, begin + index]))
      const who = whoOf(days[day]!)
      for (const d of running) {
        const span = { demand: d, from: numbers.get(within(demands.start[d]!))!, to: numbers.get(within(demands.end[d]!))!, who }
        // What was asks for nobody.
        tables.addSpan(span, demands.isHistoric[d] === 1 || breakCount(table, d) === 0 ? -1 : who)
      }
    }
  }
}
