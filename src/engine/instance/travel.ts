import { firstWhere } from '../../model/first-where.ts'
import type { Schedule } from '../../model/schedule.ts'
import type { Travel } from '../../model/travel.ts'
import type { Identifier } from '../../model/units.ts'
import type { Demands } from './demands.ts'
import type { Duties } from './duties.ts'

/** Up to so many places, of spots and homes, stand in a full table, which takes 4 MiB at most. */
const MAX_FULL = 1024

/** How long it takes from place to place. A place is the number of an id that entries name, from 1; 0 = one that none names. */
interface Ways {
  readonly placeOf: ReadonlyMap<Identifier, number>
  readonly placeCount: number
  /** By place left: where its ways begin in `reached` and `minutes`. */
  readonly offset: Int32Array
  /** By way: the place that it leads to, in order for each place left, and how long it takes. */
  readonly reached: Int32Array
  readonly minutes: Int32Array
  /** By place left × places + place reached: minutes; null where there are too many places for all pairs of them. */
  readonly full: Int32Array | null
  readonly longest: number
}

/** How long it takes to get from one demand to another. */
export interface TravelTable {
  /** By demand: the place of its spot. */
  readonly place: Int32Array
  readonly ways: Ways
  /** By place: the longest way from it to a spot. */
  readonly longestFrom: Int32Array
  /** The longest way from spot to spot. */
  readonly longest: number
}

const WAYS = new WeakMap<Travel, Ways>()

/** The ways of a matrix, made once for all who ask. */
function waysOf(travel: Travel): Ways {
  const known = WAYS.get(travel) ?? makeWays([...travel.minutes])
  WAYS.set(travel, known)
  return known
}

function makeWays(named: readonly (readonly [Identifier, ReadonlyMap<Identifier, number>])[]): Ways {
  const placeOf = new Map<Identifier, number>()
  for (const [left, ways] of named) for (const id of [left, ...ways.keys()]) if (!placeOf.has(id)) placeOf.set(id, placeOf.size + 1)
  const placeCount = placeOf.size + 1
  const byPlace: (readonly (readonly [number, number])[])[] = Array.from({ length: placeCount }, () => [])
  for (const [left, ways] of named)
    byPlace[placeOf.get(left)!] = [...ways].map(([id, way]) => [placeOf.get(id)!, way] as const).sort(([a], [b]) => a - b)
  const offset = new Int32Array(placeCount + 1)
  byPlace.forEach((ways, place) => (offset[place + 1] = offset[place]! + ways.length))
  const full = placeCount <= MAX_FULL ? new Int32Array(placeCount * placeCount) : null
  if (full !== null) for (const [from, ways] of byPlace.entries()) for (const [to, way] of ways) full[from * placeCount + to] = way
  const all = byPlace.flat()
  const minutes = Int32Array.from(all, ([, way]) => way)
  const longest = minutes.reduce((most, way) => Math.max(most, way), 0)
  return { placeOf, placeCount, offset, reached: Int32Array.from(all, ([to]) => to), minutes, full, longest }
}

function minutesOnWay({ placeCount, offset, reached, minutes, full }: Ways, from: number, to: number): number {
  if (full !== null) return full[from * placeCount + to]!
  const first = offset[from]!
  const count = offset[from + 1]! - first
  const at = firstWhere(count, (way) => reached[first + way]! >= to)
  return at < count && reached[first + at] === to ? minutes[first + at]! : 0
}

const TABLES = new WeakMap<object, TravelTable | null>()

/** The ways between the spots of a schedule; null where none takes time. Made once for its demands. */
export function travelTable(schedule: Schedule, demands: Pick<Demands, 'spot'>): TravelTable | null {
  const known = TABLES.get(demands)
  if (known !== undefined) return known
  const table = schedule.travel === null ? null : makeTable(schedule.spots, waysOf(schedule.travel), demands)
  TABLES.set(demands, table)
  return table
}

function makeTable(spots: Schedule['spots'], ways: Ways, demands: Pick<Demands, 'spot'>): TravelTable | null {
  const { placeOf, placeCount, offset, reached, minutes } = ways
  const isSpot = new Uint8Array(placeCount)
  for (const { id } of spots) isSpot[placeOf.get(id) ?? 0] = 1
  const longestFrom = new Int32Array(placeCount)
  let longest = 0
  for (let from = 1; from < placeCount; from += 1) {
    for (let way = offset[from]!; way < offset[from + 1]!; way += 1) {
      if (isSpot[reached[way]!] === 1) longestFrom[from] = Math.max(longestFrom[from]!, minutes[way]!)
    }
    if (isSpot[from] === 1) longest = Math.max(longest, longestFrom[from]!)
  }
  return longest === 0 ? null : { place: placesOf(spots, ways, demands), ways, longestFrom, longest }
}

/** By demand: the place of its spot. */
function placesOf(spots: Schedule['spots'], { placeOf }: Ways, { spot }: Pick<Demands, 'spot'>): Int32Array {
  return spot.map((index) => placeOf.get(spots[index]!.id) ?? 0)
}

/** What employees travel on a day. */
export interface DayTravel {
  /** By demand: the place of its spot. */
  readonly place: Int32Array
  readonly ways: Ways
  /** By employee: the place of the home; 0 = none is known. */
  readonly homeOf: Int32Array
}

/** The ways of a schedule that somebody can travel on a day; null where none takes time. */
export function dayTravelOf({ travel, spots, employees }: Schedule, demands: Pick<Demands, 'spot'>): DayTravel | null {
  if (travel === null) return null
  const ways = waysOf(travel)
  if (ways.longest === 0) return null
  const homeOf = Int32Array.from(employees, ({ home }) => (home === undefined ? 0 : (ways.placeOf.get(home) ?? 0)))
  return { place: placesOf(spots, ways, demands), ways, homeOf }
}

/** Minutes that an employee travels on a day with a duty: from shift to shift, and where a home is known from it to the first and back from the last. */
export function travelOfDay({ place, ways, homeOf }: DayTravel, duties: Duties, employee: number, duty: number): number {
  const { parts, partOffset, size } = duties
  const first = partOffset[duty]!
  const last = first + size[duty]! - 1
  let minutes = 0
  for (let i = first; i < last; i += 1) minutes += minutesOnWay(ways, place[parts[i]!]!, place[parts[i + 1]!]!)
  const home = homeOf[employee]!
  return minutes + minutesOnWay(ways, home, place[parts[first]!]!) + minutesOnWay(ways, place[parts[last]!]!, home)
}

/** Minutes from one demand to another; 0 without a table. */
export function minutesBetween(table: TravelTable | null, a: number, b: number): number {
  return table === null ? 0 : minutesOnWay(table.ways, table.place[a]!, table.place[b]!)
}
