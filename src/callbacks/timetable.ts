const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/**
 * Milliseconds before each try, counted from the end of the one before: the Standard Webhooks table, 75 hours in all.
 * 5 s, 5 min, 30 min …: a receiver that is being deployed is back by the second try, one that fell on Friday night by the last.
 */
export const TRY_DELAYS_MS = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const

/** A receiver may put us off, but not for longer than the longest wait of the table. */
export const MAX_RETRY_AFTER_MS = 24 * HOUR_MS

/**
 * Milliseconds until the next try after `triesMade` tries (at least 1); null when that was the last.
 * A `Retry-After` that the receiver sent makes the wait longer, never shorter.
 */
export function delayBeforeNextTry(triesMade: number, retryAfterMs: number | null): number | null {
  const delayMs = TRY_DELAYS_MS[triesMade]
  if (delayMs === undefined) return null
  return Math.max(delayMs, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS))
}

/** Reads `Retry-After`, seconds or an HTTP date; milliseconds from `now`, at least 0; null when absent or unreadable. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim()
  if (text === undefined || text === '') return null
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS
  // Only the form that HTTP prescribes: Date.parse alone would take "-1" for the year 2001.
  const at = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}
