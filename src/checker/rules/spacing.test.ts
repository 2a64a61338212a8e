import { expect, test } from 'vitest'
import { readSubmission } from '../../api/read-schedule.ts'
import { rosterAsPosted } from '../../model/roster.ts'
import { judge } from '../check.ts'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readShifts } from '../../../test/sample-notation.ts'

describePage('shiftCollision', (line) => ({ shifts: readShifts(line.Row!), allowedShiftCollisions: Number(line['Allowed collisions']) }))

describePage('oneShiftPerDay', (line) => ({ shifts: readShifts(line.Row!) }))

describePage('minRestBetweenShifts', (line) => ({
  shifts: readShifts(line.Row!),
  allowedShiftCollisions: Number(line['Allowed collisions']),
  employees: [{ contract: { minRestBetweenShifts: Number(line.Rest) } }],
}))

test('shifts of different employees never collide, and need no rest between them', () => {
  const shifts = readShifts('Mon 07:00–15:00; Mon 07:00–15:00').map((shift, employee) => ({ ...shift, employee }))
  const employees = [{ contract: { minRestBetweenShifts: 660 } }, { contract: { minRestBetweenShifts: 660 } }]
  for (const setting of ['shiftCollision', 'oneShiftPerDay', 'minRestBetweenShifts'] as const)
    expect(judgeBy(setting, { shifts, employees }).units).toBe(0)
})

test('a contract without a rest asks for none', () => {
  expect(judgeBy('minRestBetweenShifts', { shifts: readShifts('Mon 07:00–15:00; Mon 15:00–22:00') }).units).toBe(0)
})

test('the order in which shifts were posted changes nothing', () => {
  const shifts = readShifts('Tue 07:00–15:00; Mon 14:00–22:00')
  expect(judgeBy('minRestBetweenShifts', { shifts, employees: [{ contract: { minRestBetweenShifts: 660 } }] }).units).toBe(120)
})

test('rest is elapsed time: the night in which clocks go forward has an hour less', () => {
  // From Saturday 22:00 to Sunday 08:00 the clocks show ten hours; in Copenhagen on 29 March 2026 only nine pass.
  const shifts = readShifts('Sat 14:00–22:00; Sun 08:00–16:00')
  const employees = [{ contract: { minRestBetweenShifts: 600 } }]
  expect(judgeBy('minRestBetweenShifts', { firstDay: '2026-03-23', timeZone: 'Europe/Copenhagen', shifts, employees }).units).toBe(60)
  expect(judgeBy('minRestBetweenShifts', { firstDay: '2026-10-19', timeZone: 'Europe/Copenhagen', shifts, employees }).units).toBe(0)
})

test('missing rest is told with both shifts', () => {
  const shifts = readShifts('Mon 14:00–22:00; Tue 07:00–15:00')
  const { matches } = judgeBy('minRestBetweenShifts', { shifts, employees: [{ name: 'Anna', contract: { minRestBetweenShifts: 660 } }] })
  expect(matches).toEqual([
    {
      shiftIds: [101, 102],
      employeeIds: [1],
      date: '2026-03-03',
      amount: 120,
      unit: 'minute of missing rest',
      penalty: 2400,
      text: 'Anna rests 9 h between shift 101 (2026-03-02 14:00–22:00) and shift 102 (2026-03-03 07:00–15:00), 2 h less than the 11 h of the contract.',
    },
  ])
})

test('a collision is told with every shift in it', () => {
  const { matches } = judgeBy('shiftCollision', { shifts: readShifts('Mon 07:00–15:00; Mon 14:00–22:00; Mon 14:30–16:00') })
  expect(matches.map(({ shiftIds }) => shiftIds)).toEqual([
    [101, 102],
    [101, 102, 103],
  ])
})

/** Shifts of one employee on one Monday, by hours and spot, judged whole. */
function onMonday(spots: readonly string[], shifts: readonly (readonly [start: string, end: string, spot: string, beside: readonly string[]])[]) {
  const document = {
    timeZone: 'UTC',
    employees: [{ id: 1, contract: { hoursBetweenShift: 660 } }],
    spots: spots.map((id) => ({ id })),
    shifts: shifts.map(([start, end, spot, allowedCollisionSpots], i) => {
      return { id: i + 1, employee: 1, spot, start: `2027-03-01T${start}:00Z`, end: `2027-03-01T${end}:00Z`, allowedCollisionSpots }
    }),
  }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  const { schedule } = submission!
  return judge(schedule, rosterAsPosted(schedule)).violations
}

test('a spot whose id has a space in it is not two spots', () => {
  const violations = onMonday(
    ['x', 'a', 'b', 'a b'],
    [
      ['07:00', '15:00', 'x', ['a b']],
      ['08:00', '15:00', 'x', ['a', 'b']],
      ['09:00', '15:00', 'a', []],
    ],
  )
  expect(violations.find(({ setting }) => setting === 'shiftCollision')?.units).toBe(2)
})

test('which of two equal shifts comes later in the row is told by where spots stand, however they are spelled', () => {
  const units = (names: readonly [string, string, string]): number | undefined => {
    const [at, first, second] = names
    const violations = onMonday(names, [
      ['07:00', '15:00', at, [second]],
      ['07:00', '15:00', at, [first]],
      ['14:00', '22:00', first, []],
    ])
    return violations.find(({ setting }) => setting === 'minRestBetweenShifts')?.units
  }
  // The first is beside the second spot, and so the later one: the third shift may not overlap with it.
  expect([units(['1', '2', '3']), units(['1', '3', '2'])]).toEqual([1320, 1320])
})
