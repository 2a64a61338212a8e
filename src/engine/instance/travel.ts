import type { Schedule } from '../../model/schedule.ts'
import type { Identifier } from '../../model/units.ts'
import type { Demands } from './demands.ts'

/** How long it takes to get from one demand to another. */
export interface TravelTable {
  /** By demand: the row and column of its spot in `minutes`; 0 = a spot that no entry names. */
  readonly place: Int32Array
  readonly placeCount: number
  /** By place left × places + place reached. */
  readonly minutes: Int32Array
  /** By place: the longest way from it. */
  readonly longestFrom: Int32Array
  /** The longest way. */
  readonly longest: number
}

/** The ways between the spots of a schedule; null where none takes time. */
export function travelTable({ travel, spots }: Schedule, demands: Pick<Demands, 'spot'>): TravelTable | null {
  if (travel === null) return null
  const known = new Set<Identifier>()
  for (const [from, ways] of travel.minutes) for (const id of [from, ...ways.keys()]) known.add(id)
  const placeOf = new Map<Identifier, number>()
  for (const { id } of spots) if (known.has(id)) placeOf.set(id, placeOf.size + 1)
  const placeCount = placeOf.size + 1
  const minutes = new Int32Array(placeCount * placeCount)
  const longestFrom = new Int32Array(placeCount)
  for (const [left, ways] of travel.minutes) {
    const from = placeOf.get(left) ?? 0
    for (const [reached, way] of ways) {
      const to = placeOf.get(reached) ?? 0
      if (from === 0 || to === 0) continue
      minutes[from * placeCount + to] = way
      longestFrom[from] = Math.max(longestFrom[from]!, way)
    }
  }
  const longest = longestFrom.reduce((most, way) => Math.max(most, way), 0)
  return longest === 0 ? null : { place: demands.spot.map((spot) => placeOf.get(spots[spot]!.id) ?? 0), placeCount, minutes, longestFrom, longest }
}

/** Minutes from one demand to another; 0 without a table. */
export function minutesBetween(table: TravelTable | null, a: number, b: number): number {
  return table === null ? 0 : table.minutes[table.place[a]! * table.placeCount + table.place[b]!]!
}
