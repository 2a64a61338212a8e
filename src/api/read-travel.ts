import type { Schedule } from '../model/schedule.ts'
import type { Travel } from '../model/travel.ts'
import type { Identifier } from '../model/units.ts'
import { isGiven, objectOf, objectsOf, requiredInteger, shapeOf, shown } from './fields.ts'
import type { Place } from './fields.ts'
import { isId, requiredId } from './identifiers.ts'
import type { IssueList } from './issues.ts'
import { MAX_TRAVEL, RANGES } from './limits.ts'
import { checkSpot } from './reading.ts'
import type { Reading } from './reading.ts'
import { Travel as TravelSchema, TravelEntry } from './schemas/travel.ts'

const TRAVEL = shapeOf('travel', TravelSchema)
const ENTRY = shapeOf('an entry of travel.matrix', TravelEntry)

type Ways = Map<Identifier, Map<Identifier, number>>

/** Reads `travel`; null where it names no way. A way back is as long as the way there, unless an entry says how long it is. */
export function readTravel(document: Place, reading: Reading): Travel | null {
  const place = objectOf(document, 'travel', TRAVEL)
  if (place === null || !isGiven(place, 'matrix')) return null
  const named: Ways = new Map()
  for (const entry of objectsOf(place, 'matrix', ENTRY, MAX_TRAVEL)) readEntry(entry, reading, named)
  if (named.size === 0) return null
  const minutes: Ways = new Map()
  for (const [from, ways] of named) for (const [to, way] of ways) note(minutes, to, from, way)
  for (const [from, ways] of named) for (const [to, way] of ways) note(minutes, from, to, way)
  return { minutes }
}

function note(ways: Ways, from: Identifier, to: Identifier, minutes: number): void {
  const left = ways.get(from) ?? new Map<Identifier, number>()
  left.set(to, minutes)
  ways.set(from, left)
}

function readEntry(place: Place, reading: Reading, named: Ways): void {
  const from = placeIn(place, 'from', reading)
  const to = placeIn(place, 'to', reading)
  const minutes = requiredInteger(place, 'minutes', RANGES.dayMinutes)
  if (from === null || to === null) return
  if (from === to)
    place.issues.error(
      `${place.pointer}/to`,
      'travel-same-place',
      `The way leads from ${shown(from)} to itself.`,
      'Name two places, or leave it out.',
    )
  else if (named.get(from)?.has(to) ?? false)
    place.issues.error(
      place.pointer,
      'travel-named-twice',
      `The way from ${shown(from)} to ${shown(to)} is named before.`,
      'Keep one of them. The way back may have an entry of its own.',
    )
  else note(named, from, to, minutes)
}

function placeIn(place: Place, key: 'from' | 'to', reading: Reading): Identifier | null {
  const id = requiredId(place, key)
  return isId(place.fields[key]) && checkSpot(reading, `${place.pointer}/${key}`, id) ? id : null
}

/** Warns of ways between spots of shifts that no entry names: they take no time. */
export function checkTravel(issues: IssueList, { travel, spots, shifts }: Schedule): void {
  if (travel === null || issues.errorCount > 0) return
  const worked = [...new Set(shifts.map(({ spotIndex }) => spotIndex))].sort((a, b) => a - b).map((index) => spots[index]!)
  const ids = new Set<Identifier>(worked.map(({ id }) => id))
  let known = 0
  for (const id of ids) for (const to of travel.minutes.get(id)?.keys() ?? []) if (ids.has(to)) known += 1
  const pairs = ids.size * (ids.size - 1)
  if (known === pairs) return
  const isNamed = (from: Identifier, to: Identifier): boolean => from === to || (travel.minutes.get(from)?.has(to) ?? false)
  const first = worked.find((from) => worked.some((to) => !isNamed(from.id, to.id)))!
  const second = worked.find((to) => !isNamed(first.id, to.id))!
  const called = ({ id, name }: Schedule['spots'][number]): string => name ?? `spot ${id}`
  const detail = `No entry says how long it takes from ${called(first)} to ${called(second)}, so it takes no time.`
  const more = (pairs - known) / 2 - 1
  issues.warn(
    '/travel/matrix',
    'travel-incomplete',
    more === 0 ? detail : `${detail} Nor is it said of ${more.toLocaleString('en-US')} more ${more === 1 ? 'pair' : 'pairs'} of spots.`,
    'Add an entry for each pair of spots, with 0 minutes where there is no way.',
  )
}
