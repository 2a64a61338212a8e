import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readJson, readShifts } from '../../../test/sample-notation.ts'
import type { ShiftDependencyRule } from '../../model/schedule.ts'

const dependency = (wire: Partial<ShiftDependencyRule>): ShiftDependencyRule => ({
  id: 1,
  departmentId: null,
  anchorShiftTag: 'surgery',
  requiredShiftTag: 'anaesthesia',
  minRequiredCount: 1,
  overlapScope: 'TIME_OVERLAP',
  withinHours: null,
  constraintLevel: 'hard',
  weight: 1,
  ...wire,
})

describePage('shiftDependency', (line) => ({
  shifts: readShifts(line.Shifts!),
  employees: [{}, {}],
  shiftDependencyRules: [dependency(readJson<Partial<ShiftDependencyRule>>(line.Rule!)!)],
}))

test('a soft rule costs on the priority below', () => {
  const shiftDependencyRules = [dependency({ constraintLevel: 'soft', weight: 2 })]
  const shifts = readShifts('Mon 07:00–15:00 tagged surgery')
  const penaltyOf = (weights: readonly [number, number, number, number]) =>
    judgeBy('shiftDependency', { shifts, shiftDependencyRules, weights: { shiftDependency: weights } }).penalty
  expect(penaltyOf([20, 0, 0, 0])).toBe(40)
  expect(penaltyOf([0, 0, 3, 4])).toBe(14)
})

test('a companion that starts long before and still runs is found', () => {
  const shifts = readShifts('Mon 00:00–Fri 24:00 tagged anaesthesia by 2; Thu 07:00–15:00 by 2 tagged anaesthesia; Wed 07:00–15:00 tagged surgery')
  expect(judgeBy('shiftDependency', { shifts, employees: [{}, {}], shiftDependencyRules: [dependency({})] }).units).toBe(0)
})

test('a missing companion is told with the shift that needs it', () => {
  const shifts = readShifts('Mon 07:00–15:00 tagged surgery')
  const textUnder = (wire: Partial<ShiftDependencyRule>): string =>
    judgeBy('shiftDependency', { shifts, employees: [{ name: 'Anna' }], shiftDependencyRules: [dependency(wire)] }).matches[0]!.text
  const shift = 'Anna works shift 101 (2026-03-02 07:00–15:00), which needs'
  expect(textUnder({})).toBe(`${shift} 1 tagged anaesthesia at the same time and has 0.`)
  expect(textUnder({ overlapScope: 'SAME_DAY', minRequiredCount: 2 })).toBe(`${shift} 2 tagged anaesthesia on the same day and has 0.`)
  expect(textUnder({ overlapScope: 'SAME_SHIFT' })).toBe(`${shift} 1 tagged anaesthesia with the same times and has 0.`)
  expect(textUnder({ overlapScope: 'WITHIN_HOURS', withinHours: 4 })).toBe(`${shift} 1 tagged anaesthesia within 4 h and has 0.`)
})
