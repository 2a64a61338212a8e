import { suggest } from './suggest.ts'

/** Fields that a bare number most probably means, where an object is taken. */
const MEANT_BY_NUMBER = ['id', 'maxSeconds', 'firstPriorityWeight'] as const
/** An entry of a list has its position as the last step of its pointer. */
const ENTRY = /\/\d+$/
const MAX_SHOWN = 40

/** What to send instead of `value` at `pointer`, where an object with the fields `known` is taken. */
export function hintForObject(value: unknown, pointer: string, known: ReadonlySet<string>): string {
  // Languages with one kind of array for both, such as PHP, write an empty object so.
  if (Array.isArray(value) && value.length === 0 && !ENTRY.test(pointer)) return 'Send {} instead of [], or leave it out.'
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

/** What to send instead of `value`, where a whole number is taken. */
export function hintForInteger(value: unknown): string {
  if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return 'Send the number without quotes.'
  if (value === '') return 'Send a whole number, or null when there is none.'
  const id = fieldsOf(value) === null ? null : (value as Readonly<Record<string, unknown>>)['id']
  return Number.isSafeInteger(id) ? `Send the id alone: ${String(id)}.` : 'Send a whole number.'
}

/** What to send instead of `value`, where a number that may have a fraction is taken. */
export function hintForNumber(value: unknown): string {
  const isQuoted = typeof value === 'string' && /^-?\d{1,12}(?:[.,]\d{1,6})?$/.test(value)
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
