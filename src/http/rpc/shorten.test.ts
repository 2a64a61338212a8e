import { expect, test } from 'vitest'
import { writeShort } from './shorten.ts'

const answer = {
  score: [1, 2, 3, 4],
  matches: Array.from({ length: 60 }, (_, i) => ({ i, text: 'x'.repeat(100), inner: Array.from({ length: 60 }, () => 'y') })),
}
const short = (mostBytes: number): unknown => {
  const written = writeShort(answer, mostBytes)
  return written === null ? null : JSON.parse(Buffer.from(written).toString())
}
const WHOLE = Buffer.byteLength(JSON.stringify(answer))

test('an answer that fits stays as it is', () => {
  expect(short(WHOLE)).toEqual(answer)
})

test('one byte too long: its lists keep their first entries, and it says so', () => {
  const { shortened, score, matches } = short(WHOLE - 1) as { shortened: string; score: number[]; matches: { inner: string[] }[] }
  expect(shortened).toContain('the first 50 entries are shown')
  expect([score, matches.length, matches[49]!.inner.length]).toEqual([[1, 2, 3, 4], 50, 50])
})

test('as many entries are kept as fit', () => {
  // 101 bytes for each entry, about 130 for the rest.
  const list = Array.from({ length: 60 }, () => 'x'.repeat(98))
  for (const [mostBytes, entries] of [
    [3200, 30],
    [2200, 20],
    [700, 5],
    [240, 1],
  ] as const) {
    const written = writeShort({ list }, mostBytes)!
    expect(written.length).toBeLessThanOrEqual(mostBytes)
    expect([mostBytes, (JSON.parse(Buffer.from(written).toString()) as { list: unknown[] }).list.length]).toEqual([mostBytes, entries])
  }
})

test('one that is too long with single entries is none', () => {
  expect(short(100)).toBeNull()
})
