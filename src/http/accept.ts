import { GatewayError } from '../model/errors.ts'

const MAX_ACCEPT_LENGTH = 4096

/** What a route answers with when it succeeds; failures are problem details everywhere. A file is of the type that it is, whatever is accepted. */
export type AnswerType = 'application/json' | 'text/event-stream' | 'text/html' | 'text/plain' | 'file'

/**
 * True when an `Accept` header takes the type of an answer; an absent or empty one takes everything. The most specific range decides (RFC 9110, 12.5.1).
 * Who names problem details alone has prepared for failures only, and gets the JSON of a success all the same.
 */
function accepts(header: string | undefined, answer: Exclude<AnswerType, 'file'>): boolean {
  if (header === undefined || header.trim() === '') return true
  if (header.length > MAX_ACCEPT_LENGTH) return false
  const ranges = header.split(',').map(parseRange)
  const decisive = DECISIVE[answer].map((type) => ranges.find((range) => range.type === type))
  return (decisive.find((range) => range !== undefined)?.quality ?? 0) > 0
}

const DECISIVE = {
  'application/json': ['application/json', 'application/problem+json', 'application/*', '*/*'],
  'text/event-stream': ['text/event-stream', 'text/*', '*/*'],
  'text/html': ['text/html', 'text/*', '*/*'],
  'text/plain': ['text/plain', 'text/*', '*/*'],
} as const satisfies Record<Exclude<AnswerType, 'file'>, readonly string[]>

/** Throws `not-acceptable` unless the header takes what the route answers with. */
export function requireAccepted(header: string | undefined, answer: AnswerType): void {
  if (answer === 'file' || accepts(header, answer)) return
  if (answer === 'text/event-stream') {
    throw new GatewayError(
      'not-acceptable',
      'The answer is a stream of server-sent events, which the Accept header does not take.',
      'Send Accept: text/event-stream.',
    )
  }
  if (answer !== 'application/json')
    throw new GatewayError('not-acceptable', `The answer is ${answer}, which the Accept header does not take.`, `Send Accept: ${answer}.`)
  throw new GatewayError('not-acceptable', 'Answers are JSON, which the Accept header does not take.', 'Send Accept: application/json.')
}

function parseRange(text: string): { type: string; quality: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { type, quality: quality === undefined ? 1 : Number.parseFloat(quality) || 0 }
}
