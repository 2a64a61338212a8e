import type { TObject } from 'typebox'
import { LONGEST_NAME } from '../access/names.ts'
import { isGiven, openObject, type Place, shapeOf, shown } from '../api/fields.ts'
import { IssueList } from '../api/issues.ts'
import { GatewayError } from '../model/errors.ts'

/** A small JSON body that a route takes: its schema, and how it is called in sentences. */
interface Body {
  readonly name: string
  readonly schema: TObject
}

/**
 * Reads the fields of a small JSON body with `read`, which reports into the issues of the place. Throws `request-invalid` with everything that
 * is wrong with it, unknown fields included: a setting of access that is ignored for a typing error would be worse than a refusal.
 */
export function readRequest<Result>(document: unknown, { name, schema }: Body, read: (place: Place) => Result): Result {
  const issues = new IssueList({ strict: true })
  const place = openObject(issues, '', document, shapeOf(name, schema))
  const result = place === null ? null : read(place)
  const { errors } = issues.finish()
  if (result !== null && errors.length === 0) return result
  const count = errors.length === 1 ? 'One thing is' : `${errors.length} things are`
  throw new GatewayError('request-invalid', `${count} wrong with ${name}.`, 'Correct what errors lists and send it again.', { issues: errors })
}

/** The id or name in a field; null when it is absent or, with an error, neither. */
export function idOrNameOf(place: Place, key: string): number | string | null {
  const value = place.fields[key]
  return value === undefined || value === null ? null : idOrNameFrom(place.issues, { pointer: `${place.pointer}/${key}`, name: key }, value)
}

/** As `idOrNameOf`; an absent field is an error, and what could not be read is empty. */
export function requiredIdOrName(place: Place, key: string): number | string {
  return (isGiven(place, key) ? idOrNameOf(place, key) : null) ?? ''
}

/** One entry of a list of ids and names; null, with an error, when it is neither. */
export function idOrNameFrom(issues: IssueList, at: { readonly pointer: string; readonly name: string }, value: unknown): number | string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  if (typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME) return value
  const hint = `Send an id, or a name of 1 to ${LONGEST_NAME} characters.`
  if (value === '') issues.error(at.pointer, 'text-empty', `${at.name} is empty.`, hint)
  else if (typeof value === 'string') issues.error(at.pointer, 'text-too-long', `${at.name} has ${value.length} characters.`, hint)
  else issues.error(at.pointer, 'wrong-type', `${at.name} must be an id or a name, not ${shown(value)}.`, hint)
  return null
}
