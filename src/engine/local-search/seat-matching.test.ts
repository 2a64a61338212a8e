import { expect, test } from 'vitest'
import { matchSeats, settle } from './seat-matching.ts'

const DAYS = 7

test('seats of one day have a taker each, and different ones; null where employees are too few', () => {
  expect([...matchSeats([[1, 2], [1], [2, 3]], [4, 4, 4], DAYS)!.takers]).toEqual([2, 1, 3])
  expect(matchSeats([[1, 2], [1], [2, 1]], [4, 4, 4], DAYS)).toBeNull()
  expect([...matchSeats([[1], [1]], [4, 5], DAYS)!.takers]).toEqual([1, 1])
})

test('a seat is settled with nobody whom other seats cannot do without', () => {
  const matching = matchSeats(
    [
      [1, 3],
      [1, 2],
      [1, 2],
    ],
    [4, 4, 4],
    DAYS,
  )!
  expect(settle(matching, 0, 1)).toBe(false)
  expect(matching.takers[0]).toBe(3)
  expect(matching.seatOf.get(3 * DAYS + 4)).toBe(0)
  expect(settle(matching, 0, 3)).toBe(true)
  expect(settle(matching, 2, 1)).toBe(true)
  expect([...matching.takers]).toEqual([3, 2, 1])
})

test('others change seats for it, and whoever has a seat for good keeps it', () => {
  const matching = matchSeats(
    [
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ],
    [4, 4, 4],
    DAYS,
  )!
  expect(settle(matching, 2, 1)).toBe(true)
  expect(settle(matching, 0, 1)).toBe(false)
  expect(settle(matching, 0, 3)).toBe(true)
  expect([...matching.takers]).toEqual([3, 2, 1])
})
