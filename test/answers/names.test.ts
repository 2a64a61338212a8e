import { describe, expect, test } from 'vitest'
import { diff } from '../../src/answers/diff.ts'
import { estimate } from '../../src/answers/estimate.ts'
import { explain } from '../../src/answers/explain.ts'
import { recommend } from '../../src/answers/recommend.ts'
import { repair } from '../../src/answers/repair.ts'
import { stress } from '../../src/answers/stress.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { SETTING_NAMES } from '../../src/model/settings.ts'
import { NOBODY, rosterAsPosted } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'

/** Numbers that are nothing but ids: none is an hour, a date, a count or a limit. */
const IDS = {
  anna: 90_001,
  bo: 90_002,
  cai: 90_003,
  ward: 90_011,
  desk: 90_012,
  nurse: 90_021,
  lead: 90_022,
  house: 90_031,
  night: 90_032,
  full: 90_041,
  half: 90_042,
}
const HOLIDAYS: Readonly<Record<number, string>> = { 22: 'Solstice', 24: 'Christmas Eve', 25: 'Christmas Day' }
/** The end of the day before. */
const MIDNIGHT = / (?:to|and) [-\d]+ 00:00/g
const FIRST_SHIFT = 90_100
const BARE = /(?<!\d)90[0-9]{3}(?!\d)/
/** A text for people, after where it stands. */
const SENTENCE = /: .* .*/

const shift = (at: number, day: number, from: string, to: string, more: object = {}) => ({
  id: FIRST_SHIFT + at,
  name: `Shift ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[at]}`,
  spot: IDS.ward,
  start: `2026-12-${String(day).padStart(2, '0')}T${from}`,
  end: `2026-12-${String(day).padStart(2, '0')}T${to}`,
  ...more,
})

/** Everything has a name, and Anna breaks what she can. */
function named(): Schedule {
  const least = { minHoursWeek: 9000, minHoursMonth: 40_000, minConsecutiveDaysOff: 3, minHoursPerShiftExcludingBreak: 600, minShiftsTotal: 20 }
  const contract = {
    maxHoursDay: 60,
    maxHoursWeek: 120,
    maxHoursMonth: 180,
    hoursBetweenShift: 2000,
    maxWorkDaysMonth: 1,
    maxConsecutiveDays: 1,
    maxConsecutiveLateShifts: 1,
    maxConsecutiveDaysOff: 1,
    maxWeekends: 0,
    weekendWorkFrequency: 2,
    completeWeekends: true,
    minWeeklyRestHours: 160,
    maxHoursPerShiftExcludingBreak: 30,
    maxShiftsTotal: 1,
    rules: [
      { kind: 'count', of: 'shifts', per: 'day', max: 0, tags: ['holiday'] },
      { kind: 'count', of: 'shifts', per: 'period', period: 'pay fortnight', max: 0 },
      { kind: 'run', of: 'days', max: 1 },
      { kind: 'run', of: 'days', min: 2, tags: ['feast'] },
      { kind: 'succession', after: ['day'], forbidden: ['day'], nextDay: true },
    ],
  }
  const shifts = [
    shift(0, 21, '07:00', '15:00', { employee: IDS.anna, tags: ['day'] }),
    shift(1, 21, '14:00', '22:00', { employee: IDS.anna, tags: ['late'] }),
    shift(2, 22, '15:00', '23:00', { employee: IDS.anna, tags: ['late'] }),
    shift(3, 25, '07:00', '15:00', { employee: IDS.anna, tags: ['day', 'feast'], cost: 5 }),
    shift(4, 25, '07:00', '15:00', { employee: IDS.bo, spot: IDS.desk, dislikedEmployees: [IDS.bo] }),
    shift(5, 26, '07:00', '15:00', { employee: IDS.anna, tags: ['day'], suggestedEmployees: [IDS.bo] }),
    shift(6, 27, '07:00', '15:00', { tags: ['day'] }),
    shift(7, 28, '07:00', '15:00', { importance: 'OPTIONAL' }),
    shift(8, 24, '07:00', '15:00', { employee: IDS.bo }),
    shift(9, 19, '07:00', '15:00', { employee: IDS.anna, historic: true }),
  ]
  const { submission, errors } = readSubmission(
    {
      timeZone: 'Europe/Copenhagen',
      skills: [
        { id: IDS.nurse, name: 'nurse' },
        { id: IDS.lead, name: 'lead' },
      ],
      teams: [
        { id: IDS.house, name: 'House' },
        { id: IDS.night, name: 'Nights' },
      ],
      contracts: [
        { id: IDS.full, name: 'Full time', ...contract },
        { id: IDS.half, name: 'Half\ttime', ...least },
      ],
      employees: [
        {
          id: IDS.anna,
          name: 'Anna',
          contractId: IDS.full,
          skills: [{ id: IDS.nurse, end: '2026-12-22' }],
          wishes: [
            { type: 'UNAVAILABLE', start: '2026-12-25', end: '2026-12-25' },
            { type: 'UNDESIRED', start: '2026-12-26', end: '2026-12-26' },
            { type: 'DESIRED', start: '2026-12-24', end: '2026-12-24' },
          ],
        },
        { id: IDS.bo, name: 'Bo', contractId: IDS.half, teams: [{ id: IDS.night }] },
      ],
      spots: [
        { id: IDS.ward, name: 'Ward', skills: [IDS.nurse, IDS.lead], teams: [IDS.house], singleEmployeePerWeekPreferred: true },
        { id: IDS.desk, name: 'Desk' },
      ],
      shifts,
      coverageCompetencyRequirements: [
        { id: 1, skill: IDS.lead, minimumCount: 1, start: '2026-12-21T07:00', end: '2026-12-26T00:00', spotIds: [IDS.ward] },
      ],
      calendar: {
        holidays: [
          { date: '2026-12-19', name: 'Market Day' },
          { date: '2026-12-25', name: 'Christmas Day' },
          { date: '2026-12-26', name: 'Boxing\u0007Day' },
        ],
        periods: [{ id: 'pay fortnight', start: '2026-12-21', days: 14 }],
      },
      settings: Object.fromEntries(SETTING_NAMES.map((name) => [name, { firstPriorityWeight: 1 }])),
    },
    { callback: 'optional' },
  )
  expect(errors).toEqual([])
  return submission!.schedule
}

/** Everything has a name; on some days there are too few people, and of those too few who lead. */
function shortOfPeople(): Schedule {
  const inHouse = { skills: [{ id: IDS.nurse }], teams: [{ id: IDS.house }] }
  const away = (type: string, day: number) => ({ type, start: `2026-12-${day}`, end: `2026-12-${day}` })
  const { submission, errors } = readSubmission(
    {
      timeZone: 'Europe/Copenhagen',
      calendar: { holidays: Object.entries(HOLIDAYS).map(([day, name]) => ({ date: `2026-12-${day}`, name })) },
      skills: [
        { id: IDS.nurse, name: 'nurse' },
        { id: IDS.lead, name: 'lead' },
      ],
      teams: [{ id: IDS.house, name: 'House' }],
      contracts: [
        { id: IDS.full, name: 'Full time', hoursBetweenShift: 660, maxHoursWeek: 1920, maxHoursDay: 600 },
        { id: IDS.half, name: 'Half time', hoursBetweenShift: 660, maxHoursWeek: 480, maxHoursDay: 600 },
      ],
      spots: [
        { id: IDS.ward, name: 'Ward', skills: [IDS.nurse], teams: [IDS.house] },
        { id: IDS.desk, name: 'Desk' },
      ],
      employees: [
        {
          id: IDS.anna,
          name: 'Anna',
          ...inHouse,
          skills: [{ id: IDS.nurse }, { id: IDS.lead }],
          contractId: IDS.full,
          wishes: [away('UNDESIRED', 22), away('UNAVAILABLE', 24)],
        },
        { id: IDS.bo, name: 'Bo', ...inHouse, contractId: IDS.half, wishes: [away('UNAVAILABLE', 22)] },
        { id: IDS.cai, name: 'Cai', contractId: IDS.half },
      ],
      shifts: [
        shift(0, 21, '07:00', '15:00', { employee: IDS.anna }),
        shift(1, 21, '15:00', '23:00'),
        shift(2, 22, '07:00', '15:00'),
        shift(3, 23, '07:00', '15:00'),
        shift(4, 24, '07:00', '15:00', { employee: IDS.bo }),
        ...[5, 6, 7].map((at) => shift(at, 25, '07:00', '15:00')),
        shift(8, 25, '07:00', '15:00', { spot: IDS.desk, employee: IDS.cai }),
      ],
      coverageCompetencyRequirements: [{ id: 1, skill: IDS.lead, minimumCount: 1, start: '2026-12-21', end: '2026-12-27', spotIds: [IDS.ward] }],
      freePeriodRequirements: [
        {
          id: 'holiday leave / 2026',
          employeeId: IDS.cai,
          windowStart: '2026-12-23T00:00',
          windowEnd: '2026-12-26T00:00',
          demand: { requiredUnitCount: 2, requiredLocalDates: ['2026-12-24', '2026-12-25'] },
          counting: { shortUnitMinimumMinutes: 2100, connectedTwoUnitMinimumMinutes: 3300, extraUnitMinutes: 1440 },
        },
      ],
      settings: { undesired: { firstPriorityWeight: 5 } },
    },
    { callback: 'optional' },
  )
  expect(errors).toEqual([])
  return submission!.schedule
}

/** Every text of an answer, at whatever depth, with where it stands. */
function textsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each, at) => textsOf(each, `${path}/${at}`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, held]) => (typeof held === 'string' ? [`${path}/${key}: ${held}`] : textsOf(held, `${path}/${key}`)))
}

/** The sentences that say the date of a holiday without its name. */
function withoutHoliday(answer: unknown, holidays: typeof HOLIDAYS): string[] {
  const sentences = textsOf(answer).filter((text) => SENTENCE.test(text))
  return Object.entries(holidays).flatMap(([day, name]) =>
    sentences.filter((text) => text.replaceAll(MIDNIGHT, '').includes(`2026-12-${day}`) && !text.includes(name)),
  )
}

describe('where everything has a name', () => {
  const schedule = named()
  const roster = rosterAsPosted(schedule)
  const { violations } = judge(schedule, roster)
  const told = explain({ schedule, roster, employee: null, matchLimit: 1000 })

  test('most rules are broken, so that their sentences are looked at', () => {
    expect(violations.map(({ setting }) => setting).length).toBeGreaterThan(25)
  })

  test('no sentence about a broken rule says an id', () => {
    expect(textsOf(violations).filter((text) => BARE.test(text))).toEqual([])
  })

  test('no sentence of an explanation says an id', () => {
    expect(textsOf(told).length).toBeGreaterThan(50)
    expect(textsOf(told).filter((text) => BARE.test(text))).toEqual([])
  })

  test('every sentence that speaks of a contract says its name, on one line', () => {
    const texts = textsOf({ violations, told }).filter((text) => text.includes('the contract') && !text.includes('/unit: '))
    expect(texts.length).toBeGreaterThan(20)
    expect(texts.filter((text) => !/the contract (?:Full|Half) time/.test(text))).toEqual([])
  })

  test('every sentence that says a holiday says its name', () => {
    expect(withoutHoliday({ violations, told }, { 19: 'Market Day', 25: 'Christmas Day', 26: 'Boxing Day' })).toEqual([])
  })

  test('shifts and days say which holiday they are on, on one line', () => {
    const texts = textsOf(violations).join('\n')
    expect(texts).toContain('Shift D (2026-12-25 07:00–15:00, Christmas Day)')
    expect(texts).toContain('Shift F (2026-12-26 07:00–15:00, Boxing Day)')
    expect(texts).toMatch(/ on 2026-12-25, Christmas Day/)
    expect(texts).toContain('Shift A (2026-12-21 07:00–15:00)')
  })
})

describe('where there are too few people, all of whom have names,', () => {
  const schedule = shortOfPeople()
  const roster = rosterAsPosted(schedule)
  const shiftAt = (at: number): number => schedule.shifts.findIndex(({ id }) => id === FIRST_SHIFT + at)
  let ms = 0
  const means = { limits: {}, solver: null, clock: () => (ms += 1), mostSeconds: Infinity }
  const answers = {
    repair: repair({ schedule, roster, limit: 20, maxSeconds: 10 }, means),
    recommend: [
      ...[1, 4, 5, 8].flatMap((at) =>
        [false, true].map((asItStands) => recommend({ schedule, roster, shift: shiftAt(at), limit: 20, asItStands, others: true })),
      ),
      // Bo, who has half time, can work either day; only he can work the second.
      ...[{ shift: shiftAt(4) }, { shifts: [shiftAt(4), shiftAt(2)] }, { employee: 0 }].map((asked) =>
        recommend({ schedule, roster: roster.with(shiftAt(4), NOBODY).with(shiftAt(3), 1), ...asked, limit: 20, asItStands: true, others: true }),
      ),
    ],
    estimate: estimate({ schedule }),
    explain: explain({ schedule, roster, employee: null, matchLimit: 1000 }),
    stress: stress({ schedule, roster, missing: 'WEEK', limit: 20, maxSeconds: 10 }, means),
    diff: diff({ schedule, before: roster, after: roster.map((employee) => (employee === 0 ? 1 : 0)) }),
    judgement: judge(schedule, roster),
  }

  test('answers say what can be said: each kind of repair, swaps, both kinds of shortage, and a limit', () => {
    expect(new Set(answers.repair.repairs.map(({ kind }) => kind))).toEqual(
      new Set(['add-employee', 'add-skill', 'move-shift', 'make-optional', 'relax-limit', 'override-wish']),
    )
    expect(answers.recommend.flatMap(({ chains }) => chains)).not.toEqual([])
    expect(new Set(answers.estimate.bottlenecks.map(({ of }) => of))).toEqual(new Set(['seats', 'competence']))
    const texts = textsOf(answers).join('\n')
    for (const said of [
      'skills nurse and lead, in team House,',
      'Skill lead, which',
      '8 h (Half time) to 32 h (Full time), by contract,',
      'Anna takes Shift',
      'of requirement holiday leave / 2026, between',
    ])
      expect(texts).toContain(said)
  })

  for (const [name, answer] of Object.entries(answers)) {
    test(`no sentence of ${name} says an id`, () => {
      expect(textsOf(answer).length).toBeGreaterThan(2)
      expect(textsOf(answer).filter((text) => BARE.test(text))).toEqual([])
    })

    test(`every sentence of ${name} that says a holiday says its name`, () => {
      expect(withoutHoliday(answer, HOLIDAYS)).toEqual([])
    })
  }
})
