import { type Place, requiredInteger, textOf } from './fields.ts'
import { MAX_ID_TEXT, RANGES } from './limits.ts'

/** The id in a field, a whole number or a text of 1 to 64 characters; 0 when it is absent or, with an error, neither. */
export function requiredIdentifier(place: Place, key: string): number | string {
  if (typeof place.fields[key] !== 'string') return requiredInteger(place, key, RANGES.id)
  const id = textOf(place, key, MAX_ID_TEXT) ?? ''
  if (place.fields[key] === '') place.issues.error(`${place.pointer}/${key}`, 'text-empty', `${key} is empty.`, `Send a number or a text as ${key}.`)
  return id
}

/** As `requiredIdentifier`; null when it is absent. */
export function identifierOf(place: Place, key: string): number | string | null {
  return (place.fields[key] ?? null) === null ? null : requiredIdentifier(place, key)
}

/** True for what can be an id: a whole number or a text. */
export function isIdentifier(value: unknown): boolean {
  return Number.isSafeInteger(value) || (typeof value === 'string' && value !== '')
}
