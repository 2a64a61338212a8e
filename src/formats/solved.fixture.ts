import { readSubmission } from '../api/read-schedule.ts'
import { NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'

/** A schedule of a request, with who works it as its shifts say. */
export function solved(document: Readonly<Record<string, unknown>>): { readonly schedule: Schedule; readonly roster: Roster } {
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (submission === null) throw new Error(JSON.stringify(errors))
  const { schedule } = submission
  return { schedule, roster: Int32Array.from(schedule.shifts, ({ employeeIndex }) => employeeIndex ?? NOBODY) }
}

/**
 * Saturday 27 and Sunday 28 March 2027 in Copenhagen, with the clock change, and the Monday after it, after a historic Friday. Ann works a night over the change; Bo
 * the Monday, of which two equal shifts and an optional one stay empty.
 */
export function smallRoster(): { readonly schedule: Schedule; readonly roster: Roster } {
  return solved({
    timeZone: 'Europe/Copenhagen',
    spots: [{ id: 1, name: 'Ward' }, { id: 2 }],
    employees: [{ id: 11, name: 'Ann' }, { id: 12, name: 'Bo' }, { id: 13 }],
    shifts: [
      { id: 1, spot: 1, start: '2027-03-26T07:00:00+01:00', end: '2027-03-26T15:00:00+01:00', historic: true, employee: 11 },
      { id: 2, spot: 1, start: '2027-03-27T23:00:00+01:00', end: '2027-03-28T07:00:00+02:00', employee: 11, name: 'Night', tags: ['night', 'long'] },
      { id: 3, spot: 2, start: '2027-03-29T07:00:00+02:00', end: '2027-03-29T15:30:00+02:00', breakMinutes: 30, employee: 12 },
      { id: 4, spot: 1, start: '2027-03-29T15:00:00+02:00', end: '2027-03-29T23:00:00+02:00' },
      { id: 5, spot: 1, start: '2027-03-29T15:00:00+02:00', end: '2027-03-29T23:00:00+02:00' },
      { id: 6, spot: 1, start: '2027-03-29T15:00:00+02:00', end: '2027-03-29T23:00:00+02:00', importance: 'OPTIONAL' },
    ],
  })
}

/** Names that want to be something else: markup, a formula, a property of a calendar, another line, the other direction. */
export const HOSTILE_NAMES: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '&lt;b&gt; & <b>',
  '=HYPERLINK("http://evil.example","x")',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  'A\r\nEND:VCALENDAR\r\nBEGIN:VCALENDAR',
  'semi;colon, comma\\ backslash: "quote"',
  '\u202Eright to left',
  'half \uD83D pair',
  'zero\u0000 escape \u001B[31m',
  '\u2028line\u2029paragraph\u0085next',
  '👩‍⚕️'.repeat(40),
  'æ'.repeat(200),
]

/** A day on which each of these names works, at a spot of the same name. */
export function hostileRoster(): { readonly schedule: Schedule; readonly roster: Roster } {
  return solved({
    timeZone: 'UTC',
    spots: HOSTILE_NAMES.map((name, n) => ({ id: n + 1, name })),
    employees: HOSTILE_NAMES.map((name, n) => ({ id: n + 1, name })),
    shifts: HOSTILE_NAMES.map((tag, n) => ({
      id: n + 1,
      spot: n + 1,
      start: '2027-03-01T07:00:00Z',
      end: '2027-03-01T15:00:00Z',
      employee: n + 1,
      tags: [tag],
    })),
  })
}
