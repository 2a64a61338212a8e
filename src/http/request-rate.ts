import { GatewayError } from '../model/errors.ts'

const WINDOW_MS = 60_000
/** Windows that are remembered before those that have ended are forgotten. */
const SWEEP_FROM = 10_000

/** Counts the requests of each token, or of each of something else, within a minute, on this node. */
export interface RequestRate<Key = number> {
  /**
   * Counts one request of a token, and answers the fields that say how many are left (draft-ietf-httpapi-ratelimit-headers-10), also when
   * it is one too many: `refused` then says why.
   */
  count(key: Key): { readonly fields: Readonly<Record<string, string>>; readonly refused: GatewayError | null }
}

interface Window {
  endsMs: number
  used: number
}

/** In memory: a restart forgives a minute at most, and every request of every node waiting for a write would cost more than it saves. */
export function createRequestRate<Key = number>({
  perMinute,
  clock,
  of = 'token',
}: {
  readonly perMinute: number
  readonly clock: () => number
  /** What is counted; a token when absent. */
  readonly of?: 'token' | 'address'
}): RequestRate<Key> {
  const windows = new Map<Key, Window>()
  const windowOf = (key: Key, nowMs: number): Window => {
    const open = windows.get(key)
    if (open !== undefined && open.endsMs > nowMs) return open
    if (windows.size >= SWEEP_FROM) for (const [id, { endsMs }] of windows) if (endsMs <= nowMs) windows.delete(id)
    const fresh = { endsMs: nowMs + WINDOW_MS, used: 0 }
    windows.set(key, fresh)
    return fresh
  }
  return {
    count(key) {
      const nowMs = clock()
      const window = windowOf(key, nowMs)
      window.used += 1
      const secondsLeft = Math.ceil((window.endsMs - nowMs) / 1000)
      const fields = {
        'ratelimit-policy': `"${of}";q=${perMinute};w=${WINDOW_MS / 1000}`,
        ratelimit: `"${of}";r=${Math.max(0, perMinute - window.used)};t=${secondsLeft}`,
      }
      return { fields, refused: window.used > perMinute ? tooMany(of, perMinute, secondsLeft) : null }
    },
  }
}

function tooMany(of: string, perMinute: number, retryAfterSeconds: number): GatewayError {
  return new GatewayError(
    'too-many-requests',
    `The ${of} has made more than ${perMinute} requests within a minute.`,
    'Wait as long as Retry-After says; follow a request by its events instead of asking again and again.',
    { retryAfterSeconds },
  )
}
