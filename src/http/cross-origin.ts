import type { FastifyRequest } from 'fastify'
import { GatewayError } from '../model/errors.ts'

/** Which pages of other origins may call us from a browser (CORS), and how they are answered. */
export interface CrossOrigin {
  /** Headers for the answer to this request: what its page may see. */
  headersFor(request: FastifyRequest): Readonly<Record<string, string>>
  /** Headers that answer a preflight for an address with these methods; null when the request is none, or its origin is not permitted. */
  preflight(request: FastifyRequest, methods: readonly string[]): Readonly<Record<string, string>> | null
  /** Throws `origin-not-permitted` for a request of a page that may not call. */
  require(request: FastifyRequest): void
}

/** Answer headers that a page may read beside the few that it always may. */
const EXPOSED = 'Location, Link, ETag, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed, Preference-Applied, WWW-Authenticate'
/** Request headers that a page may send beside the few that it always may. */
const ACCEPTED =
  'Authorization, Content-Type, Content-Encoding, Idempotency-Key, If-None-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Prefer'
/** How long a browser may remember a preflight, in seconds. */
const MAX_AGE_S = 600
const NONE = {}
const LONGEST_ORIGIN = 200

/** `origins` are compared letter by letter; when there are none, every page is left to the browser's own rules, which let none read an answer. */
export function createCrossOrigin(origins: readonly string[]): CrossOrigin {
  const permitted = new Set(origins)
  // Also to requests without an origin: a cache must not give the answer to one page to another.
  const unmarked: Readonly<Record<string, string>> = permitted.size > 0 ? { vary: 'Origin' } : NONE
  const isPermitted = (origin: string | undefined): origin is string => origin !== undefined && permitted.has(origin)
  return {
    headersFor({ headers: { origin } }) {
      // Never with credentials: a token is sent by the page's own code, and there are no cookies.
      return isPermitted(origin) ? { ...unmarked, 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED } : unmarked
    },
    preflight({ method, headers }, methods) {
      if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined || !isPermitted(headers.origin)) return null
      return {
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': ACCEPTED,
        'access-control-max-age': String(MAX_AGE_S),
      }
    },
    require({ headers: { origin } }) {
      if (origin === undefined || permitted.has(origin)) return
      throw new GatewayError(
        'origin-not-permitted',
        `Pages of ${origin.slice(0, LONGEST_ORIGIN)} may not call this address.`,
        'Call from a program, or let the operator name the origin in TURNUS_CORS_ORIGINS.',
      )
    },
  }
}
