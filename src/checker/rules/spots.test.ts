import { describe, expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import type { Sample, SampleShift } from '../../../test/sample-schedule.ts'
import type { SettingName } from '../../model/settings.ts'
import { readAsked, readHeld, readNumbers, readShifts } from '../../../test/sample-notation.ts'

const idsIn = (text: string): number[] => readNumbers(text).filter((id) => id !== null)

describePage('spotSkills', (line) => ({
  shifts: readShifts(line.Shift!).map((shift) => ({
    ...shift,
    skills: readAsked(line['Shift asks for']!),
    anySkills: readAsked(line['Shift asks for one of']!),
  })),
  spotSkills: readAsked(line['Spot asks for']!),
  employees: [{ skills: readHeld(line['Employee holds']!) }],
}))

describePage('preferredSkills', (line) => ({
  shifts: readShifts(line.Shift!).map((shift) => ({ ...shift, preferredSkills: readAsked(line['Shift prefers']!) })),
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

describe('a shift that asks for skills of its own', () => {
  const early = { from: 420, to: 900 }
  const textOf = (shift: Partial<SampleShift>, sample: Partial<Sample> = {}, setting: SettingName = 'spotSkills'): string | undefined =>
    judgeBy(setting, { employees: [{ name: 'Anna' }], ...sample, shifts: [{ ...early, name: 'Early', ...shift }] }).matches[0]?.text
  const WHAT = 'Anna works Early (2026-03-02 07:00–15:00)'

  test('has those told that are missing beside those of the spot, with their levels', () => {
    expect(textOf({ skills: [[8, 3]] }, { spotSkills: [7] })).toBe(`${WHAT} without 2 skills: 7, 8 (level 3 or higher).`)
    expect(textOf({ skills: [[8, 9]] })).toBe(`${WHAT} without skill 8 (level 9).`)
  })

  test('has the skills told of which it asks for one', () => {
    expect(textOf({ anySkills: [7, [8, 2]] })).toBe(`${WHAT} without any of the skills 7, 8 (level 2 or higher).`)
    expect(textOf({ anySkills: [7] })).toBe(`${WHAT} without skill 7.`)
    expect(textOf({ skills: [9], anySkills: [7, 8] })).toBe(`${WHAT} without skill 9, and without any of the skills 7, 8.`)
  })

  test('has what it prefers told', () => {
    expect(textOf({ preferredSkills: [7] }, {}, 'preferredSkills')).toBe(`${WHAT} without the preferred skill 7.`)
    expect(textOf({ preferredSkills: [7, [8, 2]] }, {}, 'preferredSkills')).toBe(`${WHAT} without 2 preferred skills: 7, 8 (level 2 or higher).`)
  })
})
