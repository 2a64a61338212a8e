import { describe, expect, test } from 'vitest'
import { DEFAULT_WEIGHTS } from '../model/settings.ts'
import { readSubmission } from './read-schedule.ts'
import type { Submission } from './read-schedule.ts'
import { cleanDocument, fullDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

function read(document: unknown): Submission {
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  return submission!
}

const codesAt = (issues: readonly { code: string; pointer: string }[]): string[] => issues.map((issue) => `${issue.pointer} ${issue.code}`)

describe('a schedule that uses every field', () => {
  const { schedule, callback, queuePriority } = read(fullDocument())

  test('has no unknown field', () => {
    expect(readSubmission(fullDocument(), { callback: 'required', strict: true }).errors).toEqual([])
  })

  test('keeps the callback with its header', () => {
    expect(callback).toEqual({ url: 'https://consumer.example/hooks/solved', headerName: 'X-API-Key', headerValue: 'secret' })
  })

  test('counts minutes from the first day with a shift, and the horizon from the first that is not historic', () => {
    const { calendar } = schedule
    expect(calendar.days.map((day) => day.date)).toEqual(['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'])
    expect(calendar.originEpochMin).toBe(Date.parse('2026-02-27T23:00:00Z') / 60_000)
    expect(calendar.horizonFirst).toBe(2)
  })

  test('maps every contract field, hours of the wire into minutes', () => {
    expect(schedule.employees[0]!.contract).toMatchObject({
      minRestBetweenShifts: 660,
      maxMinutesPerDay: 600,
      maxMinutesPerWeek: 2400,
      maxMinutesPerMonth: 9600,
      minMinutesPerWeek: 1200,
      minMinutesPerMonth: 4800,
      maxMinutesInKWeeks: 9000,
      minMinutesInKWeeks: 4000,
      inKWeeks: 4,
      maxMinutesTotal: 10000,
      minMinutesTotal: 1000,
      maxShiftsTotal: 20,
      minShiftsTotal: 1,
      maxWorkDaysPerMonth: 22,
      maxConsecutiveDays: 5,
      minConsecutiveDays: 2,
      minConsecutiveDaysOff: 2,
      maxConsecutiveDaysOff: 6,
      weekendWorkFrequency: 2,
      maxWeekends: 2,
      completeWeekends: true,
      maxConsecutiveLateShifts: 3,
      maxConsecutiveNightShifts: 4,
      minMinutesPerShift: 240,
      maxMinutesPerShift: 750,
      minWeeklyRestMinutes: 2100,
    })
  })

  test('keeps contract rules and quotas', () => {
    const { rules, quotas } = schedule.employees[0]!.contract
    expect(rules[0]).toEqual({
      kind: 'count',
      of: 'shifts',
      tags: ['night'],
      per: 'rolling',
      days: 28,
      period: null,
      min: null,
      max: 8,
      weight: 2,
      weights: [1, 0, 0, 0],
      place: 0,
      when: { of: 'days', tags: [], per: 'week', days: null, period: null, min: 3, max: null },
    })
    expect(rules[1]).toEqual({ kind: 'run', of: 'weekends', tags: [], min: null, max: 2, weight: 1, weights: [0, 0, 0, 1], place: 1, when: null })
    expect(rules[2]).toMatchObject({ kind: 'succession', nextDay: true, withinMinutes: null })
    expect(rules[3]).toMatchObject({ kind: 'succession', nextDay: false, withinMinutes: 660 })
    expect(quotas).toEqual([
      { category: 'time', tag: null, min: null, max: 10, per: 'month', period: null },
      { category: null, tag: 'night', min: 1, max: 4, per: 'horizon', period: null },
    ])
  })

  test('an employee without limits has them all off', () => {
    const { name, rules, quotas, completeWeekends, ...limits } = schedule.employees[1]!.contract
    expect(Object.values(limits).every((limit) => limit === null)).toBe(true)
    expect(Object.keys(limits)).toHaveLength(26)
    expect([name, rules, quotas, completeWeekends]).toEqual([null, [], [], false])
  })

  test('a wish in local dates begins with its first day and includes its last', () => {
    const { days } = schedule.calendar
    const [unavailable, desired] = schedule.employees[0]!.wishes
    expect(unavailable).toEqual({ type: 'UNAVAILABLE', start: days[4]!.start, end: days[4]!.end + 1440, tag: null, weight: 1 })
    expect(desired).toMatchObject({ tag: 'early', weight: 3, start: 6 * 1440 + 7 * 60 })
  })

  test('shifts carry positions, days, work minutes and kinds', () => {
    expect(
      schedule.shifts.map(({ day, spotIndex, employeeIndex, workMin, isLate, isNight }) => ({
        day,
        spotIndex,
        employeeIndex,
        workMin,
        isLate,
        isNight,
      })),
    ).toEqual([
      { day: 0, spotIndex: 0, employeeIndex: 0, workMin: 480, isLate: false, isNight: false },
      { day: 2, spotIndex: 0, employeeIndex: 0, workMin: 450, isLate: false, isNight: false },
      { day: 3, spotIndex: 1, employeeIndex: null, workMin: 480, isLate: true, isNight: false },
      { day: 4, spotIndex: 1, employeeIndex: null, workMin: 480, isLate: false, isNight: true },
    ])
    expect(schedule.shifts[1]).toMatchObject({
      weight: 2,
      cost: 5,
      suggestedEmployees: [1],
      dislikedEmployees: [2],
      allowedCollisionSpots: [31],
      fixed: true,
      foreignInt: 7,
    })
  })

  test('coverage is resolved to positions of shifts', () => {
    expect(schedule.coverageCompetencyRequirements.map((requirement) => requirement.shiftIndexes)).toEqual([
      [1, 2],
      [2, 3],
    ])
  })

  test('settings have the given weights, with 0 for those left out, and the defaults elsewhere', () => {
    expect(schedule.settings.weights.assignShift).toEqual([10, 1, 0, 0])
    expect(schedule.settings.weights.shiftCost).toEqual([0, 0, 0, 1])
    expect(schedule.settings.weights.desired).toEqual(DEFAULT_WEIGHTS.desired)
    expect(schedule.settings.weekendUnassignedMultiplier).toBe(2)
    expect(schedule.settings.shiftKinds).toEqual({ late: { startsAtOrAfter: 840, endsBy: 1560 }, night: { from: 1380, to: 360, minMinutes: 180 } })
  })

  test('the rest is kept as posted', () => {
    expect(schedule.employees[0]!.history).toEqual({
      shiftsWorked: 12,
      minutesWorked: 5760,
      weekendsWorked: 1,
      byTag: new Map([['night', { shiftsWorked: 2, minutesWorked: 0, weekendsWorked: 0 }]]),
    })
    expect(schedule.freePeriodRequirements[0]).toMatchObject({
      employeeIndex: 0,
      windowStart: 2 * 1440,
      windowEnd: 9 * 1440,
      requiredUnitCount: 2,
      requiredLocalDates: ['2026-03-07'],
    })
    expect(schedule.shiftDependencyRules[0]).toMatchObject({ withinHours: 12, constraintLevel: 'soft', weight: 2 })
    expect(queuePriority).toBe(7)
    expect(schedule.termination).toEqual({ maxSeconds: 30, stallSeconds: 10, targetGap: 0.01, seed: 42 })
    expect(schedule.allowedShiftCollisions).toBe(1)
  })
})

describe('mistakes', () => {
  test('twelve different mistakes are all answered at once, each at its place', () => {
    const document = cleanDocument()
    document.callbackUrl = 'nowhere'
    document.timeZone = 'Mars/Olympus'
    document.employees[1].id = 1
    document.employees[0].wishes[0].end = '2026-03-01'
    document.employees[0].contract = { hoursBetweenShift: 11.5, minHoursWeek: 3000, maxHoursWeek: 2400, maxNhours: 9000 }
    document.shifts[0].end = '2026-03-02T15:60:00'
    document.shifts[0].employee = 77
    document.shifts[1].spot = 99
    document.shifts[1].breakMinutes = 481
    document.settings.assignShift = { firstPriorityWeight: 21 }
    document.termination = { maxSeconds: 0 }
    const { submission, errors } = readSubmission(document, { callback: 'required' })
    expect(submission).toBeNull()
    expect(codesAt(errors).toSorted()).toEqual([
      '/callbackUrl callback-url-invalid',
      '/employees/0/contract/hoursBetweenShift not-an-integer',
      '/employees/0/contract/inKWeeks k-weeks-missing',
      '/employees/0/contract/minHoursWeek min-above-max',
      '/employees/0/wishes/0/end end-not-after-start',
      '/employees/1/id id-duplicate',
      '/settings/assignShift/firstPriorityWeight out-of-range',
      '/shifts/0/employee employee-unknown',
      '/shifts/0/end date-time-invalid',
      '/shifts/1/breakMinutes break-longer-than-shift',
      '/shifts/1/spot spot-unknown',
      '/termination/maxSeconds out-of-range',
      '/timeZone time-zone-unknown',
    ])
    for (const error of errors) expect(error.hint).not.toBe('')
  })

  test('more than a hundred errors are a hundred, of which the last counts the others', () => {
    const document = cleanDocument()
    document.shifts = Array.from({ length: 150 }, (_, i) => ({ ...document.shifts[0], id: i, spot: 99 }))
    const { errors } = readSubmission(document, { callback: 'required' })
    expect(errors).toHaveLength(100)
    expect(errors[99]).toMatchObject({ pointer: '', code: 'more-left-out' })
    expect(errors[99]!.detail).toContain('51 more errors')
  })

  test('exactly a hundred errors are all listed', () => {
    const document = cleanDocument()
    document.shifts = Array.from({ length: 100 }, (_, i) => ({ ...document.shifts[0], id: i, spot: 99 }))
    expect(readSubmission(document, { callback: 'required' }).errors.every((error) => error.code === 'spot-unknown')).toBe(true)
  })

  test('the same unknown field in every shift is listed ten times and then counted', () => {
    const document = cleanDocument()
    document.shifts = Array.from({ length: 50 }, (_, i) => ({ ...document.shifts[0], id: i, colour: 'red' }))
    const { warnings } = readSubmission(document, { callback: 'required' })
    expect(warnings).toHaveLength(10)
    expect(warnings[9]!.detail).toContain('40 more times')
  })

  test('an unknown field and an unknown setting are errors when strict', () => {
    const document = cleanDocument()
    document.employes = []
    document.settings.asignShift = {}
    const { errors, warnings } = readSubmission(document, { callback: 'required', strict: true })
    expect(codesAt(errors)).toEqual(['/employes field-unknown', '/settings/asignShift setting-unknown'])
    expect(errors.map((error) => error.hint)).toEqual(['Did you mean "employees"?', 'Did you mean "assignShift"?'])
    expect(warnings).toEqual([])
  })

  test('the name of a setting in a contract is answered with the contract’s own name', () => {
    const document = cleanDocument()
    document.employees[0].contract = { maxMinutesPerWeek: 2400 }
    expect(readSubmission(document, { callback: 'required' }).warnings[0]!.hint).toBe('Did you mean "maxHoursWeek"?')
  })

  test('the value of the callback header is never repeated', () => {
    const document = { ...cleanDocument(), callbackAuthenticationHeaderName: 'X-Key', callbackAuthenticationHeaderValue: 'top\nsecret' }
    expect(JSON.stringify(readSubmission(document, { callback: 'required' }))).not.toContain('secret')
  })

  for (const document of [null, 7, 'x', [], true, undefined]) {
    test(`${JSON.stringify(document)} is answered at the root`, () => {
      expect(codesAt(readSubmission(document, { callback: 'required' }).errors)).toEqual([' wrong-type'])
    })
  }

  test('one employee more than the limit is refused, and shifts likewise', () => {
    const document = cleanDocument()
    expect(readSubmission(document, { callback: 'required', limits: { employees: 2, shifts: 2 } }).errors).toEqual([])
    const { errors } = readSubmission(document, { callback: 'required', limits: { employees: 1, shifts: 1 } })
    expect(codesAt(errors)).toEqual(['/shifts list-too-long', '/employees list-too-long'])
  })

  test('400 days are allowed and 401 are not', () => {
    const until = (day: string): string[] => {
      const document = cleanDocument()
      document.shifts.push({ id: 1, spot: 30, start: `${day}T07:00:00Z`, end: `${day}T15:00:00Z` })
      return codesAt(readSubmission(document, { callback: 'required' }).errors)
    }
    expect([until('2027-04-05'), until('2027-04-06')]).toEqual([[], ['/shifts horizon-too-long']])
  })
})

describe('leniency', () => {
  test('null is the same as absent', () => {
    const document = cleanDocument()
    Object.assign(document, { settings: null, termination: null, shiftTags: null, numberOfAllowedShiftCollisions: null })
    Object.assign(document.employees[0], { name: null, wishes: null, contract: null, history: null })
    Object.assign(document.shifts[0], { tags: null, breakMinutes: null, foreignInt: null, fixed: null, importance: null })
    expect(readSubmission(document, { callback: 'required' })).toMatchObject({ errors: [], warnings: [] })
  })

  test('the callback may be absent where it is optional', () => {
    const { callbackUrl: _, ...document } = cleanDocument()
    expect(read(document).callback).toBeNull()
  })

  test('seconds are floored', () => {
    const document = cleanDocument()
    document.shifts[0].start = '2026-03-02T07:00:59.999+01:00'
    expect(read(document).schedule.shifts[0]!.start).toBe(7 * 60)
  })

  test('a fixed shift that does not say who works it is planned like any other; one that says nobody stays empty', () => {
    const document = cleanDocument()
    document.shifts[0].fixed = true
    document.shifts[0].employee = null
    expect(read(document)).toMatchObject({ schedule: { shifts: [{ fixed: true, employeeIndex: null }, {}] } })
    delete document.shifts[0].employee
    expect(read(document).schedule.shifts[0]!.fixed).toBe(false)
  })

  test('keys that name parts of every object are unknown fields and nothing else', () => {
    const text = JSON.stringify(cleanDocument())
      .replace('{', '{"__proto__":{"employees":[]},"constructor":1,"toString":2,')
      .replace('"settings":{', '"settings":{"__proto__":{"firstPriorityWeight":3},"hasOwnProperty":1')
    const { submission, warnings } = readSubmission(JSON.parse(text), { callback: 'required' })
    expect(submission!.schedule.employees).toHaveLength(2)
    expect(codesAt(warnings).toSorted()).toEqual([
      '/__proto__ field-unknown',
      '/constructor field-unknown',
      '/settings/__proto__ setting-unknown',
      '/settings/hasOwnProperty setting-unknown',
      '/toString field-unknown',
    ])
    expect(({} as AnyJson).employees).toBeUndefined()
  })

  test('permitted overlaps of fixed shifts are not mentioned', () => {
    const document = cleanDocument()
    Object.assign(document.shifts[0], { fixed: true, employee: 1, allowedCollisionSpots: [30] })
    document.shifts.push({ ...document.shifts[0], id: 103, allowedCollisionSpots: [] })
    expect(readSubmission(document, { callback: 'required' }).warnings).toEqual([])
    document.shifts[0].allowedCollisionSpots = []
    document.numberOfAllowedShiftCollisions = 1
    expect(readSubmission(document, { callback: 'required' }).warnings).toEqual([])
    document.numberOfAllowedShiftCollisions = 0
    expect(codesAt(readSubmission(document, { callback: 'required' }).warnings)).toEqual(['/shifts/2 fixed-shifts-overlap'])
  })

  test('overlaps inside history are not mentioned, and such of history with a fixed shift are', () => {
    const document = cleanDocument()
    const night = { spot: 30, start: '2026-03-01T20:00:00Z', end: '2026-03-02T08:00:00Z', employee: 1, historic: true }
    document.shifts.push({ ...night, id: 103 }, { ...night, id: 104 })
    expect(readSubmission(document, { callback: 'required' }).warnings).toEqual([])
    Object.assign(document.shifts[0], { fixed: true, employee: 1 })
    expect(codesAt(readSubmission(document, { callback: 'required' }).warnings)).toEqual(['/shifts/0 fixed-shifts-overlap'])
  })

  test('a weekend frequency of 0 is read as absent', () => {
    const document = cleanDocument()
    document.employees[0].contract.weekendWorkFrequency = 0
    expect(read(document).schedule.employees[0]!.contract.weekendWorkFrequency).toBeNull()
  })

  test('the nights before the first shift may be told where no shift carries the tag', () => {
    const document = cleanDocument()
    document.employees[0].history = { byTag: { night: { shiftsWorked: 3 } } }
    expect(readSubmission(document, { callback: 'required' }).warnings).toEqual([])
  })

  test('one minute asks whether there is work at all, and is no hour', () => {
    const document = cleanDocument()
    document.employees[0].contract.rules = [{ kind: 'run', of: 'days', max: 3, when: { of: 'minutes', per: 'week', min: 1 } }]
    expect(readSubmission(document, { callback: 'required' }).warnings).toEqual([])
  })
})
