import { GatewayError } from '../model/errors.ts'

const WINDOW_MS = 60_000
/** Windows that are remembered before those that have ended are forgotten. */
const SWEEP_FROM = 10_000

/** Counts the requests of each token within a minute, on this node. */
export interface RequestRate {
  /**
   * Counts one request of a token, and answers the fields that say how many are left (draft-ietf-httpapi-ratelimit-headers-10), also when
   * it is one too many: `refused` then says why.
   */
  count(tokenId: number): { readonly fields: Readonly<Record<string, string>>; readonly refused: GatewayError | null }
}

interface Window {
  endsMs: number
  used: number
}

/** In memory: a restart forgives a minute at most, and every request of every node waiting for a write would cost more than it saves. */
export function createRequestRate({ perMinute, clock }: { readonly perMinute: number; readonly clock: () => number }): RequestRate {
  const windows = new Map<number, Window>()
  const windowOf = (tokenId: number, nowMs: number): Window => {
    const open = windows.get(tokenId)
    if (open !== undefined && open.endsMs > nowMs) return open
    if (windows.size >= SWEEP_FROM) for (const [id, { endsMs }] of windows) if (endsMs <= nowMs) windows.delete(id)
    const fresh = { endsMs: nowMs + WINDOW_MS, used: 0 }
    windows.set(tokenId, fresh)
    return fresh
  }
  return {
    count(tokenId) {
      const nowMs = clock()
      const window = windowOf(tokenId, nowMs)
      window.used += 1
      const secondsLeft = Math.ceil((window.endsMs - nowMs) / 1000)
      const fields = {
        'ratelimit-policy': `"token";q=${perMinute};w=${WINDOW_MS / 1000}`,
        ratelimit: `"token";r=${Math.max(0, perMinute - window.used)};t=${secondsLeft}`,
      }
      return { fields, refused: window.used > perMinute ? tooMany(perMinute, secondsLeft) : null }
    },
  }
}

function tooMany(perMinute: number, retryAfterSeconds: number): GatewayError {
  return new GatewayError(
    'too-many-requests',
    `The token has made more than ${perMinute} requests within a minute.`,
    'Wait as long as Retry-After says; follow a request by its events instead of asking again and again.',
    { retryAfterSeconds },
  )
}
