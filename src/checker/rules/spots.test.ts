import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readHeld, readNumbers, readShifts } from '../../../test/sample-notation.ts'

const idsIn = (text: string): number[] => readNumbers(text).filter((id) => id !== null)

describePage('spotSkills', (line) => ({
  shifts: readShifts(line.Shift!),
  spotSkills: idsIn(line['Spot asks for']!),
  employees: [{ skills: readHeld(line['Employee holds']!) }],
}))

describePage('spotTeams', (line) => ({
  shifts: readShifts(line.Shift!),
  spotTeams: idsIn(line['Spot names']!),
  employees: [{ teams: readHeld(line['Employee is in']!) }],
}))

test('missing skills are told by their ids, with the name of the employee', () => {
  const shifts = readShifts('Mon 07:00–15:00')
  const { matches } = judgeBy('spotSkills', { shifts, spotSkills: [7, 8], employees: [{ name: 'Anna' }] })
  expect(matches).toMatchObject([{ shiftIds: [101], employeeIds: [1], date: '2026-03-02', amount: 2, unit: 'missing skill of one assigned shift' }])
  expect(matches[0]!.text).toBe('Anna works shift 101 (2026-03-02 07:00–15:00) without 2 skills: 7, 8.')
})

test('an employee without a name is told by the id', () => {
  const { matches } = judgeBy('spotTeams', { shifts: readShifts('Mon 07:00–15:00'), spotTeams: [4] })
  expect(matches[0]!.text).toBe('employee 1 works shift 101 (2026-03-02 07:00–15:00) and is not in team 4 throughout.')
})
