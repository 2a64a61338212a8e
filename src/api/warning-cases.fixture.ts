import { FAIRNESS_WARNING_CASES } from './fairness-cases.fixture.ts'
import { GROUP_WARNING_CASES } from './group-cases.fixture.ts'
import { contract, coverage, dependency, pairing, put, rule } from './issue-cases.fixture.ts'
import { PEOPLE_WARNING_CASES } from './people-cases.fixture.ts'
import { TRAVEL_WARNING_CASES } from './travel-cases.fixture.ts'
import type { Case } from './issue-cases.fixture.ts'

/** Every warning of a schedule that is not a doubt about what was meant. */
export const WARNING_CASES: Case[] = [
  ...FAIRNESS_WARNING_CASES,
  ...GROUP_WARNING_CASES,
  ...PEOPLE_WARNING_CASES,
  ...TRAVEL_WARNING_CASES,
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
    code: 'setting-empty',
    pointer: '/settings/assignShift',
    spoil: put('/settings/assignShift', {}),
  },
  {
    code: 'empty-seat-ties-with-absence',
    pointer: '/settings/assignShift',
    spoil: put('/settings/assignShift', { firstPriorityWeight: 20 }),
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
    code: 'fixed-without-employee',
    pointer: '/shifts/0/fixed',
    spoil: (document) => {
      document.shifts[0].fixed = true
      delete document.shifts[0].employee
    },
  },
  {
    code: 'keep-unused',
    pointer: '/keep/0',
    spoil: (document) => {
      document.keep = [{ until: '2027-01-01', weight: 1, priority: 2 }]
    },
  },
  { code: 'k-weeks-unused', pointer: '/employees/1/contract/inKWeeks', spoil: contract({ inKWeeks: 4 }) },
  { code: 'field-ignored', pointer: '/employees/1/contract/rules/0/days', spoil: rule({ kind: 'count', of: 'days', per: 'week', days: 7, max: 5 }) },
  { code: 'team-empty', pointer: '/pairings/0/employees/team', spoil: pairing({ employees: { team: 99 } }) },
  { code: 'skill-unheld', pointer: '/pairings/0/employees/skill', spoil: pairing({ employees: { skill: 99 } }) },
  {
    code: 'pairing-unused',
    pointer: '/pairings/0/employees',
    spoil: (document) => {
      document.employees[0].teams = [{ id: 77 }]
      pairing({ employees: { team: 77 } })(document)
    },
  },
  {
    code: 'pairing-unused',
    pointer: '/pairings/0/spots',
    spoil: (document) => {
      document.spots.push({ ...document.spots[0], id: 88 })
      pairing({ spots: [88] })(document)
    },
  },
  { code: 'field-ignored', pointer: '/shiftDependencyRules/0/withinHours', spoil: dependency({ withinHours: 3 }) },
  {
    code: 'shift-very-long',
    pointer: '/shifts/0/end',
    spoil: put('/shifts/0/end', '2026-03-04T07:01:00+01:00'),
  },
  {
    code: 'coverage-beyond-period',
    pointer: '/coverageCompetencyRequirements/0',
    spoil: coverage({ start: '2026-03-03T09:00:00+01:00', end: '2026-03-04' }),
  },
  { code: 'coverage-empty', pointer: '/coverageCompetencyRequirements/0', spoil: coverage({ start: '2026-03-10', end: '2026-03-11' }) },
]
