import type { Employee, Schedule } from '../model/schedule.ts'
import type { Travel } from '../model/travel.ts'
import type { Identifier } from '../model/units.ts'
import { isGiven, objectOf, objectsOf, requiredInteger, shapeOf, shown } from './fields.ts'
import type { Place } from './fields.ts'
import { checkTwins, hintForUnknownId, isId, requiredId } from './identifiers.ts'
import type { IssueList } from './issues.ts'
import { MAX_TRAVEL, RANGES } from './limits.ts'
import type { Reading } from './reading.ts'
import { Travel as TravelSchema, TravelEntry } from './schemas/travel.ts'

const TRAVEL = shapeOf('travel', TravelSchema)
const ENTRY = shapeOf('an entry of travel.matrix', TravelEntry)

type Ways = Map<Identifier, Map<Identifier, number>>

/** Reads `travel`; null where it names no way. A way back is as long as the way there, unless an entry says how long it is. */
export function readTravel(document: Place, reading: Reading, employees: readonly Employee[]): Travel | null {
  const place = objectOf(document, 'travel', TRAVEL)
  const named: Ways = new Map()
  if (place !== null && isGiven(place, 'matrix')) {
    const places = placesOf(reading, employees)
    for (const entry of objectsOf(place, 'matrix', ENTRY, MAX_TRAVEL)) readEntry(entry, places, named)
  }
  checkHomes(reading.issues, named, employees)
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

function readEntry(place: Place, places: ReadonlySet<Identifier>, named: Ways): void {
  const from = placeIn(place, 'from', places)
  const to = placeIn(place, 'to', places)
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

/** Every spot, and every home. */
function placesOf({ spots, issues }: Reading, employees: readonly Employee[]): ReadonlySet<Identifier> {
  const homes = new Map<Identifier, number>()
  for (const [at, { home }] of employees.entries()) if (home !== undefined && !homes.has(home)) homes.set(home, at)
  const places = new Set([...spots.keys(), ...homes.keys()])
  checkTwins(issues, 'place', places, (id) => (homes.has(id) ? `/employees/${homes.get(id)}/home` : `/spots/${spots.get(id)}/id`))
  return places
}

function placeIn(place: Place, key: 'from' | 'to', places: ReadonlySet<Identifier>): Identifier | null {
  const id = requiredId(place, key)
  if (!isId(place.fields[key])) return null
  if (places.has(id)) return id
  const hint = hintForUnknownId(places, id, 'Add the spot or a home, or correct the id.')
  place.issues.error(`${place.pointer}/${key}`, 'place-unknown', `No spot has the id ${shown(id)}, and it is nobody's home.`, hint)
  return null
}

/** A home that no way leads to is most likely misspelled. */
function checkHomes(issues: IssueList, named: Ways, employees: readonly Employee[]): void {
  if (employees.every(({ home }) => home === undefined)) return
  const reached = new Set<Identifier>()
  for (const [from, ways] of named) for (const id of [from, ...ways.keys()]) reached.add(id)
  for (const [at, { home }] of employees.entries()) {
    if (home === undefined || reached.has(home)) continue
    const detail = `No entry of travel.matrix names the home ${shown(home)}.`
    issues.error(`/employees/${at}/home`, 'home-unknown', detail, 'Say in travel.matrix how long it takes from there to the spots, or leave it out.')
  }
}

/** Warns of ways between spots of shifts that no entry names, unless the matrix is about homes alone: they take no time. */
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
