import { expect, test } from 'vitest'
import { writeShort } from './shorten.ts'

const listOf = (count: number): string[] => Array.from({ length: count }, () => 'x'.repeat(98))
const read = (written: Uint8Array | null): Record<string, unknown> => JSON.parse(Buffer.from(written!).toString()) as Record<string, unknown>
const bytesOf = (answer: object): number => Buffer.byteLength(JSON.stringify(answer))

test('an answer that fits stays as it is', () => {
  const answer = { score: [1, 2, 3, 4], list: listOf(200) }
  expect(read(writeShort(answer, bytesOf(answer)))).toEqual(answer)
})

test('one byte too long: its lists keep their first entries, and it says so', () => {
  const answer = { score: [1, 2, 3, 4], list: listOf(200) }
  const { shortened, score, list } = read(writeShort(answer, bytesOf(answer) - 1))
  expect(shortened).toContain('of each list at most 100 entries')
  expect([score, (list as unknown[]).length]).toEqual([[1, 2, 3, 4], 100])
})

test('lists within lists are cut first', () => {
  const answer = { employees: Array.from({ length: 40 }, (_, id) => ({ id, change: [1, 2, 3, 4], shifts: listOf(30) })) }
  // 40 × 30 entries of 101 bytes are 121,200; with 10 of each it is 40,400 and what stands around them.
  const { employees } = read(writeShort(answer, 50_000)) as { employees: { change: number[]; shifts: string[] }[] }
  expect([employees.length, employees[39]!.shifts.length, employees[39]!.change]).toEqual([40, 10, [1, 2, 3, 4]])
})

test('as many entries are kept as fit', () => {
  // 101 bytes for each entry, about 160 for the rest.
  for (const [mostBytes, entries] of [
    [5300, 50],
    [3300, 30],
    [2300, 20],
    [700, 5],
    [300, 1],
  ] as const) {
    const written = writeShort({ list: listOf(60) }, mostBytes)!
    expect(written.length).toBeLessThanOrEqual(mostBytes)
    expect([mostBytes, (read(written)['list'] as unknown[]).length]).toEqual([mostBytes, entries])
  }
})

test('one that is too long with single entries is none', () => {
  expect(writeShort({ list: listOf(60) }, 100)).toBeNull()
})
