import { expect, test } from 'vitest'
import { ColumnPool } from './column-pool.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'

function remembering(price: number, ...rows: readonly (readonly number[])[]): ColumnPool {
  const pool = new ColumnPool(DEFAULT_PARAMS.columns, 2)
  pool.prices.fill(price)
  for (const row of rows) pool.keep(0, Int32Array.from(row))
  return pool
}

test('a memory without prices begins with what another one has, and leaves that as it is', () => {
  const of = remembering(7, [1, 2], [3, 4])
  const pool = new ColumnPool(DEFAULT_PARAMS.columns, 2)
  pool.beginWith(of)
  expect([...pool.prices]).toEqual([7, 7])
  expect(pool.rowsOf(0).map((row) => [...row])).toEqual([
    [3, 4],
    [1, 2],
  ])
  pool.keep(0, Int32Array.of(5, 6))
  pool.prices.fill(1)
  expect(of.rowsOf(0)).toHaveLength(2)
  expect([...of.prices]).toEqual([7, 7])
})

test('a memory that began already keeps what it has', () => {
  const pool = remembering(1, [1, 1])
  pool.beginWith(remembering(7, [1, 2]))
  expect([...pool.prices]).toEqual([1, 1])
  expect(pool.rowsOf(0).map((row) => [...row])).toEqual([[1, 1]])
})

test('forty rows are remembered of each employee, those that were kept last, each once', () => {
  const numbers = Array.from({ length: 41 }, (_, i) => i)
  const pool = remembering(7, ...numbers.map((i) => [i]))
  const remembered = (): number[] => pool.rowsOf(0).map((row) => row[0]!)
  expect(remembered()).toEqual(numbers.slice(1).toReversed())
  pool.keep(0, Int32Array.of(5))
  expect(remembered()).toEqual([
    5,
    ...numbers
      .slice(1)
      .toReversed()
      .filter((i) => i !== 5),
  ])
  expect(pool.rowsOf(1)).toEqual([])
})
