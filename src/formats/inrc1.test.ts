import { describe, expect, test } from 'vitest'
import { judge } from '../checker/check.ts'
import { flag, instanceOf, limit, type Parts, pattern, rosterOf, scheduleOf } from './inrc1.fixture.ts'
import { inrc1ToSchedule } from './inrc1.ts'
import { readInrc1Instance } from './inrc1-instance.ts'

/** The objective of a roster in which B never works, under rules that ask nothing of somebody who never works unless `rows` has a second one. */
function costOf(parts: Parts, ...rows: readonly string[]): number {
  const schedule = scheduleOf(instanceOf({ days: rows[0]!.replaceAll(' ', '').length, ...parts }))
  return judge(schedule, rosterOf(schedule, rows)).score[1]
}

const FRIDAYS = 'FridaySaturdaySunday'
const MONDAYS = 'SaturdaySundayMonday'
const OFF = '.......'

describe('each rule costs what the competition says', () => {
  for (const { rule, parts, rows, cost } of [
    { rule: 'most shifts, the limit', parts: { rules: limit('MaxNumAssignments', 2, 3) }, rows: ['EE.....'], cost: 0 },
    { rule: 'most shifts, two more', parts: { rules: limit('MaxNumAssignments', 2, 3) }, rows: ['EEEE...'], cost: 6 },
    { rule: 'least shifts, one fewer, and two of B', parts: { rules: limit('MinNumAssignments', 2) }, rows: ['E......'], cost: 1 + 2 },
    { rule: 'most days in a row', parts: { rules: limit('MaxConsecutiveWorkingDays', 2, 2) }, rows: ['EEEE.EE'], cost: 4 },
    { rule: 'least days in a row, also at both edges', parts: { rules: limit('MinConsecutiveWorkingDays', 2) }, rows: ['E.EE..E'], cost: 2 },
    { rule: 'most days off in a row, and all seven of B', parts: { rules: limit('MaxConsecutiveFreeDays', 3) }, rows: ['E....E.'], cost: 1 + 4 },
    { rule: 'least days off in a row, also at both edges', parts: { rules: limit('MinConsecutiveFreeDays', 2) }, rows: ['.EE.EE.'], cost: 3 },
    { rule: 'a limit that is off', parts: { rules: '<MaxNumAssignments on="0" weight="1">0</MaxNumAssignments>' }, rows: ['EEEEEEE'], cost: 0 },
    {
      rule: 'a limit that says nothing of being on',
      parts: { rules: '<MaxNumAssignments weight="1">6</MaxNumAssignments>' },
      rows: ['EEEEEEE'],
      cost: 1,
    },
    { rule: 'a limit that weighs nothing', parts: { rules: limit('MaxNumAssignments', 0, 0) }, rows: ['EEEEEEE'], cost: 0 },
    { rule: 'most weekends in a row', parts: { rules: limit('MaxConsecutiveWorkingWeekends', 1) }, rows: [`.....E. ......E .....EE`], cost: 2 },
    { rule: 'least weekends in a row', parts: { rules: limit('MinConsecutiveWorkingWeekends', 2) }, rows: [`.....E. ${OFF} .....EE`], cost: 2 },
    { rule: 'most weekends', parts: { rules: limit('MaxWorkingWeekendsInFourWeeks', 1, 2) }, rows: [`.....E. ${OFF} .....EE`], cost: 2 },
    { rule: 'a complete weekend', parts: { rules: flag('CompleteWeekends', 2) }, rows: ['.....EL .....E. ......E'], cost: 4 },
    { rule: 'a weekend cut to one day is complete', parts: { rules: flag('CompleteWeekends') }, rows: ['.....E'], cost: 0 },
    { rule: 'a weekend of more weight than a setting has', parts: { rules: flag('CompleteWeekends', 25) }, rows: ['.....E.'], cost: 25 },
    {
      rule: 'identical types in a weekend: two days, one type more',
      parts: { rules: flag('IdenticalShiftTypesDuringWeekend', 3) },
      rows: ['.....EL .....EE .....E.'],
      cost: 6,
    },
    { rule: 'a night before no two free days', parts: { rules: flag('TwoFreeDaysAfterNightShifts') }, rows: ['NNE....'], cost: 1 },
    { rule: 'a night before one free day', parts: { rules: flag('TwoFreeDaysAfterNightShifts') }, rows: ['N.E.N.N'], cost: 2 },
    { rule: 'a night before two free days, or the end', parts: { rules: flag('TwoFreeDaysAfterNightShifts') }, rows: ['N..E.NN'], cost: 0 },
    { rule: 'a shift that asks for another skill', parts: { rules: flag('AlternativeSkillCategory', 2) }, rows: ['HHE....', '..H....'], cost: 4 },
    {
      rule: 'a night before a free weekend, which was not counted',
      parts: { rules: flag('NoNightShiftBeforeFreeWeekend') },
      rows: ['....N..'],
      cost: 0,
    },
    { rule: 'a flag that is false', parts: { rules: '<CompleteWeekends weight="1">false</CompleteWeekends>' }, rows: ['.....E.'], cost: 0 },
    { rule: 'three days, worked on the first', parts: { rules: flag('CompleteWeekends'), weekend: FRIDAYS }, rows: ['....E..'], cost: 2 },
    { rule: 'three days, worked in the middle', parts: { rules: flag('CompleteWeekends'), weekend: FRIDAYS }, rows: ['.....E.'], cost: 2 },
    { rule: 'three days, worked at both ends', parts: { rules: flag('CompleteWeekends'), weekend: FRIDAYS }, rows: ['....E.E'], cost: 4 },
    { rule: 'three days, worked on the first two', parts: { rules: flag('CompleteWeekends'), weekend: FRIDAYS }, rows: ['....EE.'], cost: 1 },
    { rule: 'three days, all worked, and none', parts: { rules: flag('CompleteWeekends'), weekend: FRIDAYS }, rows: [`....EEE ${OFF}`], cost: 0 },
    { rule: 'three days, cut to two at the end', parts: { rules: flag('CompleteWeekends'), weekend: FRIDAYS }, rows: ['....E.'], cost: 1 },
    {
      rule: 'three days, cut to two at the beginning',
      parts: { rules: flag('CompleteWeekends'), weekend: FRIDAYS, start: '2010-03-06' },
      rows: ['.E......E'],
      cost: 1 + 2,
    },
    { rule: 'three days up to Monday', parts: { rules: flag('CompleteWeekends'), weekend: MONDAYS }, rows: ['.....EE E......'], cost: 0 },
    { rule: 'three days of two types', parts: { rules: flag('IdenticalShiftTypesDuringWeekend'), weekend: FRIDAYS }, rows: ['....ELE'], cost: 3 },
    { rule: 'three days of three types', parts: { rules: flag('IdenticalShiftTypesDuringWeekend'), weekend: FRIDAYS }, rows: ['....ELN'], cost: 6 },
    {
      rule: 'three days, two of them worked',
      parts: { rules: flag('IdenticalShiftTypesDuringWeekend'), weekend: FRIDAYS },
      rows: ['....EL.'],
      cost: 0,
    },
    {
      rule: 'three days cut to two, of two types',
      parts: { rules: flag('IdenticalShiftTypesDuringWeekend'), weekend: FRIDAYS },
      rows: ['....EL'],
      cost: 2,
    },
    {
      rule: 'most weekends of three days, one of them cut',
      parts: { rules: limit('MaxWorkingWeekendsInFourWeeks', 1), weekend: FRIDAYS, start: '2010-03-07' },
      rows: ['E....E. ....E..'],
      cost: 1,
    },
    {
      rule: 'most weekends of three days in a row',
      parts: { rules: limit('MaxConsecutiveWorkingWeekends', 1), weekend: FRIDAYS },
      rows: ['....E.. .....E. ......E'],
      cost: 2,
    },
    {
      rule: 'a weekend of three days alone',
      parts: { rules: limit('MinConsecutiveWorkingWeekends', 3), weekend: FRIDAYS },
      rows: [`${OFF} ....E.. ${OFF}`],
      cost: 2,
    },
    {
      rule: 'two weekends in a row, the first one cut',
      parts: { rules: limit('MinConsecutiveWorkingWeekends', 3), weekend: FRIDAYS, start: '2010-03-07' },
      rows: ['E....E. .......'],
      cost: 1,
    },
    { rule: 'an unwanted day', parts: { patterns: pattern(2, ['E', 'Any']) }, rows: ['ELE....'], cost: 4 },
    { rule: 'an unwanted weekday', parts: { patterns: pattern(2, ['Any', 'Wednesday']) }, rows: ['ELE....'], cost: 2 },
    { rule: 'an unwanted day off, of A and of B', parts: { patterns: pattern(1, ['None', 'Wednesday']) }, rows: ['EL.....'], cost: 2 },
    { rule: 'two unwanted days', parts: { patterns: pattern(1, ['L', 'Any'], ['E', 'Any']) }, rows: ['LELLE.E'], cost: 2 },
    { rule: 'two unwanted days from a Tuesday', parts: { patterns: pattern(1, ['L', 'Tuesday'], ['E', 'Wednesday']) }, rows: ['LELE.LE'], cost: 0 },
    { rule: 'two unwanted days, from that Tuesday', parts: { patterns: pattern(1, ['L', 'Tuesday'], ['E', 'Any']) }, rows: ['.LE.LE.'], cost: 1 },
    { rule: 'a shift after a day off', parts: { patterns: pattern(1, ['None', 'Any'], ['N', 'Any']) }, rows: ['N.N.NNE'], cost: 2 },
    {
      rule: 'three unwanted days that overlap',
      parts: { patterns: pattern(1, ['E', 'Any'], ['L', 'Any'], ['E', 'Any']) },
      rows: ['ELELE..'],
      cost: 2,
    },
    {
      rule: 'a weekend after a free Friday',
      parts: { patterns: pattern(1, ['None', 'Friday'], ['Any', 'Saturday'], ['Any', 'Sunday']) },
      rows: ['.EE..EL'],
      cost: 1,
    },
    { rule: 'a pattern longer than the horizon', parts: { patterns: pattern(1, ['E', 'Any'], ['E', 'Any'], ['E', 'Any']) }, rows: ['EE'], cost: 0 },
  ] as readonly { rule: string; parts: Parts; rows: readonly string[]; cost: number }[]) {
    test(`${rule}: ${rows.join(' and ')} costs ${cost}`, () => {
      expect(costOf(parts, ...rows)).toBe(cost)
    })
  }
})

describe('requests', () => {
  const day = (list: string, name: string, weight: number, date: string, employee = 'A'): string =>
    `<${list}><${name} weight="${weight}"><EmployeeID>${employee}</EmployeeID><Date>${date}</Date></${name}></${list}>`
  const shift = (list: string, name: string, weight: number, date: string): string =>
    `<${list}><${name} weight="${weight}"><ShiftTypeID>L</ShiftTypeID><EmployeeID>A</EmployeeID><Date>${date}</Date></${name}></${list}>`

  for (const { requests, row, cost } of [
    { requests: day('DayOffRequests', 'DayOff', 3, '2010-03-02'), row: '.E.....', cost: 3 },
    { requests: day('DayOffRequests', 'DayOff', 3, '2010-03-02'), row: 'N.E....', cost: 0 },
    { requests: day('DayOnRequests', 'DayOn', 2, '2010-03-02'), row: 'N.E....', cost: 2 },
    { requests: day('DayOnRequests', 'DayOn', 2, '2010-03-02'), row: '.N.....', cost: 0 },
    { requests: shift('ShiftOffRequests', 'ShiftOff', 2, '2010-03-07'), row: '......L', cost: 2 },
    { requests: shift('ShiftOffRequests', 'ShiftOff', 2, '2010-03-07'), row: '......E', cost: 0 },
    { requests: shift('ShiftOnRequests', 'ShiftOn', 2, '2010-03-01'), row: 'E......', cost: 2 },
    { requests: shift('ShiftOnRequests', 'ShiftOn', 2, '2010-03-01'), row: 'L......', cost: 0 },
    { requests: day('DayOnRequests', 'DayOn', 2, '2010-02-28'), row: '.......', cost: 0 },
    { requests: day('DayOnRequests', 'DayOn', 2, '2010-03-08'), row: '.......', cost: 0 },
    { requests: day('DayOnRequests', 'DayOn', 2, '2010-03-02', 'nobody'), row: '.......', cost: 0 },
    { requests: day('DayOnRequests', 'DayOn', 0, '2010-03-02'), row: '.......', cost: 0 },
  ]) {
    test(`${requests.replaceAll(/<\/?[A-Za-z]*ID>|<\/\w+>/g, ' ')}: ${row} costs ${cost}`, () => {
      expect(costOf({ requests }, row)).toBe(cost)
    })
  }
})

describe('cover', () => {
  const cover = (kind: string, when: string, seats: number): string =>
    `<${kind}>${when}<Cover><Shift>E</Shift><Preferred>${seats}</Preferred></Cover></${kind}>`

  test('of a date takes the place of that of its weekday, and empty seats are the first priority', () => {
    const schedule = scheduleOf(
      instanceOf({
        days: 14,
        cover: cover('DateSpecificCover', '<Date>2010-03-08</Date>', 2) + cover('DayOfWeekCover', '<Day>Monday</Day>', 1),
      }),
    )
    expect(schedule.shifts.filter(({ importance }) => importance === 'MANDATORY').map(({ day }) => day)).toEqual([0, 7, 7])
    expect(judge(schedule, rosterOf(schedule, ['E......E'])).score).toEqual([10, 0, 0, 0])
  })

  test('of none at either end of the horizon leaves its days in it', () => {
    const schedule = scheduleOf(
      instanceOf({ cover: cover('DateSpecificCover', '<Date>2010-03-03</Date>', 1), rules: limit('MaxConsecutiveFreeDays', 6) }),
    )
    expect(schedule.calendar.days).toHaveLength(7)
    // B is free for a day too many.
    expect(judge(schedule, rosterOf(schedule, ['..E....'])).score).toEqual([0, 1, 0, 0])
    expect(judge(schedule, rosterOf(schedule, ['E.E....'])).score[0]).toBe(20)
  })

  test('a second shift on a day is forbidden', () => {
    const schedule = scheduleOf(instanceOf({}))
    const roster = rosterOf(schedule, ['E......'])
    const before = judge(schedule, roster).score[0]
    roster[schedule.shifts.findIndex(({ day, tags }) => day === 0 && tags[0] === 'L')] = 0
    // It fills a seat, and costs more than that.
    expect(judge(schedule, roster).score[0]).toBe(before - 10 + 20)
  })
})

test('a night ends at midnight: on the day after it a day off is kept', () => {
  const { shifts } = inrc1ToSchedule(readInrc1Instance(instanceOf({ days: 1 })))
  expect(shifts.map(({ id, start, end }) => [id, start, end])).toContainEqual([
    '2010-03-01 N',
    '2010-03-01T22:30:00.000Z',
    '2010-03-02T00:00:00.000Z',
  ])
})

test('people with different skills have contracts of their own only where that costs', () => {
  const idsOf = (rules: string): unknown => inrc1ToSchedule(readInrc1Instance(instanceOf({ rules }))).contracts!.map(({ id }) => id)
  expect(idsOf('')).toEqual(['full'])
  expect(idsOf(flag('AlternativeSkillCategory'))).toEqual(['full', 'full (2)'])
})
