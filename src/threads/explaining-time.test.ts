import { expect, test } from 'vitest'
import { beginExplaining, type SearchTime } from './explaining-time.ts'

/** A search of 10 s that read its schedule in 2 s, and a clock that the test sets. */
function searchOf(over: Partial<SearchTime> = {}): { readonly time: SearchTime; set(ms: number): void } {
  let nowMs = 0
  const time = { isPrepared: true, spentMs: () => nowMs, maxMs: 10_000, readMs: 2000, isOver: () => nowMs >= 10_000, ...over }
  return { time, set: (ms) => (nowMs = ms) }
}

test('explanations end as long before the end of the search as writing the solution takes', () => {
  const { time, set } = searchOf()
  set(3000)
  const { isLate } = beginExplaining(time)
  set(7999)
  expect(isLate()).toBe(false)
  set(8000)
  expect(isLate()).toBe(true)
})

test('explanations that begin late have a second', () => {
  const { time, set } = searchOf()
  set(9500)
  const { isLate } = beginExplaining(time)
  set(10_500)
  expect(isLate()).toBe(false)
  set(10_501)
  expect(isLate()).toBe(true)
})

test('explanations end a second after a search that was stopped', () => {
  const { time, set } = searchOf({ isOver: () => true })
  set(3000)
  const { isLate } = beginExplaining(time)
  set(4000)
  expect(isLate()).toBe(false)
  set(4001)
  expect(isLate()).toBe(true)
})

test('nothing is explained 3 s after the end of the search, or of a schedule that is not compiled', () => {
  const { time, set } = searchOf()
  set(12_999)
  const { isLate } = beginExplaining(time)
  expect(isLate()).toBe(false)
  set(13_000)
  expect(isLate()).toBe(true)
  expect(beginExplaining(searchOf({ isPrepared: false }).time).isLate()).toBe(true)
})

test('changes are looked for 2 s each, half a second where no time is left', () => {
  const { time, set } = searchOf()
  const { beginChanges } = beginExplaining(time)
  const isFirstOver = beginChanges()
  set(2000)
  expect(isFirstOver()).toBe(false)
  const isSecondOver = beginChanges()
  set(2001)
  expect([isFirstOver(), isSecondOver()]).toEqual([true, false])
  const late = searchOf()
  late.set(10_000)
  const isOver = beginExplaining(late.time).beginChanges()
  late.set(10_500)
  expect(isOver()).toBe(false)
  late.set(10_501)
  expect(isOver()).toBe(true)
})
