import { GatewayError } from '../model/errors.ts'

/** Characters of a name. */
export const LONGEST_NAME = 200
/** Ids are PostgreSQL bigint; one of more digits than this is no id of ours, and would overflow. */
const MOST_DIGITS = 15

/** The id that a text of digits means; null for anything else, which is then a name. Names work wherever ids do. */
export function readId(idOrName: string | number): number | null {
  const text = String(idOrName)
  return /^[1-9]\d*$/.test(text) && text.length <= MOST_DIGITS ? Number(text) : null
}

/** The name, trimmed. Throws `request-invalid` when it is empty, too long, unprintable, or looks like an id. */
export function checkName(what: string, name: string): string {
  const trimmed = name.trim()
  if (trimmed !== '' && isPrintable(trimmed) && !/^\d+$/.test(trimmed)) return trimmed
  const detail = `"${name.slice(0, LONGEST_NAME)}" cannot be the name of ${what === 'organization' ? 'an' : 'a'} ${what}.`
  throw nameInvalid(detail, `Give 1 to ${LONGEST_NAME} printable characters that are not all digits, so that names and ids cannot be confused.`)
}

/** As `checkName`, for a name that only people read: it may be empty or all digits. */
export function checkLabel(name: string): string {
  const trimmed = name.trim()
  if (isPrintable(trimmed)) return trimmed
  throw nameInvalid(`"${name.slice(0, LONGEST_NAME)}" cannot be a name.`, `Give at most ${LONGEST_NAME} printable characters.`)
}

function isPrintable(name: string): boolean {
  return name.length <= LONGEST_NAME && name.isWellFormed() && !/\p{Cc}/u.test(name)
}

function nameInvalid(detail: string, hint: string): GatewayError {
  return new GatewayError('request-invalid', detail, hint, { issues: [{ pointer: '/name', code: 'name-invalid', detail, hint }] })
}
