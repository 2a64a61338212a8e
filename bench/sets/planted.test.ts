import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { PLANTED, plantInstance, plantShifts } from './planted.ts'
import type { RetailShift } from './curve-instance.ts'
import { retailToSchedule, scoreRetail } from './retail.ts'

test.each(Object.entries(PLANTED))('what is planted in %s breaks nothing and meets the curve in no more time than the curve asks for', (_, size) => {
  const instance = plantInstance(size)
  const asked = Array.from(instance.least).reduce((sum, people) => sum + 15 * people, 0)
  expect(scoreRetail(instance, plantShifts(size))).toEqual({ hard: 0, under: 0, over: 0, minutes: asked })
  const { errors } = readSubmission(retailToSchedule(instance), { callback: 'optional' })
  expect(errors).toEqual([])
})

test('a break that is missing, lies elsewhere than it may, or is there where none is due breaks the rules', () => {
  const size = PLANTED['planted-breaks-20']!
  const instance = plantInstance(size)
  const shifts = plantShifts(size)
  const long = shifts.findIndex(({ breaks }) => breaks !== undefined)
  const hardWith = (change: (shift: RetailShift) => Partial<RetailShift>): number =>
    scoreRetail(
      instance,
      shifts.map((shift, at) => (at === long ? { ...shift, ...change(shift) } : shift)),
    ).hard
  const breakAt =
    (after: number, minutes = 30) =>
    (shift: RetailShift) => ({
      breaks: [{ start: shift.start + after, end: shift.start + after + minutes }],
    })
  expect(hardWith(breakAt(120))).toBe(0)
  expect(hardWith(breakAt(90))).toBe(1)
  expect(hardWith(breakAt(135))).toBe(1)
  expect(hardWith(({ start, end }) => ({ breaks: [{ start: end - 120, end: end - 90 }], start }))).toBe(1)
  expect(hardWith(breakAt(120, 15))).toBe(1)
  expect(hardWith(() => ({ breaks: [] }))).toBe(1)
  const { break: _, ...without } = instance
  expect(scoreRetail(without, shifts).hard).toBe(shifts.filter(({ breaks }) => breaks !== undefined).length)
})
