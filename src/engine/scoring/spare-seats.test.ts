import { expect, test } from 'vitest'
import { roundSchedule } from '../../api/seats.fixture.ts'
import { NOBODY } from '../../model/roster.ts'
import { compile } from '../instance/compile.ts'
import { emptySpareSeats, wantedSeats } from './spare-seats.ts'
import { createState, rosterOf } from './state.ts'

const SEATS = { min: 1, ideal: 2, max: 4 }

test('seats of one shift are one demand, of which nobody has two seats', () => {
  const { demands, duties } = compile(roundSchedule({ seats: SEATS, employees: [1] }, { settings: { keepAssignment: keeping(1) } }))
  expect([...demands.seats]).toEqual([4, 1])
  expect(duties.with(1, 0)).toBe(1)
  expect(duties.with(1, 1)).toBeGreaterThan(demands.count)
})

test('fixed people have demands of their own, beside which they take no other seat of the shift', () => {
  const { demands, duties } = compile(roundSchedule({ seats: SEATS, employees: [1, 2], fixed: true }))
  expect([...demands.seats]).toEqual([1, 1, 2, 1])
  expect([duties.with(1, 2), duties.with(1, 3) > demands.count]).toEqual([1, true])
})

for (const { title, settings, contract, expected } of [
  { title: 'nobody stays on it where it is worth nothing', settings: {}, contract: {}, expected: 2 },
  { title: 'whoever owes the hours stays on it', settings: {}, contract: { minHoursMonth: 240 }, expected: 4 },
] as const) {
  test(`of a seat beyond the ideal: ${title}`, () => {
    const employees = [1, 2, 3, 4].map((id) => ({ id, contract }))
    const schedule = roundSchedule({ seats: SEATS }, { employees, settings: { others: 'off', minMinutesPerMonth: keeping(1), ...settings } })
    const instance = compile(schedule)
    expect([...wantedSeats(instance)]).toEqual([[0, 2]])
    const state = createState(instance, Int32Array.from([0, 1, 2, 3, NOBODY]))
    emptySpareSeats(state)
    expect(rosterOf(instance, state.cells).filter((employee) => employee !== NOBODY)).toHaveLength(expected)
  })
}

function keeping(weight: number) {
  return { firstPriorityWeight: 0, secondPriorityWeight: 0, thirdPriorityWeight: weight, fourthPriorityWeight: 0 }
}
