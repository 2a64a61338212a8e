import { type Addition, type Fields, FOR_BO, NOTHING, type Said, THIRD } from './additions.ts'

const SECOND = { secondPriorityWeight: 20 }
/** An empty shift costs less than what it breaks where it is worked. */
const CHEAP = { assignShift: { secondPriorityWeight: 5 } }

const three = (pairing: Fields | null, more: Said = {}): Said => ({
  cy: {},
  ...more,
  ...(pairing === null ? {} : { document: { pairings: [{ id: 1, employees: ['anna', 'bo'], ...pairing }] } }),
  settings: { oneShiftPerDay: { firstPriorityWeight: 1 }, ...(pairing === null ? {} : { pairings: THIRD }) },
})
const APART = { mode: 'APART', scope: 'SAME_SHIFT' }
const BY_SCOPE = [
  { scope: 'SAME_SHIFT', narrower: null, day: 'DD' },
  { scope: 'TIME_OVERLAP', narrower: 'SAME_SHIFT', day: 'DL' },
  { scope: 'SAME_DAY', narrower: 'TIME_OVERLAP', day: 'AC' },
] as const

/** E6, who with whom. */
export const PAIRINGS: readonly Addition[] = [
  ...BY_SCOPE.flatMap(({ scope, narrower, day }): Addition[] => {
    const than = (mode: string): Said => three(narrower === null ? null : { mode, scope: narrower })
    const both = { best: FOR_BO, bare: NOTHING }
    return [
      { says: `APART, ${scope}`, days: day, suggested: ['anna', 'bo'], with: three({ mode: 'APART', scope }), without: than('APART'), ...both },
      {
        says: `AT_MOST_ONCE, ${scope}`,
        days: `${day} ${day}`,
        suggested: ['anna', 'bo', 'anna', 'bo'],
        with: three({ mode: 'AT_MOST_ONCE', scope }),
        without: than('AT_MOST_ONCE'),
        ...both,
      },
      {
        // In a scope that is narrower nobody can meet: one of the two is missed, whoever works.
        says: `TOGETHER, ${scope}`,
        days: day,
        suggested: ['anna', 'cy'],
        with: three({ mode: 'TOGETHER', scope }),
        without: than('TOGETHER'),
        best: FOR_BO,
        bare: narrower === null ? NOTHING : [0, 0, 10, 0],
      },
    ]
  }),
  ...[
    { says: 'tags of a pairing', days: 'DD', than: { ...APART, tags: ['night'] }, rule: { ...APART, tags: ['day'] } },
    { says: 'spots of a pairing', days: 'DD', than: { ...APART, spots: [2] }, rule: { ...APART, spots: [1] } },
    { says: 'a team as a pairing', days: 'DD', than: { ...APART, employees: { team: 2 } }, rule: { ...APART, employees: { team: 1 } } },
    { says: 'a skill as a pairing', days: 'DD', than: { ...APART, employees: { skill: 2 } }, rule: { ...APART, employees: { skill: 1 } } },
  ].map(({ says, days, rule, than }): Addition => {
    const held = { teams: [{ id: 1 }], skills: [{ id: 1 }] }
    const people = { anna: held, bo: { teams: [{ id: 1 }, { id: 2 }], skills: [{ id: 1 }, { id: 2 }] } }
    return { says, days, suggested: ['anna', 'bo'], with: three(rule, people), without: three(than, people), best: FOR_BO, bare: NOTHING }
  }),
]

const BOTH = { tags: ['day'], dates: ['2026-03-02', '2026-03-03'] }
const grouped = (group: Fields | null, weights: Fields = THIRD, settings: Fields = {}): Said => ({
  ...(group === null ? {} : { document: { shiftGroups: [{ id: 1, ...group }] } }),
  settings: { ...(group === null ? {} : { shiftGroups: weights }), ...settings },
})
/** Each shift costs three where it is worked, and nothing where it is empty. */
const DEAR = { assignShift: { secondPriorityWeight: 0 }, shiftCost: { fourthPriorityWeight: 1 } }

/** E6, which with which. */
export const GROUPS: readonly Addition[] = [
  {
    says: 'SAME_EMPLOYEE',
    days: 'D D',
    suggested: ['anna', 'bo'],
    with: grouped({ mode: 'SAME_EMPLOYEE', ...BOTH }),
    without: grouped(null),
    best: FOR_BO,
    bare: NOTHING,
  },
  { says: 'DIFFERENT_EMPLOYEES', days: 'D D', with: grouped({ mode: 'DIFFERENT_EMPLOYEES', ...BOTH }), without: grouped(null), best: FOR_BO, bare: NOTHING },
  {
    // Two people for three shifts that overlap: two of them are one short of the group.
    says: 'ALL_OR_NONE',
    days: 'DDD',
    suggested: ['anna', 'bo', 'anna'],
    with: grouped({ mode: 'ALL_OR_NONE', ...BOTH }, SECOND, CHEAP),
    without: grouped(null, SECOND, CHEAP),
    best: [0, 15, 0, 0],
    bare: [0, 5, 0, 0],
  },
  {
    says: 'COUNT, at most',
    days: 'D D',
    with: grouped({ mode: 'COUNT', max: 1, ...BOTH }, SECOND, CHEAP),
    without: grouped(null, SECOND, CHEAP),
    best: [0, 5, 0, 0],
    bare: NOTHING,
  },
  {
    says: 'COUNT, at least',
    days: 'D D',
    with: grouped({ mode: 'COUNT', min: 1, ...BOTH }, THIRD, DEAR),
    without: grouped(null, THIRD, DEAR),
    best: [0, 0, 0, 3],
    bare: NOTHING,
  },
  ...[
    { says: 'shiftIds of a group', rule: { shiftIds: [1, 2] }, than: null },
    { says: 'tags of a group', rule: BOTH, than: { ...BOTH, tags: ['late'] } },
    { says: 'spots of a group', rule: { ...BOTH, spots: [1] }, than: { ...BOTH, spots: [2] } },
    { says: 'dates of a group', rule: BOTH, than: { tags: ['day'], date: '2026-03-02' } },
  ].map(({ says, rule, than }): Addition => {
    const of = (each: Fields | null): Said => grouped(each === null ? null : { mode: 'DIFFERENT_EMPLOYEES', ...each })
    return { says, days: 'D D', with: of(rule), without: of(than), best: FOR_BO, bare: NOTHING }
  }),
]

const asked = (requirement: Fields | null, weights: Fields = THIRD, more: Said = {}): Said => ({
  ...more,
  ...(requirement === null
    ? {}
    : { document: { coverageRequirements: [{ id: 1, start: '2026-03-02T07:00', end: '2026-03-03T15:00', ...requirement }] } }),
  settings: { ...(requirement === null ? {} : { coverageRequirements: weights }), ...more.settings },
})
const MONDAY = { end: '2026-03-02T15:00' }
const ANYBODY = { employees: ['anna', 'bo'] }
const TEAMS = { anna: { teams: [{ id: 1 }], skills: [{ id: 1, level: 1 }] }, bo: { teams: [{ id: 2 }], skills: [{ id: 1, level: 2 }, { id: 2 }] } }

/** E6, how many at once. */
export const COVERAGE: readonly Addition[] = [
  {
    says: 'a least of people',
    days: 'D',
    with: asked({ ...MONDAY, min: 1 }, THIRD, { settings: DEAR }),
    without: asked(null, THIRD, { settings: DEAR }),
    best: [0, 0, 0, 3],
    bare: NOTHING,
  },
  {
    // One priority further down: each of eight hours costs 10 on the fourth.
    says: 'an ideal of people',
    days: 'D',
    with: asked({ ...MONDAY, ideal: 1 }, THIRD, { settings: DEAR }),
    without: asked(null, THIRD, { settings: DEAR }),
    best: [0, 0, 0, 3],
    bare: NOTHING,
  },
  {
    says: 'a most of people',
    days: 'DD',
    suggested: ['anna', 'bo'],
    with: asked({ ...MONDAY, max: 1 }, SECOND, { settings: CHEAP }),
    without: asked({ ...MONDAY, max: 2 }, SECOND, { settings: CHEAP }),
    best: [0, 5, 0, 0],
    bare: NOTHING,
  },
  {
    says: 'a ratio of people',
    days: 'DD',
    suggested: ['bo', 'cy'],
    with: asked({ ...MONDAY, who: { employees: ['anna'] }, ratioOf: { who: { employees: ['bo', 'cy'] }, ratio: 1 } }, THIRD, { cy: {} }),
    without: asked(null, THIRD, { cy: {} }),
    best: FOR_BO,
    bare: NOTHING,
  },
  ...[
    { says: 'employees who count', who: { employees: ['bo'] }, than: ANYBODY },
    { says: 'a team that counts', who: { team: 2 }, than: ANYBODY },
    { says: 'a skill that counts', who: { skill: 2 }, than: { skill: 1 } },
    { says: 'the level of a skill that counts', who: { skill: 1, minLevel: 2 }, than: { skill: 1, minLevel: 1 } },
  ].map(({ says, who, than }): Addition => {
    const of = (each: Fields): Said => asked({ ...MONDAY, min: 1, who: each }, THIRD, TEAMS)
    return { says, days: 'D', with: of(who), without: of(than), best: FOR_BO, bare: NOTHING }
  }),
  ...[
    { says: 'the time of a requirement', rule: { ...MONDAY }, than: { end: '2026-03-03T15:00', start: '2026-03-02T00:00' } },
    { says: 'weekdays of a requirement', rule: { repeats: { weekdays: ['TUESDAY'] } }, than: { repeats: { weekdays: ['MONDAY', 'TUESDAY'] } } },
    { says: 'spots of a requirement', rule: { spots: [2] }, than: {} },
    { says: 'tags of a requirement', rule: { tags: ['late'] }, than: {} },
  ].map(({ says, rule, than }): Addition => {
    // Whenever one of the two is at work it is to be nobody but Bo.
    const of = (each: Fields): Said => asked({ max: 0, who: { employees: ['anna'] }, ...each })
    return { says, days: 'D l', with: of(rule), without: of(than), best: FOR_BO, bare: [0, 0, 0, 2] }
  }),
  {
    // Somebody with the skill is there from two to three; without clip from seven to ten, and Anna works one of the two.
    says: 'a competence at some times alone',
    days: 'DL',
    suggested: ['bo', 'bo'],
    with: competent({ clip: true }),
    without: competent({}),
    best: FOR_BO,
    bare: [0, 0, 10, 1],
  },
]

function competent(clip: Fields): Said {
  const requirement = { id: 1, skill: 1, minimumCount: 1, start: '2026-03-02T14:00', end: '2026-03-02T15:00', ...clip }
  return {
    anna: { skills: [{ id: 1 }] },
    document: { coverageCompetencyRequirements: [requirement] },
    settings: { coverageCompetency: THIRD, oneShiftPerDay: { firstPriorityWeight: 1 } },
  }
}

const apart = (minutes: number, more: Said): Said => ({ ...more, document: { travel: { matrix: [{ from: 1, to: 2, minutes }] } } })

/** E10. */
export const PLACES: readonly Addition[] = [
  ...[
    { says: 'a way between two shifts', days: 'Ab' },
    { says: 'the way back', days: 'aB' },
  ].map(({ says, days }): Addition => {
    const settings = { shiftCollision: THIRD }
    return { says, days, with: apart(61, { settings }), without: apart(60, { settings }), best: FOR_BO, bare: NOTHING }
  }),
  {
    says: 'a way in a rest',
    days: 'L d',
    with: apart(1, { anna: { contract: { hoursBetweenShift: 540 } }, settings: { minRestBetweenShifts: THIRD } }),
    without: apart(0, { anna: { contract: { hoursBetweenShift: 540 } }, settings: { minRestBetweenShifts: THIRD } }),
    best: FOR_BO,
    bare: NOTHING,
  },
  {
    says: 'what travel costs',
    days: 'Ab',
    with: apart(30, { settings: { travelTime: { fourthPriorityWeight: 1 } } }),
    without: apart(30, {}),
    best: FOR_BO,
    bare: NOTHING,
  },
  {
    says: 'the way from home and back',
    days: 'd',
    with: apart(10, { anna: { home: 1 }, settings: { travelTime: { fourthPriorityWeight: 1 } } }),
    without: apart(10, { settings: { travelTime: { fourthPriorityWeight: 1 } } }),
    best: FOR_BO,
    bare: NOTHING,
  },
  {
    says: 'the longest travel of a day',
    days: 'd',
    with: apart(10, { anna: { home: 1, contract: { maxTravelMinutes: 19 } }, settings: { maxTravelMinutes: THIRD } }),
    without: apart(10, { anna: { home: 1, contract: { maxTravelMinutes: 20 } }, settings: { maxTravelMinutes: THIRD } }),
    best: FOR_BO,
    bare: NOTHING,
  },
]
