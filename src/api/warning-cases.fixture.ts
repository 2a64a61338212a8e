import { contract, coverage, dependency, freePeriod, put, rule, shiftAt } from './issue-cases.fixture.ts'
import type { Case } from './issue-cases.fixture.ts'

/** Every warning of a schedule. */
export const WARNING_CASES: Case[] = [
  {
    code: 'field-unknown',
    pointer: '/employes',
    spoil: put('/employes', []),
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
    spoil: put('/settings/asignShift', {}),
  },
  {
    code: 'setting-not-built',
    pointer: '/settings/completeWeekends',
    spoil: put('/settings/completeWeekends', { thirdPriorityWeight: 1 }),
  },
  {
    code: 'setting-not-built',
    pointer: '/settings/weekendMandatoryCoverageFloorPercent',
    spoil: put('/settings/weekendMandatoryCoverageFloorPercent', 80),
  },
  { code: 'rule-not-built', pointer: '/employees/1/contract/completeWeekends', spoil: contract({ completeWeekends: true }) },
  { code: 'rule-not-built', pointer: '/employees/1/contract/rules', spoil: rule({ kind: 'run', of: 'days', max: 3 }) },
  { code: 'rule-not-built', pointer: '/freePeriodRequirements', spoil: freePeriod({}) },
  {
    code: 'setting-empty',
    pointer: '/settings/assignShift',
    spoil: put('/settings/assignShift', {}),
  },
  {
    code: 'no-employees',
    pointer: '/employees',
    spoil: put('/employees', []),
  },
  {
    code: 'skill-unheld',
    pointer: '/spots/0/skills/1',
    spoil: put('/spots/0/skills', [10, 11]),
  },
  {
    code: 'team-empty',
    pointer: '/spots/0/teams/0',
    spoil: put('/spots/0/teams', [21]),
  },
  {
    code: 'tag-unused',
    pointer: '/employees/0/wishes/0/tag',
    spoil: put('/employees/0/wishes/0/tag', 'night'),
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
    spoil: put('/shifts/0/fixed', true),
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
    spoil: put('/shifts/0/end', '2026-03-04T07:01:00+01:00'),
  },
  { code: 'coverage-empty', pointer: '/coverageCompetencyRequirements/0', spoil: coverage({ start: '2026-03-10', end: '2026-03-11' }) },
]
