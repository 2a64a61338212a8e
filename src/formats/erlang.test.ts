import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answeredInTime, type CallLoad, peopleFor, waitingShare } from './erlang.ts'

const ROUNDING = 1e-8
const LOAD: CallLoad = { calls: 100, slotSeconds: 1800, handleSeconds: 180, level: 0.8, answerSeconds: 20, maxOccupancy: 1 }

/** The formula as it is printed, with factorials. */
function printedShare(people: number, erlangs: number): number {
  const term = (n: number): number => Array.from({ length: n }, (_, k) => erlangs / (k + 1)).reduce((product, factor) => product * factor, 1)
  const busy = (term(people) * people) / (people - erlangs)
  return busy / (Array.from({ length: people }, (_, n) => term(n)).reduce((sum, value) => sum + value, 0) + busy)
}

describe('people for calls', () => {
  test('ten erlangs on fourteen people: 17.4 % wait, 88.8 % are answered within 20 s; thirteen answer 79.6 %', () => {
    expect(waitingShare(14, 10)).toBeCloseTo(0.1741319, 7)
    expect(answeredInTime(14, LOAD)).toBeCloseTo(0.88835, 5)
    expect(answeredInTime(13, LOAD)).toBeCloseTo(0.79559, 5)
    expect(peopleFor(LOAD)).toBe(14)
    expect(peopleFor({ ...LOAD, level: 0.79 })).toBe(13)
  })

  test('nobody is needed where nobody calls, and one where one call takes a second', () => {
    expect(peopleFor({ ...LOAD, calls: 0 })).toBe(0)
    expect(peopleFor({ ...LOAD, calls: 1, handleSeconds: 1 })).toBe(1)
    expect(answeredInTime(0, { ...LOAD, calls: 0 })).toBe(1)
  })

  test('people who cannot keep up answer no call in time: a queue grows for ever', () => {
    expect(waitingShare(10, 10)).toBe(1)
    expect(answeredInTime(10, LOAD)).toBe(0)
    expect(answeredInTime(11, LOAD)).toBeGreaterThan(0)
  })

  test('an occupancy of 60 % asks for more people than the calls alone', () => {
    expect(peopleFor({ ...LOAD, maxOccupancy: 0.6 })).toBe(17)
    // 2.1 erlangs are 70 % of three people just so, which numbers of a machine do not quite say.
    expect(peopleFor({ calls: 5, slotSeconds: 900, handleSeconds: 378, answerSeconds: 0, level: 0.5, maxOccupancy: 0.7 })).toBe(3)
  })

  test('ten thousand erlangs are counted without a number that is too large', () => {
    const people = peopleFor({ ...LOAD, calls: 100_000 })
    expect(people).toBeGreaterThan(10_000)
    expect(answeredInTime(people, { ...LOAD, calls: 100_000 })).toBeGreaterThanOrEqual(0.8)
  })

  test('it is the printed formula, and the least number of people', () => {
    fc.assert(
      fc.property(
        fc.record({
          calls: fc.integer({ min: 1, max: 200 }),
          slotSeconds: fc.constantFrom(900, 1800, 3600),
          handleSeconds: fc.integer({ min: 30, max: 600 }),
          level: fc.constantFrom(0.5, 0.8, 0.9, 0.99),
          answerSeconds: fc.integer({ min: 0, max: 60 }),
          maxOccupancy: fc.constantFrom(0.7, 0.85, 1),
        }),
        (load) => {
          const people = peopleFor(load)
          const erlangs = (load.calls * load.handleSeconds) / load.slotSeconds
          expect(answeredInTime(people, load)).toBeGreaterThanOrEqual(load.level)
          expect(erlangs).toBeLessThanOrEqual(load.maxOccupancy * people + ROUNDING)
          const isEnough = (fewer: number): boolean => answeredInTime(fewer, load) >= load.level && erlangs <= load.maxOccupancy * fewer + ROUNDING
          if (people > 1) expect(isEnough(people - 1)).toBe(false)
          if (people > erlangs) expect(waitingShare(people, erlangs)).toBeCloseTo(printedShare(people, erlangs), 9)
        },
      ),
    )
  })
})
