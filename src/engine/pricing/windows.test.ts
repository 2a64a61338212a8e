import { expect, test } from 'vitest'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import { compile } from '../compile/compile.ts'
import { Random } from '../random.ts'
import { wholeSpan } from '../scoring/one-row.ts'
import { createState, type State } from '../scoring/state.ts'
import { Windows } from './windows.ts'

const DAY_MIN = 1440

/** So many employees, and so many shifts, an hour apart, on each of so many days. */
function stateOf(employees: number, days: number, shiftsADay = 1): State {
  const starts = Array.from({ length: days * shiftsADay }, (_, i) => Math.floor(i / shiftsADay) * DAY_MIN + (i % shiftsADay) * 60)
  const { schedule, roster } = sampleSchedule({
    employees: Array.from({ length: employees }, () => ({})),
    shifts: starts.map((from) => ({ from, to: from + 60, employee: null })),
  })
  return createState(compile(schedule), roster)
}

/** One sweep of windows, or until they have another length, each of which makes the roster cheaper by such a share and takes such a share of the search. */
function sweep(windows: Windows, random: Random, size: number, gain: number, took = 0.001): void {
  const { length } = windows
  const isOver = (): boolean => windows.length !== length
  for (let i = 0; i < 60 && !isOver(); i += 1) {
    windows.next(random)
    windows.note(gain, size, took)
  }
}

for (const { employees, days, first, isWhole } of [
  { employees: 30, days: 28, first: 28, isWhole: true },
  { employees: 120, days: 28, first: 7, isWhole: true },
  { employees: 40, days: 84, first: 28, isWhole: true },
  { employees: 400, days: 28, first: 7, isWhole: true },
  { employees: 10, days: 182, first: 56, isWhole: false },
  { employees: 5, days: 3, first: 3, isWhole: true },
]) {
  test(`${employees} employees over ${days} days begin with windows of ${first}`, () => {
    const windows = new Windows(stateOf(employees, days))
    expect(windows.length).toBe(first)
    expect(windows.hasWhole).toBe(isWhole)
  })
}

test('windows twice as long are not tried where they would take too much of the search', () => {
  const windows = new Windows(stateOf(40, 56))
  const random = new Random(1)
  sweep(windows, random, 40, 0, 0.06)
  expect(windows.isLongest(40)).toBe(true)
  expect(windows.length).toBe(28)
  sweep(windows, random, 40, 0, 0.04)
  expect(windows.length).toBe(56)
})

test('what long windows changed, short ones better: they become short again', () => {
  const windows = new Windows(stateOf(40, 56))
  const random = new Random(1)
  sweep(windows, random, 40, 0.001)
  expect(windows.length).toBe(56)
  sweep(windows, random, 40, 0)
  expect(windows.length).toBe(56)
  sweep(windows, random, 40, 0.002)
  expect(windows.length).toBe(28)
})

for (const { days, short } of [
  { days: 28, short: 14 },
  { days: 15, short: 7 },
  { days: 5, short: 5 },
]) {
  test(`where all ${days} days come first, windows of ${short} better what they changed, and all days come again`, () => {
    const windows = new Windows(stateOf(30, days))
    const random = new Random(1)
    sweep(windows, random, 30, 0)
    expect(windows.length).toBe(days)
    sweep(windows, random, 30, 0.001)
    expect(windows.length).toBe(short)
    for (let i = 0; i < 3 && windows.length < days; i += 1) sweep(windows, random, 30, 0)
    expect(windows.length).toBe(days)
  })
}

test('where all days are settled in halves, they come soon after short windows, and those of half the length only where they would take too long', () => {
  const random = new Random(1)
  const windows = new Windows(stateOf(40, 56, 16))
  expect(windows.length).toBe(14)
  sweep(windows, random, 40, 0.02)
  expect(windows.length).toBe(14)
  sweep(windows, random, 40, 0.004)
  expect(windows.length).toBe(56)
  sweep(windows, random, 40, 0.001)
  expect(windows.length).toBe(14)
  sweep(windows, random, 40, 0.002, 0.02)
  expect(windows.length).toBe(14)
  sweep(windows, random, 40, 0, 0.02)
  expect(windows.length).toBe(28)
})

test('windows lie within the days that are planned, and every sweep has all of them', () => {
  for (const days of [8, 15, 28, 56, 83, 182]) {
    const state = stateOf(60, days)
    const { from, to } = wholeSpan(state)
    for (let seed = 1; seed <= 20; seed += 1) {
      const windows = new Windows(state)
      const random = new Random(seed)
      const seen = new Set<number>()
      const { length } = windows
      const mostWindows = Math.ceil((2 * days) / length) + 2
      for (let i = 0; i < mostWindows && seen.size < days; i += 1) {
        const window = windows.next(random)
        expect(window.from, `${days} days, seed ${seed}`).toBeGreaterThanOrEqual(from)
        expect(window.to, `${days} days, seed ${seed}`).toBeLessThanOrEqual(to)
        expect(window.to - window.from + 1).toBe(length)
        for (let day = window.from; day <= window.to; day += 1) seen.add(day)
        windows.note(0.1, 60, 0.001)
      }
      expect(seen.size, `${days} days, seed ${seed}`).toBe(days)
    }
  }
})

test('they become longer when a sweep brought little, and not before', () => {
  const windows = new Windows(stateOf(120, 28))
  const random = new Random(1)
  sweep(windows, random, 120, 0.1)
  expect(windows.length).toBe(7)
  sweep(windows, random, 120, 0)
  expect(windows.length).toBe(14)
  sweep(windows, random, 120, 0)
  expect(windows.length).toBe(28)
  expect(windows.isLongest(120)).toBe(true)
})

test('what took too long becomes shorter, and longer again only with fewer employees', () => {
  const windows = new Windows(stateOf(120, 28))
  const random = new Random(1)
  sweep(windows, random, 120, 0)
  expect(windows.length).toBe(14)
  expect(windows.retreat(120)).toBe(120)
  expect(windows.length).toBe(7)
  expect(windows.isLongest(120)).toBe(true)
  sweep(windows, random, 120, 0)
  expect(windows.length).toBe(7)
  expect(windows.isLongest(60)).toBe(false)
  sweep(windows, random, 60, 0)
  expect(windows.length).toBe(14)
  expect(windows.mostEmployees).toBeLessThan(80)
})

test('where windows cannot become shorter, half of the employees are next', () => {
  const windows = new Windows(stateOf(120, 28))
  expect(windows.retreat(100)).toBe(50)
  expect(windows.length).toBe(7)
})
