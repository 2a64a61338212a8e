import { CONTRACT_FIELDS } from './contract-fields.ts'
import { contract, coverage, dependency, fairness, freePeriod, pairing, people, put, rotation, rule, shiftAt } from './issue-cases.fixture.ts'
import type { Case } from './issue-cases.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

const CONTRACT = '/employees/1/contract'
const RULE = `${CONTRACT}/rules/0`
const COUNTED_MINUTES = { kind: 'count', of: 'minutes' }

/** Hours where minutes are meant, in every field that is in minutes; the value is the largest that looks so. */
const HOURS_FOR_MINUTES: Case[] = [
  ...CONTRACT_FIELDS.filter(({ unit }) => unit === 'minutes').map(
    ({ wire, likelyHours = 24 }): Case => ({
      code: 'looks-like-hours',
      pointer: `${CONTRACT}/${wire}`,
      spoil: contract({ inKWeeks: 4, [wire]: likelyHours }),
    }),
  ),
  { code: 'looks-like-hours', pointer: `${RULE}/max`, spoil: rule({ ...COUNTED_MINUTES, per: 'day', max: 24 }) },
  { code: 'looks-like-hours', pointer: `${RULE}/min`, spoil: rule({ ...COUNTED_MINUTES, per: 'week', min: 60 }) },
  { code: 'looks-like-hours', pointer: `${RULE}/max`, spoil: rule({ ...COUNTED_MINUTES, per: 'month', max: 260 }) },
  { code: 'looks-like-hours', pointer: `${RULE}/max`, spoil: rule({ ...COUNTED_MINUTES, per: 'horizon', max: 24 }) },
  { code: 'looks-like-hours', pointer: `${RULE}/max`, spoil: rule({ ...COUNTED_MINUTES, per: 'rolling', days: 28, max: 252 }) },
  {
    code: 'looks-like-hours',
    pointer: `${RULE}/when/min`,
    spoil: rule({ kind: 'run', of: 'days', max: 5, when: { of: 'minutes', per: 'week', min: 37 } }),
  },
  {
    code: 'looks-like-hours',
    pointer: `${RULE}/withinMinutes`,
    spoil: rule({ kind: 'succession', after: ['a'], forbidden: ['b'], withinMinutes: 24 }),
  },
  { code: 'looks-like-hours', pointer: '/shifts/0/breakMinutes', spoil: put('/shifts/0/breakMinutes', 1) },
  { code: 'looks-like-hours', pointer: '/shifts/0/paidMinutes', spoil: put('/shifts/0/paidMinutes', 12) },
  ...Object.entries({ minMinutes: 12, maxMinutes: 24 }).map(
    ([key, hours]): Case => ({
      code: 'looks-like-hours',
      pointer: `/shiftTemplates/0/${key}`,
      spoil: put('/shiftTemplates', [
        {
          id: 'T',
          spots: [30],
          startsFrom: '06:00',
          startsTo: '10:00',
          stepMinutes: 60,
          lengthStepMinutes: 1,
          minMinutes: 12,
          maxMinutes: 480,
          [key]: hours,
        },
      ]),
    }),
  ),
  ...Object.entries({ overMinutes: 12, earliestAfter: 4, latestBefore: 4 }).map(
    ([key, hours]): Case => ({
      code: 'looks-like-hours',
      pointer: `/breakRules/0/${key}`,
      spoil: put('/breakRules', [{ id: 'lunch', overMinutes: 360, minutes: 30, paid: false, [key]: hours }]),
    }),
  ),
  ...Object.entries({ day: 24, week: 80, month: 260, horizon: 24 }).map(
    ([per, hours]): Case => ({
      code: 'looks-like-hours',
      pointer: '/payRules/0/overMinutes',
      spoil: put('/payRules', [{ id: 1, kind: 'overtime', per, overMinutes: hours, percent: 150 }]),
    }),
  ),
  { code: 'looks-like-hours', pointer: '/spots/0/requiresRestOfMinutes', spoil: put('/spots/0/requiresRestOfMinutes', 48) },
  {
    code: 'looks-like-hours',
    pointer: '/employees/0/history/minutesWorked',
    spoil: put('/employees/0/history', { shiftsWorked: 12, minutesWorked: 96 }),
  },
  {
    code: 'looks-like-hours',
    pointer: '/employees/0/history/byTag/night/minutesWorked',
    spoil: put('/employees/0/history', { byTag: { night: { shiftsWorked: 2, minutesWorked: 16 } } }),
  },
  {
    code: 'looks-like-hours',
    pointer: '/settings/shiftKinds/night/minMinutes',
    spoil: put('/settings/shiftKinds', { night: { minMinutes: 3 } }),
  },
  ...Object.entries({ shortUnitMinimumMinutes: 35, connectedTwoUnitMinimumMinutes: 55, extraUnitMinutes: 24 }).map(
    ([key, hours]): Case => ({
      code: 'looks-like-hours',
      pointer: `/freePeriodRequirements/0/counting/${key}`,
      spoil: freePeriod({ counting: { [key]: hours } }),
    }),
  ),
]

/** What whoever means no limit sends. */
const NINES: Case[] = [
  { code: 'looks-like-no-limit', pointer: `${CONTRACT}/maxHoursWeek`, spoil: contract({ maxHoursWeek: 999 }) },
  { code: 'looks-like-no-limit', pointer: `${CONTRACT}/weekendWorkFrequency`, spoil: contract({ weekendWorkFrequency: 99 }) },
]

/** Minutes where hours are meant, as many as the field takes. */
const MINUTES_FOR_HOURS: Case[] = [
  ...['minHoursPerShiftExcludingBreak', 'maxHoursPerShiftExcludingBreak'].map(
    (wire): Case => ({
      code: 'looks-like-minutes',
      pointer: `${CONTRACT}/${wire}`,
      spoil: contract({ [wire]: 480 }),
    }),
  ),
  {
    code: 'looks-like-minutes',
    pointer: '/shiftDependencyRules/0/withinHours',
    spoil: dependency({ overlapScope: 'WITHIN_HOURS', withinHours: 60 }),
  },
]

const EQUAL_LIMITS: Case[] = [
  { code: 'equal-limits', pointer: `${CONTRACT}/maxNhours`, spoil: contract({ maxHoursWeek: 2280, maxNhours: 2280, inKWeeks: 4 }) },
  { code: 'equal-limits', pointer: `${CONTRACT}/minNhours`, spoil: contract({ minHoursWeek: 2280, minNhours: 2280, inKWeeks: 4 }) },
  { code: 'equal-limits', pointer: `${CONTRACT}/maxHoursMonth`, spoil: contract({ maxHoursWeek: 2400, maxHoursMonth: 2400 }) },
  { code: 'equal-limits', pointer: `${CONTRACT}/minHoursMonth`, spoil: contract({ minHoursWeek: 2400, minHoursMonth: 2400 }) },
]

const ZEROES: Case[] = ['weekendWorkFrequency', 'maxHoursDay', 'maxConsecutiveDays', 'maxConsecutiveDaysOff', 'maxHoursPerShiftExcludingBreak'].map(
  (wire): Case => ({ code: 'limit-zero', pointer: `${CONTRACT}/${wire}`, spoil: contract({ [wire]: 0 }) }),
)

/** Offsets that the time zone has at another time of the year, and a time zone that nobody named. */
const OFFSETS: Case[] = [
  { code: 'offset-of-other-season', pointer: '/shifts/0/start', spoil: put('/shifts/0/start', '2026-03-02T07:00:00+02:00') },
  { code: 'offset-of-other-season', pointer: '/shifts/1/end', spoil: put('/shifts/1/end', '2026-03-03T15:00+0200') },
  { code: 'time-zone-absent', pointer: '/timeZone', spoil: put('/timeZone', null) },
]

/** Tags that no shift carries, wherever a tag can stand. */
const UNUSED_TAGS: Case[] = [
  { code: 'tag-unused', pointer: '/employees/0/wishes/0/tag', spoil: put('/employees/0/wishes/0/tag', 'night') },
  { code: 'tag-unused', pointer: `${RULE}/tags/0`, spoil: rule({ kind: 'count', of: 'shifts', tags: ['night'], per: 'week', max: 3 }) },
  { code: 'tag-unused', pointer: `${RULE}/tags/0`, spoil: rule({ kind: 'run', of: 'days', tags: ['night'], max: 3 }) },
  {
    code: 'tag-unused',
    pointer: `${RULE}/when/tags/0`,
    spoil: rule({ kind: 'run', of: 'days', max: 3, when: { of: 'days', tags: ['night'], per: 'week', min: 1 } }),
  },
  { code: 'tag-unused', pointer: `${RULE}/after/0`, spoil: rule({ kind: 'succession', after: ['night'], forbidden: ['early'], nextDay: true }) },
  { code: 'tag-unused', pointer: `${RULE}/forbidden/0`, spoil: rule({ kind: 'succession', after: ['night'], forbidden: ['early'], nextDay: true }) },
  { code: 'tag-unused', pointer: `${CONTRACT}/quotas/0/tag`, spoil: contract({ quotas: [{ tag: 'night', max: 2, per: 'week' }] }) },
  {
    code: 'tag-unused',
    pointer: '/coverageCompetencyRequirements/0/tags/0',
    spoil: coverage({ tags: ['night'], start: '2026-03-02', end: '2026-03-03' }),
  },
  { code: 'tag-unused', pointer: '/shiftDependencyRules/0/anchorShiftTag', spoil: dependency({ anchorShiftTag: 'night' }) },
  { code: 'tag-unused', pointer: '/shiftDependencyRules/0/requiredShiftTag', spoil: dependency({ requiredShiftTag: 'night' }) },
  { code: 'tag-unused', pointer: '/fairness/0/tags/0', spoil: fairness({ tags: ['night'] }) },
  { code: 'tag-unused', pointer: '/rotations/0/weeks/0/2', spoil: rotation({ weeks: [['a', 'off', 'night', 'night', 'off', 'off', 'off']] }) },
  { code: 'tag-unused', pointer: '/rotations/0/weeks/0/1', spoil: rotation({ weeks: [['a', 'Off', 'off', 'off', 'off', 'off', 'off']] }) },
  { code: 'tag-unused', pointer: '/pairings/0/tags/0', spoil: pairing({ tags: ['night'] }) },
  { code: 'tag-unused', pointer: '/coverageRequirements/0/tags/1', spoil: people({ tags: ['a', 'night'] }) },
  { code: 'tag-unused', pointer: '/employees/0/history/byTag/late', spoil: put('/employees/0/history', { byTag: { late: { shiftsWorked: 2 } } }) },
]

const quotaOf = (shiftTags: AnyJson) => (document: AnyJson) => {
  document.shifts[0].tags = ['early']
  document.shiftTags = shiftTags
  contract({ quotas: [{ category: 'time', max: 2, per: 'week' }] })(document)
}

const EARLY = { id: 1, tag: 'early', category: 'hour', active: true }

/** Quotas and coverage that count nothing, or something that nobody has. */
const NOTHING_COUNTED: Case[] = [
  { code: 'category-unknown', pointer: `${CONTRACT}/quotas/0/category`, spoil: quotaOf([EARLY]) },
  { code: 'category-empty', pointer: `${CONTRACT}/quotas/0/category`, spoil: quotaOf([{ ...EARLY, category: 'time', active: false }]) },
  { code: 'category-empty', pointer: `${CONTRACT}/quotas/0/category`, spoil: quotaOf([EARLY, { id: 2, tag: 'late', category: 'time' }]) },
  { code: 'skill-unheld', pointer: '/coverageCompetencyRequirements/0/skill', spoil: coverage({ skill: 11, shiftIds: [101] }) },
]

const decide = (more: AnyJson) => (document: AnyJson) => {
  for (const shift of document.shifts) Object.assign(shift, { start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z', fixed: true, employee: 1 })
  document.shifts.push(shiftAt('2026-03-02', { fixed: true, employee: 1 }))
  Object.assign(document, more)
}

/** Of three at once, with one collision allowed, only the third is one too many. */
const OVERLAPS: Case[] = [
  { code: 'fixed-shifts-overlap', pointer: '/shifts/1', spoil: decide({}) },
  { code: 'fixed-shifts-overlap', pointer: '/shifts/2', spoil: decide({ numberOfAllowedShiftCollisions: 1 }) },
]

/** What is legal, but surely not what somebody meant. */
export const DOUBT_CASES: Case[] = [
  ...OFFSETS,
  ...HOURS_FOR_MINUTES,
  ...MINUTES_FOR_HOURS,
  ...NINES,
  ...EQUAL_LIMITS,
  ...ZEROES,
  ...UNUSED_TAGS,
  ...NOTHING_COUNTED,
  ...OVERLAPS,
  {
    code: 'suggested-and-disliked',
    pointer: '/shifts/0/dislikedEmployees',
    spoil: (document) => {
      Object.assign(document.shifts[0], { suggestedEmployees: [1, 2], dislikedEmployees: [2] })
    },
  },
  {
    code: 'outside-schedule',
    pointer: '/employees/0/wishes/0',
    spoil: put('/employees/0/wishes/0', { type: 'DESIRED', start: '2025-03-02', end: '2025-03-02' }),
  },
  {
    code: 'least-cut',
    pointer: `${CONTRACT}/minHoursWeek`,
    spoil: (document) => {
      contract({ minHoursWeek: 2400 })(document)
      document.shifts.push(shiftAt('2026-03-06', {}))
    },
  },
  {
    code: 'historic-without-employee',
    pointer: '/shifts/2/historic',
    spoil: (document) => {
      document.shifts.push(shiftAt('2026-03-01', { historic: true }))
    },
  },
  {
    code: 'fixed-within-leave',
    pointer: '/shifts/0/employee',
    spoil: (document) => {
      Object.assign(document.shifts[0], { fixed: true, employee: 1 })
      document.employees[0].wishes[0].start = '2026-03-02T08:00:00Z'
    },
  },
  {
    code: 'counting-unordered',
    pointer: '/freePeriodRequirements/0/counting',
    spoil: freePeriod({ counting: { shortUnitMinimumMinutes: 3301 } }),
  },
  {
    code: 'date-never-granted',
    pointer: '/freePeriodRequirements/0/preferredLocalDates/1',
    spoil: freePeriod({ preferredLocalDates: ['2026-03-08', '2026-03-09'] }),
  },
  {
    code: 'free-units-unreachable',
    pointer: '/freePeriodRequirements/0/demand/requiredUnitCount',
    spoil: freePeriod({ windowStart: '2026-03-02', windowEnd: '2026-03-09', demand: { requiredUnitCount: 7 } }),
  },
  {
    code: 'date-never-granted',
    pointer: '/freePeriodRequirements/0/demand/requiredLocalDates/0',
    spoil: freePeriod({ demand: { requiredUnitCount: 1, requiredLocalDates: ['2026-03-07'] }, ineligibleLocalDates: ['2026-03-07'] }),
  },
]
