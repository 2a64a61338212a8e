import { describe, expect, test } from 'vitest'
import { readSubmission } from './read-schedule.ts'

type Fields = Record<string, unknown>

/** A day shift on every day of some weeks from a Monday on, for two people; `over` is put over it. */
function rota(over: Fields = {}, { weeks = 2, contract = {} }: { weeks?: number; contract?: Fields } = {}): Fields {
  const days = Array.from({ length: 7 * weeks }, (_, day) => new Date(Date.UTC(2026, 2, 2 + day)).toISOString().slice(0, 10))
  return {
    horizon: 'CYCLIC',
    timeZone: 'UTC',
    spots: [{ id: 1 }],
    employees: [{ id: 1, contract }, { id: 2 }],
    shifts: days.map((date, index) => ({ id: index, spot: 1, start: `${date}T07:00`, end: `${date}T15:00`, tags: ['day'] })),
    ...over,
  }
}

const issuesOf = (document: Fields): { code: string; pointer: string }[] =>
  readSubmission(document, { callback: 'optional' }).errors.map(({ code, pointer }) => ({ code, pointer }))

/** The last Sunday’s night, which ends on the first Monday. */
const NIGHT = { id: 99, spot: 1, start: '2026-03-15T23:00', end: '2026-03-16T07:00', tags: ['night'] }
const withNight = (over: Fields): Fields => rota({ ...over, shifts: [...(rota()['shifts'] as Fields[]), NIGHT] })
const held = (fields: Fields): Fields => rota({ employees: [{ id: 1, ...fields }, { id: 2 }] })
const rule = (fields: Fields): Fields => rota({}, { contract: { rules: [fields] } })
const RULE = '/employees/0/contract/rules/0'
const COVERAGE = { id: 1, start: '2026-03-02', end: '2026-03-03', min: 1 }
const OVERTIME = { id: 1, kind: 'overtime', per: 'week', overMinutes: 2400, percent: 150 }
const DEPENDENCY = { id: 1, anchorShiftTag: 'day', requiredShiftTag: 'day', constraintLevel: 'soft', weight: 1 }
const WEEK = ['day', 'day', 'day', 'day', 'day', 'off', 'off']
const FREE = { id: 1, employeeId: 1, windowStart: '2026-03-02', windowEnd: '2026-03-09', demand: { requiredUnitCount: 1 } }

describe('the horizon of a cyclic schedule', () => {
  test('is the whole weeks of its shifts', () => {
    const shifts = (rota()['shifts'] as { start: string }[]).filter(({ start }) => new Date(start.slice(0, 10)).getUTCDay() % 6 !== 0)
    const { calendar, isCyclic } = readSubmission(rota({ shifts }), { callback: 'optional' }).submission!.schedule
    expect([calendar.days.length, calendar.days[0]!.date, calendar.days.at(-1)!.date, isCyclic]).toEqual([14, '2026-03-02', '2026-03-15', true])
  })

  test('is open without a word, and with OPEN', () => {
    for (const horizon of [null, 'OPEN'])
      expect(readSubmission(rota({ horizon }), { callback: 'optional' }).submission!.schedule.isCyclic).toBeUndefined()
  })

  test('takes leave, months and history where it is open', () => {
    const document = held({ history: { shiftsWorked: 1 }, absences: [{ start: '2026-03-02', end: '2026-03-03' }], contract: { maxHoursMonth: 9600 } })
    expect(issuesOf({ ...document, horizon: 'OPEN' })).toEqual([])
  })
})

describe('what cannot go round is refused at its field', () => {
  const cases: [code: string, pointer: string, document: Fields][] = [
    ['choice-unknown', '/horizon', rota({ horizon: 'CIRCLE' })],
    ['cyclic-weeks-unclear', '/horizon', rota({ calendar: { weekStartsOn: 'WEDNESDAY' } })],
    ['cyclic-weeks-unclear', '/horizon', rota({ calendar: { weekend: ['SUNDAY', 'MONDAY'] } })],
    ['cyclic-history', '/employees/0/history', held({ history: { shiftsWorked: 1 } })],
    [
      'cyclic-history',
      '/shifts/14/historic',
      rota({ shifts: [...(rota()['shifts'] as Fields[]), { ...NIGHT, start: '2026-03-01T07:00', end: '2026-03-01T15:00', historic: true }] }),
    ],
    ['cyclic-unsupported', '/timeZone', rota({ timeZone: 'Europe/Berlin' }, { weeks: 4 })],
    ['cyclic-unsupported', '/calendar/workBelongsTo', rota({ calendar: { workBelongsTo: 'SPLIT' } })],
    ['cyclic-unsupported', '/calendar/periods/0', rota({ calendar: { periods: [{ id: 1, start: '2026-03-05', days: 7 }] } })],
    ['cyclic-unsupported', '/employees/0/contracts', held({ contracts: [{ contractId: 1, end: '2026-03-10' }] })],
    ['cyclic-unsupported', '/employees/0/absences', held({ absences: [{ start: '2026-03-02', end: '2026-03-03' }] })],
    ['cyclic-unsupported', '/employees/0/skills/0', held({ skills: [{ id: 1, end: '2026-03-10' }] })],
    ['cyclic-unsupported', '/employees/0/teams/0', held({ teams: [{ id: 1, start: '2026-03-10' }] })],
    ['cyclic-unsupported', '/employees/0/contract/maxHoursMonth', rota({}, { contract: { maxHoursMonth: 9600 } })],
    ['cyclic-unsupported', '/employees/0/contract/minHoursMonth', rota({}, { contract: { minHoursMonth: 600 } })],
    ['cyclic-unsupported', '/employees/0/contract/maxWorkDaysMonth', rota({}, { contract: { maxWorkDaysMonth: 20 } })],
    ['cyclic-unsupported', '/employees/0/contract/quotas/0/per', rota({}, { contract: { quotas: [{ tag: 'day', per: 'month', max: 3 }] } })],
    [
      'cyclic-unsupported',
      '/contracts/0/maxHoursMonth',
      rota({ contracts: [{ id: 'full', maxHoursMonth: 9600 }], employees: [{ id: 1, contractId: 'full' }] }),
    ],
    ['cyclic-unsupported', `${RULE}/per`, rule({ kind: 'count', of: 'shifts', per: 'month', max: 3 })],
    ['cyclic-unsupported', `${RULE}/when`, rule({ kind: 'run', of: 'days', max: 3, when: { of: 'shifts', per: 'week', min: 1 } })],
    ['cyclic-unsupported', `${RULE}/cap`, rule({ kind: 'run', of: 'days', max: 3, cap: 1 })],
    ['cyclic-unsupported', `${RULE}/edges`, rule({ kind: 'run', of: 'days', min: 2, edges: 'closed' })],
    ['cyclic-unsupported', `${RULE}/pattern`, rule({ kind: 'pattern', pattern: '^ W', where: { W: {} }, per: 'week', max: 0 })],
    ['cyclic-unsupported', `${RULE}/per`, rule({ kind: 'pattern', pattern: 'W W', where: { W: {} }, per: 'horizon', max: 1 })],
    [
      'cyclic-window-too-long',
      `${RULE}/pattern`,
      rule({ kind: 'pattern', pattern: 'W+ o', where: { W: {}, o: { off: true } }, per: 'week', max: 0 }),
    ],
    ['cyclic-window-too-long', `${RULE}/pattern`, rule({ kind: 'pattern', pattern: 'W{15}', where: { W: {} }, per: 'week', max: 0 })],
    ['cyclic-window-too-long', `${RULE}/days`, rule({ kind: 'count', of: 'shifts', per: 'rolling', days: 15, max: 3 })],
    ['cyclic-window-too-long', `${RULE}/hours`, rule({ kind: 'count', of: 'shifts', per: 'rolling', hours: 337, max: 3 })],
    ['cyclic-window-too-long', `${RULE}/max`, rule({ kind: 'run', of: 'days', max: 15 })],
    ['cyclic-window-too-long', `${RULE}/min`, rule({ kind: 'run', of: 'weekends', min: 3 })],
    ['cyclic-window-too-long', `${RULE}/withinMinutes`, rule({ kind: 'succession', after: ['day'], forbidden: ['day'], withinMinutes: 20_161 })],
    ['cyclic-window-too-long', `${RULE}/minMinutes`, rule({ kind: 'rest', minMinutes: 20_161 })],
    ['cyclic-window-too-long', `${RULE}/inMinutes`, rule({ kind: 'rest', inMinutes: 20_161, minMinutes: 60 })],
    ['cyclic-window-too-long', `${RULE}/afterRun/min`, rule({ kind: 'rest', afterRun: { min: 15 }, minMinutes: 60 })],
    ['cyclic-window-too-long', '/employees/0/contract/maxConsecutiveDays', rota({}, { contract: { maxConsecutiveDays: 15 } })],
    ['cyclic-window-too-long', '/employees/0/contract/weekendWorkFrequency', rota({}, { contract: { weekendWorkFrequency: 3 } })],
    ['cyclic-window-too-long', '/employees/0/contract/inKWeeks', rota({}, { contract: { maxNhours: 9600, inKWeeks: 3 } })],
    ['cyclic-window-too-long', '/employees/0/contract/hoursBetweenShift', rota({}, { contract: { hoursBetweenShift: 20_161 } })],
    ['cyclic-window-too-long', '/spots/0/requiresRestOfMinutes', rota({ spots: [{ id: 1, requiresRestOfMinutes: 20_161 }] })],
    ['cyclic-unsupported', '/freePeriodRequirements', rota({ freePeriodRequirements: [FREE] })],
    [
      'cyclic-unsupported',
      '/shiftDependencyRules/0',
      rota({ shiftDependencyRules: [{ ...DEPENDENCY, overlapScope: 'WITHIN_HOURS', withinHours: 2 }] }),
    ],
    ['cyclic-unsupported', '/fairness/0', rota({ fairness: [{ id: 1, of: 'shifts', per: 'month', share: 'EQUAL' }] })],
    [
      'cyclic-unsupported',
      '/payRules/1/per',
      rota({ payRules: [OVERTIME, { ...OVERTIME, id: 2, per: 'month' }], employees: [{ id: 1, pay: { hourly: 1500 } }] }),
    ],
    [
      'cyclic-unsupported',
      '/budgets/1/per',
      rota({
        budgets: [
          { id: 1, per: 'week', max: 1 },
          { id: 2, per: 'month', max: 1 },
        ],
        employees: [{ id: 1, pay: { hourly: 1500 } }],
      }),
    ],
    ['cyclic-unsupported', '/rotations/0/weeks', rota({ rotations: [{ id: 1, anchor: '2026-03-02', weeks: [WEEK, WEEK, WEEK] }] })],
    ['cyclic-unsupported', '/coverageRequirements/0', withNight({ coverageRequirements: [COVERAGE] })],
    [
      'cyclic-unsupported',
      '/coverageCompetencyRequirements/0',
      withNight({ coverageCompetencyRequirements: [{ id: 1, skill: 1, minimumCount: 1, shiftIds: [1] }] }),
    ],
    ['cyclic-unsupported', '/shiftDependencyRules/0', withNight({ shiftDependencyRules: [{ ...DEPENDENCY, overlapScope: 'TIME_OVERLAP' }] })],
    ['cyclic-unsupported', '/pairings/0', withNight({ pairings: [{ id: 1, employees: [1, 2], mode: 'APART', scope: 'TIME_OVERLAP' }] })],
    [
      'cyclic-unsupported',
      '/employees/0/wishes',
      withNight({ employees: [{ id: 1, wishes: [{ type: 'UNDESIRED', start: '2026-03-02', end: '2026-03-03' }] }] }),
    ],
  ]
  for (const [code, pointer, document] of cases) {
    test(`${code} at ${pointer}`, () => {
      expect(issuesOf(document)).toContainEqual({ code, pointer })
    })
  }

  test('but not a day, a week or a minute less', () => {
    const contract = {
      maxConsecutiveDays: 14,
      weekendWorkFrequency: 2,
      maxNhours: 9600,
      inKWeeks: 2,
      hoursBetweenShift: 20_160,
      rules: [
        { kind: 'count', of: 'shifts', per: 'rolling', days: 14, max: 3 },
        { kind: 'count', of: 'shifts', per: 'rolling', hours: 336, max: 3 },
        { kind: 'run', of: 'weekends', max: 2 },
        { kind: 'succession', after: ['day'], forbidden: ['day'], withinMinutes: 20_160 },
        { kind: 'rest', inMinutes: 20_160, minMinutes: 60 },
        { kind: 'pattern', pattern: 'W{14}', where: { W: {} }, per: 'week', max: 0 },
        { kind: 'count', of: 'shifts', per: 'week', max: 6, cap: 1 },
      ],
    }
    expect(issuesOf(rota({}, { contract }))).toEqual([])
  })

  test('and not where no shift of the last day reaches into the first', () => {
    const more = {
      rotations: [{ id: 1, anchor: '2026-03-02', weeks: [WEEK, WEEK] }],
      coverageRequirements: [COVERAGE],
      shiftDependencyRules: [{ ...DEPENDENCY, overlapScope: 'TIME_OVERLAP' }],
    }
    expect(issuesOf(rota(more))).toEqual([])
    const wishes = [{ type: 'UNDESIRED', start: '2026-03-02', end: '2026-03-03' }]
    expect(issuesOf(held({ wishes }))).toEqual([])
  })

  test('and shifts that reach beyond the first day are not taken', () => {
    const long = { id: 99, spot: 1, start: '2026-03-15T23:00', end: '2026-03-17T07:00' }
    expect(issuesOf(rota({ shifts: [...(rota()['shifts'] as Fields[]), long] }))).toContainEqual({ code: 'cyclic-unsupported', pointer: '/shifts' })
  })
})
