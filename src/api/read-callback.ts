import { reportMissing, shown, textOf } from './fields.ts'
import type { Place } from './fields.ts'

/** Where the solved schedule is posted, with the header that the client asked for. */
export interface CallbackTarget {
  readonly url: string
  readonly headerName: string | null
  readonly headerValue: string | null
}

const MAX_URL = 2048
const MAX_HEADER_VALUE = 8192
const NAME = 'callbackAuthenticationHeaderName'
const VALUE = 'callbackAuthenticationHeaderValue'

/** Headers that the transport or Turnus itself sets; a client's value would break the call or forge its signature. */
const TAKEN_HEADERS = new Set(
  'host content-length content-type content-encoding transfer-encoding connection keep-alive upgrade te trailer expect proxy-connection user-agent accept webhook-id webhook-timestamp webhook-signature'.split(
    ' ',
  ),
)

/** Reads the callback's address and header; whether the address may be called is for others to say. Null when none is given. */
export function readCallback(document: Place, need: 'required' | 'optional'): CallbackTarget | null {
  const { fields, issues } = document
  // Clients that have no header send empty texts.
  const isGiven = (key: string): boolean => (fields[key] ?? null) !== null && !isBlank(fields[key])
  const headerName = isGiven(NAME) ? textOf(document, NAME) : null
  const headerValue = isGiven(VALUE) ? readHeaderValue(document) : null
  if (isGiven(NAME) !== isGiven(VALUE)) {
    const [given, absent] = isGiven(NAME) ? [NAME, VALUE] : [VALUE, NAME]
    issues.error(`/${absent}`, 'callback-header-incomplete', `${given} is given without ${absent}.`, 'Give both or neither.')
  }
  if (headerName !== null) checkHeaderName(document, headerName)
  if (headerValue !== null && !/^[\t\x20-\x7e\x80-\xff]*$/.test(headerValue)) {
    issues.error(
      `/${VALUE}`,
      'callback-header-invalid',
      'The value has characters that an HTTP header cannot carry.',
      'Use visible ASCII characters.',
    )
  }
  if (!isGiven('callbackUrl')) {
    if (need === 'required') reportMissing(document, 'callbackUrl', HOW_TO_POLL)
    return null
  }
  const url = textOf(document, 'callbackUrl', MAX_URL)
  if (url === null) return null
  checkUrl(document, url)
  return { url, headerName, headerValue }
}

/** What to do without a place that can be called. */
const HOW_TO_POLL =
  'Say where the solved schedule is to be posted. Who wants to fetch it instead gives any address of theirs, and asks GET /api/v1/gateway/{solverProblemId}/solution (204 until there is one).'

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}

/** The secret of the two: whatever is wrong with it, no issue shows it. */
function readHeaderValue(document: Place): string | null {
  const value = document.fields[VALUE] ?? null
  if (value === null || typeof value === 'string') return textOf(document, VALUE, MAX_HEADER_VALUE)
  document.issues.error(`/${VALUE}`, 'wrong-type', `${VALUE} must be a text.`, 'Send a text in quotes.')
  return null
}

function checkHeaderName(document: Place, name: string): void {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
    document.issues.error(
      `/${NAME}`,
      'callback-header-invalid',
      `${shown(name)} is not the name of an HTTP header.`,
      'Use letters, digits and hyphens, such as X-API-Key.',
    )
  } else if (TAKEN_HEADERS.has(name.toLowerCase())) {
    document.issues.error(
      `/${NAME}`,
      'callback-header-invalid',
      `The header ${name} is set by Turnus.`,
      'Use another header, such as X-API-Key or Authorization.',
    )
  }
}

function checkUrl(document: Place, url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : null
  const isAddress = parsed !== null && /^https?:\/\//i.test(url) && parsed.username === '' && parsed.password === ''
  if (isAddress) return
  const detail =
    parsed !== null && (parsed.username !== '' || parsed.password !== '')
      ? 'callbackUrl contains a user name or password.'
      : `callbackUrl is ${shown(url)}, which is not an absolute http or https URL.`
  document.issues.error(
    '/callbackUrl',
    'callback-url-invalid',
    detail,
    'Write it like https://consumer.example/hooks/solved; put secrets into the callback header.',
  )
}
