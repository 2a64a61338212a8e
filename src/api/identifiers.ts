import type { Identifier } from '../model/units.ts'
import { type Place, integerFrom, isGiven, listOf, shown } from './fields.ts'
import type { IssueList } from './issues.ts'
import { MAX_ID_TEXT, RANGES } from './limits.ts'

/** What no printable text has: control characters, signs that nobody sees, and halves of characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const WHOLE_NUMBER = /^(?:0|-?[1-9]\d{0,15})$/
const NOTHING: readonly never[] = []

/** The id in a field, a whole number or a text of 1 to 64 printable characters; null when it is absent or, with an error, neither. */
export function idOf(place: Place, key: string): Identifier | null {
  const value = place.fields[key]
  return value === undefined || value === null ? null : readId(place.issues, `${place.pointer}/${key}`, key, value)
}

/** As `idOf`; an absent field is an error, and what could not be read is 0. */
export function requiredId(place: Place, key: string): Identifier {
  return isGiven(place, key) ? (idOf(place, key) ?? 0) : 0
}

/** The ids of the list in a field; `check`, if given, says whether one is good and reports it when it is not. */
export function idsOf(place: Place, key: string, check?: (id: Identifier, pointer: string) => boolean): readonly Identifier[] {
  const list = listOf(place, key)
  if (list.length === 0) return NOTHING
  const ids: Identifier[] = []
  for (let i = 0; i < list.length; i += 1) {
    const pointer = `${place.pointer}/${key}/${i}`
    const id = readId(place.issues, pointer, `each of ${key}`, list[i])
    if (id !== null && (check === undefined || check(id, pointer))) ids.push(id)
  }
  return ids
}

/** True for what can be an id. */
export function isId(value: unknown): value is Identifier {
  return typeof value === 'string' ? isIdText(value) : Number.isSafeInteger(value)
}

/** A value as an id; null, with an error that calls it `name`, for any other. */
export function readId(issues: IssueList, pointer: string, name: string, value: unknown): Identifier | null {
  if (typeof value !== 'string') return integerFrom(issues, pointer, name, value, RANGES.id)
  if (isIdText(value)) return value
  if (value === '') issues.error(pointer, 'text-empty', `${name} is empty.`, 'Send a number or a text, or null when there is none.')
  else if (value.length > MAX_ID_TEXT)
    issues.error(pointer, 'text-too-long', `${name} has ${value.length} characters; at most ${MAX_ID_TEXT} are allowed.`, 'Send a shorter id.')
  else
    issues.error(
      pointer,
      'text-unprintable',
      `${name} is ${shown(value)}, which has a character that nobody can see.`,
      'Send printable characters alone, such as letters, digits and signs.',
    )
  return null
}

function isIdText(value: string): boolean {
  return value !== '' && value.length <= MAX_ID_TEXT && !UNPRINTABLE.test(value)
}

/** Notes the id of an entry; reports it when an earlier one has it. */
export function claimId(place: Place, id: Identifier, seen: Map<Identifier, number>, index: number): void {
  if (!isId(place.fields['id'])) return
  const earlier = seen.get(id)
  if (earlier === undefined) {
    seen.set(id, index)
    return
  }
  place.issues.error(
    `${place.pointer}/id`,
    'id-duplicate',
    `The id ${shown(id)} is taken by entry ${earlier} of the same list.`,
    'Give every entry an id of its own.',
  )
}

/** The same id in the other type, `"7"` of `7` and `7` of `"7"`; null for a text that is no whole number. */
export function twinOf(id: Identifier): Identifier | null {
  if (typeof id === 'number') return String(id)
  return WHOLE_NUMBER.test(id) && Number.isSafeInteger(Number(id)) ? Number(id) : null
}

/** What to do about an id that nothing has: where only its type is wrong, which one it should be. */
export function hintForUnknownId(known: { has(id: Identifier): boolean }, id: Identifier, otherwise: string): string {
  const twin = twinOf(id)
  if (twin === null || !known.has(twin)) return otherwise
  return typeof id === 'string' ? `The id is the number ${twin}: send it without quotes.` : `The id is the text "${twin}": send it in quotes.`
}

/**
 * Refuses ids of one kind of thing of which one is `7` and another `"7"`: people, tables and pages would take them for the same. `what`: such as "shift";
 * `pointerOf`: where an id stands. Only texts are compared, so that ids that are numbers cost nothing.
 */
export function checkTwins(
  issues: IssueList,
  what: string,
  ids: { has(id: Identifier): boolean; keys(): Iterable<Identifier> },
  pointerOf: (id: Identifier) => string,
): void {
  for (const id of ids.keys()) {
    if (typeof id === 'number') continue
    const twin = twinOf(id)
    if (twin === null || !ids.has(twin)) continue
    issues.error(
      pointerOf(id),
      'id-number-and-text',
      `The ${what} ids ${twin} and ${shown(id)} are in one schedule, a number and a text that look the same.`,
      'Send all ids of one kind as numbers, or all as texts.',
    )
  }
}
