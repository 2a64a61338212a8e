import { describe, expect, test } from 'vitest'
import type { SettingName } from '../../model/settings.ts'
import { cellsOf, healthOf, singleDaysOff } from './health.ts'
import { addDays, addPeople, addWeekShifts, emptyPlan } from '../plans/plan-document.ts'

const release = (setting: SettingName, priority: number, count: number) => ({
  setting,
  priority,
  penalty: count,
  matches: Array.from({ length: count }, (_, n) => ({ text: `${setting} ${n}`, shiftIds: [n + 1], employeeIds: [] })),
})
const evaluated = (constraintRelease: ReturnType<typeof release>[], emptyMandatoryShifts = 0, emptyOptionalShifts = 0) => ({
  score: [0, 0, 0, 0],
  constraintRelease,
  emptyMandatoryShifts,
  emptyOptionalShifts,
})
const health = (...given: Parameters<typeof evaluated>) => healthOf(evaluated(...given), {})
const told = ({ lines }: ReturnType<typeof health>) => lines.map(({ tone, text }) => `${tone}: ${text}`)

const FILLED = 'good: All shifts filled'
const LAWFUL = 'good: Nothing against law or contract'

/** One shift a day for a week; Anna works all but Wednesday, Ben that one. */
const people = addPeople(
  emptyPlan('UTC'),
  ['Anna', 'Ben'].map((name) => ({ name, contract: '', skills: [] })),
)
const empty = addWeekShifts(
  people,
  { spot: 'Ward', start: '07:00', end: '15:00', weekdays: [0, 1, 2, 3, 4, 5, 6], people: 1 },
  '2027-02-01',
  '2027-02-07',
)
const week = { ...empty, shifts: empty.shifts!.map((shift) => ({ ...shift, employee: shift.id === 3 ? 2 : 1 })) }

describe('of the health of a roster', () => {
  for (const { title, of, lines, isGood } of [
    { title: 'is good when all is filled and kept', of: health([]), lines: [FILLED, LAWFUL], isGood: true },
    { title: 'counts wishes', of: health([release('undesired', 3, 2)]), lines: [FILLED, LAWFUL, 'warn: 2 wishes refused'], isGood: true },
    { title: 'is never good with an empty shift', of: health([], 1), lines: ['bad: 1 shift is empty', LAWFUL], isGood: false },
    {
      title: 'is never good against the first priority',
      of: health([release('fairness', 1, 3)]),
      lines: [FILLED, 'bad: 3 places against law or contract'],
      isGood: false,
    },
    {
      title: 'is never good against law that people had decided to break already, which costs less',
      of: health([release('minRestBetweenShifts', 3, 1)]),
      lines: [FILLED, 'bad: 1 place against law or contract'],
      isGood: false,
    },
    {
      title: 'is never good without those who have to be there',
      of: health([release('demandUnder', 2, 4)]),
      lines: [FILLED, 'bad: Fewer at work than the demand asks for: 4 times', LAWFUL],
      isGood: false,
    },
    {
      title: 'names every other rule with its places',
      of: health([release('completeWeekends', 3, 1), release('fairness', 3, 2)]),
      lines: [FILLED, LAWFUL, 'warn: Half a weekend: 1 time', 'warn: An even share: 2 times'],
      isGood: true,
    },
    { title: 'is silent of what a roster costs', of: health([release('payCost', 4, 1)]), lines: [FILLED, LAWFUL], isGood: true },
    {
      title: 'counts optional shifts apart',
      of: health([release('assignOptionalShift', 4, 2)], 0, 2),
      lines: [FILLED, LAWFUL, 'plain: 2 optional shifts are empty'],
      isGood: true,
    },
    {
      title: 'counts a place on two priorities once',
      of: health([release('minRestBetweenShifts', 1, 2), release('minRestBetweenShifts', 2, 2)]),
      lines: [FILLED, 'bad: 2 places against law or contract'],
      isGood: false,
    },
  ]) {
    test(`it ${title}`, () => {
      expect(told(of)).toEqual(lines)
      expect(of.isGood).toBe(isGood)
    })
  }

  test('it says how many places are not listed', () => {
    const cut = { ...release('undesired', 3, 2), matchCount: 36 }
    expect(health([cut]).lines.at(-1)).toMatchObject({ text: '36 wishes refused', more: 34 })
  })

  test('it lists empty shifts where their rule has no weight', () => {
    const [first] = healthOf(evaluated([], 7), empty).lines
    expect(first).toMatchObject({ text: '7 shifts are empty', more: 0 })
    expect(first!.places[0]).toEqual({ text: 'Ward, Mon 1 Feb 07:00', shiftIds: [1], employeeIds: [], date: '2027-02-01' })
    expect(first!.places).toHaveLength(7)
  })

  test('it says what overtime costs, and with whom', () => {
    const byEmployee = [
      { employeeId: 1, overtime: 30_000 },
      { employeeId: 2, overtime: 0 },
    ]
    const costs = { currency: 'EUR', overtime: 30_000, byEmployee }
    const line = healthOf({ ...evaluated([]), costs }, week).lines.at(-1)!
    expect(line).toMatchObject({ tone: 'plain', text: '€300 of overtime', more: 0 })
    expect(line.places).toEqual([{ text: 'Anna: €300 of overtime', shiftIds: [1, 2, 4, 5, 6, 7], employeeIds: [1] }])
    expect(told(healthOf({ ...evaluated([]), costs: { ...costs, overtime: 0, byEmployee: [] } }, week))).toHaveLength(3)
  })

  test('it counts single days off', () => {
    expect(told(healthOf(evaluated([]), week))).toEqual([FILLED, LAWFUL, 'plain: 1 single day off'])
  })
})

describe('a single day off', () => {
  test('lies between two days with work, and neither at the edge nor beside another one', () => {
    expect(singleDaysOff(week)).toEqual([{ text: 'Anna has a single day off on Wed 3 Feb.', shiftIds: [], employeeIds: [1], date: '2027-02-03' }])
    const twoOff = { ...week, shifts: week.shifts.map((shift) => ({ ...shift, employee: [3, 4].includes(shift.id as number) ? 2 : 1 })) }
    expect(singleDaysOff(twoOff)).toEqual([])
  })

  test('is none where somebody is away', () => {
    expect(singleDaysOff(addDays(week, 1, 'ABSENT', { start: '2027-02-03', end: '2027-02-03' }))).toEqual([])
  })
})

test('places are cells of the roster: of the shifts, of those who are meant, or of a day', () => {
  const place = { text: '', employeeIds: [], shiftIds: [] }
  const cells = [
    { ...place, shiftIds: [3] },
    { ...place, shiftIds: [1, 3], employeeIds: [1] },
    { ...place, employeeIds: [2], date: '2027-02-06' },
  ].map((each) => [...cellsOf([each], week.shifts)])
  expect(cells).toEqual([['2 2027-02-03'], ['1 2027-02-01', 'null 2027-02-03'], ['2 2027-02-06']])
  expect([...cellsOf([{ ...place, shiftIds: [1] }], empty.shifts!)]).toEqual(['null 2027-02-01'])
})
