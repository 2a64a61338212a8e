import { describe, expect, test } from 'vitest'
import type { Issue } from '../model/issue.ts'
import { contract, dependency, freePeriod, put, rule } from './issue-cases.fixture.ts'
import { readSubmission } from './read-schedule.ts'
import { cleanDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

type Spoil = (document: AnyJson) => void

function read(spoil: Spoil, callback: 'required' | 'optional' = 'required') {
  const document = cleanDocument()
  spoil(document)
  return readSubmission(document, { callback })
}

const issuesAt = (pointer: string, spoil: Spoil): Issue[] => {
  const { errors, warnings } = read(spoil)
  return [...errors, ...warnings].filter((issue) => issue.pointer === pointer)
}

const CONTRACT = '/employees/1/contract'

describe('what clients of this interface send is read as they mean it', () => {
  test('the id of a free period requirement may be a text, and comes back as it was', () => {
    const { submission, errors, warnings } = read(freePeriod({ id: 'req-7', boundaryEvidence: [] }))
    expect([errors, warnings]).toEqual([[], []])
    expect(submission!.schedule.freePeriodRequirements[0]!.id).toBe('req-7')
  })

  test('a duty outside the schedule may be named by a text', () => {
    const duty = { source: 'x', dutyId: 'd-1', scheduleId: 's-1', startsAt: '2026-03-01T07:00:00Z', endsAt: '2026-03-01T15:00:00Z' }
    const { submission, errors } = read(freePeriod({ boundaryEvidence: [duty] }))
    expect(errors).toEqual([])
    expect(submission!.schedule.freePeriodRequirements[0]!.boundaryEvidence[0]).toMatchObject({ dutyId: 'd-1', scheduleId: 's-1' })
  })

  for (const [id, code] of [
    ['', 'text-empty'],
    ['x'.repeat(65), 'text-too-long'],
    [1.5, 'not-an-integer'],
    [true, 'wrong-type'],
    [null, 'field-missing'],
  ] as const) {
    test(`the id ${JSON.stringify(id).slice(0, 12)} is refused with ${code}`, () => {
      expect(issuesAt('/freePeriodRequirements/0/id', freePeriod({ id })).map((issue) => issue.code)).toEqual([code])
    })
  }

  test('two requirements may not have one id, and 7 and "7" are too near', () => {
    for (const [first, second, code] of [
      ['a', 'a', 'id-duplicate'],
      [7, '7', 'id-number-and-text'],
      ['7', 7, 'id-number-and-text'],
    ] as const) {
      const both: Spoil = (document) => {
        freePeriod({ id: first })(document)
        document.freePeriodRequirements.push({ ...document.freePeriodRequirements[0], id: second })
      }
      const at = first === '7' ? 0 : 1
      expect(issuesAt(`/freePeriodRequirements/${at}/id`, both).map((issue) => issue.code)).toEqual([code])
    }
  })

  test('InKWeeks is inKWeeks, also when it is read strictly', () => {
    const document = cleanDocument()
    contract({ maxNhours: 9000, InKWeeks: 4 })(document)
    const { submission, errors, warnings } = readSubmission(document, { callback: 'required', strict: true })
    expect([errors, warnings]).toEqual([[], []])
    expect(submission!.schedule.employees[1]!.contract.inKWeeks).toBe(4)
  })

  test('beside inKWeeks it is told that it is ignored', () => {
    const { submission, warnings } = read(contract({ maxNhours: 9000, InKWeeks: 4, inKWeeks: 6 }))
    expect(submission!.schedule.employees[1]!.contract.inKWeeks).toBe(6)
    expect(warnings).toMatchObject([{ pointer: `${CONTRACT}/InKWeeks`, code: 'field-ignored' }])
  })

  test('a dependency without overlapScope is one of shifts at the same time, or within the hours that it names', () => {
    const scopeOf = (more: AnyJson) => read(dependency(more)).submission!.schedule.shiftDependencyRules[0]!
    expect(scopeOf({ overlapScope: undefined })).toMatchObject({ overlapScope: 'TIME_OVERLAP', withinHours: null })
    expect(scopeOf({ overlapScope: null, withinHours: 3 })).toMatchObject({ overlapScope: 'WITHIN_HOURS', withinHours: 3 })
  })

  test('a callback header of empty texts is none', () => {
    const header =
      (name: unknown, value: unknown): Spoil =>
      (document) => {
        Object.assign(document, { callbackAuthenticationHeaderName: name, callbackAuthenticationHeaderValue: value })
      }
    for (const [name, value] of [
      ['', ''],
      ['', null],
      [null, ''],
      ['  ', ''],
    ]) {
      const { submission, errors } = read(header(name, value))
      expect(errors).toEqual([])
      expect(submission!.callback).toMatchObject({ headerName: null, headerValue: null })
    }
    expect(read(header('', 'secret')).errors).toMatchObject([{ pointer: '/callbackAuthenticationHeaderName', code: 'callback-header-incomplete' }])
    expect(read(header('X-Key', '')).errors).toMatchObject([{ pointer: '/callbackAuthenticationHeaderValue', code: 'callback-header-incomplete' }])
  })

  test('who sends no callbackUrl is told how a schedule is fetched', () => {
    for (const value of [null, undefined, '']) {
      const [issue] = issuesAt('/callbackUrl', put('/callbackUrl', value))
      expect(issue!.hint).toContain('GET /api/v1/gateway/{solverProblemId}/solution')
    }
  })
})

describe('hours where minutes are meant are told with the minutes', () => {
  for (const [pointer, spoil, hint] of [
    [`${CONTRACT}/maxHoursWeek`, contract({ maxHoursWeek: 37.5 }), 'If 37.5 hours are meant, send 2250; else send a whole number of minutes.'],
    [`${CONTRACT}/maxHoursWeek`, contract({ maxHoursWeek: '37:00' }), 'Send 2220: the field is in minutes.'],
    [`${CONTRACT}/maxHoursWeek`, contract({ maxHoursWeek: '37:30:00' }), 'Send 2250: the field is in minutes.'],
    [`${CONTRACT}/maxHoursWeek`, contract({ maxHoursWeek: '37,5' }), 'If 37.5 hours are meant, send 2250; else send a whole number of minutes.'],
    [`${CONTRACT}/maxHoursWeek`, contract({ maxHoursWeek: 'PT37H30M' }), 'Send 2250: the field is in minutes.'],
    [`${CONTRACT}/hoursBetweenShift`, contract({ hoursBetweenShift: '11:00' }), 'Send 660: the field is in minutes.'],
    [`${CONTRACT}/minWeeklyRestHours`, contract({ minWeeklyRestHours: '35:30' }), 'Send 35.5: the field is in hours.'],
    ['/shifts/0/breakMinutes', put('/shifts/0/breakMinutes', 0.5), 'If 0.5 hours are meant, send 30; else send a whole number of minutes.'],
    ['/shifts/0/breakMinutes', put('/shifts/0/breakMinutes', '00:30'), 'Send 30: the field is in minutes.'],
    [
      `${CONTRACT}/rules/0/max`,
      rule({ kind: 'count', of: 'minutes', per: 'week', max: 37.5 }),
      'If 37.5 hours are meant, send 2250; else send a whole number of minutes.',
    ],
    [`${CONTRACT}/rules/0/max`, rule({ kind: 'count', of: 'shifts', per: 'week', max: 2.5 }), 'Round it.'],
  ] as const) {
    test(`${pointer}: ${hint}`, () => expect(issuesAt(pointer, spoil).map((issue) => issue.hint)).toEqual([hint]))
  }
})

describe('thresholds of hours for minutes grow with the window', () => {
  const codes = (fields: AnyJson, key: string): string[] => issuesAt(`${CONTRACT}/${key}`, contract(fields)).map(({ code }) => code)
  for (const { fields, key, doubted } of [
    { fields: { maxNhours: 148, inKWeeks: 4 }, key: 'maxNhours', doubted: true },
    { fields: { maxNhours: 320, inKWeeks: 4 }, key: 'maxNhours', doubted: true },
    { fields: { maxNhours: 321, inKWeeks: 4 }, key: 'maxNhours', doubted: false },
    { fields: { minNhours: 1924, InKWeeks: 52 }, key: 'minNhours', doubted: true },
    { fields: { minNhours: 81, inKWeeks: 1 }, key: 'minNhours', doubted: false },
    { fields: { maxHoursWeek: 80 }, key: 'maxHoursWeek', doubted: true },
    { fields: { maxHoursWeek: 81 }, key: 'maxHoursWeek', doubted: false },
    { fields: { minHoursMonth: 160 }, key: 'minHoursMonth', doubted: true },
    { fields: { hoursBetweenShift: 48 }, key: 'hoursBetweenShift', doubted: true },
    { fields: { hoursBetweenShift: 49 }, key: 'hoursBetweenShift', doubted: false },
  ]) {
    test(`${JSON.stringify(fields)}: ${doubted ? 'a warning' : 'none'}`, () =>
      expect(codes(fields, key)).toEqual(doubted ? ['looks-like-hours'] : []))
  }

  test('limits of the whole horizon are held against its length', () => {
    const ofWeeks = (weeks: number, fields: AnyJson): string[] =>
      issuesAt(`${CONTRACT}/maxMinutesTotal`, (document) => {
        contract(fields)(document)
        const last = new Date(Date.parse('2026-03-02T07:00:00Z') + (weeks * 7 - 1) * 86_400_000).toISOString()
        document.shifts.push({ id: 900, spot: document.spots[0].id, start: last, end: last.replace('T07', 'T15') })
      }).map(({ code }) => code)
    expect(ofWeeks(8, { maxMinutesTotal: 600 })).toEqual(['looks-like-hours'])
    expect(ofWeeks(2, { maxMinutesTotal: 600 })).toEqual([])
  })
})

describe('999 for no limit is told', () => {
  for (const [pointer, spoil, says] of [
    [`${CONTRACT}/maxHoursWeek`, contract({ maxHoursWeek: 999 }), '16:39 hours'],
    [`${CONTRACT}/maxHoursDay`, contract({ maxHoursDay: 999 }), '16:39 hours'],
    [`${CONTRACT}/maxHoursMonth`, contract({ maxHoursMonth: 9999 }), '166:39 hours'],
    [`${CONTRACT}/maxNhours`, contract({ maxNhours: 9999, inKWeeks: 2 }), '166:39 hours'],
    [`${CONTRACT}/weekendWorkFrequency`, contract({ weekendWorkFrequency: 99 }), 'every 99th weekend'],
    [`${CONTRACT}/rules/0/max`, rule({ kind: 'count', of: 'minutes', per: 'week', max: 999 }), '16:39 hours'],
  ] as const) {
    test(`at ${pointer}`, () => {
      const [issue] = issuesAt(pointer, spoil)
      expect(issue).toMatchObject({ code: 'looks-like-no-limit', hint: 'If there is no limit, leave it out.' })
      expect(issue!.detail).toContain(says)
    })
  }

  test('where it limits nothing, or somebody limits to it on purpose, it is none', () => {
    for (const fields of [{ maxHoursDay: 9999 }, { maxHoursWeek: 99999 }, { maxConsecutiveDays: 999 }, { maxWeekends: 99 }, { maxHoursWeek: 2220 }])
      expect(read(contract(fields)).warnings).toEqual([])
  })
})

describe('words of other interfaces are answered with what is said here', () => {
  for (const [pointer, spoil, says] of [
    ['/shifts/0/requiredEmployees', put('/shifts/0/requiredEmployees', 3), 'Did you mean "seats"? It takes {"min": 2}'],
    ['/shifts/0/numberOfEmployees', put('/shifts/0/numberOfEmployees', 3), 'Did you mean "seats"?'],
    ['/shifts/0/headcount', put('/shifts/0/headcount', 3), 'Did you mean "seats"?'],
    ['/shifts/0/count', put('/shifts/0/count', 3), 'Did you mean "seats"?'],
    ['/shifts/0/assignedEmployees', put('/shifts/0/assignedEmployees', [1]), 'Did you mean "employees"?'],
    ['/shifts/0/seats', put('/shifts/0/seats', 3), 'Send {"min": 3}.'],
    ['/employees/0/wishes/0/type', put('/employees/0/wishes/0/type', 'available'), '"AVAILABLE"'],
    ['/employees/0/wishes/0/type', put('/employees/0/wishes/0/type', 'PREFERRED'), '"DESIRED"'],
    ['/employees/0/wishes/0/type', put('/employees/0/wishes/0/type', 'UNAVAILABEL'), '"UNAVAILABLE"'],
  ] as const) {
    test(`at ${pointer}: ${says}`, () => expect(issuesAt(pointer, spoil)[0]!.hint).toContain(says))
  }
})

describe('a wrong date is named as such', () => {
  for (const [text, says] of [
    ['2026-02-30T07:00:00Z', 'February 2026 has 28 days'],
    ['2027-04-31T07:00:00+01:00', 'April 2027 has 30 days'],
    ['2026-13-01T07:00:00Z', 'there is no month 13'],
    ['2026-00-01T07:00:00Z', 'there is no month 0'],
    ['2026-03-00T07:00:00Z', 'there is no day 0'],
    ['2026-03-02T25:00:00Z', 'there is no hour 25'],
    ['2026-03-02T24:30:00Z', 'the day ends at 24:00'],
    ['2026-03-02T07:61:00Z', 'there is no minute 61'],
    ['2026-03-02T07:00:00+25:00', '"+25:00" is no offset from UTC'],
    ['02.03.2026 07:00', 'which is not an ISO 8601 date-time'],
    ['2026-03-02 07:00:00Z', 'a T stands between date and time'],
  ] as const) {
    test(`${text}: ${says}`, () => {
      expect(issuesAt('/shifts/0/start', put('/shifts/0/start', text))[0]).toMatchObject({
        code: 'date-time-invalid',
        detail: expect.stringContaining(says),
      })
    })
  }

  test('local dates too', () => {
    expect(issuesAt('/freePeriodRequirements/0/ineligibleLocalDates/0', freePeriod({ ineligibleLocalDates: ['2026-02-30'] }))[0]).toMatchObject({
      code: 'date-invalid',
      detail: expect.stringContaining('February 2026 has 28 days'),
    })
    expect(issuesAt('/freePeriodRequirements/0/windowStart', freePeriod({ windowStart: '2026-02-30' }))[0]).toMatchObject({
      code: 'date-time-invalid',
      detail: expect.stringContaining('February 2026 has 28 days'),
    })
  })
})
