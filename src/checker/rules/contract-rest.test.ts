import { expect, test } from 'vitest'
import { readSubmission } from '../../api/read-schedule.ts'
import { solve } from '../../engine/index.ts'
import { solveOptions } from '../../engine/solve-options.fixture.ts'
import type { Schedule } from '../../model/schedule.ts'
import { ENGLISH } from '../../model/teller.ts'
import { judge } from '../check.ts'
import { tellingIn, viewRoster } from '../roster-view.ts'
import { findOpenAtEnd } from './open-rests.ts'

type Fields = Record<string, unknown>
type Times = readonly (readonly [start: string, end: string])[]

const ZONE = 'Europe/Berlin'
const SETTINGS = { others: 'off', contractRules: { firstPriorityWeight: 1 }, assignShift: { secondPriorityWeight: 1 } }

function scheduleOf(rule: Fields, shifts: readonly Fields[], more: Fields = {}): Schedule {
  const contract = { rules: [rule] }
  const document = { timeZone: ZONE, spots: [{ id: 1 }], employees: [{ id: 1, name: 'Ann', contract }], shifts, settings: SETTINGS, ...more }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (submission === null) throw new Error(JSON.stringify(errors))
  return submission.schedule
}

/** What one rule charges whoever works all of these shifts. */
function unitsOf(rule: Fields, times: Times, more: Fields = {}): number {
  const shifts = times.map(([start, end], index) => ({ id: index + 1, spot: 1, start, end, ...more }))
  const schedule = scheduleOf(rule, shifts)
  return judge(schedule, new Int32Array(shifts.length)).score[0]!
}

const SPLIT: Times = [
  ['2026-03-02T07:00', '2026-03-02T11:00'],
  ['2026-03-02T15:00', '2026-03-02T19:00'],
]

for (const { rule, units } of [
  { rule: { maxMinutes: 720 }, units: 0 },
  { rule: { maxMinutes: 719 }, units: 1 },
  { rule: { maxGapMinutes: 240 }, units: 0 },
  { rule: { maxGapMinutes: 239 }, units: 1 },
  { rule: { maxMinutes: 700, maxGapMinutes: 230 }, units: 30 },
  { rule: { maxMinutes: 700, maxGapMinutes: 230, cap: 25 }, units: 25 },
])
  test(`a split shift of 12 hours with a gap of 4 costs ${units} under ${JSON.stringify(rule)}`, () =>
    expect(unitsOf({ kind: 'span', ...rule }, SPLIT)).toBe(units))

test('rules of one contract that differ in one word each charge what they charge alone', () => {
  const times: Times = [...SPLIT, ['2026-03-03T07:00', '2026-03-03T11:00'], ['2026-03-04T07:00', '2026-03-04T11:00']]
  const rest = { kind: 'rest', after: [], minMinutes: 1260 }
  const rules: Fields[] = [
    rest,
    { ...rest, weekdays: ['TUESDAY'] },
    { ...rest, before: ['early'] },
    { ...rest, after: ['early'] },
    { kind: 'span', maxGapMinutes: 60 },
    { kind: 'span', maxGapMinutes: 60, weekdays: ['TUESDAY'] },
    { kind: 'count', of: 'shifts', per: 'rolling', hours: 24, max: 1 },
    { kind: 'count', of: 'minutes', per: 'rolling', hours: 24, max: 300 },
  ]
  const schedule = scheduleOf(
    rules[0]!,
    times.map(([start, end], index) => ({ id: index + 1, spot: 1, start, end })),
    { employees: [{ id: 1, contract: { rules } }] },
  )
  const each = rules.map((rule) => unitsOf(rule, times))
  expect(each).toEqual([1620, 60, 0, 0, 180, 0, 2, 360])
  expect(judge(schedule, new Int32Array(times.length)).score[0]).toBe(each.reduce((sum, units) => sum + units))
})

test('a shift that goes through the gap of two others leaves none, and one between them two shorter ones', () => {
  const rule = { kind: 'span', maxGapMinutes: 60 }
  expect(unitsOf(rule, SPLIT)).toBe(180)
  expect(unitsOf(rule, [...SPLIT, ['2026-03-02T10:00', '2026-03-02T16:00']])).toBe(0)
  expect(unitsOf(rule, [...SPLIT, ['2026-03-02T12:00', '2026-03-02T13:00']])).toBe(60)
})

test.each([
  { name: 'without a clock change', date: '03-21', next: '03-22', rest: 660 },
  { name: 'where an hour is skipped', date: '03-28', next: '03-29', rest: 600 },
  { name: 'where an hour comes twice', date: '10-24', next: '10-25', rest: 720 },
])('rest is the time that passes $name', ({ date, next, rest }) => {
  const times: Times = [
    [`2026-${date}T14:00`, `2026-${date}T22:00`],
    [`2026-${next}T09:00`, `2026-${next}T12:00`],
  ]
  expect(unitsOf({ kind: 'rest', minMinutes: rest }, times)).toBe(0)
  expect(unitsOf({ kind: 'rest', minMinutes: rest + 1 }, times)).toBe(1)
})

test('a window of 168 hours over a clock change ends an hour later by the clock', () => {
  const rule = { kind: 'count', of: 'shifts', per: 'rolling', hours: 168, max: 1 }
  const from: Times = [['2026-03-23T07:00', '2026-03-23T08:00']]
  expect(unitsOf(rule, [...from, ['2026-03-30T07:59', '2026-03-30T09:00']])).toBe(1)
  expect(unitsOf(rule, [...from, ['2026-03-30T08:00', '2026-03-30T09:00']])).toBe(0)
})

const week = (number: number, more: Fields = {}): Fields[] =>
  Array.from({ length: 7 }, (_, day) => {
    const date = `2026-06-${String(7 * number + day + 1).padStart(2, '0')}`
    return { id: 7 * number + day + 1, spot: 1, start: `${date}T07:00`, end: `${date}T15:00`, ...more }
  })

const WEEKLY = { kind: 'rest', inMinutes: 7 * 1440, minMinutes: 35 * 60 }

test('three weeks that are planned one after the other have their weekly rest, as all at once', () => {
  let historic: Fields[] = []
  const worked: number[] = []
  for (const number of [0, 1, 2]) {
    const shifts = week(number)
    const schedule = scheduleOf(WEEKLY, [...historic, ...shifts])
    const { roster } = solve(schedule, solveOptions({ maxIterations: 20_000 }))
    expect(judge(schedule, roster).violations.filter(({ setting }) => setting === 'contractRules')).toEqual([])
    const mine = shifts.filter((_, at) => roster[historic.length + at] === 0)
    worked.push(mine.length)
    historic = [...historic, ...mine.map((shift) => ({ ...shift, employee: 1, historic: true }))]
  }
  // Six of seven days can be worked; a rest in the middle of a week may lie closer to the next.
  expect(Math.max(...worked)).toBeLessThan(7)
  expect(worked.reduce((sum, days) => sum + days, 0)).toBeGreaterThanOrEqual(17)
  const atOnce = scheduleOf(
    WEEKLY,
    [0, 1, 2].flatMap((number) => week(number)),
  )
  expect(
    judge(
      atOnce,
      Int32Array.from(atOnce.shifts, ({ id }) => (historic.some((shift) => shift.id === id) ? 0 : -1)),
    ).score[0],
  ).toBe(0)
})

const openAfter = (days: readonly number[], rule: Fields, more: Fields = {}) => {
  const schedule = scheduleOf(rule, week(0), more)
  const roster = Int32Array.from(schedule.shifts, ({ id }) => (days.includes(Number(id)) ? 0 : -1))
  return findOpenAtEnd(viewRoster(schedule, roster, tellingIn(schedule, ENGLISH))).map(({ setting, date, text }) => ({ setting, date, text }))
}

test('a window whose rest the time after the last day completes is told, with the moment until which it must be free', () => {
  expect(openAfter([2, 3, 4, 5, 6, 7], { ...WEEKLY, name: 'Weekly rest' })).toEqual([
    {
      setting: 'contractRules',
      date: '2026-06-02',
      text: 'Ann has the 35 h free of work in the 168 h from 2026-06-02 07:00 of rule 1 of the contract (Weekly rest) only without work until 2026-06-09 02:00.',
    },
  ])
})

test.each([
  { name: 'a rest that ends with the last known day', days: [1, 2, 3, 4, 5, 6], rule: { ...WEEKLY, minMinutes: 33 * 60 } },
  { name: 'a window that lies before the last day and has its rest', days: [1, 2], rule: { ...WEEKLY, inMinutes: 5760 } },
  { name: 'a window in which another rest may follow', days: [2, 3, 5, 6, 7], rule: WEEKLY },
  { name: 'a window that ends late enough for work and a rest', days: [2, 3, 4, 5, 6, 7], rule: { ...WEEKLY, inMinutes: 10_321 } },
  { name: 'nobody at work', days: [], rule: WEEKLY },
  { name: 'a window that no rest can save', days: [1, 2, 3, 4, 5, 6, 7], rule: { ...WEEKLY, weekdays: ['MONDAY'] } },
  { name: 'a condition that is not met', days: [2, 3, 4, 5, 6, 7], rule: { ...WEEKLY, when: { of: 'shifts', per: 'week', min: 7 } } },
])('$name leaves nothing open', ({ days, rule }) => expect(openAfter(days, rule)).toEqual([]))

test('a window that ends a minute earlier leaves no time for work before the rest', () => {
  expect(openAfter([2, 3, 4, 5, 6, 7], { ...WEEKLY, inMinutes: 10_320 })).toHaveLength(1)
})

test('a rule that weighs nothing leaves nothing open', () => {
  expect(openAfter([2, 3, 4, 5, 6, 7], WEEKLY, { settings: { contractRules: { firstPriorityWeight: 0 } } })).toEqual([])
})
