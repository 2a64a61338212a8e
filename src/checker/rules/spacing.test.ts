import { expect, test } from 'vitest'
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
