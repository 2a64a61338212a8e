import { expect, test } from 'vitest'
import { beginExplaining, type SearchTime } from './explaining-time.ts'

/** A search of 10 s that read its schedule in 2 s, and a clock that the test sets. */
function searchOf(over: Partial<SearchTime> = {}): { readonly time: SearchTime; set(ms: number): void } {
  let nowMs = 0
  const time = { isPrepared: true, spentMs: () => nowMs, maxMs: 10_000, readMs: 2000, isOver: () => nowMs >= 10_000, ...over }
  return { time, set: (ms) => (nowMs = ms) }
}

/** Expects a look to say at `ms` that there is time, and a millisecond later that there is none. */
function expectLast(ms: number, isOver: () => boolean, set: (ms: number) => void): void {
  set(ms)
  expect(isOver()).toBe(false)
  set(ms + 1)
  expect(isOver()).toBe(true)
}

test('explanations end as long before the end of the search as writing the solution takes', () => {
  const { time, set } = searchOf()
  set(3000)
  expectLast(7999, beginExplaining(time).beginShortages(), set)
})

test('empty shifts that are explained late have half a second, after changes or without them', () => {
  const { time, set } = searchOf()
  set(9500)
  const explaining = beginExplaining(time)
  expectLast(10_000, explaining.beginShortages(), set)
  set(9800)
  expectLast(10_300, explaining.beginShortages(), set)
})

test('all explanations that begin late have a second together', () => {
  const { time, set } = searchOf()
  set(9500)
  const explaining = beginExplaining(time)
  set(10_200)
  expectLast(10_500, explaining.beginShortages(), set)
})

test('explanations end half a second after a search that was stopped', () => {
  const { time, set } = searchOf({ isOver: () => true })
  set(3000)
  expectLast(3500, beginExplaining(time).beginShortages(), set)
})

test('nothing is explained 3 s after the end of the search, or of a schedule that is not compiled', () => {
  const { time, set } = searchOf()
  set(12_800)
  expectLast(12_999, beginExplaining(time).beginShortages(), set)
  set(3000)
  const { beginShortages, beginChanges } = beginExplaining({ ...time, isPrepared: false })
  expect([beginShortages()(), beginChanges()()]).toEqual([true, true])
})

test('changes are looked for 2 s each, half a second where no time is left', () => {
  const { time, set } = searchOf()
  const { beginChanges } = beginExplaining(time)
  const isFirstOver = beginChanges()
  set(2000)
  const isSecondOver = beginChanges()
  expectLast(2000, isFirstOver, set)
  expect(isSecondOver()).toBe(false)
  set(10_000)
  expectLast(10_500, beginExplaining(time).beginChanges(), set)
})
