import { LEAST_AND_MOST } from './contract-fields.ts'
import { contract, coverage, dependency, fairness, freePeriod, pairing, people, put, rotation, rule, shift, shiftAt } from './issue-cases.fixture.ts'
import type { Case } from './issue-cases.fixture.ts'

const RULES = '/employees/1/contract/rules/0'
const WHEN = { of: 'days', per: 'week', min: 3, max: 2 }
const EVIDENCE = { startsAt: '2026-03-03T15:00:00Z', endsAt: '2026-03-03T07:00:00Z' }

/** Every place where a least can be above its most. */
const LEAST_ABOVE_MOST: Case[] = [
  ...LEAST_AND_MOST.map(
    ([least, most]): Case => ({
      code: 'min-above-max',
      pointer: `/employees/1/contract/${least}`,
      spoil: contract({ inKWeeks: 4, [least]: 301, [most]: 300 }),
    }),
  ),
  { code: 'min-above-max', pointer: `${RULES}/min`, spoil: rule({ kind: 'run', of: 'days', min: 3, max: 2 }) },
  { code: 'min-above-max', pointer: `${RULES}/min`, spoil: rule({ kind: 'count', of: 'shifts', per: 'month', min: 3, max: 2 }) },
  { code: 'min-above-max', pointer: `${RULES}/when/min`, spoil: rule({ kind: 'run', of: 'days', max: 5, when: WHEN }) },
  { code: 'min-above-max', pointer: '/employees/1/contract/quotas/0/min', spoil: contract({ quotas: [{ tag: 'a', min: 3, max: 2, per: 'week' }] }) },
]

/** What a shift says of its seats that cannot be. */
const OF_SEATS: Case[] = [
  {
    code: 'seats-too-many',
    pointer: '/shifts',
    spoil: (document) => {
      document.shifts = Array.from({ length: 101 }, (_, i) => shiftAt('2026-03-04', { id: i, seats: { min: 0, max: 1000 } }))
    },
  },
  { code: 'min-above-max', pointer: '/shifts/0/seats/min', spoil: put('/shifts/0/seats', { min: 3, ideal: 2 }) },
  { code: 'min-above-max', pointer: '/shifts/0/seats/min', spoil: put('/shifts/0/seats', { min: 1, ideal: 0, max: 0 }) },
  { code: 'min-above-max', pointer: '/shifts/0/seats/min', spoil: put('/shifts/0/seats', { min: 1, max: 0 }) },
  { code: 'min-above-max', pointer: '/shifts/0/seats/ideal', spoil: put('/shifts/0/seats', { min: 1, ideal: 3, max: 2 }) },
  { code: 'out-of-range', pointer: '/shifts/0/seats/max', spoil: put('/shifts/0/seats', { min: 1, max: 1001 }) },
  { code: 'field-missing', pointer: '/shifts/0/seats/min', spoil: put('/shifts/0/seats', { ideal: 1 }) },
  { code: 'seats-none', pointer: '/shifts/0/seats', spoil: put('/shifts/0/seats', { min: 0 }) },
  { code: 'seats-unclear', pointer: '/shifts/0/employees', spoil: put('/shifts/0/employees', [1]) },
  { code: 'seats-unclear', pointer: '/shifts/0/employee', spoil: shift({ seats: { min: 1 }, employee: 1 }) },
  { code: 'seats-unclear', pointer: '/shifts/0/importance', spoil: shift({ seats: { min: 1 }, importance: 'OPTIONAL' }) },
  { code: 'seats-full', pointer: '/shifts/0/employees', spoil: shift({ seats: { min: 1 }, employees: [1, 2] }) },
  { code: 'employee-repeated', pointer: '/shifts/0/employees/1', spoil: shift({ seats: { min: 2 }, employees: [1, 1] }) },
  { code: 'employee-unknown', pointer: '/shifts/0/employees/0', spoil: shift({ seats: { min: 2 }, employees: [77] }) },
]

/** Every place where an end can lie before its start. */
const END_BEFORE_START: Case[] = [
  { code: 'end-not-after-start', pointer: '/shifts/0/end', spoil: put('/shifts/0/end', '2026-03-02T06:59:00+01:00') },
  { code: 'end-not-after-start', pointer: '/employees/0/wishes/0/end', spoil: put('/employees/0/wishes/0/end', '2026-03-01') },
  {
    code: 'end-not-after-start',
    pointer: '/employees/0/skills/0/end',
    spoil: put('/employees/0/skills/0', { id: 10, start: '2026-03-02', end: '2026-03-01' }),
  },
  {
    code: 'end-not-after-start',
    pointer: '/employees/0/teams/0/end',
    spoil: put('/employees/0/teams/0', { id: 20, start: '2026-03-02', end: '2026-03-01' }),
  },
  {
    code: 'end-not-after-start',
    pointer: '/coverageCompetencyRequirements/0/end',
    spoil: coverage({ start: '2026-03-03', end: '2026-03-02' }),
  },
  { code: 'end-not-after-start', pointer: '/freePeriodRequirements/0/windowEnd', spoil: freePeriod({ windowEnd: '2026-03-02' }) },
  {
    code: 'end-not-after-start',
    pointer: '/freePeriodRequirements/0/boundaryEvidence/0/endsAt',
    spoil: freePeriod({ boundaryEvidence: [EVIDENCE] }),
  },
]

/** Ids twice in the lists that the small document has not. */
const DUPLICATES: Case[] = [
  [freePeriod({}), 'freePeriodRequirements'] as const,
  [coverage({ shiftIds: [101] }), 'coverageCompetencyRequirements'] as const,
  [dependency({}), 'shiftDependencyRules'] as const,
  [pairing({}), 'pairings'] as const,
  [people({}), 'coverageRequirements'] as const,
  [fairness({}), 'fairness'] as const,
  [rotation({}), 'rotations'] as const,
].map(
  ([fill, list]): Case => ({
    code: 'id-duplicate',
    pointer: `/${list}/1/id`,
    spoil: (document) => {
      fill(document)
      document[list].push(document[list][0])
    },
  }),
)

/** Errors that lie between two values, each right by itself. */
export const CONTRADICTION_CASES: Case[] = [
  ...LEAST_ABOVE_MOST,
  ...OF_SEATS,
  ...END_BEFORE_START,
  ...DUPLICATES,
  { code: 'k-weeks-missing', pointer: '/employees/1/contract/inKWeeks', spoil: contract({ minNhours: 9600 }) },
  {
    code: 'spot-unknown',
    pointer: '/coverageCompetencyRequirements/0/spotIds/0',
    spoil: coverage({ spotIds: [99], start: '2026-03-02', end: '2026-03-03' }),
  },
]
