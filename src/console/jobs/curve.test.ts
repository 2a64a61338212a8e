import { describe, expect, test } from 'vitest'
import type { Score } from '../gateway/documents.ts'
import { addPoint, columnsOf, type CurvePoint, tellingPriority, thin } from './curve.ts'

function at(searchedMs: number, score: Score, bound: Score | null = null): CurvePoint {
  return { searchedMs, score, bound }
}

describe('a point', () => {
  const curve = [at(1000, [0, 9, 9, 9])]
  test('is added when the score is another', () => expect(addPoint(curve, at(2000, [0, 8, 9, 9]))).toHaveLength(2))
  test('is added when a bound is proved', () => expect(addPoint(curve, at(2000, [0, 9, 9, 9], [0, 8, 0, 0]))).toHaveLength(2))
  test('is left out when nothing is new', () => expect(addPoint(curve, at(2000, [0, 9, 9, 9]))).toBe(curve))
  test('is left out when it is from before the last', () => expect(addPoint(curve, at(999, [0, 8, 9, 9]))).toBe(curve))

  test('that is one too many thins the older half', () => {
    let long: readonly CurvePoint[] = []
    for (let i = 0; i < 2001; i += 1) long = addPoint(long, at(i, [0, 5000 - i, 0, 0]))
    expect(long).toHaveLength(1501)
    expect(long[0]!.searchedMs).toBe(0)
    expect(long.at(-1)!.searchedMs).toBe(2000)
    expect(long.map(({ searchedMs }) => searchedMs)).toEqual(long.map(({ searchedMs }) => searchedMs).toSorted((a, b) => a - b))
  })
})

describe('the priority that says most', () => {
  for (const { name, curve, priority } of [
    { name: 'of nothing is the first', curve: [], priority: 0 },
    { name: 'is where score and bound part', curve: [at(1, [0, 12, 3, 4], [0, 12, 0, 0])], priority: 2 },
    { name: 'is the first once the best is proved', curve: [at(1, [0, 12, 3, 4], [0, 12, 3, 4])], priority: 0 },
    { name: 'is one that costs when no bound is proved', curve: [at(1, [0, 12, 3, 4])], priority: 1 },
    { name: 'is one that cost before', curve: [at(1, [7, 12, 3, 4]), at(2, [0, 12, 3, 4])], priority: 0 },
  ]) {
    test(`${name}`, () => expect(tellingPriority(curve)).toBe(priority))
  }
})

test('the last values go on until now', () => {
  const curve = [at(1000, [0, 9, 0, 0]), at(3000, [0, 7, 0, 0], [0, 5, 0, 0])]
  expect(columnsOf(curve, 1, 10_000)).toEqual([
    [1, 3, 10],
    [9, 7, 7],
    [null, 5, 5],
  ])
  expect(columnsOf(curve, 1, 2000)[0]).toEqual([1, 3])
})

test('a table has the first and the last point, and no more rows than it should', () => {
  expect(thin([1, 2, 3], 3)).toEqual([1, 2, 3])
  expect(thin([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 3)).toEqual([0, 5, 10])
})
