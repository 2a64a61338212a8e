import { hintForForeign } from './foreign-names.ts'
import { hintForMoment } from './foreign-times.ts'
import { hintForFraction, hintForInteger, hintForList, hintForMissing, hintForNumber, hintForObject, inWords } from './hints.ts'
import type { IssueList } from './issues.ts'
import { MAX_LIST, MAX_TEXT } from './limits.ts'
import type { Range } from './limits.ts'
import { didYouMean } from './suggest.ts'
import { MINUTES_PER_DAY } from '../model/units.ts'
import { instantOfWall, lacksOffset, parseDateTime, parseLocalDate, parseWallTime, timeFault } from './times.ts'
import type { Clock } from './times.ts'

/** What is known of the objects of one kind: its name in sentences, and the fields that it may have. */
export interface Shape {
  readonly name: string
  readonly known: ReadonlySet<string>
  /** Other names that people write for a field. */
  readonly synonyms: ReadonlyMap<string, string>
  /** Other spellings of a field that are read as it is. */
  readonly spellings?: ReadonlyMap<string, string>
  /** What to do about a field of another interface that has no counterpart here. */
  readonly advice?: ReadonlyMap<string, string>
}

/** One JSON object of the document, with where it stands. */
export interface Place {
  readonly issues: IssueList
  /** RFC 6901, without a trailing slash. */
  readonly pointer: string
  readonly fields: Readonly<Record<string, unknown>>
  /** The fields that there are; absent where that is not known yet. */
  readonly known?: ReadonlySet<string>
}

const NO_SYNONYMS: ReadonlyMap<string, string> = new Map()
const NOTHING: readonly never[] = []

/** The shape that a schema of an object describes. */
export function shapeOf(name: string, schema: { readonly properties: object }, more: Partial<Omit<Shape, 'name' | 'known'>> = {}): Shape {
  return { name, known: new Set(Object.keys(schema.properties)), synonyms: NO_SYNONYMS, ...more }
}

/** True for what JSON calls an object. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One step of an RFC 6901 pointer. */
export function pointerStep(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

const MAX_SHOWN = 60

/** A value as a sentence can show it: short whatever it is, and never nested. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value)
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}

/** Opens a value that must be an object; null, with an error, when it is not. Unknown fields are reported. */
export function openObject(issues: IssueList, pointer: string, value: unknown, shape: Shape): Place | null {
  if (!isJsonObject(value)) {
    issues.error(pointer, 'wrong-type', `${shape.name} must be an object, not ${shown(value)}.`, hintForObject(value, pointer, shape.known))
    return null
  }
  let fields = value
  for (const key in value) {
    if (shape.known.has(key)) continue
    const field = shape.spellings?.get(key)
    if (field === undefined) reportUnknown(issues, pointer, key, shape)
    else if (value[field] === undefined) fields = { ...fields, [field]: value[key] }
    else issues.warn(`${pointer}/${key}`, 'field-ignored', `${key} is ignored beside ${field}.`, 'Leave it out.')
  }
  return { issues, pointer, fields, known: shape.known }
}

function reportUnknown(issues: IssueList, pointer: string, key: string, shape: Shape): void {
  issues.unknown(`${shape.name} ${key.slice(0, MAX_SHOWN)}`, () => {
    const synonym = shape.synonyms.get(key)
    const hint =
      shape.advice?.get(key) ??
      (synonym === undefined
        ? (hintForForeign(key, shape) ?? didYouMean(key, shape.known, 'Leave it out, or see the contract for the fields there are.'))
        : `Did you mean "${synonym}"?`)
    return {
      pointer: `${pointer}/${pointerStep(key)}`,
      code: 'field-unknown',
      detail: `${shape.name} has no field ${shown(key)}; it is ignored.`,
      hint,
    }
  })
}

/** Opens the object in a field; null when it is absent or, with an error, of another type. */
export function objectOf(place: Place, key: string, shape: Shape): Place | null {
  const value = place.fields[key]
  return value === undefined || value === null ? null : openObject(place.issues, `${place.pointer}/${key}`, value, shape)
}

/** The list in a field; empty when it is absent or, with an error, of another type or longer than `atMost`. */
export function listOf(place: Place, key: string, atMost = MAX_LIST): readonly unknown[] {
  const value = place.fields[key]
  if (value === undefined || value === null) return NOTHING
  if (!Array.isArray(value)) return wrongType(place, key, value, 'a list', { fallback: NOTHING, hint: hintForList(value) })
  if (value.length <= atMost) return value
  place.issues.error(
    `${place.pointer}/${key}`,
    'list-too-long',
    `${key} has ${value.length} entries; at most ${atMost} are allowed.`,
    'Split the schedule, or ask the operator for a higher limit.',
  )
  return NOTHING
}

/** The objects of the list in a field, each opened; entries that are none are reported and left out. */
export function objectsOf(place: Place, key: string, shape: Shape, atMost = MAX_LIST): Place[] {
  const places: Place[] = []
  for (const [index, value] of listOf(place, key, atMost).entries()) {
    const opened = openObject(place.issues, `${place.pointer}/${key}/${index}`, value, shape)
    if (opened !== null) places.push(opened)
  }
  return places
}

/** True when a field is there and not null; else it is reported as missing. */
export function isGiven(place: Place, key: string): boolean {
  const value = place.fields[key]
  if (value !== undefined && value !== null) return true
  reportMissing(place, key, `Add ${key}.`)
  return false
}

/** Reports that a field is missing; `otherwise`: what to do, unless its name was nearly written. */
export function reportMissing({ issues, pointer, fields, known }: Place, key: string, otherwise: string): void {
  issues.error(`${pointer}/${key}`, 'field-missing', `${key} is required.`, () =>
    known === undefined ? otherwise : hintForMissing(key, { fields, known }, otherwise),
  )
}

/** The whole number in a field; null when it is absent or, with an error, wrong. */
export function integerOf(place: Place, key: string, range: Range): number | null {
  const value = place.fields[key]
  return value === undefined || value === null ? null : integerFrom(place.issues, `${place.pointer}/${key}`, key, value, range)
}

/** A value as a whole number within a range; null, with an error that calls it `name`, for any other. */
export function integerFrom(issues: IssueList, pointer: string, name: string, value: unknown, range: Range): number | null {
  // `+ 0` turns −0 into 0.
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= range.min && value <= range.max) return value + 0
  reportInteger(issues, pointer, name, value, range)
  return null
}

/** As `integerOf`; an absent field is an error, and what could not be read is 0. */
export function requiredInteger(place: Place, key: string, range: Range): number {
  return isGiven(place, key) ? (integerOf(place, key, range) ?? 0) : 0
}

function reportInteger(issues: IssueList, pointer: string, name: string, value: unknown, range: Range): void {
  if (typeof value !== 'number') {
    issues.error(pointer, 'wrong-type', `${name} must be an integer, not ${shown(value)}.`, hintForInteger(value, range.unit))
  } else if (!Number.isInteger(value)) {
    issues.error(pointer, 'not-an-integer', `${name} must be a whole number, not ${value}.`, hintForFraction(value, range.unit))
  } else if (!Number.isSafeInteger(value)) {
    issues.error(
      pointer,
      'integer-unsafe',
      `${name} is ${value}, which JSON numbers cannot keep exactly.`,
      'Use integers between −9007199254740991 and 9007199254740991.',
    )
  } else {
    reportRange(issues, pointer, name, value, range)
  }
}

function reportRange(
  issues: IssueList,
  pointer: string,
  name: string,
  value: number,
  range: Range,
  hintAbove: (value: number) => string = () => `Send at most ${range.max}.`,
): void {
  issues.error(
    pointer,
    'out-of-range',
    `${name} must be ${range.min} to ${range.max}, not ${value}.`,
    value < range.min ? `Send at least ${range.min}.` : hintAbove(value),
  )
}

/** The number in a field, which may have a fraction; null when it is absent or, with an error, wrong. `hintAbove` says what to do about too much. */
export function fractionOf(place: Place, key: string, range: Range, hintAbove?: (value: number) => string): number | null {
  const value = place.fields[key]
  if (value === undefined || value === null) return null
  if (typeof value !== 'number' || !Number.isFinite(value))
    return wrongType(place, key, value, 'a number', { fallback: null, hint: hintForNumber(value, range.unit) })
  if (value >= range.min && value <= range.max) return value + 0
  reportRange(place.issues, `${place.pointer}/${key}`, key, value, range, hintAbove)
  return null
}

/** The truth in a field; `absent` when it is not there or, with an error, of another type. */
export function flagOf<Absent extends boolean | null>(place: Place, key: string, absent: Absent): boolean | Absent {
  const value = place.fields[key]
  if (typeof value === 'boolean') return value
  return value === undefined || value === null ? absent : wrongType(place, key, value, 'true or false', { fallback: absent })
}

/** The text in a field; null when it is absent or, with an error, of another type or too long. */
export function textOf(place: Place, key: string, atMost = MAX_TEXT): string | null {
  const value = place.fields[key]
  if (value === undefined || value === null) return null
  return textFrom(place.issues, `${place.pointer}/${key}`, key, value, atMost)
}

/** As `textOf`; absent and empty are errors, and what could not be read is empty. */
export function requiredText(place: Place, key: string, atMost = MAX_TEXT): string {
  if (!isGiven(place, key)) return ''
  const value = textOf(place, key, atMost)
  if (value === '') place.issues.error(`${place.pointer}/${key}`, 'text-empty', `${key} is empty.`, `Fill in ${key}.`)
  return value ?? ''
}

/** A value as a text; null, with an error that calls it `name`, for any other or one that is too long. */
export function textFrom(issues: IssueList, pointer: string, name: string, value: unknown, atMost: number): string | null {
  if (typeof value !== 'string') {
    issues.error(pointer, 'wrong-type', `${name} must be a text, not ${shown(value)}.`, 'Send a text in quotes.')
    return null
  }
  if (value.length <= atMost) return value
  issues.error(pointer, 'text-too-long', `${name} has ${value.length} characters; at most ${atMost} are allowed.`, 'Shorten it.')
  return null
}

/** The texts of the list in a field; entries that are none are reported and left out. */
export function textsOf(place: Place, key: string): readonly string[] {
  const list = listOf(place, key)
  if (list.length === 0) return NOTHING
  const texts: string[] = []
  for (let i = 0; i < list.length; i += 1) {
    const text = textFrom(place.issues, `${place.pointer}/${key}/${i}`, key, list[i], MAX_TEXT)
    if (text !== null) texts.push(text)
  }
  return texts
}

/** One of a set of words in a field; null when it is absent or, with an error, none of them. */
export function choiceOf<Word extends string>(place: Place, key: string, words: readonly Word[], advice = NO_SYNONYMS): Word | null {
  const value = place.fields[key]
  if (value === undefined || value === null) return null
  for (const word of words) if (word === value) return word
  const otherwise = `Use one of ${words.join(', ')}.`
  if (typeof value !== 'string') return wrongType(place, key, value, 'a text', { fallback: null, hint: otherwise })
  place.issues.error(
    `${place.pointer}/${key}`,
    'choice-unknown',
    `${inWords(key)} is ${shown(value)}; it takes ${words.join(', ')}.`,
    advice.get(value.toUpperCase()) ?? didYouMean(value, words, otherwise),
  )
  return null
}

/** As `choiceOf`; an absent field is an error, and what could not be read is the first word. `advice`: what to do about words of others, in capitals. */
export function requiredChoice<Word extends string>(place: Place, key: string, words: readonly [Word, ...Word[]], advice = NO_SYNONYMS): Word {
  return (isGiven(place, key) ? choiceOf(place, key, words, advice) : null) ?? words[0]
}

/** The instant in a field, in minutes since 1970; null when it is absent or, with an error, neither a date-time with offset nor one of the clock's zone. */
export function instantOf(place: Place, key: string, clock: Clock): number | null {
  const value = place.fields[key]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string')
    return wrongType(place, key, value, 'a date-time in quotes', { fallback: null, hint: hintForMoment(value) ?? DATE_TIME_HINT })
  const instant = parseDateTime(value)
  if (!Number.isNaN(instant)) return instant
  const wall = clock.isNamed ? parseWallTime(value) : null
  if (wall !== null) return localInstant(place, key, wall, clock)
  reportInstant(place, key, value)
  return null
}

/** An instant of the wall clock; reported where the clock skips it, or shows it twice. */
function localInstant(place: Place, key: string, { epochDay, wallMin }: { epochDay: number; wallMin: number }, clock: Clock): number | null {
  const start = clock.startOfDay(epochDay)
  // Day by day, since looking up offsets takes 5 µs each, and a schedule may have 200,000 moments.
  if (clock.startOfDay(epochDay + 1) - start === MINUTES_PER_DAY && clock.offsetAt(start) === clock.offsetAt(start + MINUTES_PER_DAY))
    return start + wallMin
  const { instant, shown: times } = instantOfWall(clock, epochDay, wallMin)
  if (times === 'once') return instant
  const id = place.fields['id']
  const detail = `${key}${id === undefined ? '' : ` of ${shown(id)}`} is ${shown(place.fields[key])}, which the clocks of ${clock.timeZone}`
  const pointer = `${place.pointer}/${key}`
  if (times === 'twice') {
    place.issues.warn(pointer, 'time-shown-twice', `${detail} show twice; the first is taken.`, 'Write the offset to say which is meant.')
    return instant
  }
  place.issues.error(pointer, 'time-skipped', `${detail} skip.`, 'Correct it, or write the offset that is meant.')
  return null
}

const DATE_TIME_HINT = 'Write it like "2026-03-02T07:00:00+01:00", in quotes.'

function reportInstant(place: Place, key: string, value: string): void {
  const pointer = `${place.pointer}/${key}`
  const example = 'Write it like 2026-03-02T07:00:00+01:00 or 2026-03-02T06:00:00Z.'
  if (lacksOffset(value))
    place.issues.error(
      pointer,
      'date-time-without-offset',
      `${key} is ${shown(value)}, without an offset from UTC.`,
      'Append Z or an offset such as +01:00, or name the timeZone of the schedule.',
    )
  else if (!Number.isNaN(parseLocalDate(value)))
    place.issues.error(pointer, 'date-time-invalid', `${key} is the date ${shown(value)}, without a time of day.`, example)
  else {
    const fault = timeFault(value)
    const wrong = fault === null ? 'which is not an ISO 8601 date-time' : `but ${fault}`
    place.issues.error(pointer, 'date-time-invalid', `${key} is ${shown(value)}, ${wrong}.`, hintForMoment(value) ?? example)
  }
}

/**
 * The edge of a period in a field, in minutes since 1970: a date-time, or a local date, of which `side` says whether the day's
 * start or its end is meant. Null when it is absent or, with an error, neither.
 */
export function edgeOf(place: Place, key: string, side: 'start' | 'end', clock: Clock): number | null {
  const value = place.fields[key]
  if (typeof value === 'string' && value.length === 10) {
    const day = parseLocalDate(value)
    if (!Number.isNaN(day)) return clock.startOfDay(side === 'start' ? day : day + 1)
  }
  return instantOf(place, key, clock)
}

/** As `edgeOf`; an absent field is an error. */
export function requiredEdge(place: Place, key: string, side: 'start' | 'end', clock: Clock): number | null {
  return isGiven(place, key) ? edgeOf(place, key, side, clock) : null
}

/** The local dates of the list in a field, as text; entries that are none are reported and left out. */
export function localDatesOf(place: Place, key: string): readonly string[] {
  return textsOf(place, key).filter((date, index) => isLocalDate(place, `${key}/${index}`, date))
}

/** The local date in a field, as text; null when it is absent or, with an error, none. */
export function localDateOf(place: Place, key: string): string | null {
  const date = textOf(place, key)
  return date !== null && isLocalDate(place, key, date) ? date : null
}

function isLocalDate(place: Place, path: string, date: string): boolean {
  if (!Number.isNaN(parseLocalDate(date))) return true
  const fault = date.length === 10 ? timeFault(date) : null
  place.issues.error(
    `${place.pointer}/${path}`,
    'date-invalid',
    `${path.split('/')[0]} names ${shown(date)}, ${fault === null ? 'which is not a local date' : `but ${fault}`}.`,
    'Write it like 2026-03-02.',
  )
  return false
}

/** Reports an end that is not after its start; both in minutes, null when they could not be read. */
export function checkOrder(place: Place, startKey: string, endKey: string, start: number | null, end: number | null): void {
  if (start === null || end === null || end > start) return
  place.issues.error(
    `${place.pointer}/${endKey}`,
    'end-not-after-start',
    `${endKey} ${shown(place.fields[endKey])} is not after ${startKey} ${shown(place.fields[startKey])}.`,
    `Let ${endKey} lie at least a minute after ${startKey}.`,
  )
}

/** Reports a least that is above its most. */
export function checkMinMax(place: Place, minKey: string, maxKey: string): void {
  const min = place.fields[minKey]
  const max = place.fields[maxKey]
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return
  place.issues.error(
    `${place.pointer}/${minKey}`,
    'min-above-max',
    `${minKey} is ${min}, above ${maxKey} ${max}.`,
    'Lower the one or raise the other.',
  )
}

/** Reports a value of a type that is not the field's; returns `fallback`. */
function wrongType<Fallback>(
  place: Place,
  key: string,
  value: unknown,
  wanted: string,
  { fallback, hint = `Send ${wanted}.` }: { readonly fallback: Fallback; readonly hint?: string },
): Fallback {
  place.issues.error(`${place.pointer}/${key}`, 'wrong-type', `${inWords(key)} must be ${wanted}, not ${shown(value)}.`, hint)
  return fallback
}
