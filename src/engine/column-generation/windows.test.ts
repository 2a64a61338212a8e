import { describe, expect, test } from 'vitest'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import { compile } from '../instance/compile.ts'
import { Random } from '../random.ts'
import { type Span, wholeSpan } from '../scoring/one-row.ts'
import { createState, type State } from '../scoring/state.ts'
import { Windows } from './windows.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'

const DAY_MIN = 1440
const [PLAIN, PARTS, DIVES] = [
  { isRelaxAndFix: false, canDiveAway: false },
  { isRelaxAndFix: true, canDiveAway: false },
  { isRelaxAndFix: true, canDiveAway: true },
]

/** So many employees, and so many shifts, an hour apart, on each of so many days. */
function stateOf(employees: number, days: number, shiftsADay = 1): State {
  const starts = Array.from({ length: days * shiftsADay }, (_, i) => Math.floor(i / shiftsADay) * DAY_MIN + (i % shiftsADay) * 60)
  const { schedule, roster } = sampleSchedule({
    employees: Array.from({ length: employees }, () => ({})),
    shifts: starts.map((from) => ({ from, to: from + 60, employee: null })),
  })
  return createState(compile(schedule), roster)
}

/** What each window of a sweep brings: it makes the roster cheaper by such a share, and takes such a share of the search; or nothing better is there. */
interface Swept {
  readonly gain: number
  readonly took?: number
  readonly isProved?: boolean
}

/** How long windows are at first, and after each sweep, which ends at the latest when they have another length. */
function lengthsOf(windows: Windows, size: number, sweeps: readonly Swept[]): number[] {
  const random = new Random(1)
  const lengths = [windows.length]
  for (const { gain, took = 0.001, isProved = false } of sweeps) {
    for (let i = 0; i < 60 && windows.length === lengths.at(-1); i += 1) {
      windows.next(random)
      windows.note(gain, size, took, isProved)
    }
    lengths.push(windows.length)
  }
  return lengths
}

for (const { employees, days, first, isWhole } of [
  { employees: 30, days: 28, first: 14, isWhole: true },
  { employees: 120, days: 28, first: 7, isWhole: true },
  { employees: 40, days: 84, first: 28, isWhole: true },
  { employees: 400, days: 28, first: 7, isWhole: true },
  { employees: 10, days: 182, first: 56, isWhole: false },
  { employees: 10, days: 100, first: 56, isWhole: false },
  { employees: 5, days: 3, first: 3, isWhole: true },
]) {
  test(`${employees} employees over ${days} days begin with windows of ${first}`, () => {
    const windows = new Windows(stateOf(employees, days), DEFAULT_PARAMS.neighbourhoods, PLAIN)
    expect(windows.length).toBe(first)
    expect(windows.hasWhole).toBe(isWhole)
  })
}

for (const { employees, days, first, took, next } of [
  // 28 days are twice as long, and take 8 times as long.
  { employees: 50, days: 28, first: 14, took: 0.074, next: 28 },
  { employees: 50, days: 28, first: 14, took: 0.076, next: 14 },
  // 84 days are three times as long, and take 27 times as long.
  { employees: 40, days: 84, first: 28, took: 0.011, next: 84 },
  { employees: 40, days: 84, first: 28, took: 0.012, next: 28 },
]) {
  test(`after a first window of ${first} days that took ${took} of the search, ${employees} employees over ${days} days go on with windows of ${next}`, () => {
    const windows = new Windows(stateOf(employees, days), DEFAULT_PARAMS.neighbourhoods, PLAIN)
    expect(windows.length).toBe(first)
    windows.next(new Random(1))
    windows.note(0.1, employees, took)
    expect(windows.length).toBe(next)
  })
}

test('all days come early once, and after them windows of 28 days as ever', () => {
  const windows = new Windows(stateOf(40, 84), DEFAULT_PARAMS.neighbourhoods, PLAIN)
  expect(lengthsOf(windows, 40, [{ gain: 0.1 }, { gain: 0.1 }])).toEqual([28, 84, 28])
  windows.note(0.1, 40, 0.001)
  expect(windows.length).toBe(28)
})

test('all days of a horizon of four weeks do not come early with many employees', () => {
  const windows = new Windows(stateOf(120, 28), DEFAULT_PARAMS.neighbourhoods, PLAIN)
  windows.next(new Random(1))
  windows.note(0.1, 120, 0.0001)
  expect(windows.length).toBe(7)
})

test('relax-and-fix of a ward begins with a quarter of the days, and takes all of them after windows of half of them', () => {
  const windows = new Windows(stateOf(30, 28), DEFAULT_PARAMS.neighbourhoods, PARTS)
  expect(windows.isWholeTooMuch).toBe(true)
  expect(lengthsOf(windows, 30, [{ gain: 0.01 }, { gain: 0 }, { gain: 0 }, { gain: 0 }])).toEqual([7, 7, 14, 28, 28])
})

test('windows twice as long are not tried where they would take too much of the search', () => {
  const windows = new Windows(stateOf(40, 56), DEFAULT_PARAMS.neighbourhoods, PLAIN)
  expect(lengthsOf(windows, 40, [{ gain: 0, took: 0.06 }])).toEqual([28, 28])
  expect(windows.isLongest(40)).toBe(true)
  expect(lengthsOf(windows, 40, [{ gain: 0, took: 0.04 }])).toEqual([28, 56])
})

test('the window that took most of a sweep says how much longer ones would take', () => {
  const windows = new Windows(stateOf(40, 56), DEFAULT_PARAMS.neighbourhoods, PLAIN)
  const random = new Random(1)
  const note = (took: number): void => {
    windows.next(random)
    windows.note(0, 40, took)
  }
  note(0.06)
  // A sweep has three or four windows: the first is over, and the second is not.
  for (let i = 0; i < 4; i += 1) note(0.001)
  expect(windows.length).toBe(28)
  for (let i = 0; i < 4; i += 1) note(0.001)
  expect(windows.length).toBe(56)
})

test('what long windows changed, short ones better: they become short again', () => {
  expect(lengthsOf(new Windows(stateOf(40, 56), DEFAULT_PARAMS.neighbourhoods, PLAIN), 40, [{ gain: 0.001 }, { gain: 0 }, { gain: 0.002 }])).toEqual([
    28, 56, 56, 28,
  ])
})

for (const { days, lengths } of [
  { days: 28, lengths: [14, 28, 14, 28] },
  { days: 15, lengths: [7, 15, 7, 14, 15] },
  { days: 5, lengths: [5, 5, 5, 5] },
]) {
  test(`where all ${days} days come early, windows of half of them at most better what they changed, and all days come again`, () => {
    const gains = [0, 0.001, 0, 0].slice(0, lengths.length - 1)
    const swept = gains.map((gain) => ({ gain }))
    expect(lengthsOf(new Windows(stateOf(30, days), DEFAULT_PARAMS.neighbourhoods, PLAIN), 30, swept)).toEqual(lengths)
  })
}

const MANY = { isRelaxAndFix: false, canDiveAway: true }

test('where all days are solved by a dive that leads away, they come after windows of 14 days at most', () => {
  const windows = new Windows(stateOf(40, 56, 16), DEFAULT_PARAMS.neighbourhoods, MANY)
  expect(windows.isWholeTooMuch).toBe(true)
  expect(lengthsOf(windows, 40, [{ gain: 0.02 }, { gain: 0 }, { gain: 0.02 }, { gain: 0 }, { gain: 0 }, { gain: 0 }])).toEqual([
    14, 14, 56, 14, 56, 56, 56,
  ])
})

test('however long windows take, there is time for such a dive until it is given up', () => {
  const long = { gain: 0, took: 0.3 }
  const after = (stops: boolean): number[] => {
    const windows = new Windows(stateOf(40, 56, 16), DEFAULT_PARAMS.neighbourhoods, MANY)
    if (stops) windows.stopDiving()
    return lengthsOf(windows, 40, [long])
  }
  expect(after(false)).toEqual([14, 56])
  expect(after(true)).toEqual([14, 14])
})

test('a dive may come first, where there are any', () => {
  const first = (canDiveAway: boolean): number => {
    const windows = new Windows(stateOf(30, 28), DEFAULT_PARAMS.neighbourhoods, { isRelaxAndFix: true, canDiveAway })
    windows.skipToDive()
    return windows.length
  }
  expect([true, false].map(first)).toEqual([28, 7])
})

test('a roster that is another one altogether begins with the windows that came first', () => {
  const windows = new Windows(stateOf(40, 56, 16), DEFAULT_PARAMS.neighbourhoods, MANY)
  expect(lengthsOf(windows, 40, [{ gain: 0 }])).toEqual([14, 56])
  windows.restart()
  expect(windows.length).toBe(14)
})

for (const { days, isThrough } of [
  { days: 28, isThrough: [false, false, true] },
  // All days come first, and no shorter ones before.
  { days: 7, isThrough: [false, false, false] },
]) {
  test(`windows of ${days} days are through where ${isThrough.includes(true) ? 'all days come after shorter ones' : 'shorter ones come first, which is never'}`, () => {
    const windows = new Windows(stateOf(30, days), DEFAULT_PARAMS.neighbourhoods, DIVES)
    const random = new Random(1)
    const seen = isThrough.map(() => {
      const before = windows.isThrough
      const { length } = windows
      for (let i = 0; i < 60 && windows.length === length; i += 1) {
        windows.next(random)
        windows.note(0, 30, 0.001)
      }
      return before
    })
    expect(seen).toEqual(isThrough)
  })
}

test('dives that lead away need prices, and shorter windows to go on with', () => {
  const divesAway = (days: number, how: typeof DIVES): boolean => new Windows(stateOf(30, days), DEFAULT_PARAMS.neighbourhoods, how).divesAway
  expect([7, 8, 28, 84, 85].map((days) => divesAway(days, DIVES))).toEqual([false, true, true, true, false])
  expect([PLAIN, PARTS, MANY].map((how) => divesAway(28, how))).toEqual([false, false, false])
})

test('windows lie within the days that are planned, and every sweep has all of them', () => {
  for (const days of [8, 15, 28, 56, 83, 182]) {
    const state = stateOf(60, days)
    const { from, to } = wholeSpan(state)
    for (let seed = 1; seed <= 20; seed += 1) {
      const windows = new Windows(state, { ...DEFAULT_PARAMS.neighbourhoods, maxShareOfAll: 0, maxShareOfSums: 0 }, PLAIN)
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
  const windows = new Windows(stateOf(120, 28), DEFAULT_PARAMS.neighbourhoods, PLAIN)
  expect(lengthsOf(windows, 120, [{ gain: 0.1 }, { gain: 0 }, { gain: 0 }])).toEqual([7, 7, 14, 28])
  expect(windows.isLongest(120)).toBe(true)
})

describe('what took too long becomes shorter, and longer again only with fewer employees', () => {
  const shortened = (): Windows => {
    const windows = new Windows(stateOf(120, 28), DEFAULT_PARAMS.neighbourhoods, PLAIN)
    expect(lengthsOf(windows, 120, [{ gain: 0 }])).toEqual([7, 14])
    expect(windows.retreat(120)).toBe(120)
    expect(windows.isLongest(120)).toBe(true)
    return windows
  }

  test('where there are fewer', () => {
    const windows = shortened()
    expect(lengthsOf(windows, 120, [{ gain: 0 }])).toEqual([7, 7])
    expect(windows.isLongest(60)).toBe(false)
    expect(lengthsOf(windows, 60, [{ gain: 0 }])).toEqual([7, 14])
    expect(windows.maxEmployees).toBeLessThan(80)
  })

  test('where no window of a sweep holds anything better', () => {
    const windows = shortened()
    expect(lengthsOf(windows, 120, [{ gain: 0, isProved: true }])).toEqual([7, 14])
    expect(windows.maxEmployees).toBeCloseTo(DEFAULT_PARAMS.neighbourhoods.retreat * 120)
    expect(lengthsOf(windows, windows.maxEmployees, [{ gain: 0, took: 0.05, isProved: true }])).toEqual([14, 28])
    expect(windows.maxEmployees).toBeCloseTo(DEFAULT_PARAMS.neighbourhoods.retreat * 60)
    expect(windows.isLongest(1)).toBe(true)
  })

  test('not where one of them may', () => {
    const windows = shortened()
    windows.next(new Random(1))
    windows.note(0, 120, 0.001, false)
    for (let i = 0; i < 8 && windows.length === 7; i += 1) {
      windows.next(new Random(1))
      windows.note(0, 120, 0.001, i < 3)
    }
    expect(windows.length).toBe(7)
  })

  test('what one sweep left open says nothing of the next', () => {
    const windows = shortened()
    windows.note(0, 120, 0.001, false)
    windows.next(new Random(1))
    expect(lengthsOf(windows, 120, [{ gain: 0, isProved: true }])).toEqual([7, 14])
  })

  test('not where fewer would take too much of the search', () => {
    expect(lengthsOf(shortened(), 120, [{ gain: 0, took: 0.09, isProved: true }])).toEqual([7, 7])
    expect(lengthsOf(shortened(), 120, [{ gain: 0, took: 0.08, isProved: true }])).toEqual([7, 14])
  })
})

test('where windows cannot become shorter, half of the employees are next', () => {
  const windows = new Windows(stateOf(200, 28), DEFAULT_PARAMS.neighbourhoods, PLAIN)
  expect(windows.retreat(180)).toBe(90)
  expect(windows.length).toBe(7)
})

describe('windows that are known to hold nothing better', () => {
  const isKnown = ({ from }: Span): boolean => from < 15
  const sweepsOf = (windows: Windows, isLeftOut: (span: Span) => boolean, count: number): number[] => {
    const random = new Random(1)
    return Array.from({ length: count }, () => {
      const { from } = windows.next(random, isLeftOut)
      windows.note(0.1, 200, 0.001)
      return from
    })
  }

  test('are left out', () => {
    const windows = new Windows(stateOf(200, 28), DEFAULT_PARAMS.neighbourhoods, PLAIN)
    const known = sweepsOf(windows, isKnown, 40).filter((from) => from < 15)
    // The last one of a sweep ends it, whatever is known of it.
    expect(known.length).toBeGreaterThan(0)
    expect(known.length).toBeLessThan(12)
  })

  test('but one of each sweep, which comes to its end', () => {
    const windows = new Windows(stateOf(200, 28), DEFAULT_PARAMS.neighbourhoods, PLAIN)
    const random = new Random(1)
    windows.next(random, () => true)
    windows.note(0, 200, 0.001)
    expect(windows.length).toBe(14)
  })

  test('say nothing of how long longer ones would take', () => {
    const windows = new Windows(stateOf(200, 28), DEFAULT_PARAMS.neighbourhoods, PLAIN)
    expect(lengthsOf(windows, 200, [{ gain: 0.1, took: 0.3 }])).toEqual([7, 7])
    windows.next(new Random(1), () => true)
    windows.note(0, 200, 0.001)
    expect(windows.length).toBe(7)
  })
})
