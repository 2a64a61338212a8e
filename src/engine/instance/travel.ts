import type { Schedule } from '../../model/schedule.ts'
import { travelMinutes } from '../../model/travel.ts'
import type { Identifier } from '../../model/units.ts'
import type { Demands } from './demands.ts'
import type { Duties } from './duties.ts'

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

/** What employees travel on a day. */
export interface DayTravel {
  /** By demand: its spot. */
  readonly place: Int32Array
  readonly table: TravelTable | null
  readonly placeCount: number
  /** By home × places + place: minutes from home to there, and from there home. */
  readonly fromHome: Int32Array
  readonly toHome: Int32Array
  /** By employee: the home; −1 = none is known. */
  readonly homeOf: Int32Array
}

/** The ways of a schedule that somebody can travel on a day; null where none takes time. */
export function dayTravelOf(schedule: Schedule, demands: Pick<Demands, 'spot'>): DayTravel | null {
  const { travel, spots, employees } = schedule
  if (travel === null) return null
  const homes = [...new Set(employees.flatMap(({ home }) => (home === undefined ? [] : [home])))]
  const number = new Map(homes.map((home, at) => [home, at]))
  const placeCount = spots.length
  const fromHome = new Int32Array(homes.length * placeCount)
  const toHome = new Int32Array(homes.length * placeCount)
  for (const [at, home] of homes.entries()) {
    for (const [index, { id }] of spots.entries()) {
      fromHome[at * placeCount + index] = travelMinutes(travel, home, id)
      toHome[at * placeCount + index] = travelMinutes(travel, id, home)
    }
  }
  const table = travelTable(schedule, demands)
  if (table === null && fromHome.every((way) => way === 0) && toHome.every((way) => way === 0)) return null
  const homeOf = Int32Array.from(employees, ({ home }) => (home === undefined ? -1 : number.get(home)!))
  return { place: demands.spot, table, placeCount, fromHome, toHome, homeOf }
}

/** Minutes that an employee travels on a day with a duty: from shift to shift, and where a home is known from it to the first and back from the last. */
export function travelOfDay(
  { place, table, placeCount, fromHome, toHome, homeOf }: DayTravel,
  duties: Duties,
  employee: number,
  duty: number,
): number {
  const { parts, partOffset, size } = duties
  const first = partOffset[duty]!
  const last = first + size[duty]! - 1
  let minutes = 0
  for (let i = first; i < last; i += 1) minutes += minutesBetween(table, parts[i]!, parts[i + 1]!)
  const home = homeOf[employee]!
  if (home < 0) return minutes
  return minutes + fromHome[home * placeCount + place[parts[first]!]!]! + toHome[home * placeCount + place[parts[last]!]!]!
}

/** Minutes from one demand to another; 0 without a table. */
export function minutesBetween(table: TravelTable | null, a: number, b: number): number {
  return table === null ? 0 : table.minutes[table.place[a]! * table.placeCount + table.place[b]!]!
}
