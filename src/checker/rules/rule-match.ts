import { type Calendar, dateOfEpochDay } from '../../model/calendar.ts'
import type { Shift, StartDays } from '../../model/schedule.ts'
import { ByTag } from '../../model/tags.ts'
import type { ShiftRange } from '../naming.ts'
import type { Teller } from '../../model/teller.ts'

/** One place where a rule of a contract is broken, before its weight and its condition are looked at. */
export interface RuleMatch {
  /** Known day by which the rule's condition is looked at. */
  readonly day: number
  /** Its last known day. */
  readonly last: number
  readonly units: number
  /** Asked where the match is listed: a contract may be broken in millions of places. */
  tell(): ToldMatch
}

/** What is said of a place. */
export interface ToldMatch {
  readonly shifts: ShiftRange
  /** Null = the whole horizon. */
  readonly date: string | null
  /** What the employee does: `has 3 shifts tagged night in the week from Monday 2026-03-02`. */
  readonly claim: string
  /** What goes before `rule 1 of the contract`: `more than the 2 of`. */
  readonly verdict: string
  /** What is said behind that: `; 2 units at most are charged`; absent where all units are. */
  readonly charged?: string
}

/** What is said where a rule charges less than what is broken. */
export function chargedInWords(cap: number, { say }: Teller): string {
  return say('contract.charged', { count: cap })
}

/** What many rules make of one list of shifts, by what they differ in: made when the first asks, and forgotten with the list. */
export class PerRow<Made> {
  readonly #known = new WeakMap<readonly Shift[], Map<string, Made>>()

  of(shifts: readonly Shift[], key: string, make: () => Made): Made {
    let ofList = this.#known.get(shifts)
    if (ofList === undefined) this.#known.set(shifts, (ofList = new Map()))
    const known = ofList.get(key)
    if (known !== undefined) return known
    const made = make()
    if (ofList.size === MOST_LISTS) ofList.clear()
    ofList.set(key, made)
    return made
  }
}

/** The shifts that carry one of the tags; all of them when there are no tags. */
export function taggedShifts(shifts: readonly Shift[], tags: readonly string[]): readonly Shift[] {
  if (tags.length === 0) return shifts
  const { places, byTag, lists } = taggedOf(shifts)
  if (tags.length === 1) return byTag.of(tags[0]!)
  const key = tags.join('\n')
  const known = lists.get(key)
  if (known !== undefined) return known
  const found = new Set(tags.flatMap((tag) => byTag.of(tag)))
  const list = [...found].sort((a, b) => places.get(a)! - places.get(b)!)
  if (lists.size === MOST_LISTS) lists.clear()
  lists.set(key, list)
  return list
}

/** Which shifts a rule counts. */
export interface Counted {
  readonly tags: readonly string[]
  readonly on?: StartDays
}

/** The shifts that carry one of the tags, all without tags, and start on one of the days, where days are said. */
export function countedShifts(calendar: Calendar, shifts: readonly Shift[], { tags, on }: Counted): readonly Shift[] {
  if (on === undefined) return taggedShifts(shifts, tags)
  const { lists } = taggedOf(shifts)
  const { number, isMeant } = daysOf(calendar, on)
  const key = `on ${number}\n${tags.join('\n')}`
  const list = lists.get(key) ?? taggedShifts(shifts, tags).filter(({ day }) => isMeant[day])
  if (lists.size === MOST_LISTS) lists.clear()
  lists.set(key, list)
  return list
}

interface KnownDays {
  readonly calendar: Calendar
  readonly number: number
  /** By known day. */
  readonly isMeant: readonly boolean[]
}

/** Many employees share a contract, and its days. */
const DAYS = new WeakMap<StartDays, KnownDays>()
let daysNumbered = 0

function daysOf(calendar: Calendar, on: StartDays): KnownDays {
  const known = DAYS.get(on)
  if (known?.calendar === calendar) return known
  const [weekdays, dates] = [new Set(on.weekdays), new Set(on.dates)]
  daysNumbered += 1
  const found = { calendar, number: daysNumbered, isMeant: calendar.days.map(({ weekday, date }) => weekdays.has(weekday) || dates.has(date)) }
  DAYS.set(on, found)
  return found
}

/** Lists of shifts with one of several tags that are kept for one row. */
const MOST_LISTS = 100

/** The places of the shifts of a row, from 0. */
export function placesIn(shifts: readonly Shift[]): ReadonlyMap<Shift, number> {
  return taggedOf(shifts).places
}

/** The shifts of a row by tag, and those with one of several tags. Many rules ask for the same. */
interface Tagged {
  readonly places: ReadonlyMap<Shift, number>
  readonly byTag: ByTag<Shift>
  readonly lists: Map<string, readonly Shift[]>
}

const KNOWN = new WeakMap<readonly Shift[], Tagged>()

function taggedOf(shifts: readonly Shift[]): Tagged {
  const known = KNOWN.get(shifts)
  if (known !== undefined) return known
  const tagged: Tagged = { places: new Map(shifts.map((shift, place) => [shift, place])), byTag: new ByTag(shifts), lists: new Map() }
  KNOWN.set(shifts, tagged)
  return tagged
}

/** `2 shifts tagged night or late starting on Saturday, Sunday or 2026-12-24`; `2 shifts` where every shift counts. */
export function countedInWords(shifts: string, { tags, on }: Counted, teller: Teller): string {
  const tagged = taggedInWords(shifts, tags, teller)
  return on === undefined ? tagged : teller.say('count.startingOn', { shifts: tagged, days: daysInWords(on, teller) })
}

/** True where not every shift counts. */
export function isOfSome({ tags, on }: Counted): boolean {
  return tags.length > 0 || on !== undefined
}

const NAMED_DATES = 3

/** A Monday, in days since 1970. */
const SOME_MONDAY = 4

function daysInWords({ weekdays, dates }: StartDays, { say, weekday, date, oneOf }: Teller): string {
  const named = [...new Set(weekdays)].sort((a, b) => a - b).map((day) => weekday(dateOfEpochDay(SOME_MONDAY + day)))
  const shown = [...named, ...dates.slice(0, NAMED_DATES).map(date)]
  if (dates.length > NAMED_DATES) shown.push(say('count.moreDates', { count: dates.length - NAMED_DATES }))
  return oneOf(shown)
}

/** Tags that a text has by name; a rule may have thousands, and be broken in as many places. */
const NAMED_TAGS = 10

/** `2 shifts tagged night or late`; `2 shifts` without tags. */
export function taggedInWords(shifts: string, tags: readonly string[], { say }: Teller): string {
  if (tags.length === 0) return shifts
  const named = tags.slice(0, NAMED_TAGS).reduce((told, tag) => say('count.or', { tags: told, tag }))
  const more = tags.length - NAMED_TAGS
  return say('count.tagged', { shifts, tags: more > 0 ? say('list.more', { listed: named, count: more }) : named })
}
