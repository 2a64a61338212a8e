import { GatewayError } from '../model/errors.ts'

const LONGEST_NAME = 200
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
  if (trimmed !== '' && trimmed.length <= LONGEST_NAME && !/^\d+$/.test(trimmed) && !/\p{Cc}/u.test(trimmed)) return trimmed
  throw new GatewayError(
    'request-invalid',
    `"${name.slice(0, LONGEST_NAME)}" cannot be the name of ${what === 'organization' ? 'an' : 'a'} ${what}.`,
    `Give 1 to ${LONGEST_NAME} printable characters that are not all digits, so that names and ids cannot be confused.`,
  )
}
