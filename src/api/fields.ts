import { hintForForeign } from './foreign-names.ts'
import { hintForFraction, hintForInteger, hintForList, hintForMissing, hintForNumber, hintForObject, inWords, NO_TEXT } from './hints.ts'
import type { IssueList } from './issues.ts'
import { MAX_LIST, MAX_TEXT } from './limits.ts'
import type { Range } from './limits.ts'
import { didYouMean } from './suggest.ts'

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
    const quoted = typeof value === 'number' || typeof value === 'boolean' ? `Send it in quotes: "${value}".` : 'Send a text in quotes.'
    issues.error(pointer, 'wrong-type', `${name} must be a text, not ${shown(value)}.`, quoted)
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
  if (typeof value !== 'string') return wrongType(place, key, value, 'a text', { fallback: null, hint: advice.get(NO_TEXT) ?? otherwise })
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
export function wrongType<Fallback>(
  place: Place,
  key: string,
  value: unknown,
  wanted: string,
  { fallback, hint = `Send ${wanted}.` }: { readonly fallback: Fallback; readonly hint?: string },
): Fallback {
  place.issues.error(`${place.pointer}/${key}`, 'wrong-type', `${inWords(key)} must be ${wanted}, not ${shown(value)}.`, hint)
  return fallback
}
