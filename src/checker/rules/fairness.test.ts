import { describe, expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readJson, readShifts } from '../../../test/sample-notation.ts'
import { sampleSchedule, type SampleEmployee } from '../../../test/sample-schedule.ts'
import { WEEKDAYS } from '../../api/weekdays.ts'
import type { Fairness } from '../../model/schedule.ts'
import { ENGLISH } from '../../model/teller.ts'
import { tellingIn, viewRoster } from '../roster-view.ts'
import { fairLoadInWords, fairLoadsOf, findFairLoads } from './fairness.ts'

type Wire = Partial<Omit<Fairness, 'weekdays'>> & {
  readonly weekdays?: readonly (typeof WEEKDAYS)[number][]
  readonly spots?: readonly number[]
  readonly employees?: readonly number[]
}

const HUNDREDTHS = 100

function ruleOf({ weekdays, spots, employees, ...wire }: Wire, employeeCount: number): Fairness {
  return {
    id: 1,
    name: null,
    of: 'shifts',
    tags: [],
    weekdays: (weekdays ?? WEEKDAYS).map((day) => WEEKDAYS.indexOf(day)),
    spotIndexes: (spots ?? []).map((spot) => spot - 1),
    employeeIndexes: (employees ?? Array.from({ length: employeeCount }, (_, index) => index + 1)).map((id) => id - 1),
    per: 'horizon',
    period: null,
    share: 'CONTRACT',
    weight: 1,
    weights: null,
    ...wire,
  }
}

const carrying = (carry: number | null): SampleEmployee =>
  carry === null ? {} : { history: { carry: new Map([[1, Math.round(HUNDREDTHS * carry)]]) } }

const wishesIn = (text: string, type: 'UNDESIRED' | 'DESIRED') =>
  text === '–' ? [] : readShifts(text).map(({ from, to, tags, employee }) => ({ from, to, type, tag: tags?.[0] ?? null, employee: employee ?? 0 }))

const numbersOf = (text: string): (number | null)[] => text.split(',').map((part) => (part.trim() === '–' ? null : Number(part)))

describePage('fairness', (line) => {
  const carry = numbersOf(line.Carry!)
  const wishes = [...wishesIn(line['To be free']!, 'UNDESIRED'), ...wishesIn(line['To work']!, 'DESIRED')]
  const employees = numbersOf(line.Capacities!).map((minutes, index) => ({
    contract: { maxMinutesPerWeek: minutes! },
    ...carrying(carry[index]!),
    wishes: wishes.filter(({ employee }) => employee === index),
  }))
  return { shifts: readShifts(line.Shifts!), employees, fairness: [ruleOf(readJson<Wire>(line.Rule!)!, employees.length)] }
})

const FOUR = 'Mon 07:00–15:00; Tue 07:00–15:00; Wed 07:00–15:00; Thu 07:00–15:00'

describe('a share', () => {
  test('counts only days on which somebody is there', () => {
    const away = { type: 'UNAVAILABLE' as const, from: 0, to: 3 * 1440 }
    const unitsOf = (until: number): number =>
      judgeBy('fairness', {
        shifts: readShifts(FOUR),
        employees: [{}, { wishes: [{ ...away, to: until }] }],
        days: 4,
        fairness: [ruleOf({}, 2)],
      }).units
    // Four days and one: shares 3.2 and 0.8; the second may still work on Thursday.
    expect(unitsOf(3 * 1440)).toBe(0)
    // A minute less, and it is two days: 2.67 and 1.33.
    expect(unitsOf(3 * 1440 - 1)).toBe(2)
    // Nobody is owed anything who may work none of it.
    expect(unitsOf(4 * 1440)).toBe(0)
  })

  test('of points follows what shifts are worth', () => {
    const shifts = readShifts(FOUR).map((shift, index) => ({ ...shift, points: index + 1, employee: index === 3 ? 1 : 0 }))
    // Ten points, five each: six and four.
    expect(judgeBy('fairness', { shifts, employees: [{}, {}], fairness: [ruleOf({ of: 'points' }, 2)] }).units).toBe(2)
  })
})

test('what is broken is told by name, with the share', () => {
  const textsOf = (wire: Wire, employees: readonly SampleEmployee[]): string[] =>
    judgeBy('fairness', { shifts: readShifts(FOUR), employees, fairness: [ruleOf(wire, 2)] }).matches.map(({ text }) => text)
  expect(textsOf({ name: 'Holidays' }, [{ name: 'Ann' }, { name: 'Bo' }])).toEqual([
    'Ann has 4 shifts of Holidays; a fair share is 2 shifts.',
    'Bo has 0 shifts of Holidays; a fair share is 2 shifts.',
  ])
  expect(textsOf({}, [{ name: 'Ann', ...carrying(1.5) }, { name: 'Bo' }])).toEqual([
    'Ann has 4 shifts; a fair share with what was carried over is 0 shifts to 1 shift.',
    'Bo has 0 shifts; a fair share is 2 shifts.',
  ])
})

test('a schedule is told what everybody has, should have and carries over', () => {
  const loadsOf = (shifts: string, carry: number | null) => {
    const { schedule, roster } = sampleSchedule({ shifts: readShifts(shifts), employees: [carrying(carry), {}], fairness: [ruleOf({}, 2)] })
    return findFairLoads(schedule, roster).map(({ load, share, carry: over }) => [load, share, over])
  }
  expect(loadsOf(FOUR, null)).toEqual([
    [4, 2, 2],
    [0, 2, -2],
  ])
  expect(loadsOf(FOUR, -1.5)).toEqual([
    [4, 2, 0.5],
    [0, 2, -2],
  ])
  // Between the share of mandatory shifts, 1, and that of all, 1.5, nobody has too much or too little.
  expect(loadsOf('Mon 07:00–15:00 empty optional; Tue 07:00–15:00; Wed 07:00–15:00 by 2', null)).toEqual([
    [1, 1.5, 0],
    [1, 1.5, 0],
  ])
})

test('an account of an employee says what they have, their share and what is carried over', () => {
  const textsOf = (wire: Wire, carry: number | null): string[] => {
    const { schedule, roster } = sampleSchedule({ shifts: readShifts(FOUR), employees: [carrying(carry), {}], fairness: [ruleOf(wire, 2)] })
    const view = viewRoster(schedule, roster, tellingIn(schedule, ENGLISH))
    return fairLoadsOf(view).map((load) => fairLoadInWords(view, load))
  }
  expect(textsOf({ name: 'Holidays' }, -2)).toEqual([
    'Has 4 shifts of Holidays, with a fair share of 2; nothing is carried over.',
    'Has 0 shifts of Holidays, with a fair share of 2; −2 is carried over.',
  ])
  expect(textsOf({ of: 'minutes' }, null)).toEqual([
    'Has 32 h of work, with a fair share of 16 h; 16 h is carried over.',
    'Has 0 min of work, with a fair share of 16 h; −16 h is carried over.',
  ])
})

describe('a rule without a name is told by what it counts', () => {
  const textsOf = (...wires: readonly Wire[]): string[] => {
    const fairness = wires.map((wire, index) => ({ ...ruleOf(wire, 2), id: index + 1 }))
    const shifts = readShifts(FOUR).map((shift) => ({ ...shift, tags: ['night', 'late'], points: 1 }))
    const { schedule, roster } = sampleSchedule({ shifts, employees: [{ name: 'Ann' }, {}], spots: { 1: { name: 'Ward A' } }, fairness })
    const view = viewRoster(schedule, roster, tellingIn(schedule, ENGLISH))
    return fairLoadsOf(view).flatMap((load) => (load.employeeId === 1 ? [fairLoadInWords(view, load)] : []))
  }

  for (const { rule, told } of [
    { rule: {}, told: 'Has 4 shifts' },
    { rule: { tags: ['night'] }, told: 'Has 4 shifts tagged night' },
    { rule: { tags: ['night', 'late'], spots: [1] }, told: 'Has 4 shifts tagged night or late at Ward A' },
    { rule: { spots: [1, 2] }, told: 'Has 4 shifts at Ward A and spot 2' },
    { rule: { spots: [1, 2, 3] }, told: 'Has 4 shifts at Ward A, spot 2 and spot 3' },
    { rule: { weekdays: ['MONDAY', 'TUESDAY'] as const }, told: 'Has 2 shifts starting on Monday or Tuesday' },
    { rule: { tags: ['night'], spots: [1], weekdays: ['MONDAY'] as const }, told: 'Has 1 shift tagged night at Ward A starting on Monday' },
    { rule: { of: 'minutes', tags: ['night'] } as const, told: 'Has 32 h of shifts tagged night' },
    { rule: { of: 'points', spots: [1] } as const, told: 'Has 4 points of shifts at Ward A' },
    { rule: { of: 'points' } as const, told: 'Has 4 points' },
    { rule: { of: 'weekends', tags: ['night'] } as const, told: 'Has 0 weekends with shifts tagged night' },
    { rule: { of: 'refusedWishes', tags: ['night'] } as const, told: 'Has 0 refused wishes for shifts tagged night' },
    { rule: { per: 'week' } as const, told: 'Has 4 shifts, week by week' },
    { rule: { per: 'month' } as const, told: 'Has 4 shifts, month by month' },
  ]) {
    test(`${JSON.stringify(rule)}: ${told}`, () => expect(textsOf(rule)[0]!.split(', with a fair share')[0]).toBe(told))
  }

  test('by its place where another would be told alike', () => {
    const told = textsOf(
      { tags: ['night', 'late'] },
      { name: 'Nights', tags: ['night'] },
      { tags: ['late', 'night'], employees: [1] },
      { tags: ['night'] },
    )
    expect(told.map((text) => text.split(', with')[0])).toEqual([
      'Has 4 shifts of fairness rule 1',
      'Has 4 shifts of Nights',
      'Has 4 shifts of fairness rule 3',
      'Has 4 shifts tagged night',
    ])
  })

  test('where it is broken too, with its window', () => {
    const fairness = [ruleOf({ tags: ['night'], per: 'week' }, 2)]
    const shifts = readShifts(FOUR).map((shift) => ({ ...shift, tags: ['night'] }))
    const { matches } = judgeBy('fairness', { shifts, employees: [{ name: 'Ann' }, { name: 'Bo' }], fairness })
    expect(matches[0]!.text).toBe('Ann has 4 shifts tagged night in the week from Monday 2026-03-02; a fair share is 2 shifts.')
  })
})
