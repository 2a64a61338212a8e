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

/** Every wait is up to this much longer, so that what failed together does not come back together. */
export const JITTER = 0.1

/** A receiver may put us off, but not for longer than the longest wait of the table. */
export const MAX_RETRY_AFTER_MS = 24 * HOUR_MS

/** Whatever put a delivery off: a try that fails this long after it was made is its last. Ten tries of which each is put off for a day. */
export const LONGEST_PENDING_MS = 10 * 24 * HOUR_MS

// Short enough that an address which is back is noticed soon, long enough that one which is not is left in peace.
const FIRST_PUT_OFF_MS = 5 * SECOND_MS
const LONGEST_PUT_OFF_MS = 5 * MINUTE_MS

/** Evenly distributed from 0 to 1, 1 excluded, such as `Math.random`. */
export type RandomSource = () => number

/**
 * Milliseconds until the next try after `triesMade` tries (at least 1); null when that was the last.
 * A `Retry-After` that the receiver sent makes the wait longer, never shorter.
 */
export function delayBeforeNextTry(triesMade: number, retryAfterMs: number | null, random: RandomSource): number | null {
  const delayMs = TRY_DELAYS_MS[triesMade]
  return delayMs === undefined ? null : spread(Math.max(delayMs, boundedRetryAfter(retryAfterMs)), random)
}

/**
 * For how many milliseconds an address is put off that asked us to slow down, after it was put off `putOffs` times in a row before:
 * 5 s, doubled each time, 5 min at most; a `Retry-After` makes it longer, never shorter.
 */
export function putOffFor(putOffs: number, retryAfterMs: number | null, random: RandomSource): number {
  const ownMs = Math.min(FIRST_PUT_OFF_MS * 2 ** putOffs, LONGEST_PUT_OFF_MS)
  return spread(Math.max(ownMs, boundedRetryAfter(retryAfterMs)), random)
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

function boundedRetryAfter(retryAfterMs: number | null): number {
  return Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)
}

function spread(ms: number, random: RandomSource): number {
  return Math.round(ms * (1 + JITTER * random()))
}
