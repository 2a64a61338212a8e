import { suggest } from './suggest.ts'

/** Fields that a bare number most probably means, where an object is taken. */
const MEANT_BY_NUMBER = ['id', 'maxSeconds', 'firstPriorityWeight'] as const
/** An entry of a list has its position as the last step of its pointer. */
const ENTRY = /\/\d+$/
const LOCAL_DATE = /^\d{4}-\d\d-\d\d$/
const MAX_SHOWN = 40
/** Among what is known of the words of a choice: what to do about a value that is no text. */
export const NO_TEXT = 'a value that is no text'

/** What to send instead of `value` at `pointer`, where an object with the fields `known` is taken. */
export function hintForObject(value: unknown, pointer: string, known: ReadonlySet<string>): string {
  // Languages with one kind of array for both, such as PHP, write an empty object so.
  if (Array.isArray(value) && value.length === 0 && !ENTRY.test(pointer)) return 'Send {} instead of [], or leave it out.'
  if (typeof value === 'string' && LOCAL_DATE.test(value) && known.has('date')) return `Send an object, such as {"date": "${value}"}.`
  // A membership, of a team or a skill: text ids stand alone elsewhere.
  if (typeof value === 'string' && value !== '' && value.length <= MAX_SHOWN && ENTRY.test(pointer) && known.has('id') && known.has('end'))
    return `Send an object, such as {"id": ${JSON.stringify(value)}}.`
  const field = typeof value === 'number' ? MEANT_BY_NUMBER.find((name) => known.has(name)) : undefined
  return field === undefined ? 'Send an object with named fields.' : `Send an object, such as {"${field}": ${String(value)}}.`
}

/** What to send instead of `value`, where a list is taken. */
export function hintForList(value: unknown): string {
  if (typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_SHOWN)) return `Send a list, such as [${JSON.stringify(value)}].`
  const keys = fieldsOf(value)
  if (keys === null) return 'Send a list: [ … ].'
  if (keys.length === 0) return 'Send [] instead of {}.'
  if (!keys.every((key) => /^\d{1,16}$/.test(key))) return 'Send a list: [ … ].'
  const shownKeys = keys.slice(0, 2).map((key) => `"${key}"`)
  return `Send the values alone as a list, without the ${keys.length === 1 ? 'key' : 'keys'} ${shownKeys.join(', ')} …`
}

/** A length as clocks and ISO 8601 write it: `37:00`, `37:30:00`, `PT37H30M`. */
const CLOCK = /^(\d{1,5}):([0-5]\d)(?::00)?$/
const DURATION = /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,7})M)?)?$/
const QUOTED_NUMBER = /^-?\d{1,12}(?:[.,]\d{1,6})?$/

/** The minutes of such a length; null when it is none. */
function minutesOf(text: string): number | null {
  const [, hours, minutes] = CLOCK.exec(text) ?? []
  if (hours !== undefined) return 60 * Number(hours) + Number(minutes)
  const [whole, days = '0', ofHours = '0', ofMinutes = '0'] = DURATION.exec(text) ?? []
  return whole === undefined || whole.length < 3 ? null : 1440 * Number(days) + 60 * Number(ofHours) + Number(ofMinutes)
}

/** What to send instead of a length that was written as clocks do; null where it was not. */
function hintForLength(value: unknown, unit: 'minutes' | 'hours'): string | null {
  const minutes = typeof value === 'string' ? minutesOf(value) : null
  if (minutes === null) return null
  return `Send ${unit === 'minutes' ? minutes : Number((minutes / 60).toFixed(4))}: the field is in ${unit}.`
}

/** What to send instead of a number with a fraction, where a whole one is taken. */
export function hintForFraction(value: number, unit?: 'minutes' | 'hours'): string {
  if (unit !== 'minutes' || value < 0) return 'Round it.'
  return `If ${value} hours are meant, send ${Math.round(60 * value)}; else send a whole number of minutes.`
}

/** What to send instead of `value`, where a whole number is taken. */
export function hintForInteger(value: unknown, unit?: 'minutes' | 'hours'): string {
  const length = unit === undefined ? null : hintForLength(value, unit)
  if (length !== null) return length
  if (typeof value === 'string' && unit === 'minutes' && QUOTED_NUMBER.test(value) && /[.,]/.test(value))
    return hintForFraction(Number(value.replace(',', '.')), unit)
  if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return 'Send the number without quotes.'
  if (value === '') return 'Send a whole number, or null when there is none.'
  const id = fieldsOf(value) === null ? null : (value as Readonly<Record<string, unknown>>)['id']
  return Number.isSafeInteger(id) ? `Send the id alone: ${String(id)}.` : 'Send a whole number.'
}

/** What to send instead of `value`, where a number that may have a fraction is taken. */
export function hintForNumber(value: unknown, unit?: 'minutes' | 'hours'): string {
  const length = unit === undefined ? null : hintForLength(value, unit)
  if (length !== null) return length
  const isQuoted = typeof value === 'string' && QUOTED_NUMBER.test(value)
  return isQuoted ? `Send the number without quotes, such as ${value.replace(',', '.')}.` : 'Send a number.'
}

/**
 * What to do about the field `name` that is missing in `fields`: whoever nearly wrote it is told where, and whoever put everything into another
 * object too. `known`: the fields that there are.
 */
export function hintForMissing(
  name: string,
  { fields, known }: { readonly fields: Readonly<Record<string, unknown>>; readonly known: ReadonlySet<string> },
  otherwise: string,
): string {
  const unknown = unknownOf(fields, known)
  const written = suggest(name, unknown) ?? unknown.find((key) => surrounds(key, name)) ?? null
  if (written !== null) return `Did you mean it by "${written}"? Call that "${name}".`
  const around = unknown.find((key) => fieldsOf(fields[key]) !== null && (fields[key] as Readonly<Record<string, unknown>>)[name] !== undefined)
  return around === undefined ? otherwise : `It stands in "${around}": send what is in there, without "${around}" around it.`
}

/** More unknown fields are not looked at. */
const MAX_UNKNOWN = 50

/** The short names of fields that the contract does not know, and that say something. */
function unknownOf(fields: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): string[] {
  const unknown: string[] = []
  for (const key in fields) {
    if (known.has(key) || key.length > MAX_SHOWN || fields[key] === null) continue
    unknown.push(key)
    if (unknown.length === MAX_UNKNOWN) break
  }
  return unknown
}

/** True of a longer name with this one at its beginning or its end as a word: `spotId` and `spot`, `shift_id` and `id`. */
function surrounds(key: string, name: string): boolean {
  if (key.length <= name.length) return false
  const capital = name[0]!.toUpperCase() + name.slice(1)
  return (key.startsWith(name) && /[A-Z_-]/.test(key[name.length]!)) || key.endsWith(capital) || key.endsWith(`_${name}`)
}

/** The names of the fields of an object; null for anything else. */
function fieldsOf(value: unknown): string[] | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : null
}

/** What a field is called in a sentence: entries of lists have no name. */
export function inWords(key: string): string {
  return /^\d+$/.test(key) ? 'The entry' : key
}
