import { expect, test } from 'vitest'
import { Memory } from './column-pool.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'

function remembering(price: number, ...rows: readonly (readonly number[])[]): Memory {
  const memory = new Memory(DEFAULT_PARAMS.columns, 2)
  memory.prices.fill(price)
  for (const row of rows) memory.keep(0, Int32Array.from(row))
  return memory
}

test('a memory without prices begins with what another one has, and leaves that as it is', () => {
  const of = remembering(7, [1, 2], [3, 4])
  const memory = new Memory(DEFAULT_PARAMS.columns, 2)
  memory.beginWith(of)
  expect([...memory.prices]).toEqual([7, 7])
  expect(memory.rowsOf(0).map((row) => [...row])).toEqual([
    [3, 4],
    [1, 2],
  ])
  memory.keep(0, Int32Array.of(5, 6))
  memory.prices.fill(1)
  expect(of.rowsOf(0)).toHaveLength(2)
  expect([...of.prices]).toEqual([7, 7])
})

test('a memory that began already keeps what it has', () => {
  const memory = remembering(1, [1, 1])
  memory.beginWith(remembering(7, [1, 2]))
  expect([...memory.prices]).toEqual([1, 1])
  expect(memory.rowsOf(0).map((row) => [...row])).toEqual([[1, 1]])
})

test('forty rows are remembered of each employee, those that were kept last, each once', () => {
  const numbers = Array.from({ length: 41 }, (_, i) => i)
  const memory = remembering(7, ...numbers.map((i) => [i]))
  const remembered = (): number[] => memory.rowsOf(0).map((row) => row[0]!)
  expect(remembered()).toEqual(numbers.slice(1).toReversed())
  memory.keep(0, Int32Array.of(5))
  expect(remembered()).toEqual([
    5,
    ...numbers
      .slice(1)
      .toReversed()
      .filter((i) => i !== 5),
  ])
  expect(memory.rowsOf(1)).toEqual([])
})
