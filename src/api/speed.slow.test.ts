// Slow: documents of the largest size are read twice, for a ratio.
import { beforeAll, expect, test } from 'vitest'
import { threadMsOf } from '../../test/thread-time.ts'
import { readSubmission } from './read-schedule.ts'
import type { AnyJson } from './ward.fixture.ts'

/**
 * How many times the processor time of a tenth of the plain schedule a whole one may take, whatever is in it: measured 9 to 33, on a busy machine too. What
 * looks at every shift for every shift takes thousands of times as long.
 */
const MOST_TIMES = 200

function largest(shiftCount = 100_000, employeeCount = 5_000): AnyJson {
  const dayMs = 86_400_000
  const times = Array.from({ length: 399 }, (_, day) => {
    const start = Date.UTC(2026, 0, 1, 21) + day * dayMs
    return { start: new Date(start).toISOString(), end: new Date(start + dayMs / 3).toISOString() }
  })
  const shifts = Array.from({ length: shiftCount }, (_, i) => ({
    id: i,
    spot: 1,
    ...times[i % times.length]!,
    breakMinutes: 30,
    tags: [`t${i % 9}`],
    employee: null,
  }))
  const employees = Array.from({ length: employeeCount }, (_, i) => ({
    id: i,
    contract: { hoursBetweenShift: 660, maxHoursWeek: 2400 },
    wishes: [{ type: 'UNDESIRED', start: '2026-03-04', end: '2026-03-05' }],
  }))
  return { timeZone: 'Europe/Copenhagen', employees, shifts, spots: [{ id: 1 }] }
}

/** Processor time that reading takes, in milliseconds. */
function readingMs(document: AnyJson): number {
  return threadMsOf(() => readSubmission(document, { callback: 'optional' }))
}

let tenthMs: number
beforeAll(() => {
  // Not the first, which compiles.
  readingMs(largest(10_000, 500))
  tenthMs = readingMs(largest(10_000, 500))
})

for (const [title, spoil] of [
  ['the largest schedule', (document) => document],
  [
    'the largest schedule with every shift wrong',
    (document) => {
      for (const shift of document.shifts) Object.assign(shift, { start: 'soon', spot: 7, kolor: 1 })
    },
  ],
  [
    'a tag of its own in every shift, and wishes for others',
    (document) => {
      for (const [i, shift] of document.shifts.entries()) shift.tags = [`${'x'.repeat(50)}${i}`]
      for (const [i, employee] of document.employees.entries()) employee.wishes[0].tag = `${'x'.repeat(50)}${i}y`
    },
  ],
  [
    'wishes on every day of four centuries',
    (document) => {
      for (const [i, employee] of document.employees.entries()) {
        employee.wishes = Array.from({ length: 20 }, (_, j) => {
          const day = new Date(Date.UTC(1900, 0, 1 + i * 20 + j)).toISOString().slice(0, 10)
          return { type: 'UNDESIRED', start: day, end: day }
        })
      }
    },
  ],
  [
    'every shift fixed with one employee at the same time, each permitted beside all others',
    (document) => {
      const { start, end } = document.shifts[0]
      const allowedCollisionSpots = [...Array.from({ length: 50 }, () => 2), 1]
      document.spots.push({ id: 2 })
      for (const shift of document.shifts) Object.assign(shift, { start, end, fixed: true, employee: 1, allowedCollisionSpots })
    },
  ],
  [
    'coverage that looks everywhere and chooses nothing',
    (document) => {
      document.spots.push({ id: 2 })
      document.coverageCompetencyRequirements = Array.from({ length: 20_000 }, (_, i) => ({
        id: i,
        skill: 1,
        minimumCount: 1,
        spotIds: [2],
        start: '2026-01-01',
        end: '2027-12-31',
      }))
    },
  ],
] as [string, (document: AnyJson) => void][]) {
  test(`${title} takes as long as it is large`, () => {
    const document = largest()
    spoil(document)
    expect(readingMs(document)).toBeLessThan(MOST_TIMES * tenthMs)
  })
}
