import { describe, expect, test } from 'vitest'
import { explain } from '../../src/answers/explain.ts'
import { recommend } from '../../src/answers/recommend.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { findAccounts } from '../../src/checker/accounts.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { solve } from '../../src/engine/index.ts'
import { createState } from '../../src/engine/scoring/state.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { NOBODY, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'

// February 2027 is four weeks from Monday to Sunday. Full time is 37 hours a week: five shifts of 7 h 24 min.
const DAYS = Array.from({ length: 28 }, (_, day) => `2027-02-${String(day + 1).padStart(2, '0')}`)
const SHIFT_MIN = 444
const FULL = 4 * 5 * SHIFT_MIN
const THREE_QUARTERS = 3 * 5 * SHIFT_MIN
const LEAVE = {
  start: '2027-02-08',
  end: '2027-02-14',
  kind: 'holiday',
  creditMinutesPerDay: SHIFT_MIN,
  weekdays: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'],
}
const isInLeave = (day: number): boolean => day >= 7 && day < 14

const count = (more: object): object => ({ rules: [{ kind: 'count', of: 'minutes', min: FULL, max: FULL, ...more }] })
const CONTRACTS: readonly (readonly [string, string, object])[] = [
  ['month', 'month', { minHoursMonth: FULL, maxHoursMonth: FULL }],
  ['any four weeks', 'weeks', { minNhours: FULL, maxNhours: FULL, inKWeeks: 4 }],
  ['whole schedule', 'horizon', { minMinutesTotal: FULL, maxMinutesTotal: FULL }],
  ['month, by a rule', 'month', count({ per: 'month' })],
  ['period', 'period', count({ per: 'period', period: 'four weeks' })],
  ['whole schedule, by a rule', 'horizon', count({ per: 'horizon' })],
]

/** One shift on each of 28 days, for a nurse and somebody who is there to take what she does not. */
function read(contract: object, absences: readonly object[] = [LEAVE]): Schedule {
  const rules = [
    'assignShift',
    'unavailable',
    'oneShiftPerDay',
    'contractRules',
    'totalWork',
    'maxMinutesPerMonth',
    'minMinutesPerMonth',
    'maxMinutesInKWeeks',
    'minMinutesInKWeeks',
  ]
  const { submission, errors } = readSubmission(
    {
      settings: { others: 'off', ...Object.fromEntries(rules.map((rule) => [rule, {}])) },
      calendar: { periods: [{ id: 'four weeks', start: DAYS[0], days: 28 }] },
      spots: [{ id: 'ward', name: 'Ward' }],
      employees: [
        { id: 'nora', name: 'Nora', contract, absences },
        { id: 'pool', name: 'Pool' },
      ],
      shifts: DAYS.map((date) => ({ id: date, spot: 'ward', start: `${date}T07:00`, end: `${date}T15:00`, breakMinutes: 36 })),
      timeZone: 'Europe/Copenhagen',
    },
    { callback: 'optional' },
  )
  expect(errors).toEqual([])
  return submission!.schedule
}

/** Nora on the first so many days out of her leave, the pool on all others. */
function withShifts(schedule: Schedule, wanted: number): Roster {
  let left = wanted
  return Int32Array.from(schedule.shifts, (_, day) => (isInLeave(day) || left-- <= 0 ? 1 : 0))
}

const scoreBy = (schedule: Schedule, roster: Roster) => {
  const { score } = judge(schedule, roster)
  expect([...createState(compile(schedule), roster).score], 'the engine says the same').toEqual([...score])
  return score
}

describe.each(CONTRACTS)('a full-time nurse on leave for one of four weeks, whose hours are those of the %s', (_, per, contract) => {
  const schedule = read(contract)

  test('owes three quarters of them: 15 shifts are right, 14 too few, 16 too many', () => {
    expect(scoreBy(schedule, withShifts(schedule, 15))).toEqual([0, 0, 0, 0])
    expect(scoreBy(schedule, withShifts(schedule, 14))).not.toEqual([0, 0, 0, 0])
    expect(scoreBy(schedule, withShifts(schedule, 16))).not.toEqual([0, 0, 0, 0])
  })

  test('is rostered for just these, and on no day of her leave', () => {
    const { roster, score } = solve(schedule, solveOptions({ maxIterations: 30_000 }))
    expect(score).toEqual([0, 0, 0, 0])
    expect([...roster.keys()].filter((day) => roster[day] === 0)).toHaveLength(15)
    expect([...roster.keys()].filter((day) => isInLeave(day) && roster[day] === 0)).toEqual([])
  })

  test('has an account that says so', () => {
    expect(findAccounts(schedule, withShifts(schedule, 15))).toEqual([
      {
        employeeId: 'nora',
        per,
        from: '2027-02-01',
        to: '2027-02-28',
        owed: FULL,
        worked: THREE_QUARTERS,
        credited: FULL - THREE_QUARTERS,
        balance: 0,
      },
    ])
    expect(findAccounts(schedule, withShifts(schedule, 14))).toMatchObject([{ balance: -SHIFT_MIN }])
  })
})

describe('a full-time nurse on leave for one of four weeks', () => {
  test('is told of what she worked and what is credited', () => {
    const schedule = read({ minHoursMonth: FULL, maxHoursMonth: FULL })
    const { employees } = explain({ schedule, roster: withShifts(schedule, 15), employee: 0, matchLimit: 10 })
    expect(employees[0]!.hours.map(({ text }) => text)).toEqual([
      '111 h worked and 37 h credited in the month 2027-02; the contract says at least 148 h and at most 148 h.',
    ])
  })

  test('owes a week nothing in which she is on leave', () => {
    const schedule = read({ minHoursWeek: 5 * SHIFT_MIN })
    expect(findAccounts(schedule, withShifts(schedule, 0)).map(({ balance }) => balance)).toEqual([-2220, 0, -2220, -2220])
  })

  test('is named for no empty shift of her leave', () => {
    const schedule = read({ minHoursMonth: FULL, maxHoursMonth: FULL })
    const roster = withShifts(schedule, 15)
    const inLeave = 10
    roster[inLeave] = NOBODY
    const { employees, absentEmployeeIds } = recommend({ schedule, roster, shift: inLeave, limit: 5, asItStands: false })
    expect(employees.map(({ employeeId }) => employeeId)).toEqual(['pool'])
    expect(absentEmployeeIds).toEqual(['nora'])
  })

  test('owes all of it where the leave credits nothing, which is what a credit is for', () => {
    const schedule = read({ minHoursMonth: FULL, maxHoursMonth: FULL }, [{ start: LEAVE.start, end: LEAVE.end }])
    expect(findAccounts(schedule, withShifts(schedule, 15))).toMatchObject([{ owed: FULL, credited: 0, balance: THREE_QUARTERS - FULL }])
  })
})
