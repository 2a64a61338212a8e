import type { Score } from '../../src/model/score.ts'

export type Fields = Readonly<Record<string, unknown>>

/** What a tiny schedule says beside its shifts. */
export interface Said {
  readonly anna?: Fields
  readonly bo?: Fields
  readonly cy?: Fields
  readonly document?: Fields
  readonly settings?: Fields
}

/** One word of the contract, and a tiny schedule in which it changes the best roster. */
export interface Addition {
  readonly says: string
  /**
   * Days from Monday 2026-03-02 on, parted by spaces, each with the shifts that start then; `.` is none, and what stands before `/` is history, which Anna worked. `TIMES` has the letters; small ones are at spot 2.
   */
  readonly days: string
  /** Who is suggested for the planned shifts, in order; who else works one costs 1 on the fourth priority. Anna for all where it is absent. */
  readonly suggested?: readonly string[]
  /** The same with the addition and without it, or with the choice that says less. */
  readonly with: Said
  readonly without: Said
  /** The best scores of the two, found by head. */
  readonly best: Score
  readonly bare: Score
}

export const THIRD: Fields = { thirdPriorityWeight: 10 }
/** A shift that is not Anna's, or whose else it was to be. */
export const FOR_BO: Score = [0, 0, 0, 1]
export const NOTHING: Score = [0, 0, 0, 0]

/** Anna's contract has the rule. */
const ruled = (rule: Fields): Said => ({ anna: { contract: { rules: [rule] } }, settings: { contractRules: THIRD } })

function ofRule(says: string, days: string, rules: { rule: Fields; than?: Fields }, scores: { best?: Score; bare?: Score } = {}): Addition {
  const { rule, than } = rules
  return { says, days, with: ruled(rule), without: than === undefined ? {} : ruled(than), best: scores.best ?? FOR_BO, bare: scores.bare ?? NOTHING }
}

const IN_TWOS = { calendar: { periods: [{ id: 'pair', start: '2026-03-02', days: 2 }] } }
const WORKED = { D: { tags: ['day'] }, L: { tags: ['late'] }, N: { tags: ['night'] }, o: { off: true } }
const daysOnly = { kind: 'count', of: 'shifts', per: 'week', max: 0 }
const late = (each: Fields): Fields => ({ kind: 'succession', after: ['day'], nextDay: true, ...each })
const pattern = (expression: string, each: Fields = {}): Fields => ({
  kind: 'pattern',
  pattern: expression,
  where: Object.fromEntries(Object.entries(WORKED).filter(([name]) => expression.includes(name))),
  ...each,
})

const LATE_MONDAY = ['late', 'off', 'off', 'off', 'off', 'off', 'off']
const turned = (rotation: Fields, weeks: readonly (readonly string[])[] = [LATE_MONDAY]): Said => ({
  bo: { rotation: { id: 1, ...rotation } },
  document: { rotations: [{ id: 1, weeks, anchor: '2026-03-02' }] },
  settings: { rotations: { thirdPriorityWeight: 5 } },
})

/** E4, rules. */
export const RULES: readonly Addition[] = [
  ofRule('count of kinds', 'D L N', { rule: { kind: 'count', of: 'kinds', tags: ['day', 'late', 'night'], per: 'week', max: 2 } }),
  ofRule('count of spots', 'D d D', { rule: { kind: 'count', of: 'spots', per: 'week', max: 1 } }),
  ofRule('count of points', 'P P D', { rule: { kind: 'count', of: 'points', per: 'week', max: 3 } }),
  {
    ...ofRule(
      'a period as the window',
      'D D D D',
      { rule: { ...daysOnly, max: 1, per: 'period', period: 'pair' }, than: { ...daysOnly, max: 1 } },
      { best: [0, 0, 0, 2], bare: [0, 0, 0, 3] },
    ),
    with: { ...ruled({ ...daysOnly, max: 1, per: 'period', period: 'pair' }), document: IN_TWOS },
  },
  ofRule('windows of hours', 'L D', {
    rule: { kind: 'count', of: 'shifts', per: 'rolling', hours: 18, max: 1 },
    than: { kind: 'count', of: 'shifts', per: 'rolling', hours: 17, max: 1 },
  }),
  ofRule('closed edges of a run', 'D . .', {
    rule: { kind: 'run', of: 'days', min: 2, edges: 'closed' },
    than: { kind: 'run', of: 'days', min: 2, edges: 'open' },
  }),
  ofRule('a required succession', 'D N', { rule: late({ required: ['late'] }), than: late({ forbidden: ['late'] }) }),
  ofRule('a pattern', 'D L D', { rule: pattern('D L D') }),
  ofRule('a pattern with choices and repeats', 'D N L', { rule: pattern('(D|N) N? L') }),
  ofRule('a pattern at the ends of the horizon', 'D L D', { rule: pattern('^ D | D $'.replaceAll(' ', '')) }, { best: [0, 0, 0, 2] }),
  ofRule('the weekday on which a match starts', 'N . N . D', { rule: pattern('N o', { starts: ['MONDAY'] }), than: pattern('N o') }, { bare: [0, 0, 0, 2] }),
  ofRule('a most of matches in a week', 'D D D', { rule: pattern('D', { per: 'week', max: 2 }), than: pattern('D') }, { bare: [0, 0, 0, 3] }),
  ofRule('a least of matches', 'D D D', { rule: pattern('o', { min: 2 }), than: pattern('o', { min: 0 }) }, { best: [0, 0, 0, 2] }),
  ofRule('a rest after a kind of shift', 'L D', {
    rule: { kind: 'rest', after: ['late'], minMinutes: 660 },
    than: { kind: 'rest', after: ['night'], minMinutes: 660 },
  }),
  ofRule('a rest before a kind of shift', 'L D', {
    rule: { kind: 'rest', before: ['day'], minMinutes: 541 },
    than: { kind: 'rest', before: ['day'], minMinutes: 540 },
  }),
  ofRule('a rest after a series', 'N N . D', {
    rule: { kind: 'rest', afterRun: { tags: ['night'], min: 2 }, minMinutes: 1441 },
    than: { kind: 'rest', afterRun: { tags: ['night'], min: 3 }, minMinutes: 1441 },
  }),
  ofRule('a rest in any window', 'D D D D', {
    rule: { kind: 'rest', inMinutes: 5760, minMinutes: 2160 },
    than: { kind: 'rest', inMinutes: 5760, minMinutes: 960 },
  }),
  ofRule('a rest in a window that begins in history', 'D D D/D', { rule: { kind: 'rest', inMinutes: 5760, minMinutes: 2160 } }),
  ofRule('from the first start of a day to its last end', 'AC', {
    rule: { kind: 'span', maxMinutes: 719 },
    than: { kind: 'span', maxMinutes: 720 },
  }),
  ofRule('the longest gap of a day', 'AC', {
    rule: { kind: 'span', maxGapMinutes: 359 },
    than: { kind: 'span', maxGapMinutes: 360 },
  }),
  ofRule('weekdays of a rule', 'D D D', { rule: { ...daysOnly, weekdays: ['TUESDAY'] }, than: daysOnly }, { bare: [0, 0, 0, 3] }),
  ofRule('dates of a rule', 'D D D', { rule: { ...daysOnly, dates: ['2026-03-03'] }, than: daysOnly }, { bare: [0, 0, 0, 3] }),
  ofRule(
    'the cap of a window',
    'D D D',
    { rule: { ...daysOnly, cap: 1, priority: 4, weight: 2 }, than: { ...daysOnly, priority: 4, weight: 2 } },
    { best: [0, 0, 0, 2], bare: [0, 0, 0, 3] },
  ),
  ...[
    { says: 'weekdays of a quota', more: { weekdays: ['TUESDAY'] }, best: FOR_BO },
    { says: 'dates of a quota', more: { dates: ['2026-03-03'] }, best: FOR_BO },
    { says: 'the cap of a quota', more: { cap: 1 }, best: [0, 0, 0, 2] as const },
  ].map(({ says, more, best }): Addition => {
    const of = (each: Fields): Said => ({
      anna: { contract: { quotas: [{ tag: 'day', per: 'week', max: 0, ...each }] } },
      settings: { categoryShiftQuota: { fourthPriorityWeight: 2 } },
    })
    return { says, days: 'D D D', with: of(more), without: of({}), best, bare: [0, 0, 0, 3] }
  }),
  ...[
    { says: 'the weight of a rest', days: 'L D', rule: { kind: 'rest', after: ['late'], minMinutes: 541, priority: 4 } },
    { says: 'the weight of a span', days: 'AC', rule: { kind: 'span', maxMinutes: 719, priority: 4 } },
  ].map(({ says, days, rule }): Addition => {
    // Each is a minute short, and Bo is dearer than that.
    const of = (weight: number): Said => {
      const { settings, ...said } = ruled({ ...rule, weight })
      return { ...said, settings: { ...settings, useSuggestedEmployee: { fourthPriorityWeight: 5 } } }
    }
    return { says, days, with: of(2), without: of(1), best: [0, 0, 0, 2], bare: [0, 0, 0, 1] }
  }),
  {
    says: 'a weekly rest whose week begins in history',
    days: 'D D D D D/D D D',
    with: { anna: { contract: { minWeeklyRestHours: 36 } }, settings: { minWeeklyRestMinutes: THIRD } },
    without: { anna: { contract: { minWeeklyRestHours: 16 } }, settings: { minWeeklyRestMinutes: THIRD } },
    best: FOR_BO,
    bare: NOTHING,
  },
  { says: 'a rota', days: 'L D', with: turned({}), without: {}, best: FOR_BO, bare: NOTHING },
  {
    says: 'the offset of a rota',
    days: 'L D',
    with: turned({ offset: 1 }, [Array.from({ length: 7 }, () => 'off'), LATE_MONDAY]),
    without: turned({ offset: 0 }, [Array.from({ length: 7 }, () => 'off'), LATE_MONDAY]),
    best: FOR_BO,
    bare: NOTHING,
  },
  {
    // Nobody is late on Monday, whatever Bo's rota wants.
    says: 'the weight and priority of a rota',
    days: 'D',
    with: turned({ weight: 2, priority: 4 }),
    without: turned({}),
    best: [0, 0, 0, 2],
    bare: [0, 0, 5, 0],
  },
  {
    says: 'a horizon that repeats itself',
    days: 'D . . . . . D',
    with: { anna: { contract: { maxConsecutiveDays: 1 } }, document: { horizon: 'CYCLIC' }, settings: { maxConsecutiveDays: THIRD } },
    without: { anna: { contract: { maxConsecutiveDays: 1 } }, document: { horizon: 'OPEN' }, settings: { maxConsecutiveDays: THIRD } },
    best: FOR_BO,
    bare: NOTHING,
  },
]

const shared = (rule: Fields | null, more: Said = {}): Said => ({
  ...more,
  ...(rule === null ? {} : { document: { fairness: [{ id: 1, ...rule }] } }),
  settings: { ...(rule === null ? {} : { fairness: { thirdPriorityWeight: 1 } }), ...more.settings },
})
const disliked = (...dates: string[]): Fields => ({ wishes: dates.map((date) => ({ type: 'UNDESIRED', start: date, end: date })) })
const BOTH_DAYS = { anna: disliked('2026-03-02', '2026-03-03'), bo: disliked('2026-03-02', '2026-03-03') }
const CONTRACTS = { anna: { contract: { maxHoursWeek: 2400 } }, bo: { contract: { maxHoursWeek: 800 } } }

function ofShare(says: string, days: string, rules: { rule: Fields; than?: Fields | null; more?: Said }, scores: { best?: Score; bare?: Score } = {}): Addition {
  const { rule, than = null, more = {} } = rules
  return { says, days, with: shared(rule, more), without: shared(than, more), best: scores.best ?? FOR_BO, bare: scores.bare ?? NOTHING }
}

const SHIFTS = { of: 'shifts' }

/** E5, fairness. */
export const FAIRNESS: readonly Addition[] = [
  ofShare('shifts shared', 'D D', { rule: SHIFTS }),
  // 330 minutes are a fair share; 480 and 180 lie 150 away, two whole hours, 660 and 0 five and a half.
  ofShare('minutes shared', 'D A', { rule: { of: 'minutes' } }, { best: [0, 0, 8, 1] }),
  ofShare('weekends shared', '. . . . . D . . . . . . D', { rule: { of: 'weekends' } }),
  ofShare('points shared', 'P P', { rule: { of: 'points' } }),
  ofShare('refused wishes shared', 'D D', { rule: { of: 'refusedWishes' }, more: BOTH_DAYS }),
  ofShare('tags of what is shared', 'N D D', { rule: SHIFTS, than: { ...SHIFTS, tags: ['night'] } }),
  ofShare('weekdays of what is shared', 'D D', { rule: SHIFTS, than: { ...SHIFTS, weekdays: ['MONDAY'] } }),
  ofShare('spots of what is shared', 'D d', { rule: SHIFTS, than: { ...SHIFTS, spots: [2] } }),
  ofShare('employees who share', 'D D', { rule: { ...SHIFTS, employees: ['anna', 'bo'] }, than: { ...SHIFTS, employees: ['anna'] } }),
  ofShare('teams that share', 'D D', {
    rule: { ...SHIFTS, teams: [1, 2] },
    than: { ...SHIFTS, teams: [1] },
    more: { anna: { teams: [{ id: 1 }] }, bo: { teams: [{ id: 2 }] } },
  }),
  ofShare('a window of a share', 'D . . . . . . D', { rule: { ...SHIFTS, per: 'horizon' }, than: { ...SHIFTS, per: 'week' } }),
  ofShare(
    'equal shares',
    'D D D D',
    { rule: { ...SHIFTS, share: 'EQUAL' }, than: { ...SHIFTS, share: 'CONTRACT' }, more: CONTRACTS },
    { best: [0, 0, 0, 2], bare: FOR_BO },
  ),
  {
    ...ofShare('what is carried over from before', 'D D', { rule: SHIFTS }, { best: [0, 0, 0, 2], bare: FOR_BO }),
    with: shared(SHIFTS, { anna: { history: { fairness: [{ id: 1, carry: 1 }] } }, bo: { history: { fairness: [{ id: 1, carry: -1 }] } } }),
    without: shared(SHIFTS),
  },
  {
    // Bo is there on two days of four: a third of the work.
    ...ofShare('shares of who is away', 'D D D D', { rule: SHIFTS }, { bare: [0, 0, 0, 2] }),
    with: shared(SHIFTS, { bo: { absences: [{ start: '2026-03-04', end: '2026-03-05' }] } }),
    without: shared(SHIFTS),
  },
]
