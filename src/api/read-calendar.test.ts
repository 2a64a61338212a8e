import { describe, expect, test } from 'vitest'
import { readSubmission } from './read-schedule.ts'
import { cleanDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

function read(calendar: unknown, more: AnyJson = {}) {
  return readSubmission({ ...cleanDocument(), ...more, calendar }, { callback: 'required', strict: true })
}

/** A shift of eight hours on each day from Monday 2026-03-02 on. */
function shiftsOn(days: number): AnyJson {
  const [first] = cleanDocument().shifts
  return Array.from({ length: days }, (_, i) => {
    const date = `2026-03-${String(2 + i).padStart(2, '0')}`
    return { ...first, id: i, fixed: false, employee: null, start: `${date}T07:00:00+01:00`, end: `${date}T15:00:00+01:00`, tags: ['early'] }
  })
}

function daysOf(calendar: unknown, days = 9) {
  return read(calendar, { shifts: shiftsOn(days) }).submission!.schedule
}

describe('a calendar', () => {
  for (const [weekStartsOn, weeks] of [
    ['MONDAY', [0, 0, 0, 0, 0, 0, 0, 1, 1]],
    ['TUESDAY', [0, 1, 1, 1, 1, 1, 1, 1, 2]],
    ['SUNDAY', [0, 0, 0, 0, 0, 0, 1, 1, 1]],
  ] as const) {
    test(`begins its weeks on ${weekStartsOn}`, () => {
      expect(daysOf({ weekStartsOn }).calendar.days.map(({ week }) => week)).toEqual(weeks)
    })
  }

  // From Monday to the Tuesday after next.
  for (const [weekend, isWeekend, numbers] of [
    [undefined, '.....xx..', '000000011'],
    [['SATURDAY', 'SUNDAY'], '.....xx..', '000000011'],
    [['SUNDAY', 'SATURDAY'], '.....xx..', '000000011'],
    [['FRIDAY', 'SATURDAY'], '....xx...', '000000111'],
    [['SUNDAY', 'MONDAY'], 'x.....xx.', '011111112'],
    [['FRIDAY'], '....x....', '000000111'],
  ] as const) {
    test(`has the weekend ${weekend?.join(' and ') ?? 'that everybody has'}, which weekends are numbered by`, () => {
      const { days } = daysOf({ weekend }).calendar
      expect(days.map((day) => (day.isWeekend ? 'x' : '.')).join('')).toBe(isWeekend)
      expect(days.map((day) => day.weekend).join('')).toBe(numbers)
    })
  }

  test('gives shifts that start on a holiday its tags, each once', () => {
    const holidays = [
      { date: '2026-03-03' },
      { date: '2026-03-04', name: 'Eve', tag: 'eve' },
      { date: '2026-03-04' },
      { date: '2026-03-05', tag: 'early' },
    ]
    const { shifts } = daysOf({ holidays }, 4)
    expect(shifts.map(({ tags }) => tags)).toEqual([['early'], ['early', 'holiday'], ['early', 'eve', 'holiday'], ['early']])
  })

  for (const [period, windows] of [
    [{ start: '2026-03-04', days: 3 }, ['0-1 of 3', '2-4 of 3', '5-7 of 3', '8-8 of 3']],
    [{ start: '2026-06-01', days: 14 }, ['0-6 of 14', '7-8 of 14']],
    [{ start: '2026-03-02', days: 1000 }, ['0-8 of 1000']],
    [
      {
        ranges: [
          { start: '2026-03-06', end: '2026-04-01' },
          { start: '2026-03-01', end: '2026-03-03' },
          { start: '2026-02-01', end: '2026-02-03' },
        ],
      },
      ['0-1 of 3', '4-8 of 27'],
    ],
    [{ ranges: [] }, []],
  ] as const) {
    test(`has the windows ${windows.join(', ') || 'none'} of ${JSON.stringify(period)}`, () => {
      const { periods } = daysOf({ periods: [{ id: 'pay', ...period }] }).calendar
      expect(periods[0]!.windows.map(({ first, last, length }) => `${first}-${last} of ${length}`)).toEqual(windows)
    })
  }

  test('names its windows in sentences by the weekday on which they begin', async () => {
    const { judge } = await import('../checker/check.ts')
    const employees = [{ id: 1, contract: { maxHoursWeek: 60, rules: [{ kind: 'count', of: 'shifts', per: 'period', period: 'pay', max: 1 }] } }]
    const calendar = { weekStartsOn: 'SUNDAY', periods: [{ id: 'pay', start: '2026-03-02', days: 14 }] }
    const { schedule } = read(calendar, { employees, shifts: shiftsOn(2), spots: [{ id: 30 }] }).submission!
    const texts = judge(schedule, Int32Array.of(0, 0)).violations.flatMap(({ matches }) => matches.map(({ text }) => text))
    expect(texts.some((text) => text.includes('in the week from Sunday 2026-03-01'))).toBe(true)
    expect(texts.some((text) => text.includes('in the pay from 2026-03-02 to 2026-03-03'))).toBe(true)
  })

  for (const [calendar, issue] of [
    ['plain', { pointer: '/calendar', code: 'wrong-type' }],
    [{ weekStartsOn: 'Sunday' }, { pointer: '/calendar/weekStartsOn', code: 'choice-unknown' }],
    [{ weekend: ['SATURDAY', 'MONDAY'] }, { pointer: '/calendar/weekend', code: 'weekend-unclear' }],
    [{ weekend: [] }, { pointer: '/calendar/weekend', code: 'weekend-unclear' }],
    [{ weekend: ['FRIDAY', 'SATURDAY', 'SUNDAY'] }, { pointer: '/calendar/weekend', code: 'weekend-unclear' }],
    [{ weekend: ['FRYDAY'] }, { pointer: '/calendar/weekend/0', code: 'choice-unknown' }],
    [{ holidays: [{ date: '2026-02-30' }] }, { pointer: '/calendar/holidays/0/date', code: 'date-invalid' }],
    [{ holidays: [{}] }, { pointer: '/calendar/holidays/0/date', code: 'field-missing' }],
    [{ holidays: [{ date: '2026-03-03', tag: '' }] }, { pointer: '/calendar/holidays/0/tag', code: 'text-empty' }],
    [{ periods: [{ id: 1 }] }, { pointer: '/calendar/periods/0/ranges', code: 'field-missing' }],
    [{ periods: [{ id: 1, start: '2026-03-02' }] }, { pointer: '/calendar/periods/0/days', code: 'field-missing' }],
    [{ periods: [{ id: 1, start: '2026-03-02', days: 0 }] }, { pointer: '/calendar/periods/0/days', code: 'out-of-range' }],
    [{ periods: [{ id: 1, ranges: [{ start: '2026-03-02', end: '2026-03-01' }] }] }, { code: 'end-not-after-start' }],
    [
      {
        periods: [
          {
            id: 1,
            ranges: [
              { start: '2026-03-02', end: '2026-03-04' },
              { start: '2026-03-04', end: '2026-03-05' },
            ],
          },
        ],
      },
      { pointer: '/calendar/periods/0/ranges', code: 'periods-overlap' },
    ],
    [
      {
        periods: [
          { id: 1, ranges: [] },
          { id: 1, ranges: [] },
        ],
      },
      { pointer: '/calendar/periods/1/id', code: 'id-duplicate' },
    ],
  ] as const) {
    test(`${JSON.stringify(calendar).slice(0, 80)} is refused`, () => {
      expect(read(calendar).errors).toMatchObject([issue])
    })
  }

  for (const [title, rule, issue] of [
    ['says no period', { per: 'period' }, { code: 'period-missing' }],
    ['names a period that there is not', { per: 'period', period: 'lohn' }, { code: 'period-unknown' }],
    ['names a period of the other type', { per: 'period', period: '7' }, { hint: 'The id is the number 7: send it without quotes.' }],
  ] as const) {
    test(`a rule that ${title} is refused`, () => {
      const employees = [{ id: 1, contract: { rules: [{ kind: 'count', of: 'shifts', max: 3, ...rule }] } }]
      const { errors } = read({ periods: [{ id: 7, start: '2026-03-02', days: 14 }] }, { employees, shifts: shiftsOn(2), spots: [{ id: 30 }] })
      expect(errors).toMatchObject([{ pointer: '/employees/0/contract/rules/0/period', ...issue }])
    })
  }

  test('a weekend of one day is always complete', () => {
    const employees = [{ id: 1, contract: { completeWeekends: true } }]
    const { submission, warnings } = read({ weekend: ['FRIDAY'] }, { employees, shifts: shiftsOn(9), spots: [{ id: 30 }] })
    expect(submission!.schedule.employees[0]!.contract.completeWeekends).toBe(false)
    expect(warnings).toContainEqual(expect.objectContaining({ pointer: '/employees/0/contract/completeWeekends', code: 'field-ignored' }))
  })

  test('a period beside another per is told to have no effect', () => {
    const employees = [{ id: 1, contract: { rules: [{ kind: 'count', of: 'shifts', max: 3, per: 'week', period: 7 }] } }]
    const { warnings } = read({ periods: [{ id: 7, start: '2026-03-02', days: 14 }] }, { employees, shifts: shiftsOn(2), spots: [{ id: 30 }] })
    expect(warnings).toContainEqual(expect.objectContaining({ pointer: '/employees/0/contract/rules/0/period', code: 'field-ignored' }))
  })

  // Copenhagen puts its clocks forward on 29 March 2026 at 02:00, and back on 25 October at 03:00.
  for (const [start, end, more, pieces] of [
    ['2026-03-02T16:00', '2026-03-03T08:00', {}, [480, 480]],
    ['2026-03-02T08:00', '2026-03-02T16:00', { breakMinutes: 30 }, [450]],
    ['2026-03-02T16:00', '2026-03-03T00:00', {}, [480]],
    ['2026-03-02T22:00', '2026-03-03T06:00', { breakMinutes: 60 }, [105, 315]],
    ['2026-03-02T22:00', '2026-03-03T06:00', { paidMinutes: 101 }, [25, 76]],
    ['2026-03-02T12:00', '2026-03-05T12:00', {}, [720, 1440, 1440, 720]],
    ['2026-03-28T22:00', '2026-03-29T06:00', {}, [120, 360]],
    ['2026-10-24T22:00', '2026-10-25T06:00', {}, [120, 360]],
  ] as const) {
    test(`that cuts minutes counts ${pieces.join(' and ')} of a shift from ${start} to ${end} with ${JSON.stringify(more)}`, () => {
      const offset = (at: string): string => (at > '2026-03-29T02' && at < '2026-10-25T03' ? '+02:00' : '+01:00')
      const shifts = [{ id: 1, spot: 30, start: `${start}:00${offset(start)}`, end: `${end}:00${offset(end)}`, ...more }]
      const { schedule } = read({ workBelongsTo: 'SPLIT' }, { employees: [{ id: 1 }], shifts, spots: [{ id: 30 }] }).submission!
      expect(schedule.shifts[0]).toMatchObject({ splitMin: pieces, workMin: pieces.reduce((sum, each) => sum + each, 0) })
    })
  }

  test('that cuts minutes at midnight lets a night of sixteen hours count on two days', async () => {
    const { judge } = await import('../checker/check.ts')
    const shifts = [{ id: 1, spot: 30, start: '2026-03-02T16:00:00+01:00', end: '2026-03-03T08:00:00+01:00' }]
    const overOf = (maxHoursDay: number, workBelongsTo: string): number[] => {
      const { schedule } = read(
        { workBelongsTo },
        { employees: [{ id: 1, contract: { maxHoursDay } }], shifts: [...shifts, ...shiftsOn(3).slice(2)], spots: [{ id: 30 }] },
      ).submission!
      const found = judge(schedule, Int32Array.of(0, -1)).violations.filter(({ setting }) => setting === 'maxMinutesPerDay')
      return found.flatMap(({ matches }) => matches.map(({ amount }) => amount))
    }
    expect(overOf(600, 'START_DAY')).toEqual([360])
    expect(overOf(600, 'SPLIT')).toEqual([])
    expect(overOf(479, 'SPLIT')).toEqual([1, 1])
  })
})
