import { GROUP_ERROR_CASES } from './group-cases.fixture.ts'
import { FAIRNESS_ERROR_CASES } from './fairness-cases.fixture.ts'
import { PAIRING_ERROR_CASES } from './pairing-cases.fixture.ts'
import { PATTERN_ERROR_CASES } from './pattern-cases.fixture.ts'
import { ROTATION_ERROR_CASES } from './rotation-cases.fixture.ts'
import { contract, coverage, dependency, freePeriod, put, rule, shiftAt, spoilTooHeavy } from './issue-cases.fixture.ts'
import type { Case } from './issue-cases.fixture.ts'
import { cleanDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

/** Every error of a schedule that is not a contradiction between two values. */
export const ERROR_CASES: Case[] = [
  ...GROUP_ERROR_CASES,
  ...PATTERN_ERROR_CASES,
  ...FAIRNESS_ERROR_CASES,
  ...PAIRING_ERROR_CASES,
  ...ROTATION_ERROR_CASES,
  { code: 'wrong-type', pointer: '/employees', spoil: put('/employees', 'all') },
  {
    code: 'wrong-type',
    pointer: '/employees/1',
    spoil: put('/employees/1', 7),
  },
  {
    code: 'wrong-type',
    pointer: '/employees/0/name',
    spoil: put('/employees/0/name', 5),
  },
  {
    code: 'wrong-type',
    pointer: '/employees/0/skills/0',
    spoil: put('/employees/0/skills/0', 10),
  },
  { code: 'wrong-type', pointer: '/employees/1/contract', spoil: contract([]) },
  { code: 'wrong-type', pointer: '/employees/1/contract/completeWeekends', spoil: contract({ completeWeekends: 'yes' }) },
  { code: 'wrong-type', pointer: '/employees/1/contract/rules/0', spoil: rule('night') },
  { code: 'wrong-type', pointer: '/employees/1/contract/minWeeklyRestHours', spoil: contract({ minWeeklyRestHours: '35' }) },
  {
    code: 'wrong-type',
    pointer: '/shifts/0/start',
    spoil: put('/shifts/0/start', 1_772_430_000),
  },
  {
    code: 'wrong-type',
    pointer: '/shifts/0/tags/1',
    spoil: put('/shifts/0/tags', ['a', 2]),
  },
  {
    code: 'wrong-type',
    pointer: '/shifts/0/fixed',
    spoil: put('/shifts/0/fixed', 1),
  },
  {
    code: 'wrong-type',
    pointer: '/settings',
    spoil: put('/settings', []),
  },
  {
    code: 'wrong-type',
    pointer: '/settings/assignShift',
    spoil: put('/settings/assignShift', 20),
  },
  {
    code: 'field-missing',
    pointer: '/callbackUrl',
    spoil: put('/callbackUrl', undefined),
  },
  {
    code: 'field-missing',
    pointer: '/shifts',
    spoil: put('/shifts', undefined),
  },
  {
    code: 'field-missing',
    pointer: '/spots',
    spoil: put('/spots', null),
  },
  {
    code: 'field-missing',
    pointer: '/shifts/0/spot',
    spoil: put('/shifts/0/spot', undefined),
  },
  {
    code: 'field-missing',
    pointer: '/shifts/1/end',
    spoil: put('/shifts/1/end', null),
  },
  {
    code: 'field-missing',
    pointer: '/employees/0/wishes/0/type',
    spoil: put('/employees/0/wishes/0/type', undefined),
  },
  {
    code: 'field-missing',
    pointer: '/employees/1/contract/rules/0/after',
    spoil: rule({ kind: 'succession', after: [], forbidden: [], nextDay: true }),
  },
  {
    code: 'not-an-integer',
    pointer: '/spots/0/id',
    spoil: put('/spots/0/id', 30.5),
  },
  {
    code: 'integer-unsafe',
    pointer: '/shifts/0/id',
    spoil: put('/shifts/0/id', 9_007_199_254_740_992),
  },
  {
    code: 'out-of-range',
    pointer: '/settings/assignShift/firstPriorityWeight',
    spoil: put('/settings/assignShift', { firstPriorityWeight: 21 }),
  },
  {
    code: 'out-of-range',
    pointer: '/settings/unavailable/fourthPriorityWeight',
    spoil: put('/settings/unavailable', { fourthPriorityWeight: -1 }),
  },
  { code: 'out-of-range', pointer: '/employees/1/contract/maxHoursWeek', spoil: contract({ maxHoursWeek: -1 }) },
  {
    code: 'out-of-range',
    pointer: '/employees/0/wishes/0/weight',
    spoil: put('/employees/0/wishes/0/weight', 0),
  },
  {
    code: 'out-of-range',
    pointer: '/termination/maxSeconds',
    spoil: put('/termination', { maxSeconds: 3601 }),
  },
  {
    code: 'out-of-range',
    pointer: '/queuePriority',
    spoil: put('/queuePriority', 101),
  },
  {
    code: 'out-of-range',
    pointer: '/termination/targetGap',
    spoil: put('/termination', { targetGap: 1.5 }),
  },
  {
    code: 'text-empty',
    pointer: '/shiftTags/0/tag',
    spoil: put('/shiftTags', [{ id: 1, tag: '', category: 'x' }]),
  },
  {
    code: 'text-too-long',
    pointer: '/spots/0/name',
    spoil: put('/spots/0/name', 'x'.repeat(1001)),
  },
  {
    code: 'choice-unknown',
    pointer: '/shifts/0/importance',
    spoil: put('/shifts/0/importance', 'MANDATROY'),
  },
  { code: 'choice-unknown', pointer: '/employees/1/contract/rules/0/kind', spoil: rule({ kind: 'counts' }) },
  {
    code: 'date-time-invalid',
    pointer: '/shifts/0/start',
    spoil: put('/shifts/0/start', '2026-02-30T07:00:00Z'),
  },
  {
    code: 'date-time-invalid',
    pointer: '/shifts/0/start',
    spoil: put('/shifts/0/start', '2026-03-02'),
  },
  {
    code: 'date-time-invalid',
    pointer: '/employees/0/wishes/0/end',
    spoil: put('/employees/0/wishes/0/end', '2026-02-29'),
  },
  {
    code: 'date-time-without-offset',
    pointer: '/shifts/0/end',
    spoil: (document) => {
      delete document.timeZone
      put('/shifts/0/end', '2026-03-02T15:00:00')(document)
    },
  },
  { code: 'date-invalid', pointer: '/freePeriodRequirements/0/preferredLocalDates/0', spoil: freePeriod({ preferredLocalDates: ['March 3'] }) },
  {
    code: 'date-out-of-range',
    pointer: '/shifts/0/start',
    spoil: put('/shifts/0/start', '1026-03-02T07:00:00Z'),
  },
  {
    code: 'time-of-day-invalid',
    pointer: '/settings/shiftKinds/night/from',
    spoil: put('/settings/shiftKinds', { night: { from: '25:00' } }),
  },
  {
    code: 'time-zone-unknown',
    pointer: '/timeZone',
    spoil: put('/timeZone', 'Europe/Kopenhagen'),
  },
  {
    code: 'time-zone-unknown',
    pointer: '/timeZone',
    spoil: put('/timeZone', '+01:00'),
  },
  {
    code: 'list-too-long',
    pointer: '/employees',
    spoil: put(
      '/employees',
      Array.from({ length: 5001 }, (_, i) => ({ id: i, skills: [{ id: 10 }], teams: [{ id: 20 }] })),
    ),
  },
  {
    code: 'id-duplicate',
    pointer: '/employees/1/id',
    spoil: put('/employees/1/id', 1),
  },
  {
    code: 'id-duplicate',
    pointer: '/shifts/1/id',
    spoil: put('/shifts/1/id', 101),
  },
  {
    code: 'id-duplicate',
    pointer: '/spots/1/id',
    spoil: put('/spots/1', { id: 30 }),
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
    code: 'id-duplicate',
    pointer: '/skills/1/id',
    spoil: put('/skills', [
      { id: 1, name: 'nurse' },
      { id: 1, name: 'doctor' },
    ]),
  },
  {
    code: 'spot-unknown',
    pointer: '/shifts/1/spot',
    spoil: put('/shifts/1/spot', 31),
  },
  {
    code: 'spot-unknown',
    pointer: '/shifts/0/allowedCollisionSpots/1',
    spoil: put('/shifts/0/allowedCollisionSpots', [30, 99]),
  },
  {
    code: 'employee-unknown',
    pointer: '/shifts/0/employee',
    spoil: put('/shifts/0/employee', 99),
  },
  {
    code: 'employee-unknown',
    pointer: '/shifts/0/suggestedEmployees/0',
    spoil: put('/shifts/0/suggestedEmployees', [99]),
  },
  {
    code: 'employee-unknown',
    pointer: '/shifts/0/dislikedEmployees/0',
    spoil: put('/shifts/0/dislikedEmployees', [99]),
  },
  { code: 'employee-unknown', pointer: '/freePeriodRequirements/0/employeeId', spoil: freePeriod({ employeeId: 99 }) },
  { code: 'shift-unknown', pointer: '/coverageCompetencyRequirements/0/shiftIds/1', spoil: coverage({ shiftIds: [101, 999] }) },
  {
    code: 'end-not-after-start',
    pointer: '/shifts/0/end',
    spoil: put('/shifts/0/end', cleanDocument().shifts[0].start),
  },
  {
    code: 'break-longer-than-shift',
    pointer: '/shifts/0/breakMinutes',
    spoil: put('/shifts/0/breakMinutes', 481),
  },
  {
    code: 'shift-too-long',
    pointer: '/shifts/0/end',
    spoil: put('/shifts/0/end', '2026-06-03T15:00:00+01:00'),
  },
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
    code: 'window-too-long',
    pointer: '/freePeriodRequirements/0/windowEnd',
    spoil: freePeriod({ windowStart: '2026-03-02', windowEnd: '2027-04-07' }),
  },
  {
    code: 'succession-window-unclear',
    pointer: '/employees/1/contract/rules/0',
    spoil: rule({ kind: 'succession', after: ['a'], forbidden: ['b'] }),
  },
  { code: 'quota-target-unclear', pointer: '/employees/1/contract/quotas/0', spoil: contract({ quotas: [{ max: 2, per: 'week' }] }) },
  { code: 'coverage-shifts-unclear', pointer: '/coverageCompetencyRequirements/0', spoil: coverage({}) },
  { code: 'coverage-too-large', pointer: '/coverageCompetencyRequirements/22', spoil: spoilCoverageTooLarge },
  { code: 'schedule-too-heavy', pointer: '/shiftDependencyRules', spoil: spoilTooHeavy },
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
    spoil: put('/shifts', []),
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
    spoil: put('/callbackUrl', 'ftp://consumer.example/'),
  },
  {
    code: 'callback-url-invalid',
    pointer: '/callbackUrl',
    spoil: put('/callbackUrl', 'https://user:word@consumer.example/'),
  },
  {
    code: 'callback-url-invalid',
    pointer: '/callbackUrl',
    spoil: put('/callbackUrl', '/solved'),
  },
  {
    code: 'callback-header-incomplete',
    pointer: '/callbackAuthenticationHeaderValue',
    spoil: put('/callbackAuthenticationHeaderName', 'X-API-Key'),
  },
  {
    code: 'callback-header-incomplete',
    pointer: '/callbackAuthenticationHeaderName',
    spoil: put('/callbackAuthenticationHeaderValue', 'x'),
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
