import { expect, test } from 'vitest'
import { delayBeforeNextTry, JITTER, MAX_RETRY_AFTER_MS, putOffFor, readRetryAfter, TRY_DELAYS_MS } from './timetable.ts'

const HOUR_MS = 3_600_000
const NOW = new Date('2026-03-01T12:00:00Z')
const never = (): number => 0
const almostAlways = (): number => 0.999

test('ten tries span 75 hours', () => {
  expect(TRY_DELAYS_MS).toHaveLength(10)
  expect(Math.floor(TRY_DELAYS_MS.reduce<number>((sum, delay) => sum + delay, 0) / HOUR_MS)).toBe(75)
})

for (const { tries, retryAfter, expected } of [
  { tries: 1, retryAfter: null, expected: 5000 },
  { tries: 2, retryAfter: null, expected: 300_000 },
  { tries: 9, retryAfter: null, expected: 24 * HOUR_MS },
  { tries: 10, retryAfter: null, expected: null },
  { tries: 10, retryAfter: 1000, expected: null },
  { tries: 1, retryAfter: 1000, expected: 5000 },
  { tries: 1, retryAfter: 60_000, expected: 60_000 },
  { tries: 1, retryAfter: 1000 * HOUR_MS, expected: MAX_RETRY_AFTER_MS },
]) {
  test(`after ${tries} tries and Retry-After ${retryAfter} ms the next comes in ${expected} ms`, () => {
    expect(delayBeforeNextTry(tries, retryAfter, never)).toBe(expected)
    const longest = delayBeforeNextTry(tries, retryAfter, almostAlways)
    if (expected === null) expect(longest).toBe(null)
    else expect(longest).toBe(Math.round(expected * (1 + JITTER * 0.999)))
  })
}

for (const { putOffs, retryAfter, expected } of [
  { putOffs: 0, retryAfter: null, expected: 5000 },
  { putOffs: 1, retryAfter: null, expected: 10_000 },
  { putOffs: 5, retryAfter: null, expected: 160_000 },
  { putOffs: 6, retryAfter: null, expected: 300_000 },
  { putOffs: 5000, retryAfter: null, expected: 300_000 },
  { putOffs: 0, retryAfter: 1000, expected: 5000 },
  { putOffs: 0, retryAfter: 900_000, expected: 900_000 },
  { putOffs: 9, retryAfter: 1000 * HOUR_MS, expected: MAX_RETRY_AFTER_MS },
]) {
  test(`an address put off ${putOffs} times before is put off for ${expected} ms after Retry-After ${retryAfter} ms`, () => {
    expect(putOffFor(putOffs, retryAfter, never)).toBe(expected)
    expect(putOffFor(putOffs, retryAfter, almostAlways)).toBe(Math.round(expected * (1 + JITTER * 0.999)))
  })
}

for (const { header, expected } of [
  { header: undefined, expected: null },
  { header: '', expected: null },
  { header: '0', expected: 0 },
  { header: ' 120 ', expected: 120_000 },
  { header: '-1', expected: null },
  { header: '1.5', expected: null },
  { header: 'soon', expected: null },
  { header: '99999999999999999999', expected: null },
  { header: 'Sun, 01 Mar 2026 12:01:00 GMT', expected: 60_000 },
  { header: 'Sun, 01 Mar 2026 11:00:00 GMT', expected: 0 },
]) {
  test(`Retry-After "${header}" is read as ${expected} ms`, () => {
    expect(readRetryAfter(header, NOW)).toBe(expected)
  })
}
