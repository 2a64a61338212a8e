import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readNumbers } from '../../../test/sample-notation.ts'
import type { SampleEmployee, SampleShift } from '../../../test/sample-schedule.ts'
import type { Contract } from '../../model/schedule.ts'

const HORIZON_DAYS = 12

/** `count` shifts spread over twelve days, the first of them worked as `works` says (by employee, how many), the rest empty. */
function shiftsWorked(count: number, works: readonly number[]): SampleShift[] {
  const workers = works.flatMap((times, employee) => Array.from({ length: times }, () => employee))
  return Array.from({ length: count }, (_, index) => {
    const from = (index % HORIZON_DAYS) * 1440 + 420
    return { from, to: from + 480, employee: workers[index] ?? null }
  })
}

const capacity = (maxMinutesPerWeek: number): SampleEmployee => ({ contract: { maxMinutesPerWeek } })

describePage('evenShiftDistribution', (line) => {
  const before = readNumbers(line.History!)
  return {
    shifts: shiftsWorked(Number(line.Shifts), readNumbers(line.Works!) as number[]),
    employees: readNumbers(line.Capacities!).map((minutes, index) => ({ ...capacity(minutes!), shiftsWorkedBefore: before[index]! })),
  }
})

/** `works` as above, in shifts that start at `starts`. */
function workedAt(starts: readonly number[], works: readonly number[], kind: Partial<SampleShift>): SampleShift[] {
  const workers = works.flatMap((times, employee) => Array.from({ length: times }, () => employee))
  return starts.map((from, index) => ({ ...kind, from, to: from + 480, employee: workers[index] ?? null }))
}

const nightStarts = (count: number): number[] => Array.from({ length: count }, (_, day) => day * 1440 + 1380)
const weekendStarts = (count: number): number[] => Array.from({ length: count }, (_, i) => (Math.floor(i / 2) * 7 + 5 + (i % 2)) * 1440 + 420)
const FRIDAY_NIGHT: SampleShift = { from: 4 * 1440 + 1380, to: 5 * 1440 + 420, isNight: true }

describePage('evenNightDistribution', (line) => {
  const before = readNumbers(line.History!)
  const nights = workedAt(nightStarts(Number(line.Nights)), readNumbers(line.Works!) as number[], { isNight: true })
  const historyOf = (shiftsWorked: number) => ({ byTag: new Map([['night', { shiftsWorked, minutesWorked: 0, weekendsWorked: 0 }]]) })
  return {
    shifts: [...nights, { from: 420, to: 900 }],
    employees: readNumbers(line.Capacities!).map((minutes, index) => ({
      ...capacity(minutes!),
      history: before[index] === null ? null : historyOf(before[index]!),
    })),
  }
})

describePage('evenWeekendDistribution', (line) => {
  const before = readNumbers(line.History!)
  return {
    shifts: [...workedAt(weekendStarts(Number(line['Weekend shifts'])), readNumbers(line.Works!) as number[], {}), FRIDAY_NIGHT],
    employees: readNumbers(line.Capacities!).map((minutes, index) => ({
      ...capacity(minutes!),
      history: before[index] === null ? null : { weekendsWorked: before[index]! },
    })),
  }
})

test('a history that does not speak of nights is a history of none', () => {
  const employees = [{ history: { shiftsWorked: 9 } }, { history: { byTag: new Map() } }]
  expect(judgeBy('evenNightDistribution', { shifts: workedAt(nightStarts(2), [1, 1], { isNight: true }), employees }).units).toBe(0)
})

test('historic and optional nights and weekends: the former are neither shared nor load, the latter are asked of nobody, and a fair part of them is free', () => {
  const kinds = [
    { setting: 'evenNightDistribution', starts: nightStarts(4), kind: { isNight: true } },
    { setting: 'evenWeekendDistribution', starts: weekendStarts(4), kind: {} },
  ] as const
  for (const { setting, starts, kind } of kinds) {
    const unitsWith = (more: Partial<SampleShift>): number =>
      judgeBy(setting, { shifts: workedAt(starts, [4, 0], { ...kind, ...more }), employees: [{}, {}] }).units
    expect(unitsWith({ historic: true })).toBe(0)
    expect(unitsWith({ importance: 'OPTIONAL' })).toBe(4)
    expect(unitsWith({ fixed: true })).toBe(8)
  }
})

test('an unfair share of nights and weekends is told with what was worked before', () => {
  const textsOf = (setting: 'evenNightDistribution' | 'evenWeekendDistribution', shifts: readonly SampleShift[]): string[] => {
    const history = { weekendsWorked: 3, byTag: new Map([['night', { shiftsWorked: 6, minutesWorked: 0, weekendsWorked: 0 }]]) }
    return judgeBy(setting, { shifts, employees: [{ name: 'Anna', history }, {}] }).matches.map(({ text }) => text)
  }
  const works = [2, 0]
  expect(textsOf('evenNightDistribution', workedAt(nightStarts(2), works, { isNight: true }))).toEqual([
    'Anna has 8 nights (6 of them before); a fair share is 7.',
    'employee 2 has 0 nights; a fair share is 1.',
  ])
  expect(textsOf('evenWeekendDistribution', workedAt(weekendStarts(2), works, {}))).toEqual([
    'Anna has 8 weekend shifts (6 of them before); a fair share is 7.',
    'employee 2 has 0 weekend shifts; a fair share is 1.',
  ])
})

const unitsOf = (shifts: readonly SampleShift[], employees: readonly SampleEmployee[]): number =>
  judgeBy('evenShiftDistribution', { shifts, employees }).units

test.each<{ title: string; contract: Partial<Contract> }>([
  { title: 'no limit at all is 2400', contract: {} },
  { title: 'a limit in several weeks is that of one', contract: { maxMinutesInKWeeks: 9603, inKWeeks: 4 } },
  { title: 'twelve months are 52 weeks', contract: { maxMinutesPerMonth: 10_400 } },
  { title: 'a limit over a horizon of 12 days is that of seven', contract: { maxMinutesTotal: 4115 } },
  { title: 'the least limit counts', contract: { maxMinutesPerWeek: 3000, maxMinutesPerMonth: 10_400, maxMinutesTotal: 9000 } },
])('the capacity of a contract: $title', ({ contract }) => {
  // Beside a capacity of 1200 only one of 2400 has two thirds of the shifts as its fair share.
  expect(unitsOf(shiftsWorked(1000, [666, 334]), [{ contract }, capacity(1200)])).toBe(0)
})

test('days of history are not days of the horizon', () => {
  const dayBefore = { from: 420, to: 900, historic: true }
  const shifts = shiftsWorked(1000, [666, 334]).map((shift) => ({ ...shift, from: shift.from + 1440, to: shift.to + 1440 }))
  expect(unitsOf([dayBefore, ...shifts], [{ contract: { maxMinutesTotal: 4115 } }, capacity(1200)])).toBe(0)
})

test.each([
  { title: 'tags', night: { from: 420, to: 900, tags: ['night'] }, wish: { from: 0, to: 1440, tag: 'night' } },
  { title: 'end', night: { from: 420, to: 1000 }, wish: { from: 900, to: 1440, tag: null } },
  { title: 'start', night: { from: 400, to: 900 }, wish: { from: 0, to: 420, tag: null } },
])('shifts that differ in their $title alone can be for different employees', ({ night, wish }) => {
  const employees = [{}, { wishes: [{ ...wish, type: 'UNAVAILABLE' as const }] }]
  const plain = { from: 420, to: 900 }
  // Shares 1.5 and 0.5: both ways are fair, which they would not be were the two shifts taken as alike.
  for (const worker of [0, 1]) {
    expect(unitsOf([{ ...plain, employee: worker }, night], employees)).toBe(0)
    expect(unitsOf([night, { ...plain, employee: worker }], employees)).toBe(0)
  }
})

test('who lacks a skill, is in no team of the spot or is unavailable has no share of a shift', () => {
  const shifts = shiftsWorked(2, [2, 0])
  const wishes = [{ type: 'UNAVAILABLE' as const, from: 0, to: 2 * 1440 }]
  for (const [able, unable] of [
    [{ skills: [{ id: 1 }], teams: [{ id: 4 }] }, { teams: [{ id: 4 }] }],
    [{ skills: [{ id: 1 }], teams: [{ id: 4 }] }, { skills: [{ id: 1 }] }],
    [
      { skills: [{ id: 1 }], teams: [{ id: 4 }] },
      { skills: [{ id: 1 }], teams: [{ id: 4 }], wishes },
    ],
  ] as const) {
    expect(judgeBy('evenShiftDistribution', { shifts, employees: [able, unable], spotSkills: [1], spotTeams: [4] }).units).toBe(0)
    expect(judgeBy('evenShiftDistribution', { shifts, employees: [able, able], spotSkills: [1], spotTeams: [4] }).units).toBe(2)
  }
})

test('a wish with another tag, or not to be undesired, leaves the share as it is', () => {
  const shifts = shiftsWorked(2, [2, 0]).map((shift) => ({ ...shift, tags: ['day'] }))
  const wish = { from: 0, to: 2 * 1440 }
  expect(unitsOf(shifts, [{}, { wishes: [{ ...wish, type: 'UNAVAILABLE', tag: 'night' }] }])).toBe(2)
  expect(unitsOf(shifts, [{}, { wishes: [{ ...wish, type: 'UNDESIRED' }] }])).toBe(2)
  expect(unitsOf(shifts, [{}, { wishes: [{ ...wish, type: 'UNAVAILABLE', tag: 'day' }] }])).toBe(0)
})

test('a shift that nobody may work is shared by nobody', () => {
  expect(judgeBy('evenShiftDistribution', { shifts: shiftsWorked(5, [0]), spotSkills: [1] }).units).toBe(0)
})

test('historic shifts are neither shared nor load; a fair part of the optional ones is free, and nobody is asked for it', () => {
  const shifts = shiftsWorked(4, [4, 0])
  expect(
    unitsOf(
      shifts.map((shift) => ({ ...shift, historic: true })),
      [{}, {}],
    ),
  ).toBe(0)
  expect(
    unitsOf(
      shifts.map((shift) => ({ ...shift, importance: 'OPTIONAL' as const })),
      [{}, {}],
    ),
  ).toBe(4)
})

test('a fixed shift is shared like any other', () => {
  expect(
    unitsOf(
      shiftsWorked(2, [2, 0]).map((shift) => ({ ...shift, fixed: true })),
      [{}, {}],
    ),
  ).toBe(2)
})

test('an unfair share is told with what would be fair, for the whole horizon', () => {
  const { matches } = judgeBy('evenShiftDistribution', {
    shifts: shiftsWorked(10, [8, 2]),
    employees: [{ name: 'Anna', ...capacity(2400) }, capacity(1200)],
  })
  expect(matches[0]).toEqual({
    shiftIds: [],
    employeeIds: [1],
    amount: 1,
    unit: 'squared shift away from the fair share',
    penalty: 1,
    text: 'Anna has 8 shifts; a fair share is 6 to 7.',
  })
})
