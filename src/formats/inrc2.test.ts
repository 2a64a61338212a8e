import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { judge } from '../checker/check.ts'
import { compile } from '../engine/instance/compile.ts'
import { addFitCost, isSensible } from '../engine/rules/fit/fit.ts'
import type { Schedule } from '../model/schedule.ts'
import { FormatError } from './format-error.ts'
import { inrc2ToSchedule } from './inrc2.ts'
import { readInrc2History, readInrc2Scenario, readInrc2Week } from './inrc2-files.ts'
import { createInrc2Reader, writeInrc2Solution } from './inrc2-solution.ts'

const SCENARIO = `SCENARIO = n003w2

WEEKS = 2

SKILLS = 2
Head
Nurse

SHIFT_TYPES = 2
Early (2,3)
Night (1,2)

FORBIDDEN_SHIFT_TYPES_SUCCESSIONS
Early 0
Night 1 Early

CONTRACTS = 2
Full (2,5) (2,4) (2,3) 1 1
Free (0,14) (1,14) (1,18) 2 0

NURSES = 3
Al Full 2 Head Nurse
Bo Free 1 Nurse
Cy Free 1 Nurse
`
const HISTORY = `HISTORY
0 n003w2

NURSE_HISTORY
Al 0 0 Early 1 3 0
Bo 0 0 None 0 0 4
Cy 0 0 Night 1 1 0
`
const QUIET = 'WEEK_DATA\nn003w2\n\nREQUIREMENTS\n\nSHIFT_OFF_REQUESTS = 0\n'
const WEEK = `WEEK_DATA
n003w2

REQUIREMENTS
Early Head (0,0) (1,1) (0,0) (0,0) (0,0) (0,0) (0,0)
Early Nurse (0,1) (0,0) (0,0) (0,0) (0,0) (0,0) (0,0)

SHIFT_OFF_REQUESTS = 2
Bo Any Wed
Bo Night Thu
`

function scheduleOf({
  scenario: text = SCENARIO,
  history = HISTORY,
  weeks = [WEEK, QUIET],
}: {
  scenario?: string
  history?: string
  weeks?: readonly string[]
}): Schedule {
  const scenario = readInrc2Scenario(text)
  const document = inrc2ToSchedule({
    scenario,
    history: readInrc2History(history, scenario),
    weeks: weeks.map((week) => readInrc2Week(week, scenario)),
  })
  const { submission, errors, warnings } = readSubmission(document, { callback: 'optional', strict: true })
  expect({ errors, warnings }).toEqual({ errors: [], warnings: [] })
  return submission!.schedule
}

/** Assignments of the first week as a file. */
function solution(...lines: readonly string[]): string {
  return ['SOLUTION', '0 n003w2', '', `ASSIGNMENTS = ${lines.length}`, ...lines, ''].join('\n')
}

const EMPTY = solution()

describe('what the competition forbids is the first priority, and its cost the second, in units of five points', () => {
  const schedule = scheduleOf({})
  // Nobody works: the head of Tuesday is missing (10; 6), the nurse of Monday (6); Al ends a run of one early shift (2 at least: 3), and works
  // too little (2 × 4); Bo, Cy and their histories are within their limits, but for Al's 14 days off (3 at most: 11 × 6).
  const head = 6
  const monday = 6
  const alOff = 11 * 6
  const alTotal = 2 * 4
  const alEarly = 3
  const nothing = head + monday + alOff + alTotal + alEarly
  for (const { claim, lines, first, second } of [
    { claim: 'nobody works', lines: [], first: 10, second: nothing },
    { claim: 'the optimal cover of Monday is met', lines: ['Bo Mon Early Nurse'], first: 10, second: nothing - monday + 3 },
    {
      claim: 'Al goes on from the history: the early run is long enough, the fifth day of work is one too many',
      lines: ['Al Mon Early Nurse', 'Al Tue Early Head'],
      first: 0,
      second: 9 * 6 + 6,
    },
    { claim: 'a request for any shift', lines: ['Bo Wed Night Nurse'], first: 10, second: nothing + 2 },
    { claim: 'a request for another type is none', lines: ['Bo Thu Early Nurse', 'Bo Fri Early Nurse'], first: 10, second: nothing },
    { claim: 'a request for that type', lines: ['Bo Thu Night Nurse'], first: 10, second: nothing + 2 },
    {
      claim: 'an early shift after the night before the first day',
      lines: ['Cy Mon Early Nurse', 'Cy Tue Early Nurse'],
      first: 30,
      second: nothing - monday,
    },
    {
      claim: 'a third night is one too many, with that of the history',
      lines: ['Cy Mon Night Nurse', 'Cy Tue Night Nurse'],
      first: 10,
      second: nothing + 3,
    },
  ] as const) {
    test(`${claim}`, () => {
      const reader = createInrc2Reader(schedule)
      reader.readWeek(solution(...lines), 0)
      reader.readWeek(EMPTY, 1)
      expect(judge(schedule, reader.roster).score).toEqual([first, second, 0, 0])
      expect(writeInrc2Solution(schedule, reader.roster, { scenario: 'n003w2', firstWeek: 0 })).toEqual([
        solution(...lines),
        EMPTY.replace('0 n003w2', '1 n003w2'),
      ])
    })
  }

  test('nobody who lacks the skill is worth trying, not even where a seat of the minimum is empty', () => {
    const { fit, demands, employeeCount } = compile(schedule)
    const lacking = Array.from({ length: demands.count }, (_, d) => d).flatMap((d) =>
      Array.from({ length: employeeCount }, (_, employee) => {
        const penalties = new Float64Array(4)
        addFitCost(fit, employee, demands.day[d]!, d, 1, penalties)
        return penalties[0]! > 0 ? [isSensible(fit, employee, demands.day[d]!, d)] : []
      }).flat(),
    )
    expect(lacking.length).toBeGreaterThan(0)
    expect(new Set(lacking)).toEqual(new Set([false]))
  })

  test('a request of the second week is one of that week', () => {
    const later = scheduleOf({ weeks: [QUIET, WEEK] })
    for (const { week, cost } of [
      { week: 0, cost: undefined },
      { week: 1, cost: 2 },
    ]) {
      const reader = createInrc2Reader(later)
      reader.readWeek(solution('Bo Wed Early Nurse'), week)
      expect(judge(later, reader.roster).violations.find(({ setting }) => setting === 'undesired')?.penalty).toBe(cost)
    }
  })

  test('weekends are complete, and not too many', () => {
    const reader = createInrc2Reader(schedule)
    reader.readWeek(solution('Al Fri Night Head', 'Al Sat Night Head'), 0)
    reader.readWeek(solution('Al Sat Night Head', 'Al Sun Night Head'), 1)
    const costs = Object.fromEntries(judge(schedule, reader.roster).violations.map(({ setting, penalty }) => [setting, penalty]))
    expect(costs).toMatchObject({ completeWeekends: 6, maxWeekends: 6 })
    expect(costs).not.toHaveProperty('totalWork')
  })
})

describe('the history', () => {
  test('is as long as its runs, with a day before the longest', () => {
    const { calendar, shifts, employees } = scheduleOf({})
    const worked = (e: number): string[] =>
      shifts.filter((shift) => shift.historic && shift.employeeIndex === e).map(({ day, tags }) => `${day - calendar.horizonFirst}${tags.join('')}`)
    expect(employees.map((_, e) => worked(e))).toEqual([['-1Early', '-2', '-3'], ['-5'], ['-1Night']])
    expect(shifts.filter((shift) => shift.historic && shift.employeeIndex === null).map(({ day }) => day - calendar.horizonFirst)).toEqual([-6])
  })

  test('is cut where the limits cannot tell any more, so that a long leave is no error', () => {
    const cut = scheduleOf({
      history: HISTORY.replace('None 0 0 4', 'None 0 0 400').replace('1 3 0', '300 300 0'),
      scenario: SCENARIO.replace('(1,18) 2 0', '(1,9) 2 0'),
    })
    expect(cut.calendar.horizonFirst).toBe(11)
  })

  test('of one week that is over leaves one week, a week later, and counts in the totals', () => {
    const history = HISTORY.replace('0 n003w2', '1 n003w2').replace('Al 0 0', 'Al 5 1')
    const schedule = scheduleOf({ history, weeks: [QUIET] })
    expect(schedule.calendar.days.slice(schedule.calendar.horizonFirst)).toHaveLength(7)
    expect(schedule.calendar.days[schedule.calendar.horizonFirst]!.date).toBe('2024-01-08')
    expect(schedule.employees[0]!.history).toMatchObject({ shiftsWorked: 5, weekendsWorked: 1 })
  })
})

describe('what is not in the format is refused, naming the line', () => {
  for (const { file, change, line, says } of [
    { file: 'scenario', change: ['SCENARIO = n003w2', 'SCENARIO n003w2'], line: 1, says: 'equals sign' },
    { file: 'scenario', change: ['WEEKS = 2', 'WEEKS = 0'], line: 3, says: 'at least one week' },
    { file: 'scenario', change: ['WEEKS = 2', 'WEEKS = 58'], line: 3, says: 'from 0 to 57' },
    { file: 'scenario', change: ['SKILLS = 2', 'SKILLS = 3'], line: 10, says: 'SHIFT_TYPES should stand here' },
    { file: 'scenario', change: ['Nurse\n\n', 'Head\n\n'], line: 7, says: '"Head" is there twice' },
    { file: 'scenario', change: ['Early (2,3)', 'Early (3,2)'], line: 10, says: 'above the second' },
    { file: 'scenario', change: ['Early (2,3)', 'Early 2,3'], line: 10, says: 'not of the form' },
    { file: 'scenario', change: ['Night 1 Early', 'Night 1 Late'], line: 15, says: '"Late" is not in the scenario' },
    { file: 'scenario', change: ['Night 1 Early', 'Night 2 Early'], line: 15, says: 'Field 4 is missing' },
    { file: 'scenario', change: ['Night 1 Early', 'Night 0 Early'], line: 15, says: 'should have ended' },
    { file: 'scenario', change: ['1 1\nFree', '1 2\nFree'], line: 18, says: 'from 0 to 1' },
    { file: 'scenario', change: ['Bo Free', 'Bo Half'], line: 23, says: '"Half" is not in the scenario' },
    { file: 'scenario', change: ['NURSES = 3', 'NURSES = 2'], line: 24, says: 'should have ended' },
    { file: 'scenario', change: ['NURSES = 3', 'NURSES = 4'], line: null, says: 'ends too soon' },
    { file: 'history', change: ['Bo 0 0', 'Di 0 0'], line: null, says: 'nothing of nurse "Bo"' },
    { file: 'history', change: ['Early 1 3 0', 'Early 1 3 1'], line: 5, says: 'not both' },
    { file: 'history', change: ['None 0 0 4', 'None 0 0 0'], line: 6, says: 'not both' },
    { file: 'history', change: ['None 0 0 4', 'Early 0 0 4'], line: 6, says: 'last shift type' },
    { file: 'history', change: ['Early 1 3 0', 'Early 4 3 0'], line: 5, says: 'some of the consecutive' },
    { file: 'history', change: ['0 n003w2', '1 n003w2'], line: null, says: '2 weeks, of which 1 are over' },
    { file: 'week', change: ['Early Head', 'Late Head'], line: 5, says: '"Late" is not in the scenario' },
    { file: 'week', change: ['Early Nurse', 'Early Head'], line: 6, says: 'there twice' },
    { file: 'week', change: ['(0,0)\nEarly', '\nEarly'], line: 5, says: 'Field 9 is missing' },
    { file: 'week', change: ['Any Wed', 'Any Wednesday'], line: 9, says: 'no day' },
    { file: 'week', change: ['Bo Any', 'Di Any'], line: 9, says: '"Di" is not in the scenario' },
    { file: 'week', change: ['SHIFT_OFF_REQUESTS = 2', 'SHIFT_OFF_REQUESTS = 1'], line: 10, says: 'should have ended' },
  ] as const) {
    test(`${file}: ${change.join(' → ').replaceAll('\n', ' ')}`, () => {
      const changed = (name: string, text: string): string => {
        if (name !== file) return text
        expect(text).toContain(change[0])
        return text.replace(change[0], change[1])
      }
      const read = (): unknown =>
        scheduleOf({ scenario: changed('scenario', SCENARIO), history: changed('history', HISTORY), weeks: [changed('week', WEEK), QUIET] })
      expect(read).toThrow(FormatError)
      expect(read).toThrow(line === null ? says : new RegExp(`^Line ${line}: .*${says.replaceAll(/[()]/g, '\\$&')}`))
    })
  }

  for (const { lines, says } of [
    { lines: ['Di Mon Early Nurse'], says: 'Line 5: There is no nurse "Di".' },
    { lines: ['Bo Mon Late Nurse'], says: 'Line 5: There is no such shift' },
    { lines: ['Bo Mon Early Head', 'Cy Mon Early Head'], says: 'Line 6: There is no such shift' },
    { lines: ['Bo Mon Early Nurse x'], says: 'Line 5: Field 5' },
  ]) {
    test(`solution: ${lines.join('; ')}`, () => {
      const reader = createInrc2Reader(scheduleOf({}))
      expect(() => reader.readWeek(solution(...lines), 0)).toThrow(says)
    })
  }

  test('a solution may end with remarks, and with nothing else', () => {
    const reader = createInrc2Reader(scheduleOf({}))
    reader.readWeek(`${solution('Bo Mon Early Nurse')}\nViol: 0\nCost: 575\n`, 0)
    expect(() => reader.readWeek(`${solution('Bo Mon Early Nurse')}Cy Mon Night Nurse\n`, 0)).toThrow('Line 6: The file should have ended.')
  })

  test('a schedule of other days, or with a blank in a name, is not written', () => {
    const schedule = scheduleOf({})
    const { roster } = createInrc2Reader(schedule)
    const write = (changed: Schedule): unknown => writeInrc2Solution(changed, roster, { scenario: 'n003w2', firstWeek: 0 })
    expect(() => write({ ...schedule, calendar: { ...schedule.calendar, days: schedule.calendar.days.slice(0, -1) } })).toThrow('whole weeks')
    const seat = schedule.shifts.findIndex(({ historic }) => !historic)
    roster[seat] = 0
    expect(() => write({ ...schedule, employees: schedule.employees.map((employee) => ({ ...employee, name: `${employee.name} x` })) })).toThrow(
      'no blanks',
    )
  })
})
