import { expect, test } from 'vitest'
import { listsOf, MemoryPlan, recordsOf } from './memory-plan.ts'

function filled(plan: MemoryPlan): ArrayBuffer {
  const buffer = new ArrayBuffer(plan.bytes)
  plan.fill(buffer)
  return buffer
}

test('each array has one place, apart from all others, at a multiple of eight bytes; none lies at 0', () => {
  const plan = new MemoryPlan()
  const [bytes, ints, reals] = [Uint8Array.of(1, 2, 3), Int32Array.of(-4, 5), Float64Array.of(0.5)]
  const places = [plan.copyOf(bytes), plan.copyOf(ints), plan.room(5), plan.copyOf(reals)]
  expect(plan.copyOf(bytes)).toBe(places[0])
  expect(places.every((place) => place > 0 && place % 8 === 0)).toBe(true)
  const buffer = filled(plan)
  expect([...new Uint8Array(buffer, places[0], 3)]).toEqual([1, 2, 3])
  expect([...new Int32Array(buffer, places[1], 2)]).toEqual([-4, 5])
  expect([...new Uint8Array(buffer, places[2], 5)]).toEqual([0, 0, 0, 0, 0])
  expect([...new Float64Array(buffer, places[3], 1)]).toEqual([0.5])
})

test('a part of an array is copied as that part alone', () => {
  const plan = new MemoryPlan()
  const place = plan.copyOf(Int32Array.of(1, 2, 3, 4).subarray(1, 3))
  expect([...new Int32Array(filled(plan), place, 2)]).toEqual([2, 3])
})

test('records follow one another, each beginning at a multiple of eight bytes', () => {
  const plan = new MemoryPlan()
  const place = recordsOf(plan, [
    [{ real: 1.5 }, { int: 7 }],
    [{ real: -2 }, { int: -1 }],
  ])
  const view = new DataView(filled(plan), place)
  expect([view.getFloat64(0, true), view.getInt32(8, true), view.getFloat64(16, true), view.getInt32(24, true)]).toEqual([1.5, 7, -2, -1])
})

test('lists say where each begins and where the last one ends', () => {
  const plan = new MemoryPlan()
  const { from, all } = listsOf(plan, [[3, 4], [], [5]])
  const buffer = filled(plan)
  expect([...new Int32Array(buffer, from, 4)]).toEqual([0, 2, 2, 3])
  expect([...new Int32Array(buffer, all, 3)]).toEqual([3, 4, 5])
})
