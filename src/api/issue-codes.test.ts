import { describe, expect, test } from 'vitest'
import { ISSUE_CODES } from './issues.ts'
import type { IssueCode } from './issues.ts'
import { readSubmission } from './read-schedule.ts'
import { cleanDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

interface Case {
  readonly code: IssueCode
  readonly pointer: string
  readonly spoil: (document: AnyJson) => void
}

const shiftAt = (day: string, more: AnyJson): AnyJson => ({ id: 900, spot: 30, start: `${day}T07:00:00Z`, end: `${day}T15:00:00Z`, ...more })
const contract = (value: AnyJson) => (document: AnyJson) => {
  document.employees[1].contract = value
}
const rule = (value: AnyJson) => contract({ rules: [value] })
const freePeriod = (more: AnyJson) => (document: AnyJson) => {
  document.freePeriodRequirements = [
    { id: 1, employeeId: 1, windowStart: '2026-03-02', windowEnd: '2026-03-09', demand: { requiredUnitCount: 1 }, ...more },
  ]
}
const coverage = (more: AnyJson) => (document: AnyJson) => {
  document.coverageCompetencyRequirements = [{ id: 1, skill: 10, minimumCount: 1, ...more }]
}
const dependency = (more: AnyJson) => (document: AnyJson) => {
  document.shifts[0].tags = ['a', 'b']
  document.shiftDependencyRules = [{ id: 1, anchorShiftTag: 'a', requiredShiftTag: 'b', overlapScope: 'SAME_DAY', ...more }]
}

const ERRORS: Case[] = [
  {
    code: 'wrong-type',
    pointer: '/employees',
    spoil: (d) => {
      d.employees = 'all'
    },
  },
  {
    code: 'wrong-type',
    pointer: '/employees/1',
    spoil: (d) => {
      d.employees[1] = 7
    },
  },
  {
    code: 'wrong-type',
    pointer: '/employees/0/id',
    spoil: (d) => {
      d.employees[0].id = '1'
    },
  },
  {
    code: 'wrong-type',
    pointer: '/employees/0/name',
    spoil: (d) => {
      d.employees[0].name = 5
    },
  },
  {
    code: 'wrong-type',
    pointer: '/employees/0/skills/0',
    spoil: (d) => {
      d.employees[0].skills[0] = 10
    },
  },
  { code: 'wrong-type', pointer: '/employees/1/contract', spoil: contract([]) },
  { code: 'wrong-type', pointer: '/employees/1/contract/completeWeekends', spoil: contract({ completeWeekends: 'yes' }) },
  { code: 'wrong-type', pointer: '/employees/1/contract/rules/0', spoil: rule('night') },
  { code: 'wrong-type', pointer: '/employees/1/contract/minWeeklyRestHours', spoil: contract({ minWeeklyRestHours: '35' }) },
  {
    code: 'wrong-type',
    pointer: '/shifts/0/start',
    spoil: (d) => {
      d.shifts[0].start = 1_772_430_000
    },
  },
  {
    code: 'wrong-type',
    pointer: '/shifts/0/tags/1',
    spoil: (d) => {
      d.shifts[0].tags = ['a', 2]
    },
  },
  {
    code: 'wrong-type',
    pointer: '/shifts/0/fixed',
    spoil: (d) => {
      d.shifts[0].fixed = 1
    },
  },
  {
    code: 'wrong-type',
    pointer: '/settings',
    spoil: (d) => {
      d.settings = []
    },
  },
  {
    code: 'wrong-type',
    pointer: '/settings/assignShift',
    spoil: (d) => {
      d.settings.assignShift = 20
    },
  },
  {
    code: 'field-missing',
    pointer: '/callbackUrl',
    spoil: (d) => {
      delete d.callbackUrl
    },
  },
  {
    code: 'field-missing',
    pointer: '/shifts',
    spoil: (d) => {
      delete d.shifts
    },
  },
  {
    code: 'field-missing',
    pointer: '/spots',
    spoil: (d) => {
      d.spots = null
    },
  },
  {
    code: 'field-missing',
    pointer: '/shifts/0/spot',
    spoil: (d) => {
      delete d.shifts[0].spot
    },
  },
  {
    code: 'field-missing',
    pointer: '/shifts/1/end',
    spoil: (d) => {
      d.shifts[1].end = null
    },
  },
  {
    code: 'field-missing',
    pointer: '/employees/0/wishes/0/type',
    spoil: (d) => {
      delete d.employees[0].wishes[0].type
    },
  },
  {
    code: 'field-missing',
    pointer: '/employees/1/contract/rules/0/after',
    spoil: rule({ kind: 'succession', after: [], forbidden: [], nextDay: true }),
  },
  {
    code: 'not-an-integer',
    pointer: '/spots/0/id',
    spoil: (d) => {
      d.spots[0].id = 30.5
    },
  },
  {
    code: 'integer-unsafe',
    pointer: '/shifts/0/id',
    spoil: (d) => {
      d.shifts[0].id = 9_007_199_254_740_992
    },
  },
  {
    code: 'out-of-range',
    pointer: '/settings/assignShift/firstPriorityWeight',
    spoil: (d) => {
      d.settings.assignShift = { firstPriorityWeight: 21 }
    },
  },
  {
    code: 'out-of-range',
    pointer: '/settings/unavailable/fourthPriorityWeight',
    spoil: (d) => {
      d.settings.unavailable = { fourthPriorityWeight: -1 }
    },
  },
  { code: 'out-of-range', pointer: '/employees/1/contract/maxHoursWeek', spoil: contract({ maxHoursWeek: -1 }) },
  {
    code: 'out-of-range',
    pointer: '/employees/0/wishes/0/weight',
    spoil: (d) => {
      d.employees[0].wishes[0].weight = 0
    },
  },
  {
    code: 'out-of-range',
    pointer: '/termination/maxSeconds',
    spoil: (d) => {
      d.termination = { maxSeconds: 3601 }
    },
  },
  {
    code: 'out-of-range',
    pointer: '/termination/targetGap',
    spoil: (d) => {
      d.termination = { targetGap: 1.5 }
    },
  },
  {
    code: 'text-empty',
    pointer: '/shiftTags/0/tag',
    spoil: (d) => {
      d.shiftTags = [{ id: 1, tag: '', category: 'x' }]
    },
  },
  {
    code: 'text-too-long',
    pointer: '/spots/0/name',
    spoil: (d) => {
      d.spots[0].name = 'x'.repeat(1001)
    },
  },
  {
    code: 'choice-unknown',
    pointer: '/shifts/0/importance',
    spoil: (d) => {
      d.shifts[0].importance = 'MANDATROY'
    },
  },
  { code: 'choice-unknown', pointer: '/employees/1/contract/rules/0/kind', spoil: rule({ kind: 'counts' }) },
  {
    code: 'date-time-invalid',
    pointer: '/shifts/0/start',
    spoil: (d) => {
      d.shifts[0].start = '2026-02-30T07:00:00Z'
    },
  },
  {
    code: 'date-time-invalid',
    pointer: '/shifts/0/start',
    spoil: (d) => {
      d.shifts[0].start = '2026-03-02'
    },
  },
  {
    code: 'date-time-invalid',
    pointer: '/employees/0/wishes/0/end',
    spoil: (d) => {
      d.employees[0].wishes[0].end = '2026-02-29'
    },
  },
  {
    code: 'date-time-without-offset',
    pointer: '/shifts/0/end',
    spoil: (d) => {
      d.shifts[0].end = '2026-03-02T15:00:00'
    },
  },
  { code: 'date-invalid', pointer: '/freePeriodRequirements/0/preferredLocalDates/0', spoil: freePeriod({ preferredLocalDates: ['March 3'] }) },
  {
    code: 'date-out-of-range',
    pointer: '/shifts/0/start',
    spoil: (d) => {
      d.shifts[0].start = '1026-03-02T07:00:00Z'
    },
  },
  {
    code: 'time-of-day-invalid',
    pointer: '/settings/shiftKinds/night/from',
    spoil: (d) => {
      d.settings.shiftKinds = { night: { from: '25:00' } }
    },
  },
  {
    code: 'time-zone-unknown',
    pointer: '/timeZone',
    spoil: (d) => {
      d.timeZone = 'Europe/Kopenhagen'
    },
  },
  {
    code: 'time-zone-unknown',
    pointer: '/timeZone',
    spoil: (d) => {
      d.timeZone = '+01:00'
    },
  },
  {
    code: 'list-too-long',
    pointer: '/employees',
    spoil: (d) => {
      d.employees = Array.from({ length: 5001 }, (_, i) => ({ id: i, skills: [{ id: 10 }], teams: [{ id: 20 }] }))
    },
  },
  {
    code: 'id-duplicate',
    pointer: '/employees/1/id',
    spoil: (d) => {
      d.employees[1].id = 1
    },
  },
  {
    code: 'id-duplicate',
    pointer: '/shifts/1/id',
    spoil: (d) => {
      d.shifts[1].id = 101
    },
  },
  {
    code: 'id-duplicate',
    pointer: '/spots/1/id',
    spoil: (d) => {
      d.spots[1] = { id: 30 }
    },
  },
  {
    code: 'id-duplicate',
    pointer: '/shiftTags/1/id',
    spoil: (d) => {
      d.shiftTags = [
        { id: 1, tag: 'a', category: '' },
        { id: 1, tag: 'b', category: '' },
      ]
    },
  },
  {
    code: 'spot-unknown',
    pointer: '/shifts/1/spot',
    spoil: (d) => {
      d.shifts[1].spot = 31
    },
  },
  {
    code: 'spot-unknown',
    pointer: '/shifts/0/allowedCollisionSpots/1',
    spoil: (d) => {
      d.shifts[0].allowedCollisionSpots = [30, 99]
    },
  },
  {
    code: 'employee-unknown',
    pointer: '/shifts/0/employee',
    spoil: (d) => {
      d.shifts[0].employee = 99
    },
  },
  {
    code: 'employee-unknown',
    pointer: '/shifts/0/suggestedEmployees/0',
    spoil: (d) => {
      d.shifts[0].suggestedEmployees = [99]
    },
  },
  {
    code: 'employee-unknown',
    pointer: '/shifts/0/dislikedEmployees/0',
    spoil: (d) => {
      d.shifts[0].dislikedEmployees = [99]
    },
  },
  { code: 'employee-unknown', pointer: '/freePeriodRequirements/0/employeeId', spoil: freePeriod({ employeeId: 99 }) },
  { code: 'shift-unknown', pointer: '/coverageCompetencyRequirements/0/shiftIds/1', spoil: coverage({ shiftIds: [101, 999] }) },
  {
    code: 'end-not-after-start',
    pointer: '/shifts/0/end',
    spoil: (d) => {
      d.shifts[0].end = d.shifts[0].start
    },
  },
  {
    code: 'end-not-after-start',
    pointer: '/employees/0/wishes/0/end',
    spoil: (d) => {
      d.employees[0].wishes[0].end = '2026-03-03'
    },
  },
  {
    code: 'end-not-after-start',
    pointer: '/employees/0/skills/0/end',
    spoil: (d) => {
      Object.assign(d.employees[0].skills[0], { start: '2026-03-02', end: '2026-03-01' })
    },
  },
  {
    code: 'break-longer-than-shift',
    pointer: '/shifts/0/breakMinutes',
    spoil: (d) => {
      d.shifts[0].breakMinutes = 481
    },
  },
  {
    code: 'shift-too-long',
    pointer: '/shifts/0/end',
    spoil: (d) => {
      d.shifts[0].end = '2026-04-03T15:00:00+01:00'
    },
  },
  { code: 'min-above-max', pointer: '/employees/1/contract/minHoursWeek', spoil: contract({ minHoursWeek: 2401, maxHoursWeek: 2400 }) },
  { code: 'min-above-max', pointer: '/employees/1/contract/minConsecutiveDays', spoil: contract({ minConsecutiveDays: 6, maxConsecutiveDays: 5 }) },
  { code: 'min-above-max', pointer: '/employees/1/contract/rules/0/min', spoil: rule({ kind: 'run', of: 'days', min: 3, max: 2 }) },
  { code: 'k-weeks-missing', pointer: '/employees/1/contract/inKWeeks', spoil: contract({ maxNhours: 9600 }) },
  { code: 'rule-without-limit', pointer: '/employees/1/contract/rules/0', spoil: rule({ kind: 'run', of: 'days' }) },
  { code: 'rolling-without-days', pointer: '/employees/1/contract/rules/0/days', spoil: rule({ kind: 'count', of: 'days', per: 'rolling', max: 5 }) },
  {
    code: 'rolling-without-days',
    pointer: '/employees/1/contract/rules/0/when/days',
    spoil: rule({ kind: 'run', of: 'days', max: 5, when: { of: 'days', per: 'rolling', max: 2 } }),
  },
  {
    code: 'window-without-days',
    pointer: '/freePeriodRequirements/0/windowEnd',
    spoil: freePeriod({ windowStart: '2026-03-02T08:00:00Z', windowEnd: '2026-03-03T20:00:00Z' }),
  },
  {
    code: 'window-without-days',
    pointer: '/freePeriodRequirements/0/demand/requiredLocalDates/0',
    spoil: freePeriod({ demand: { requiredUnitCount: 1, requiredLocalDates: ['2026-03-09'] } }),
  },
  {
    code: 'succession-window-unclear',
    pointer: '/employees/1/contract/rules/0',
    spoil: rule({ kind: 'succession', after: ['a'], forbidden: ['b'] }),
  },
  { code: 'quota-target-unclear', pointer: '/employees/1/contract/quotas/0', spoil: contract({ quotas: [{ max: 2, per: 'week' }] }) },
  { code: 'coverage-shifts-unclear', pointer: '/coverageCompetencyRequirements/0', spoil: coverage({}) },
  { code: 'coverage-too-large', pointer: '/coverageCompetencyRequirements/22', spoil: spoilCoverageTooLarge },
  { code: 'within-hours-missing', pointer: '/shiftDependencyRules/0/withinHours', spoil: dependency({ overlapScope: 'WITHIN_HOURS' }) },
  {
    code: 'historic-in-horizon',
    pointer: '/shifts/2/historic',
    spoil: (d) => {
      d.shifts.push(shiftAt('2026-03-02', { historic: true }))
    },
  },
  {
    code: 'no-shift-to-plan',
    pointer: '/shifts',
    spoil: (d) => {
      d.shifts = []
    },
  },
  {
    code: 'no-shift-to-plan',
    pointer: '/shifts',
    spoil: (d) => {
      for (const shift of d.shifts) shift.historic = true
    },
  },
  {
    code: 'horizon-too-long',
    pointer: '/shifts',
    spoil: (d) => {
      d.shifts.push(shiftAt('2027-04-06', {}))
    },
  },
  {
    code: 'history-too-long',
    pointer: '/shifts',
    spoil: (d) => {
      d.shifts.push(shiftAt('2025-01-25', { historic: true }))
    },
  },
  {
    code: 'callback-url-invalid',
    pointer: '/callbackUrl',
    spoil: (d) => {
      d.callbackUrl = 'ftp://consumer.example/'
    },
  },
  {
    code: 'callback-url-invalid',
    pointer: '/callbackUrl',
    spoil: (d) => {
      d.callbackUrl = 'https://user:word@consumer.example/'
    },
  },
  {
    code: 'callback-url-invalid',
    pointer: '/callbackUrl',
    spoil: (d) => {
      d.callbackUrl = '/solved'
    },
  },
  {
    code: 'callback-header-incomplete',
    pointer: '/callbackAuthenticationHeaderValue',
    spoil: (d) => {
      d.callbackAuthenticationHeaderName = 'X-API-Key'
    },
  },
  {
    code: 'callback-header-incomplete',
    pointer: '/callbackAuthenticationHeaderName',
    spoil: (d) => {
      d.callbackAuthenticationHeaderValue = 'x'
    },
  },
  {
    code: 'callback-header-invalid',
    pointer: '/callbackAuthenticationHeaderName',
    spoil: (d) => {
      Object.assign(d, { callbackAuthenticationHeaderName: 'X API', callbackAuthenticationHeaderValue: 'x' })
    },
  },
  {
    code: 'callback-header-invalid',
    pointer: '/callbackAuthenticationHeaderName',
    spoil: (d) => {
      Object.assign(d, { callbackAuthenticationHeaderName: 'Webhook-Signature', callbackAuthenticationHeaderValue: 'x' })
    },
  },
  {
    code: 'callback-header-invalid',
    pointer: '/callbackAuthenticationHeaderValue',
    spoil: (d) => {
      Object.assign(d, { callbackAuthenticationHeaderName: 'X-Key', callbackAuthenticationHeaderValue: 'a\r\nb' })
    },
  },
]

function spoilCoverageTooLarge(document: AnyJson): void {
  document.shifts = Array.from({ length: 90_000 }, (_, i) => ({ ...document.shifts[0], id: i }))
  const requirement = { skill: 10, minimumCount: 1, start: '2026-03-02', end: '2026-03-02' }
  document.coverageCompetencyRequirements = Array.from({ length: 25 }, (_, i) => ({ id: i, ...requirement }))
}

const WARNINGS: Case[] = [
  {
    code: 'field-unknown',
    pointer: '/employes',
    spoil: (d) => {
      d.employes = []
    },
  },
  {
    code: 'field-unknown',
    pointer: '/shifts/0/a~1b~0c',
    spoil: (d) => {
      d.shifts[0]['a/b~c'] = 1
    },
  },
  { code: 'field-unknown', pointer: '/employees/1/contract/maxHoursWeak', spoil: contract({ maxHoursWeak: 2400 }) },
  {
    code: 'setting-unknown',
    pointer: '/settings/asignShift',
    spoil: (d) => {
      d.settings.asignShift = {}
    },
  },
  {
    code: 'setting-not-built',
    pointer: '/settings/completeWeekends',
    spoil: (d) => {
      d.settings.completeWeekends = { thirdPriorityWeight: 1 }
    },
  },
  {
    code: 'setting-not-built',
    pointer: '/settings/weekendMandatoryCoverageFloorPercent',
    spoil: (d) => {
      d.settings.weekendMandatoryCoverageFloorPercent = 80
    },
  },
  { code: 'rule-not-built', pointer: '/employees/1/contract/completeWeekends', spoil: contract({ completeWeekends: true }) },
  { code: 'rule-not-built', pointer: '/employees/1/contract/rules', spoil: rule({ kind: 'run', of: 'days', max: 3 }) },
  { code: 'rule-not-built', pointer: '/freePeriodRequirements', spoil: freePeriod({}) },
  {
    code: 'setting-empty',
    pointer: '/settings/assignShift',
    spoil: (d) => {
      d.settings.assignShift = {}
    },
  },
  {
    code: 'no-employees',
    pointer: '/employees',
    spoil: (d) => {
      d.employees = []
    },
  },
  {
    code: 'skill-unheld',
    pointer: '/spots/0/skills/1',
    spoil: (d) => {
      d.spots[0].skills = [10, 11]
    },
  },
  {
    code: 'team-empty',
    pointer: '/spots/0/teams/0',
    spoil: (d) => {
      d.spots[0].teams = [21]
    },
  },
  {
    code: 'tag-unused',
    pointer: '/employees/0/wishes/0/tag',
    spoil: (d) => {
      d.employees[0].wishes[0].tag = 'night'
    },
  },
  {
    code: 'tag-undeclared',
    pointer: '/shifts/1/tags/0',
    spoil: (d) => {
      d.shiftTags = [{ id: 1, tag: 'late', category: '' }]
      d.shifts[1].tags = ['lates']
    },
  },
  {
    code: 'tag-duplicate',
    pointer: '/shiftTags/1/tag',
    spoil: (d) => {
      d.shiftTags = [
        { id: 1, tag: 'a' },
        { id: 2, tag: 'a' },
      ]
    },
  },
  {
    code: 'category-unknown',
    pointer: '/employees/1/contract/quotas/0/category',
    spoil: contract({ quotas: [{ category: 'time', max: 2, per: 'week' }] }),
  },
  {
    code: 'fixed-without-employee',
    pointer: '/shifts/0/fixed',
    spoil: (d) => {
      d.shifts[0].fixed = true
    },
  },
  {
    code: 'fixed-shifts-overlap',
    pointer: '/shifts/2',
    spoil: (d) => {
      Object.assign(d.shifts[0], { fixed: true, employee: 1 })
      d.shifts.push(shiftAt('2026-03-02', { fixed: true, employee: 1 }))
    },
  },
  { code: 'k-weeks-unused', pointer: '/employees/1/contract/inKWeeks', spoil: contract({ inKWeeks: 4 }) },
  { code: 'field-ignored', pointer: '/employees/1/contract/rules/0/days', spoil: rule({ kind: 'count', of: 'days', per: 'week', days: 7, max: 5 }) },
  { code: 'field-ignored', pointer: '/shiftDependencyRules/0/withinHours', spoil: dependency({ withinHours: 3 }) },
  { code: 'looks-like-hours', pointer: '/employees/1/contract/maxHoursWeek', spoil: contract({ maxHoursWeek: 60 }) },
  { code: 'looks-like-hours', pointer: '/employees/1/contract/hoursBetweenShift', spoil: contract({ hoursBetweenShift: 11 }) },
  {
    code: 'looks-like-minutes',
    pointer: '/employees/1/contract/maxHoursPerShiftExcludingBreak',
    spoil: contract({ maxHoursPerShiftExcludingBreak: 480 }),
  },
  { code: 'equal-limits', pointer: '/employees/1/contract/maxNhours', spoil: contract({ maxHoursWeek: 2400, maxNhours: 2400, inKWeeks: 4 }) },
  { code: 'equal-limits', pointer: '/employees/1/contract/maxHoursMonth', spoil: contract({ maxHoursWeek: 2400, maxHoursMonth: 2400 }) },
  {
    code: 'shift-very-long',
    pointer: '/shifts/0/end',
    spoil: (d) => {
      d.shifts[0].end = '2026-03-04T07:01:00+01:00'
    },
  },
  { code: 'coverage-empty', pointer: '/coverageCompetencyRequirements/0', spoil: coverage({ start: '2026-03-10', end: '2026-03-11' }) },
]

test('the document that the cases spoil is free of issues', () => {
  expect(readSubmission(cleanDocument(), { callback: 'required', strict: true })).toMatchObject({ errors: [], warnings: [] })
})

describe('errors', () => {
  for (const { code, pointer, spoil } of ERRORS) {
    test(`${code} is reported at ${pointer}`, () => {
      const document = cleanDocument()
      spoil(document)
      const { submission, errors } = readSubmission(document, { callback: 'required' })
      expect(submission).toBeNull()
      expect(errors.map((issue) => ({ code: issue.code, pointer: issue.pointer }))).toContainEqual({ code, pointer })
    })
  }
})

describe('warnings', () => {
  for (const { code, pointer, spoil } of WARNINGS) {
    test(`${code} is reported at ${pointer}, and the schedule is read all the same`, () => {
      const document = cleanDocument()
      spoil(document)
      const { submission, errors, warnings } = readSubmission(document, { callback: 'required' })
      expect(errors).toEqual([])
      expect(submission).not.toBeNull()
      expect(warnings.map((issue) => ({ code: issue.code, pointer: issue.pointer }))).toContainEqual({ code, pointer })
    })
  }
})

test('every code has a case', () => {
  const elsewhere = new Set<string>(['more-left-out', 'shift-missing', 'decided-shift-changed'])
  const tested = new Set<string>([...ERRORS, ...WARNINGS].map((known) => known.code))
  expect(Object.keys(ISSUE_CODES).filter((code) => !tested.has(code) && !elsewhere.has(code))).toEqual([])
})
