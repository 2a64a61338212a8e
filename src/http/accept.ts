import { GatewayError } from '../model/errors.ts'

const MAX_ACCEPT_LENGTH = 4096

/**
 * True when an `Accept` header takes JSON; an absent or empty one takes everything. The most specific range decides (RFC 9110, 12.5.1).
 * Who names problem details alone has prepared for failures only, and gets the JSON of a success all the same.
 */
export function acceptsJson(header: string | undefined): boolean {
  if (header === undefined || header.trim() === '') return true
  if (header.length > MAX_ACCEPT_LENGTH) return false
  const ranges = header.split(',').map(parseRange)
  const decisive = ['application/json', 'application/problem+json', 'application/*', '*/*'].map((type) => ranges.find((range) => range.type === type))
  return (decisive.find((range) => range !== undefined)?.quality ?? 0) > 0
}

/** Throws `not-acceptable` unless the header takes JSON. */
export function requireJsonAccepted(header: string | undefined): void {
  if (acceptsJson(header)) return
  throw new GatewayError('not-acceptable', 'Answers are JSON, which the Accept header does not take.', 'Send Accept: application/json.')
}

function parseRange(text: string): { type: string; quality: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { type, quality: quality === undefined ? 1 : Number.parseFloat(quality) || 0 }
}
