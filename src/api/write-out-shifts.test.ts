import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from './limits.ts'
import { readSubmission } from './read-schedule.ts'
import { formatDateTime, createClock } from './times.ts'
import type { AnyJson } from './ward.fixture.ts'
import { withShiftsWrittenOut } from './write-out-shifts.ts'

const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY']

function documentWith(...shifts: readonly AnyJson[]): AnyJson {
  return {
    timeZone: 'Europe/Copenhagen',
    employees: [{ id: 1, skills: [], teams: [], contract: {}, wishes: [] }],
    spots: [{ id: 'Ward' }],
    shifts,
  }
}

function repeated(more: AnyJson = {}, repeats: AnyJson = {}): AnyJson {
  return {
    id: 'early',
    spot: 'Ward',
    start: '2026-03-23',
    end: '2026-04-05',
    repeats: { weekdays: WEEKDAYS, from: '07:00', to: '15:00', ...repeats },
    ...more,
  }
}

const read = (document: AnyJson) => readSubmission(document, { callback: 'optional' })

/** `id start end`, on the local clock. */
function timesOf(document: AnyJson): string[] {
  const { submission, errors } = read(document)
  expect(errors).toEqual([])
  const { shifts, calendar } = submission!.schedule
  const { offsetAt } = createClock(calendar.timeZone)
  const at = (minute: number): string => formatDateTime(calendar.originEpochMin + minute, offsetAt(calendar.originEpochMin + minute)).slice(5, 16)
  return shifts.map(({ id, start, end }) => `${id} ${at(start)} ${at(end)}`)
}

describe('a shift that repeats', () => {
  for (const [title, more, repeats, times] of [
    [
      'on weekdays',
      { end: '2026-03-25' },
      {},
      ['early/2026-03-23 03-23T07:00 03-23T15:00', 'early/2026-03-24 03-24T07:00 03-24T15:00', 'early/2026-03-25 03-25T07:00 03-25T15:00'],
    ],
    [
      'on all days where none is named',
      { start: '2026-03-28', end: '2026-03-29' },
      { weekdays: undefined },
      ['early/2026-03-28 03-28T07:00 03-28T15:00', 'early/2026-03-29 03-29T07:00 03-29T15:00'],
    ],
    ['every second week', {}, { weekdays: ['FRIDAY'], everyWeeks: 2 }, ['early/2026-03-27 03-27T07:00 03-27T15:00']],
    ['over midnight, whole also at the end', { end: '2026-03-23' }, { from: '23:00', to: '07:00' }, ['early/2026-03-23 03-23T23:00 03-24T07:00']],
    [
      'over the night in which clocks change',
      { start: '2026-03-28', end: '2026-03-28' },
      { weekdays: ['SATURDAY'], from: '23:00', to: '07:00' },
      ['early/2026-03-28 03-28T23:00 03-29T07:00'],
    ],
    ['from a moment on', { start: '2026-03-23T08:00', end: '2026-03-24T07:00' }, {}, []],
    [
      'up to a moment',
      { start: '2026-03-23T07:00', end: '2026-03-24T07:01' },
      {},
      ['early/2026-03-23 03-23T07:00 03-23T15:00', 'early/2026-03-24 03-24T07:00 03-24T15:00'],
    ],
    ['for ever when the id is a number', { id: 7, end: '2026-03-23' }, {}, ['7/2026-03-23 03-23T07:00 03-23T15:00']],
  ] as const) {
    test(`${title} is these shifts`, () => {
      const document = documentWith(repeated(more, repeats), { id: 'x', spot: 'Ward', start: '2026-03-26T07:00', end: '2026-03-26T15:00' })
      expect(timesOf(document)).toEqual([...times, 'x 03-26T07:00 03-26T15:00'])
    })
  }

  test('is read as if each had been posted', () => {
    const more = { seats: { min: 1, max: 2 }, tags: ['early'], breakMinutes: 30, suggestedEmployees: [1] }
    const { submission } = read(documentWith(repeated({ ...more, end: '2026-03-24' })))
    const posted = ['2026-03-23', '2026-03-24'].map((date) => ({
      id: `early/${date}`,
      spot: 'Ward',
      start: `${date}T07:00+01:00`,
      end: `${date}T15:00+01:00`,
      ...more,
    }))
    expect(submission!.schedule).toEqual(read(documentWith(...posted)).submission!.schedule)
  })

  test('is named by the id of a day', () => {
    const document = {
      ...documentWith(repeated()),
      shiftGroups: [{ id: 1, shiftIds: ['early/2026-03-23', 'early/2026-03-24'], mode: 'SAME_EMPLOYEE', constraintLevel: 'hard', weight: 1 }],
    }
    expect(read(document).errors).toEqual([])
    document.shiftGroups[0]!.shiftIds[1] = 'early/2026-03-28'
    expect(read(document).errors).toMatchObject([{ pointer: '/shiftGroups/0/shiftIds/1', code: 'shift-unknown' }])
  })

  for (const [title, more, repeats, pointer, code] of [
    ['without a time', {}, { from: undefined }, '/shifts/1/repeats/from', 'field-missing'],
    ['until no time of day', {}, { to: '7' }, '/shifts/1/repeats/to', 'time-of-day-invalid'],
    ['on no weekday', {}, { weekdays: ['Mon'] }, '/shifts/1/repeats/weekdays/0', 'choice-unknown'],
    ['without an end', { end: undefined }, {}, '/shifts/1/end', 'field-missing'],
    ['backwards', { end: '2026-03-01' }, {}, '/shifts/1/end', 'end-not-after-start'],
    ['over years', { end: '2029-03-01' }, {}, '/shifts/1/end', 'horizon-too-long'],
    ['far from now', { end: '2999-03-01' }, {}, '/shifts/1/end', 'date-out-of-range'],
    ['as a text', { repeats: 'daily' }, {}, '/shifts/1/repeats', 'wrong-type'],
    ['with a long id', { id: 'x'.repeat(60) }, {}, '/shifts/1/id', 'text-too-long'],
    ['at a spot that there is not', { spot: 'Desk' }, {}, '/shifts/1/spot', 'spot-unknown'],
    ['with the id of a posted one', { id: 'a' }, {}, '/shifts/1/id', 'id-duplicate'],
  ] as const) {
    test(`${title} is told once, where it was posted`, () => {
      const other = { id: 'a/2026-03-24', spot: 'Ward', start: '2026-03-24T07:00', end: '2026-03-24T15:00' }
      expect(read(documentWith(other, repeated(more, repeats))).errors).toMatchObject([{ pointer, code }])
    })
  }

  test('that cannot be read is all that is wrong', () => {
    expect(read(documentWith(repeated({ end: '2026-03-01' }))).errors).toMatchObject([{ pointer: '/shifts/0/end', code: 'end-not-after-start' }])
  })

  test('on no day at all is doubted', () => {
    const other = { id: 'a', spot: 'Ward', start: '2026-03-24T07:00', end: '2026-03-24T15:00' }
    const { warnings } = read(documentWith(repeated({ end: '2026-03-27' }, { weekdays: ['SATURDAY'] }), other))
    expect(warnings).toContainEqual(expect.objectContaining({ pointer: '/shifts/0/repeats', code: 'shift-never' }))
  })

  test('more often than there may be shifts is refused', () => {
    const document = documentWith(repeated(), repeated({ id: 'late' }))
    const { errors } = readSubmission(document, { callback: 'optional', limits: { ...DEFAULT_LIMITS, shifts: 19 } })
    expect(errors).toMatchObject([{ pointer: '/shifts', code: 'list-too-long' }])
    expect(readSubmission(document, { callback: 'optional', limits: { ...DEFAULT_LIMITS, shifts: 20 } }).errors).toEqual([])
  })

  test('with lists that come to more entries than a body may hold is refused at the longest of them', () => {
    const tags = Array.from({ length: 20_000 }, (_, n) => `tag ${n}`)
    const daily = (end: string): AnyJson => repeated({ start: '2026-01-01', end, tags, skills: [{ id: 1 }] }, { weekdays: undefined })
    const { errors } = read(documentWith(repeated(), daily('2026-09-08')))
    expect(errors).toMatchObject([{ pointer: '/shifts/1/tags', code: 'list-too-long' }])
    expect(errors[0]!.detail).toContain('20000 entries of tags on 251 days')
    expect(errors[0]!.hint).toContain('fewer in tags')
    expect(withShiftsWrittenOut(documentWith(daily('2026-09-08'))).shifts).toHaveLength(251)
    expect(read(documentWith(daily('2026-01-10'), { ...daily('2026-01-10'), id: 'late' })).errors).toEqual([])
  })

  test('what is wrong behind it is told where that was posted', () => {
    const { errors } = read(documentWith(repeated(), { id: 'x', spot: 'Desk', start: '2026-03-24T07:00', end: '2026-03-24T15:00' }))
    expect(errors).toMatchObject([{ pointer: '/shifts/1/spot', code: 'spot-unknown' }])
  })
})

describe('a document written out', () => {
  test('is the same one where nothing repeats', () => {
    const document = documentWith({ id: 'x', spot: 'Ward', start: '2026-03-24T07:00', end: '2026-03-24T15:00' })
    expect(withShiftsWrittenOut(document)).toBe(document)
    expect(withShiftsWrittenOut(null)).toBe(null)
  })

  test('says the same, and repeats nothing', () => {
    const document = documentWith(repeated())
    const written = withShiftsWrittenOut(document)
    expect(written.shifts).toHaveLength(10)
    expect(written.shifts.some((shift: AnyJson) => 'repeats' in shift)).toBe(false)
    expect(read(written).submission!.schedule).toEqual(read(document).submission!.schedule)
  })
})
