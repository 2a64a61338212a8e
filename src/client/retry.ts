import { setTimeout as sleep } from 'node:timers/promises'
import { RequestRefused } from './refused.ts'

/** How often the same request is sent again that can be sent again, and how long is waited before. */
export interface RetryOptions {
  /** Tries in all, the first one included; 1 = no retry, 5 when absent. */
  readonly tries?: number
  /** Before the second try, in milliseconds; doubled each time, and up to half longer by chance. 500 when absent. */
  readonly firstPauseMs?: number
  /** The longest pause, in milliseconds; a `Retry-After` beyond it is not waited for. 30,000 when absent. */
  readonly longestPauseMs?: number
}

const DEFAULT_TRIES = 5
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const SECOND_MS = 1000

/**
 * Does `attempt` until it succeeds, is refused for good, or was tried often enough; then throws what the last try threw. For requests that mean
 * the same when they arrive twice.
 */
export async function withRetries<Result>(
  attempt: (number: number) => Promise<Result>,
  { tries = DEFAULT_TRIES, firstPauseMs = FIRST_PAUSE_MS, longestPauseMs = LONGEST_PAUSE_MS }: RetryOptions,
  signal?: AbortSignal,
): Promise<Result> {
  let pauseMs = firstPauseMs
  for (let number = 1; ; number += 1) {
    try {
      return await attempt(number)
    } catch (error) {
      const askedMs = retryAfterMs(error)
      if (number >= tries || signal?.aborted === true || !isPassing(error) || askedMs > longestPauseMs) throw error
      const ownMs = Math.min(longestPauseMs, pauseMs * (1 + Math.random() / 2))
      await sleep(Math.max(askedMs, ownMs), undefined, signal === undefined ? {} : { signal })
      pauseMs *= 2
    }
  }
}

/** True when the same request may be answered in a moment: too many of them, an outage, or no answer at all. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof RequestRefused)) return error instanceof TypeError
  return error.status === 429 || error.status >= 502 || error.problem['code'] === 'idempotency-in-progress'
}

/** What the refusal asks to wait, in milliseconds; 0 when nothing. */
function retryAfterMs(error: unknown): number {
  const seconds = error instanceof RequestRefused ? error.retryAfterSeconds : null
  return seconds === null ? 0 : seconds * SECOND_MS
}
