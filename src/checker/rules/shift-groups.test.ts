import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readJson, readShifts } from '../../../test/sample-notation.ts'
import type { Sample } from '../../../test/sample-schedule.ts'
import type { ShiftGroup } from '../../model/schedule.ts'

const group = (wire: Partial<ShiftGroup>): ShiftGroup => ({
  id: 1,
  name: null,
  shiftIndexes: [],
  mode: 'COUNT',
  min: null,
  max: null,
  constraintLevel: 'hard',
  weight: 1,
  ...wire,
})

/** One group of all shifts. */
function sampleOf(shifts: string, wire: Partial<ShiftGroup>, more: Partial<Sample> = {}): Sample {
  const read = readShifts(shifts)
  return { shifts: read, employees: [{}, {}, {}], shiftGroups: [group({ shiftIndexes: read.map((_, index) => index), ...wire })], ...more }
}

describePage('shiftGroups', (line) => sampleOf(line.Shifts!, readJson<Partial<ShiftGroup>>(line.Group!)!))

test('a soft group costs on the priority below', () => {
  const penaltyOf = (weights: readonly [number, number, number, number]): number =>
    judgeBy(
      'shiftGroups',
      sampleOf(
        'Mon 07:00–15:00; Tue 07:00–15:00 by 2',
        { mode: 'SAME_EMPLOYEE', constraintLevel: 'soft', weight: 2 },
        { weights: { shiftGroups: weights } },
      ),
    ).penalty
  expect(penaltyOf([20, 0, 0, 0])).toBe(40)
  expect(penaltyOf([0, 0, 3, 4])).toBe(14)
})

test('shifts outside a group are none of its business', () => {
  const shifts = 'Mon 07:00–15:00; Tue 07:00–15:00 by 2; Wed 07:00–15:00 by 2'
  expect(judgeBy('shiftGroups', sampleOf(shifts, { mode: 'SAME_EMPLOYEE', shiftIndexes: [1, 2] })).units).toBe(0)
  expect(judgeBy('shiftGroups', sampleOf(shifts, { mode: 'SAME_EMPLOYEE', shiftIndexes: [0, 2] })).units).toBe(1)
})

test('a shift of several groups counts in each', () => {
  const shifts = readShifts('Mon 07:00–15:00; Tue 07:00–15:00; Wed 07:00–15:00 by 2')
  const shiftGroups = [
    group({ mode: 'SAME_EMPLOYEE', shiftIndexes: [0, 2] }),
    group({ id: 2, mode: 'DIFFERENT_EMPLOYEES', shiftIndexes: [0, 1, 2], weight: 3 }),
  ]
  expect(judgeBy('shiftGroups', { shifts, employees: [{}, {}], shiftGroups })).toMatchObject({ units: 4 })
})

test('a group is told by its name, with who works it', () => {
  const textUnder = (shifts: string, wire: Partial<ShiftGroup>): string =>
    judgeBy('shiftGroups', sampleOf(shifts, wire, { employees: [{ name: 'Anna' }, { name: 'Ben' }, {}] })).matches[0]!.text
  const two = 'Mon 07:00–15:00; Tue 07:00–15:00 by 2'
  const named = '(shift 101 (2026-03-02 07:00–15:00) and shift 102 (2026-03-03 07:00–15:00))'
  expect(textUnder(two, { mode: 'SAME_EMPLOYEE', name: 'Duty' })).toBe(`Anna and Ben work Duty ${named}, which one employee should work alone.`)
  expect(textUnder('Mon 07:00–15:00; Tue 07:00–15:00', { mode: 'DIFFERENT_EMPLOYEES' })).toBe(
    `Anna works 2 shifts of shift group 1 ${named}, of which nobody should work more than one.`,
  )
  expect(textUnder('Mon 07:00–15:00; Tue 07:00–15:00 empty', { mode: 'ALL_OR_NONE' })).toBe(
    `Of shift group 1 ${named} 1 is worked and 1 is empty; all should be worked, or none.`,
  )
  expect(textUnder(two, { max: 1 })).toBe(`Of shift group 1 ${named} 2 are worked; at most 1 should be.`)
  expect(textUnder('Mon 07:00–15:00; Tue 07:00–15:00 empty', { min: 2 })).toBe(`Of shift group 1 ${named} 1 is worked; at least 2 should be.`)
})

test('a match stands on the first day that is planned, and names who is there already', () => {
  const { matches } = judgeBy(
    'shiftGroups',
    sampleOf('Mon 07:00–15:00 by 3 historic; Wed 07:00–15:00; Tue 07:00–15:00 empty', { mode: 'SAME_EMPLOYEE' }),
  )
  expect(matches).toMatchObject([{ date: '2026-03-03', employeeIds: [1, 3], shiftIds: [101, 102, 103] }])
})
