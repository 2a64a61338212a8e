import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readNumbers, readShifts } from '../../../test/sample-notation.ts'

const THREE = [{ name: 'Anna' }, { name: 'Ben' }, {}]

for (const { setting, column } of [
  { setting: 'shiftCost', column: 'Row' },
  { setting: 'useSuggestedEmployee', column: 'Shifts' },
  { setting: 'useDislikedEmployee', column: 'Shifts' },
] as const) {
  describePage(setting, (line) => ({ shifts: readShifts(line[column]!), employees: THREE }))
}

for (const setting of ['minMinutesPerShift', 'maxMinutesPerShift'] as const) {
  describePage(setting, (line) => ({
    shifts: readShifts(line.Row!),
    employees: [{ contract: { [setting]: readNumbers(line.Limit!)[0] } }],
  }))
}

const KEEP = { keepAssignment: [0, 5, 0, 0] } as const

describePage('keepAssignment', (line) => ({ shifts: readShifts(line.Shifts!), employees: THREE, weights: KEEP }))

test('what one shift costs is told with the shift and why', () => {
  const textOf = (setting: Parameters<typeof judgeBy>[0], shift: string, contract = {}): string =>
    judgeBy(setting, { shifts: readShifts(`Mon 07:00–15:00 ${shift}`), employees: [{ name: 'Anna', contract }, { name: 'Ben' }] }).matches[0]!.text
  const shift = 'Anna works shift 101 (2026-03-02 07:00–15:00)'
  expect(textOf('shiftCost', 'cost 7')).toBe(`${shift}, which costs 7.`)
  expect(textOf('useSuggestedEmployee', 'suggests 2')).toBe(`${shift}, for which somebody else was suggested.`)
  expect(textOf('useDislikedEmployee', 'dislikes 1')).toBe(`${shift} and is disliked for it.`)
  expect(textOf('minMinutesPerShift', '', { minMinutesPerShift: 500 })).toBe(`${shift}: 8 h of work, less than the 8 h 20 min of the contract.`)
  expect(textOf('maxMinutesPerShift', '', { maxMinutesPerShift: 60 })).toBe(`${shift}: 8 h of work, more than the 1 h of the contract.`)
})

test('a shift that changed hands is told with both employees', () => {
  const { matches } = judgeBy('keepAssignment', {
    shifts: readShifts('Mon 07:00–15:00 posted 1 by 2; Mon 07:00–15:00 posted 2 empty'),
    employees: THREE,
    weights: KEEP,
  })
  expect(matches).toMatchObject([
    { shiftIds: [101], employeeIds: [1, 2], text: 'shift 101 (2026-03-02 07:00–15:00) came with Anna, and Ben works it now.' },
    { shiftIds: [102], employeeIds: [2], text: 'shift 102 (2026-03-02 07:00–15:00) came with Ben, and nobody works it now.' },
  ])
})
