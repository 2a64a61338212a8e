import { describe, expect, test } from 'vitest'
import { SETTING_NAMES } from '../model/settings.ts'
import { CONTRACT_FIELDS } from './contract-fields.ts'
import { contract, coverage, dependency, freePeriod, put, rule } from './issue-cases.fixture.ts'
import { readSubmission } from './read-schedule.ts'
import { ScheduleSubmission } from './schemas/submission.ts'
import { cleanDocument, fullDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

/** The hints of all issues at a pointer. */
function hintsAt(pointer: string, spoil: (document: AnyJson) => void): string[] {
  const document = cleanDocument()
  spoil(document)
  const { errors, warnings } = readSubmission(document, { callback: 'required' })
  return [...errors, ...warnings].filter((issue) => issue.pointer === pointer).map((issue) => issue.hint)
}

/** A name as it is mistyped: the third letter left out. */
const mistyped = (name: string): string => `${name.slice(0, 2)}${name.slice(3)}`

describe('a mistyped name is answered with the one that was meant', () => {
  for (const { wire } of CONTRACT_FIELDS) {
    test(`in a contract: ${mistyped(wire)}`, () => {
      expect(hintsAt(`/employees/1/contract/${mistyped(wire)}`, contract({ [mistyped(wire)]: 1 }))).toEqual([`Did you mean "${wire}"?`])
    })
  }

  for (const name of SETTING_NAMES) {
    test(`in settings: ${mistyped(name)}`, () => {
      expect(hintsAt(`/settings/${mistyped(name)}`, put(`/settings/${mistyped(name)}`, {}))).toEqual([`Did you mean "${name}"?`])
    })
  }

  for (const name of Object.keys(ScheduleSubmission.properties)) {
    test(`in the document: ${mistyped(name)}`, () => {
      expect(hintsAt(`/${mistyped(name)}`, put(`/${mistyped(name)}`, 1))).toEqual([`Did you mean "${name}"?`])
    })
  }

  for (const [pointer, spoil, meant] of [
    ['/employees/0/nmae', put('/employees/0/nmae', 'Ada'), 'name'],
    ['/employees/0/skills/0/strat', put('/employees/0/skills/0/strat', '2026-03-02'), 'start'],
    ['/employees/0/wishes/0/wieght', put('/employees/0/wishes/0/wieght', 2), 'weight'],
    ['/shifts/0/breakMinuts', put('/shifts/0/breakMinuts', 30), 'breakMinutes'],
    ['/shifts/0/break_minutes', put('/shifts/0/break_minutes', 30), 'breakMinutes'],
    ['/spots/0/skils', put('/spots/0/skils', []), 'skills'],
    ['/employees/1/contract/rules/0/afterrRun', rule({ kind: 'rest', afterrRun: { min: 2 }, minMinutes: 660 }), 'afterRun'],
    ['/employees/1/contract/rules/0/forbiden', rule({ kind: 'succession', after: ['a'], forbiden: ['b'], nextDay: true }), 'forbidden'],
    ['/freePeriodRequirements/0/preferedLocalDates', freePeriod({ preferedLocalDates: [] }), 'preferredLocalDates'],
    ['/coverageCompetencyRequirements/0/minimumCuont', coverage({ minimumCuont: 1 }), 'minimumCount'],
    ['/shiftDependencyRules/0/withinHour', dependency({ withinHour: 3 }), 'withinHours'],
    ['/settings/assignShift/firstPrioritWeight', put('/settings/assignShift', { firstPrioritWeight: 3 }), 'firstPriorityWeight'],
    ['/settings/shiftKinds/nihgt', put('/settings/shiftKinds', { nihgt: {} }), 'night'],
    ['/termination/maxSecond', put('/termination', { maxSecond: 3 }), 'maxSeconds'],
  ] as const) {
    test(`at ${pointer}`, () => expect(hintsAt(pointer, spoil)).toEqual([`Did you mean "${meant}"?`]))
  }
})

describe('a mistyped word of a choice is answered with the one that was meant', () => {
  for (const [pointer, spoil, meant] of [
    ['/shifts/0/importance', put('/shifts/0/importance', 'mandatory'), 'MANDATORY'],
    ['/employees/0/wishes/0/type', put('/employees/0/wishes/0/type', 'UNDESIERD'), 'UNDESIRED'],
    ['/employees/1/contract/rules/0/kind', rule({ kind: 'sucession' }), 'succession'],
    ['/employees/1/contract/rules/0/of', rule({ kind: 'run', of: 'days off', max: 2 }), 'daysOff'],
    ['/employees/1/contract/rules/0/per', rule({ kind: 'count', of: 'days', per: 'weak', max: 2 }), 'week'],
    ['/employees/1/contract/quotas/0/per', contract({ quotas: [{ tag: 'a', max: 2, per: 'months' }] }), 'month'],
    ['/shiftDependencyRules/0/overlapScope', dependency({ overlapScope: 'SAMEDAY' }), 'SAME_DAY'],
    ['/shiftDependencyRules/0/constraintLevel', dependency({ constraintLevel: 'Soft' }), 'soft'],
    [
      '/freePeriodRequirements/0/eligibleLocalDateMode',
      freePeriod({ eligibleLocalDateMode: 'fully_covered_by_free_intervals' }),
      'fully_covered_by_free_interval',
    ],
    ['/timeZone', put('/timeZone', 'Europe/Copenhagn'), 'Europe/Copenhagen'],
  ] as const) {
    test(`at ${pointer}`, () => expect(hintsAt(pointer, spoil)).toEqual([`Did you mean "${meant}"?`]))
  }
})

const AVAILABLE = 'Say it by "wishes" of an employee, with the type "AVAILABLE".'
const UNAVAILABLE = 'Say it by "absences" of an employee, or by "wishes" with the type "UNAVAILABLE".'
const REPEATS = 'Did you mean "repeats"? It takes {"weekdays": ["MONDAY"]}.'
const ABSENCES = 'Did you mean "absences"?'
const AN_ID = 'Did you mean "id"? It may be a text.'

describe('what others call rests and spans is answered with ours', () => {
  const at = '/employees/1/contract'
  const AS_REST = 'Say it as a rule of the contract, such as {"kind": "rest", "after": ["night"], "minMinutes": 660}.'
  const AS_SPAN = 'Say it as a rule of the contract, such as {"kind": "span", "maxMinutes": 720, "maxGapMinutes": 240}.'
  for (const [pointer, spoil, hint] of [
    [`${at}/restAfter`, contract({ restAfter: 660 }), AS_REST],
    [`${at}/maxSpread`, contract({ maxSpread: 720 }), AS_SPAN],
    [`${at}/spreadTime`, contract({ spreadTime: 720 }), AS_SPAN],
    [`${at}/minRest`, contract({ minRest: 660 }), 'Did you mean "hoursBetweenShift"? It is in minutes.'],
    [`${at}/rules/0/minRest`, rule({ kind: 'rest', minRest: 660 }), 'Did you mean "minMinutes"? It is in minutes.'],
    [`${at}/rules/0/inDays`, rule({ kind: 'rest', inDays: 7, minMinutes: 660 }), 'Did you mean "inMinutes"? It is in minutes.'],
    [`${at}/rules/0/maxSpread`, rule({ kind: 'span', maxSpread: 720, maxGapMinutes: 60 }), 'Did you mean "maxMinutes"? It is in minutes.'],
    [`${at}/rules/0/maxGap`, rule({ kind: 'span', maxGap: 240, maxMinutes: 720 }), 'Did you mean "maxGapMinutes"? It is in minutes.'],
  ] as const)
    test(`${pointer}`, () => expect(hintsAt(pointer, spoil)).toEqual([hint]))
})

describe('what is nearly right is answered with the text to send', () => {
  const START = '/shifts/0/start'
  const DAY_OR_MOMENT = 'Write a day like 2026-03-02, or a moment like 2026-03-02T07:00:00+01:00.'
  for (const [pointer, value, hint] of [
    [START, '2026-03-02 07:00', 'Send "2026-03-02T07:00".'],
    [START, '2026-03-02  07:00:30', 'Send "2026-03-02T07:00:30".'],
    [START, '2026-03-02_07:00:00+01:00', 'Send "2026-03-02T07:00:00+01:00".'],
    [START, '2026-03-02 at seven', 'Write it like 2026-03-02T07:00:00+01:00 or 2026-03-02T06:00:00Z.'],
    ['/employees/0/absences', [{ start: '2026-06-31', end: '2026-07-02' }], DAY_OR_MOMENT],
    ['/employees/0/wishes/0/end', '2026-02-29', DAY_OR_MOMENT],
    ['/reference', 7, 'Send it in quotes: "7".'],
    ['/reference', true, 'Send it in quotes: "true".'],
    ['/reference', [7], 'Send a text in quotes.'],
  ] as const) {
    const at = Array.isArray(value) && pointer !== '/reference' ? `${pointer}/0/start` : pointer
    test(`${JSON.stringify(value)} at ${pointer}`, () => expect(hintsAt(at, put(pointer, value))).toEqual([hint]))
  }

  test('without a time zone the offset is missing as well', () => {
    const spoil = (document: AnyJson): void => {
      delete document.timeZone
      put(START, '2026-03-02 07:00')(document)
    }
    expect(hintsAt(START, spoil)).toEqual(['Write it like 2026-03-02T07:00:00+01:00 or 2026-03-02T06:00:00Z.'])
  })
})

describe('a name that other interfaces have is answered with ours, or with where it stands', () => {
  const calendar = (name: string) => ['/calendar', { [name]: 'MONDAY' }] as const
  for (const [pointer, value, name, hint] of [
    ['/employees/0/available', [], null, AVAILABLE],
    ['/employees/0/availability', [], null, AVAILABLE],
    ['/employees/0/availabilities', [], null, AVAILABLE],
    ['/availabilities', [], null, AVAILABLE],
    ['/employees/0/unavailable', [], null, UNAVAILABLE],
    ['/employees/0/unavailability', [], null, UNAVAILABLE],
    ['/employees/0/unavailabilities', [], null, UNAVAILABLE],
    ['/unavailabilities', [], null, UNAVAILABLE],
    ['/employees/0/absence', [], null, ABSENCES],
    ['/employees/0/leave', [], null, ABSENCES],
    ['/employees/0/vacation', [], null, ABSENCES],
    ['/employees/0/time_off', [], null, ABSENCES],
    ['/leave', [], null, 'Say it by "absences" of an employee.'],
    ['/absences', [], null, 'Say it by "absences" of an employee.'],
    ['/employees/0/holidays', [], null, 'Say leave by "absences" of the employee, a public holiday by "holidays" of the calendar.'],
    ['/employees/0/wishes/0/repeat', {}, null, REPEATS],
    ['/employees/0/wishes/0/recurring', {}, null, REPEATS],
    ['/employees/0/wishes/0/recurrence', {}, null, REPEATS],
    ['/employees/0/wishes/0/rrule', 'FREQ=WEEKLY', null, REPEATS],
    ['/employees/0/repeats', {}, null, 'Say it by "repeats" of a shift, a wish, a demand or a coverage requirement.'],
    [...calendar('firstDayOfWeek'), '/firstDayOfWeek', 'Did you mean "weekStartsOn"?'],
    [...calendar('weekStart'), '/weekStart', 'Did you mean "weekStartsOn"?'],
    ['/weekStart', 'MONDAY', null, 'Say it by "weekStartsOn" of the calendar.'],
    ['/weekStartsOn', 'MONDAY', null, 'Say it by "weekStartsOn" of the calendar.'],
    [...calendar('weekends'), '/weekends', 'Did you mean "weekend"?'],
    ['/weekends', [], null, 'Say it by "weekend" of the calendar.'],
    [...calendar('publicHolidays'), '/publicHolidays', 'Did you mean "holidays"?'],
    ['/publicHolidays', [], null, 'Say it by "holidays" of the calendar.'],
    ['/holidays', [], null, 'Say it by "holidays" of the calendar.'],
    [...calendar('payPeriods'), '/payPeriods', 'Did you mean "periods"?'],
    ['/payPeriods', [], null, 'Say it by "periods" of the calendar.'],
    ['/externalId', 'x', null, 'Did you mean "reference"?'],
    ['/ref', 'x', null, 'Did you mean "reference"?'],
    ['/shifts/0/externalId', 'x', null, AN_ID],
    ['/employees/0/ref', 'x', null, AN_ID],
    ['/employees/0/reference', 'x', null, AN_ID],
    ['/tags', [], null, 'Say it by "labels" of the request; tags of shifts are listed in "shiftTags".'],
    ['/employees/0/tags', [], null, 'Shifts have "tags"; an employee has "skills" and "teams".'],
    ['/employees/0/labels', {}, null, 'Only the whole schedule has "labels".'],
    ['/shifts/0/paidHours', 8, null, 'Did you mean "paidMinutes"? It is in minutes.'],
    ['/employees/0/paidHours', 8, null, 'Say it by "paidMinutes" of a shift.'],
    ['/shifts/0/creditMinutes', 8, null, 'Did you mean "paidMinutes"? It is in minutes.'],
    [
      '/employees/0/absences',
      [{ start: '2026-03-02', end: '2026-03-02', creditHours: 8 }],
      '/0/creditHours',
      'Did you mean "creditMinutesPerDay"? It is in minutes.',
    ],
    [
      '/employees/0/absences',
      [{ start: '2026-03-02', end: '2026-03-02', paidMinutes: 8 }],
      '/0/paidMinutes',
      'Did you mean "creditMinutesPerDay"? It is in minutes.',
    ],
    ['/employees/0/creditMinutes', 8, null, 'Say it by "creditMinutesPerDay" of an absence.'],
    ['/settings/absence', {}, null, 'Did you mean "unavailable"?'],
    ['/settings/leave', {}, null, 'Did you mean "unavailable"?'],
  ] as const) {
    test(`${pointer}${name ?? ''}`, () => expect(hintsAt(`${pointer}${name ?? ''}`, put(pointer, value))).toEqual([hint]))
  }
})

describe('a hint never names the opposite', () => {
  const wires = CONTRACT_FIELDS.map(({ wire }) => wire as string)
  const flipped = (name: string): string => name.replace(/^(min|max)/, (limit) => (limit === 'min' ? 'max' : 'min'))
  for (const wire of wires.filter((name) => !wires.includes(flipped(name)))) {
    test(`in a contract: ${flipped(wire)}`, () => {
      const name = flipped(wire)
      expect(hintsAt(`/employees/1/contract/${name}`, contract({ [name]: 1 })).join('')).not.toContain(`"${wire}"`)
    })
  }

  for (const [pointer, opposite] of [
    ['/settings/available', 'unavailable'],
    ['/settings/availability', 'unavailable'],
    ['/settings/useLikedEmployee', 'useDislikedEmployee'],
    ['/shifts/0/likedEmployees', 'dislikedEmployees'],
  ] as const) {
    test(`at ${pointer}`, () => {
      const hints = hintsAt(pointer, put(pointer, {}))
      expect(hints).toHaveLength(1)
      expect(hints[0]).not.toContain(`"${opposite}"`)
    })
  }
})

/** Gives a field another name. */
function rename(object: (document: AnyJson) => AnyJson, from: string, to: string): (document: AnyJson) => void {
  return (document) => {
    const { [from]: value, ...others } = object(document)
    for (const key of Object.keys(object(document))) delete object(document)[key]
    Object.assign(object(document), others, { [to]: value })
  }
}

describe('a missing field whose name was nearly written names the one that stands there', () => {
  const shift = (document: AnyJson): AnyJson => document.shifts[0]
  const whole = (document: AnyJson): AnyJson => document
  const wish = (document: AnyJson): AnyJson => document.employees[0].wishes[0]
  for (const { pointer, spoil, written } of [
    { pointer: '/shifts/0/start', spoil: rename(shift, 'start', 'strat'), written: 'strat' },
    { pointer: '/shifts/0/start', spoil: rename(shift, 'start', 'startTime'), written: 'startTime' },
    { pointer: '/shifts/0/spot', spoil: rename(shift, 'spot', 'spotId'), written: 'spotId' },
    { pointer: '/shifts/0/id', spoil: rename(shift, 'id', 'shift_id'), written: 'shift_id' },
    { pointer: '/employees/0/wishes/0/type', spoil: rename(wish, 'type', 'tpye'), written: 'tpye' },
    { pointer: '/employees', spoil: rename(whole, 'employees', 'employee'), written: 'employee' },
    { pointer: '/callbackUrl', spoil: rename(whole, 'callbackUrl', 'callback_url'), written: 'callback_url' },
    { pointer: '/callbackUrl', spoil: rename(whole, 'callbackUrl', 'callbackURI'), written: 'callbackURI' },
  ]) {
    const name = pointer.split('/').at(-1)
    test(`${written} for ${name}`, () => expect(hintsAt(pointer, spoil)).toEqual([`Did you mean it by "${written}"? Call that "${name}".`]))
  }

  test('and none that is far from it, has a meaning of its own, or is null', () => {
    expect(hintsAt('/shifts/0/start', rename(shift, 'start', 'from'))).toEqual(['Add start.'])
    expect(hintsAt('/shifts/0/end', put('/shifts/0/end', null))).toEqual(['Add end.'])
    expect(hintsAt('/shifts/0/start', put('/shifts/0', { id: 1, spot: 30, start_: null, end: '2026-03-02T15:00:00Z' }))).toEqual(['Add start.'])
  })

  test('and a whole schedule in a field of another object is found there', () => {
    const { errors } = readSubmission({ data: cleanDocument() }, { callback: 'required' })
    expect(errors.map(({ pointer, hint }) => `${pointer} ${hint}`)).toEqual(
      ['callbackUrl', 'employees', 'shifts', 'spots'].map((name) => `/${name} It stands in "data": send what is in there, without "data" around it.`),
    )
  })
})

describe('a value of another type is answered with what to send instead', () => {
  for (const { pointer, value, hint } of [
    { pointer: '/employees/0/contract', value: [], hint: 'Send {} instead of [], or leave it out.' },
    { pointer: '/settings', value: [], hint: 'Send {} instead of [], or leave it out.' },
    { pointer: '/termination', value: 60, hint: 'Send an object, such as {"maxSeconds": 60}.' },
    { pointer: '/settings/assignShift', value: 5, hint: 'Send an object, such as {"firstPriorityWeight": 5}.' },
    { pointer: '/employees/0/skills/0', value: 7, hint: 'Send an object, such as {"id": 7}.' },
    { pointer: '/employees/0/skills/0', value: 'nurse', hint: 'Send an object, such as {"id": "nurse"}.' },
    { pointer: '/employees/0/teams/0', value: 'red', hint: 'Send an object, such as {"id": "red"}.' },
    { pointer: '/employees/0/skills/0', value: [], hint: 'Send an object with named fields.' },
    { pointer: '/spots/0/teams/0', value: { id: 7 }, hint: 'Send the id alone: 7.' },
    { pointer: '/shifts/0/spot', value: { id: 7, name: 'Ward' }, hint: 'Send the id alone: 7.' },
    { pointer: '/shifts/0/employee', value: '', hint: 'Send a number or a text, or null when there is none.' },
    { pointer: '/shifts', value: { 3: {}, 5: {} }, hint: 'Send the values alone as a list, without the keys "3", "5" …' },
    { pointer: '/shifts', value: { id: 3 }, hint: 'Send a list: [ … ].' },
    { pointer: '/shifts', value: {}, hint: 'Send [] instead of {}.' },
    { pointer: '/shifts/0/tags', value: 'night', hint: 'Send a list, such as ["night"].' },
    { pointer: '/shifts/0/start', value: { date: '2026-03-02 07:00:00.000000' }, hint: 'Write it like "2026-03-02T07:00:00+01:00", in quotes.' },
    { pointer: '/shifts/0/start', value: 1772431200, hint: 'If seconds since 1970 are meant, send "2026-03-02T06:00Z".' },
    { pointer: '/employees/0/contract/minWeeklyRestHours', value: '35,5', hint: 'Send the number without quotes, such as 35.5.' },
    { pointer: '/employees/0/contract/minWeeklyRestHours', value: '35', hint: 'Send the number without quotes, such as 35.' },
  ]) {
    test(`${JSON.stringify(value)} at ${pointer}`, () => expect(hintsAt(pointer, put(pointer, value))).toEqual([hint]))
  }
})

describe('an offset is doubted', () => {
  const offsets = (timeZone: string | null, start: string, end: string): string[] => {
    const document = cleanDocument()
    Object.assign(document, { timeZone, shifts: [{ id: 1, spot: 30, start, end }] })
    document.employees[0].wishes = []
    return readSubmission(document, { callback: 'required' }).warnings.map(({ pointer, detail, hint }) => `${pointer} ${detail} ${hint}`)
  }

  test('that the time zone has in the other season only, with what its clock says then', () => {
    expect(offsets('Europe/Copenhagen', '2026-07-02T07:00:00+01:00', '2026-07-02T15:00:00+02:00')).toEqual([
      '/shifts/0/start start has the offset +01:00; in Europe/Copenhagen it is then 2026-07-02T08:00:00+02:00. If the time is meant as it stands, write it with +02:00.',
    ])
  })

  test('where shifts have one and no time zone is named', () => {
    expect(offsets(null, '2026-07-02T07:00:00+02:00', '2026-07-02T15:00:00+02:00')).toEqual([
      '/timeZone No timeZone is named, so days, weeks and nights are those of UTC, while shifts have the offset +02:00. Name the time zone of the shifts, such as Europe/Copenhagen.',
    ])
  })

  test('and no other: in season, UTC, of another place, at the hour that comes twice', () => {
    expect(offsets('Europe/Copenhagen', '2026-03-28T23:00:00+01:00', '2026-03-29T07:00:00+02:00')).toEqual([])
    expect(offsets('Europe/Copenhagen', '2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00')).toEqual([])
    expect(offsets('Europe/London', '2026-07-02T07:00:00Z', '2026-07-02T15:00:00+00:00')).toEqual([])
    expect(offsets('Europe/Copenhagen', '2026-07-02T07:00:00-05:00', '2026-07-02T15:00:00+05:30')).toEqual([])
    expect(offsets('UTC', '2026-07-02T07:00:00+02:00', '2026-07-02T15:00:00+02:00')).toEqual([])
    expect(offsets(null, '2026-07-02T07:00:00Z', '2026-07-02T15:00:00Z')).toEqual([])
  })
})

test('an employee 0, which some databases keep for nobody, is answered with null', () => {
  expect(hintsAt('/shifts/0/employee', put('/shifts/0/employee', 0))).toEqual([
    'If nobody is meant, send null; else add the employee, or correct the id.',
  ])
  expect(hintsAt('/shifts/0/employee', put('/shifts/0/employee', 99))).toEqual(['Add the employee, or correct the id.'])
})

test('minutes in the fields of hours that they cannot fit are refused, with the hours that were meant', () => {
  for (const [wire, minutes, hours] of [
    ['minWeeklyRestHours', 2100, 35],
    ['maxHoursPerShiftExcludingBreak', 750, 12.5],
    ['minHoursPerShiftExcludingBreak', 745, 12.4167],
  ] as const) {
    expect(hintsAt(`/employees/1/contract/${wire}`, contract({ [wire]: minutes }))).toEqual([`If ${minutes} minutes are meant, send ${hours}.`])
  }
})

test('every issue of a document with many different mistakes has a hint, and they all come at once', () => {
  const document = fullDocument()
  document.shifts[1].spot = 99
  document.shifts[2].end = document.shifts[2].start
  document.employees[1].id = 1
  document.employees[0].contract.rules[0].kind = 'counts'
  document.employees[0].contract.quotas[0].min = 11
  document.freePeriodRequirements[0].windowEnd = '2026-03-02T12:00:00+01:00'
  document.coverageCompetencyRequirements[0].shiftIds = [999]
  document.shiftDependencyRules[0].withinHours = null
  document.spots[1].skills = [99]
  const { errors, warnings } = readSubmission(document, { callback: 'required' })
  expect(errors.map((issue) => issue.code).toSorted()).toEqual([
    'choice-unknown',
    'employee-unknown',
    'end-not-after-start',
    'id-duplicate',
    'min-above-max',
    'shift-unknown',
    'spot-unknown',
    'window-without-days',
    'within-hours-missing',
  ])
  expect(warnings.map((issue) => issue.code)).toContain('skill-unheld')
  for (const issue of [...errors, ...warnings]) expect(issue.hint).not.toBe('')
})
