import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { put } from './issue-cases.fixture.ts'
import { readSubmission } from './read-schedule.ts'
import { fullDocument } from './ward.fixture.ts'

describe('any document', () => {
  test('is answered, never thrown at', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (document) => {
        const { submission, errors } = readSubmission(document, { callback: 'required' })
        expect(submission === null).toBe(errors.length > 0)
      }),
      { numRuns: 300 },
    )
  })

  test('is answered when one value of a full one is anything else', () => {
    const paths = pathsOf(fullDocument())
    fc.assert(
      fc.property(
        fc.constantFrom(...paths),
        fc.oneof(
          fc.jsonValue({ maxDepth: 2 }),
          fc.constantFrom(-1, 0.5, 1e308, '', '9999-12-31', '0000-01-01', '9999-12-31T23:59:59+00:00', Number.MAX_SAFE_INTEGER),
        ),
        (path, value) => {
          const document = fullDocument()
          put(`/${path.join('/')}`, value)(document)
          const { submission, errors, warnings } = readSubmission(document, { callback: 'required' })
          expect(submission === null).toBe(errors.length > 0)
          for (const { pointer } of [...errors, ...warnings]) expect(pointer === '' || pointer.startsWith('/')).toBe(true)
        },
      ),
      { numRuns: 1500 },
    )
  })

  test('reads the same schedule out of a document that was written and parsed again', () => {
    fc.assert(
      fc.property(anyValidDocument, (document) => {
        const { submission, errors } = readSubmission(document, { callback: 'optional' })
        expect(errors).toEqual([])
        expect(submission!.schedule.shifts.map((shift) => shift.id)).toEqual(document.shifts.map((shift) => shift.id))
        expect(submission!.schedule.shifts.map((shift) => shift.end - shift.start)).toEqual(
          document.shifts.map((shift) => (Date.parse(shift.end) - Date.parse(shift.start)) / 60_000),
        )
        for (const shift of submission!.schedule.shifts) {
          const day = submission!.schedule.calendar.days[shift.day]!
          expect(shift.start >= day.start && shift.start < day.end).toBe(true)
        }
        expect(readSubmission(JSON.parse(JSON.stringify(document)), { callback: 'optional' }).submission).toEqual(submission)
      }),
      { numRuns: 100 },
    )
  })
})

const anyShift = fc.record({
  startHour: fc.integer({ min: 0, max: 24 * 90 }),
  hours: fc.integer({ min: 1, max: 24 }),
  employee: fc.option(fc.integer({ min: 1, max: 3 })),
})
const anyValidDocument = fc
  .record({
    shifts: fc.array(anyShift, { minLength: 1, maxLength: 30 }),
    timeZone: fc.constantFrom('Europe/Copenhagen', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'),
  })
  .map(({ shifts, timeZone }) => ({
    timeZone,
    employees: [{ id: 1 }, { id: 2 }, { id: 3 }],
    spots: [{ id: 30 }],
    shifts: shifts.map(({ startHour, hours, employee }, index) => {
      const start = Date.UTC(2026, 1, 20) + startHour * 3_600_000
      return { id: index, spot: 30, start: new Date(start).toISOString(), end: new Date(start + hours * 3_600_000).toISOString(), employee }
    }),
  }))

function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))].filter((found) => found.length > 0)
}
