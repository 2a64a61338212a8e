// Slow: two judges and the engine go through hundreds of random schedules.
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { WEEKDAYS } from '../../src/api/weekdays.ts'
import { judge, scoreOf } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { solve } from '../../src/engine/index.ts'
import { Random } from '../../src/engine/random.ts'
import { createState, rosterOf } from '../../src/engine/scoring/state.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { dateOfEpochDay, epochDayOf } from '../../src/model/calendar.ts'
import { NOBODY } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { randomDocument, randomRoster } from './any-schedule.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import type { Fields } from './draft.ts'
import { FEW_TRIES } from './few-tries.ts'

const MOVES = 1_000
const CASES = casesOf(70)
const DATE = /^\d{4}-\d{2}-\d{2}/

function read(document: unknown): Schedule {
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  return submission!.schedule
}

/** The document with every text and every object changed that `change` changes. */
function changed(value: unknown, change: (value: unknown) => unknown): unknown {
  const made = change(value)
  if (Array.isArray(made)) return made.map((each) => changed(each, change))
  if (typeof made !== 'object' || made === null) return made
  return Object.fromEntries(Object.entries(made).map(([key, held]) => [key, changed(held, change)]))
}

/** Expects two schedules to cost the same, by engine and checker, for several rosters; answers how many of them cost anything. */
function expectSame(seed: number, one: unknown, other: unknown, random: Random): number {
  const [a, b] = [read(one), read(other)]
  let costly = 0
  const instance = compile(b)
  for (let i = 0; i < 3; i += 1) {
    const roster = randomRoster(a, () => random.unit())
    const { score, violations } = judge(a, roster)
    expect(scoreOf(b, roster), `seed ${seed}`).toEqual(score)
    // The engine takes equal seats for one another.
    const state = createState(instance, roster)
    expect([...state.score], `seed ${seed}, engine`).toEqual([...scoreOf(a, rosterOf(instance, state.cells))])
    if (violations.length > 0) costly += 1
  }
  // By moves, which count only what changes.
  const found = solve(b, solveOptions({ maxIterations: MOVES, instance, params: FEW_TRIES }))
  expect(judge(b, found.roster).score, `seed ${seed}, moves`).toEqual(found.score)
  return costly
}

/** Documents of any zone, or in UTC alone, where each day is like the next. */
function forDocuments(law: (seed: number, document: Fields, random: Random) => number, zones: 'any' | 'UTC' = 'any'): void {
  let costly = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed += 1) {
    const random = new Random(seed)
    const document = randomDocument(() => random.unit(), { rules: 'all' })
    if (zones === 'any' || (document['timeZone'] ?? 'UTC') === 'UTC') costly += law(seed, document, random)
  }
  expect(costly).toBeGreaterThan(CASES / 3)
}

/** Without what looks at months, which begin on the same day of whatever week. */
function withoutMonths(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const kept = Object.entries(value).filter(([key]) => !key.endsWith('Month'))
  return Object.fromEntries(kept.map(([key, held]) => [key, key === 'per' && held === 'month' ? 'week' : held]))
}

/** Dates, and the names of weekdays. */
function daysLater(days: number): (value: unknown) => unknown {
  return (value) => {
    const weekday = WEEKDAYS.findIndex((name) => name === value)
    if (weekday >= 0) return WEEKDAYS[(weekday + days) % 7]
    if (typeof value !== 'string' || !DATE.test(value)) return value
    return dateOfEpochDay(epochDayOf(value.slice(0, 10)) + days) + value.slice(10)
  }
}

describe('a calendar of the schedule’s own', () => {
  test('that begins its weeks, and has its weekends, some days later costs what the same schedule costs earlier', () => {
    forDocuments((seed, drawn, random) => {
      const document = changed(drawn, withoutMonths) as Fields
      const days = 1 + random.below(6)
      const calendar = { weekStartsOn: WEEKDAYS[days]!, weekend: [WEEKDAYS[(5 + days) % 7]!, WEEKDAYS[(6 + days) % 7]!] }
      return expectSame(seed, document, { ...(changed(document, daysLater(days)) as Fields), calendar }, random)
    }, 'UTC')
  })

  test('with holidays costs what it costs with the tags written out', () => {
    forDocuments((seed, drawn, random) => {
      const document = drawn as Fields & { shifts: { start: string; tags?: string[] }[] }
      const dates = [...new Set(document.shifts.map(({ start }) => new Date(start).toISOString().slice(0, 10)))].filter(() => random.unit() < 0.5)
      const tag = random.unit() < 0.5 ? undefined : 'night'
      const shifts = document.shifts.map((shift) =>
        dates.includes(new Date(shift.start).toISOString().slice(0, 10))
          ? { ...shift, tags: [...new Set([...(shift.tags ?? []), tag ?? 'holiday'])] }
          : shift,
      )
      const holidays = dates.map((date) => ({ date, name: 'A day', ...(tag === undefined ? {} : { tag }) }))
      return expectSame(seed, { ...document, shifts }, { ...document, calendar: { holidays } }, random)
    }, 'UTC')
  })

  for (const form of ['repeated', 'listed'] as const) {
    test(`with periods of a week, ${form}, costs what weeks cost`, () => {
      forDocuments((seed, document, random) => {
        const shifts = document['shifts'] as { start: string }[]
        const first = Math.min(...shifts.map(({ start }) => epochDayOf(start.slice(0, 10)))) - 9
        const monday = first - ((first + 3) % 7)
        const weeks = Array.from({ length: 20 }, (_, i) => ({ start: dateOfEpochDay(monday + 7 * i), end: dateOfEpochDay(monday + 7 * i + 6) }))
        const period = form === 'repeated' ? { id: 'week', start: dateOfEpochDay(monday + 700), days: 7 } : { id: 'week', ranges: weeks.reverse() }
        const perPeriod = changed(document, (value) =>
          typeof value === 'object' && value !== null && (value as Fields)['per'] === 'week' ? { ...value, per: 'period', period: 'week' } : value,
        )
        return expectSame(seed, document, { ...(perPeriod as Fields), calendar: { periods: [period] } }, random)
      })
    })
  }

  test('of any kind means the same to engine and checker, with days that lie in no period', () => {
    forDocuments((seed, drawn, random) => {
      const start = random.below(7)
      const weekend = random.unit() < 0.3 ? [WEEKDAYS[random.below(7)]!] : [WEEKDAYS[start]!, WEEKDAYS[(start + 1) % 7]!]
      const from = epochDayOf((drawn['shifts'] as { start: string }[])[0]!.start.slice(0, 10)) - random.below(5)
      const ranges = [0, 1, 2].map((i) => ({ start: dateOfEpochDay(from + 6 * i), end: dateOfEpochDay(from + 6 * i + random.below(6)) }))
      const calendar = { weekStartsOn: WEEKDAYS[random.below(7)]!, weekend, periods: [{ id: 1, ranges }] }
      const document = changed({ ...drawn, calendar }, (value) => {
        const isCounted = typeof value === 'object' && value !== null && ['week', 'month', 'rolling'].includes(String((value as Fields)['per']))
        return isCounted && random.unit() < 0.5 ? { ...value, per: 'period', period: 1, days: undefined } : value
      })
      const written = { ...(document as Fields), callbackUrl: undefined }
      return expectSame(seed, written, written, random)
    })
  })

  test('that cuts minutes at midnight means the same to engine and checker', () => {
    forDocuments((seed, drawn, random) => {
      const employees = (drawn['employees'] as Fields[]).map((employee) => {
        const day = epochDayOf((drawn['shifts'] as { start: string }[])[0]!.start.slice(0, 10)) + random.below(5)
        return random.unit() < 0.3
          ? { ...employee, absences: [{ start: dateOfEpochDay(day), end: dateOfEpochDay(day + 1), creditMinutesPerDay: 300 }] }
          : employee
      })
      const document = { ...drawn, employees, calendar: { workBelongsTo: 'SPLIT' } }
      return expectSame(seed, document, document, random)
    })
  })

  test('that cuts minutes at midnight costs what it costs without where no shift runs through one', () => {
    forDocuments((seed, drawn, random) => {
      const shifts = (drawn['shifts'] as { start: string; end: string }[]).map((shift) => {
        const midnight = dateOfEpochDay(epochDayOf(new Date(shift.start).toISOString().slice(0, 10)) + 1)
        const isWithin = new Date(shift.end).getTime() <= new Date(`${midnight}T00:00:00Z`).getTime()
        return { ...shift, breakMinutes: 0, end: isWithin ? shift.end : `${midnight}T00:00:00Z` }
      })
      const document = { ...drawn, shifts }
      return expectSame(seed, document, { ...document, calendar: { workBelongsTo: 'SPLIT' } }, random)
    }, 'UTC')
  })
})

test('a calendar that begins on the day after a weekend of one day has the next weekend as its first', () => {
  const shifts = [28, 29, 30, 31].map((day) => ({ id: day, start: `2026-12-${day}T08:00Z`, end: `2026-12-${day}T16:00Z`, spot: 1 }))
  const sunday = { id: 3, start: '2027-01-03T08:00Z', end: '2027-01-03T16:00Z', spot: 1, employee: 1 }
  const contract = { maxWeekends: 0, rules: [{ kind: 'run', of: 'weekends', max: 0 }] }
  const schedule = read({ spots: [{ id: 1 }], employees: [{ id: 1, contract }], shifts: [...shifts, sunday], calendar: { weekend: ['SUNDAY'] } })
  const roster = Int32Array.from(schedule.shifts, ({ employeeIndex }) => employeeIndex ?? NOBODY)
  const { score, violations } = judge(schedule, roster)
  expect(violations.map(({ setting }) => setting)).toEqual(expect.arrayContaining(['maxWeekends', 'contractRules']))
  expect([...createState(compile(schedule), roster).score]).toEqual([...score])
})

test('a schedule with nobody on any shift costs the same by engine and checker in a week from Sunday', () => {
  const random = new Random(FIRST_SEED)
  const schedule = read({ ...randomDocument(() => random.unit(), { rules: 'all' }), calendar: { weekStartsOn: 'SUNDAY' } })
  const nobody = Int32Array.from(schedule.shifts, (shift) => (shift.fixed || shift.historic ? (shift.employeeIndex ?? NOBODY) : NOBODY))
  expect([...createState(compile(schedule), nobody).score]).toEqual([...judge(schedule, nobody).score])
})
