import { describe, expect, test } from 'vitest'
import { explain } from '../../src/answers/explain.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { solve } from '../../src/engine/index.ts'
import { createState, rosterOf } from '../../src/engine/scoring/state.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { rosterAsPosted } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { Fields } from './draft.ts'

const CALENDAR = { weekStartsOn: 'SUNDAY', weekend: ['FRIDAY', 'SATURDAY'] }

/** A day of March 2026, which begins on a Sunday, with who works then; 08:00 to 16:00, or from and to the moments given. */
interface Work {
  readonly day: number
  readonly by?: number
  readonly from?: string
  readonly to?: string
}

interface Case {
  readonly rule: string
  readonly says: string
  readonly work: readonly Work[]
  readonly contract?: Fields
  readonly employee?: Fields
  readonly spot?: Fields
  readonly settings?: Fields
  /** Units with weeks from Sunday and a weekend of Friday and Saturday, and with those that everybody has. */
  readonly units: readonly [own: number, plain: number]
}

function scheduleOf({ rule, work, contract, employee, spot, settings }: Case, calendar: Fields | undefined): Schedule {
  const date = (day: number): string => `2026-03-${String(day).padStart(2, '0')}`
  const shifts = work.map(({ day, by, from = '08:00', to }, id) => ({
    id,
    spot: 1,
    start: `${date(day)}T${from}:00Z`,
    end: to === undefined ? `${date(day)}T16:00:00Z` : `2026-03-${to}:00Z`,
    ...(by === undefined ? {} : { employee: by }),
  }))
  const { submission, errors } = readSubmission(
    {
      employees: [1, 2].map((id) => ({ id, contract: { maxHoursWeek: 2400, ...contract }, ...employee })),
      spots: [{ id: 1, ...spot }],
      shifts,
      settings: { others: 'off', [rule]: { firstPriorityWeight: 1 }, ...settings },
      ...(calendar === undefined ? {} : { calendar }),
    },
    { callback: 'optional' },
  )
  expect(errors).toEqual([])
  return submission!.schedule
}

const days = (...each: number[]): Work[] => each.map((day) => ({ day, by: 1 }))
const repeats = (weekday: string): Fields => ({
  wishes: [{ type: 'UNAVAILABLE', start: '2026-03-02', end: '2026-03-28', repeats: { weekdays: [weekday], everyWeeks: 2 } }],
})

const CASES: readonly Case[] = [
  { rule: 'maxMinutesPerWeek', says: 'a most of a week', work: days(8, 9, 10), contract: { maxHoursWeek: 960 }, units: [480, 0] },
  {
    rule: 'minMinutesPerWeek',
    says: 'a least of a week',
    work: [...days(8), ...[9, 10, 11, 12, 13, 14].map((day) => ({ day, by: 2 }))],
    contract: { minHoursWeek: 480 },
    units: [0, 411 + 68],
  },
  { rule: 'maxMinutesInKWeeks', says: 'a most of two weeks', work: days(8, 16, 21), contract: { inKWeeks: 2, maxNhours: 960 }, units: [480, 0] },
  {
    rule: 'minWeeklyRestMinutes',
    says: 'a rest each week',
    work: days(7, 8, 9, 10, 11, 12, 13, 14, 15),
    contract: { minWeeklyRestHours: 24 },
    units: [480, 0],
  },
  {
    rule: 'singleEmployeePerWeek',
    says: 'one employee a week',
    work: [...days(8), { day: 9, by: 2 }],
    spot: { singleEmployeePerWeekPreferred: true },
    units: [1, 0],
  },
  { rule: 'weekendWorkFrequency', says: 'every second weekend, on Fridays', work: days(6, 13), contract: { weekendWorkFrequency: 2 }, units: [1, 0] },
  { rule: 'weekendWorkFrequency', says: 'every second weekend, on Sundays', work: days(8, 15), contract: { weekendWorkFrequency: 2 }, units: [0, 1] },
  { rule: 'maxWeekends', says: 'no weekend, on a Friday', work: days(6), contract: { maxWeekends: 0 }, units: [1, 0] },
  { rule: 'maxWeekends', says: 'no weekend, on a Sunday', work: days(8), contract: { maxWeekends: 0 }, units: [0, 1] },
  {
    rule: 'maxWeekends',
    says: 'no weekend, from Thursday through Friday',
    work: [{ day: 5, by: 1, from: '20:00', to: '07T00:00' }],
    contract: { maxWeekends: 0 },
    units: [1, 0],
  },
  {
    rule: 'maxWeekends',
    says: 'no weekend, from Thursday until a minute before Friday is over',
    work: [{ day: 5, by: 1, from: '20:00', to: '06T23:59' }],
    contract: { maxWeekends: 0 },
    units: [0, 0],
  },
  {
    rule: 'maxWeekends',
    says: 'no weekend, from Wednesday through all of both',
    work: [{ day: 4, by: 1, from: '20:00', to: '09T08:00' }],
    contract: { maxWeekends: 0 },
    units: [1, 1],
  },
  { rule: 'completeWeekends', says: 'a Friday alone', work: [...days(6), { day: 7 }], contract: { completeWeekends: true }, units: [1, 0] },
  { rule: 'completeWeekends', says: 'a Friday and a Saturday', work: days(6, 7), contract: { completeWeekends: true }, units: [0, 0] },
  { rule: 'completeWeekends', says: 'a Saturday and a Sunday', work: days(6, 7, 8).slice(1), contract: { completeWeekends: true }, units: [0, 0] },
  {
    rule: 'completeWeekends',
    says: 'a Saturday and a Sunday, not the Friday',
    work: [{ day: 6 }, ...days(7, 8)],
    contract: { completeWeekends: true },
    units: [1, 0],
  },
  {
    rule: 'completeWeekends',
    says: 'a shift from Thursday through both days',
    work: [{ day: 5, by: 1, from: '20:00', to: '08T00:00' }, { day: 6 }, { day: 7 }],
    contract: { completeWeekends: true },
    units: [0, 0],
  },
  { rule: 'evenWeekendDistribution', says: 'two Fridays of one of two', work: days(6, 13), units: [2, 0] },
  { rule: 'evenWeekendDistribution', says: 'two Sundays of one of two', work: days(8, 15), units: [0, 2] },
  {
    rule: 'assignShift',
    says: 'an empty Friday that counts three times',
    work: [{ day: 6 }],
    settings: { weekendUnassignedMultiplier: 3, weekendMandatoryCoverageFloorPercent: 0 },
    units: [3, 1],
  },
  {
    rule: 'assignShift',
    says: 'an empty Sunday that does not',
    work: [{ day: 8 }],
    settings: { weekendUnassignedMultiplier: 3, weekendMandatoryCoverageFloorPercent: 0 },
    units: [1, 3],
  },
  {
    rule: 'contractRules',
    says: 'one shift a week',
    work: days(8, 9),
    contract: { rules: [{ kind: 'count', of: 'shifts', per: 'week', max: 1 }] },
    units: [1, 0],
  },
  {
    rule: 'contractRules',
    says: 'no weekend at all',
    work: days(6),
    contract: { rules: [{ kind: 'count', of: 'weekends', per: 'horizon', max: 0 }] },
    units: [1, 0],
  },
  {
    rule: 'contractRules',
    says: 'no two weekends in a row',
    work: days(6, 13),
    contract: { rules: [{ kind: 'run', of: 'weekends', max: 1 }] },
    units: [1, 0],
  },
  {
    rule: 'contractRules',
    says: 'two weekends in a row, of which the second may come after the horizon',
    work: [{ day: 6, by: 2 }, ...days(13), { day: 15, by: 2 }],
    contract: { rules: [{ kind: 'run', of: 'weekends', min: 2 }] },
    units: [0, 0],
  },
  {
    rule: 'contractRules',
    says: 'two weekends in a row, of which the second is free',
    work: [...days(13), { day: 20, by: 2 }, { day: 1, by: 2 }],
    contract: { rules: [{ kind: 'run', of: 'weekends', min: 2 }] },
    units: [1, 0],
  },
  {
    rule: 'contractRules',
    says: 'one shift in weeks with two',
    work: days(8, 9),
    contract: { rules: [{ kind: 'count', of: 'shifts', per: 'day', max: 0, when: { of: 'shifts', per: 'week', min: 2 } }] },
    units: [2, 0],
  },
  { rule: 'unavailable', says: 'the Sunday of every second week, from a Monday on', work: days(8), employee: repeats('SUNDAY'), units: [0, 1] },
  { rule: 'unavailable', says: 'the Sunday of the other weeks', work: days(15), employee: repeats('SUNDAY'), units: [1, 0] },
]

/** By checker and engine, from scratch, and after a search, which counts only what changes. */
function unitsOf(schedule: Schedule): number {
  const roster = rosterAsPosted(schedule)
  const { score, violations } = judge(schedule, roster)
  const instance = compile(schedule)
  expect([...createState(instance, roster).score], 'the engine').toEqual([...score])
  const found = solve(schedule, solveOptions({ maxIterations: 300 }))
  expect(judge(schedule, found.roster).score, 'moves').toEqual(found.score)
  expect(rosterOf(instance, createState(instance, roster).cells)).toHaveLength(roster.length)
  const units = violations.flatMap(({ matches }) => matches).reduce((sum, { amount }) => sum + amount, 0)
  expect(units).toBe(score[0])
  return units
}

describe('with weeks from Sunday and a weekend of Friday and Saturday', () => {
  for (const each of CASES) {
    const [own, plain] = each.units
    test(`${each.rule}, ${each.says}: ${own} where others have ${plain}`, () => {
      expect([unitsOf(scheduleOf(each, CALENDAR)), unitsOf(scheduleOf(each, undefined))]).toEqual([own, plain])
    })
  }

  for (const { work, weekends } of [
    { work: days(6, 7, 8), weekends: [1, 1] },
    { work: days(6, 14), weekends: [2, 1] },
    { work: days(8), weekends: [0, 1] },
    { work: [{ day: 5, by: 1, from: '20:00', to: '07T00:00' }], weekends: [1, 0] },
  ] satisfies { work: Work[]; weekends: [number, number] }[]) {
    test(`an account of ${work.map(({ day }) => day).join(', ')} March counts ${weekends.join(' and ')} weekends`, () => {
      const counted = [CALENDAR, undefined].map((calendar) => {
        const schedule = scheduleOf({ rule: 'maxWeekends', says: '', work, units: [0, 0] }, calendar)
        return explain({ schedule, roster: rosterAsPosted(schedule), employee: null, matchLimit: 10 }).employees[0]!.weekends
      })
      expect(counted).toEqual(weekends)
    })
  }
})

describe('with weeks that begin within the weekend', () => {
  const parted = { weekStartsOn: 'SATURDAY', weekend: ['FRIDAY', 'SATURDAY'] }
  for (const each of [
    { rule: 'completeWeekends', says: 'a Friday and a Saturday', work: days(6, 7), contract: { completeWeekends: true }, units: 0 },
    {
      rule: 'completeWeekends',
      says: 'a Saturday and the next Friday',
      work: [{ day: 6 }, ...days(7, 13), { day: 14 }],
      contract: { completeWeekends: true },
      units: 2,
    },
    { rule: 'maxWeekends', says: 'one weekend, of two weeks', work: days(6, 7), contract: { maxWeekends: 1 }, units: 0 },
    { rule: 'maxWeekends', says: 'two weekends, in one week', work: days(7, 13), contract: { maxWeekends: 1 }, units: 1 },
    { rule: 'weekendWorkFrequency', says: 'one weekend, of two weeks', work: days(6, 7), contract: { weekendWorkFrequency: 2 }, units: 0 },
    { rule: 'weekendWorkFrequency', says: 'two weekends, in one week', work: days(7, 13), contract: { weekendWorkFrequency: 2 }, units: 1 },
    { rule: 'maxMinutesPerWeek', says: 'a weekend, of two weeks', work: days(6, 7), contract: { maxHoursWeek: 480 }, units: 0 },
    { rule: 'maxMinutesPerWeek', says: 'two weekends, in one week', work: days(7, 13), contract: { maxHoursWeek: 480 }, units: 480 },
    {
      rule: 'contractRules',
      says: 'one weekend, of two weeks',
      work: days(6, 7),
      contract: { rules: [{ kind: 'count', of: 'weekends', per: 'horizon', max: 0 }] },
      units: 1,
    },
  ])
    test(`${each.rule}, ${each.says}: ${each.units}`, () => {
      expect(unitsOf(scheduleOf({ ...each, units: [0, 0] }, parted))).toBe(each.units)
    })

  test('an account counts weekends, not the weeks that they lie in', () => {
    const weekendsOf = (work: readonly Work[]): number => {
      const schedule = scheduleOf({ rule: 'maxWeekends', says: '', work, units: [0, 0] }, parted)
      return explain({ schedule, roster: rosterAsPosted(schedule), employee: 0, matchLimit: 10 }).employees[0]!.weekends
    }
    expect([days(6, 7), days(7, 13)].map(weekendsOf)).toEqual([1, 2])
  })
})
