import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readJson, readShifts } from '../../../test/sample-notation.ts'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import type { Pairing } from '../../model/schedule.ts'
import { judge } from '../check.ts'
import type { EmployeeId, SkillId, SpotId, TeamId } from '../../model/units.ts'

const pairing = (wire: Partial<Pairing>): Pairing => ({
  id: 1,
  name: null,
  employees: { ids: [1, 2] as unknown as EmployeeId[] },
  mode: 'APART',
  scope: 'TIME_OVERLAP',
  spots: [],
  tags: [],
  constraintLevel: 'hard',
  weight: 1,
  ...wire,
})

describePage('pairings', (line) => ({
  shifts: readShifts(line.Shifts!),
  employees: [{}, {}, {}],
  pairings: [pairing(readJson<Partial<Pairing>>(line.Pairing!)!)],
}))

test('a soft pairing costs two priorities below', () => {
  const pairings = [pairing({ constraintLevel: 'soft', weight: 2 })]
  const shifts = readShifts('Mon 07:00–15:00; Mon 07:00–15:00 by 2')
  const scoreOf = (weights: readonly [number, number, number, number]) => {
    const { schedule, roster } = sampleSchedule({ shifts, employees: [{}, {}], pairings, weights: { pairings: weights } })
    return judge(schedule, roster).score
  }
  expect(scoreOf([20, 0, 0, 0])).toEqual([0, 0, 40, 0])
  expect(scoreOf([1, 3, 5, 7])).toEqual([0, 0, 2, 30])
})

test('members of a team or with a skill are those who have it during the whole shift', () => {
  const employees = [{ teams: [{ id: 5 }] }, { teams: [{ id: 5, until: 1440 + 600 }], skills: [{ id: 5 }] }, { skills: [{ id: 5 }] }]
  const unitsOf = (shifts: string, wire: Partial<Pairing>): number =>
    judgeBy('pairings', { shifts: readShifts(shifts), employees, pairings: [pairing(wire)] }).units
  const twoDays = 'Mon 07:00–15:00; Mon 07:00–15:00 by 2; Tue 07:00–15:00; Tue 07:00–15:00 by 2'
  expect(unitsOf(twoDays, { employees: { team: 5 as TeamId } })).toBe(1)
  expect(unitsOf(twoDays, { employees: { team: 5 as TeamId }, mode: 'TOGETHER' })).toBe(0)
  expect(unitsOf('Mon 07:00–15:00; Tue 07:00–15:00', { employees: { team: 5 as TeamId }, mode: 'TOGETHER' })).toBe(1)
  expect(unitsOf(twoDays, { employees: { skill: 5 as SkillId } })).toBe(0)
})

test('of pairings that differ in one thing each is broken where it says', () => {
  const shifts = readShifts(
    'Mon 07:00–15:00 tagged early; Mon 07:00–15:00 by 2 tagged early; Tue 07:00–15:00; Tue 14:00–22:00 by 2; Wed 07:00–15:00 at spot 2; Wed 07:00–15:00 by 2 at spot 2',
  )
  const others: readonly Partial<Pairing>[] = [
    { weight: 5 },
    { tags: ['early'] },
    { spots: [1 as SpotId] },
    { scope: 'SAME_SHIFT' },
    { mode: 'AT_MOST_ONCE' },
    { employees: { ids: [1, 3] as unknown as EmployeeId[] } },
  ]
  const pairings = [{}, ...others].map((wire, n) => pairing({ id: n, ...wire }))
  const unitsOf = (listed: readonly Pairing[]): number => judgeBy('pairings', { shifts, employees: [{}, {}, {}], pairings: listed }).units
  const apart = pairings.map((one) => unitsOf([one]))
  expect(apart).toEqual([3, 15, 1, 2, 2, 2, 0])
  expect(unitsOf(pairings)).toBe(25)
})

test('what is broken is told by name', () => {
  const employees = [{ name: 'Ann' }, { name: 'Bo' }, { name: 'Cy' }]
  const textsOf = (shifts: string, wire: Partial<Pairing>): string[] =>
    judgeBy('pairings', { shifts: readShifts(shifts), employees, pairings: [pairing({ name: 'Rivals', ...wire })] }).matches.map(({ text }) => text)
  const both = 'Mon 07:00–15:00; Mon 08:00–16:00 by 2'
  const ids = [1, 2, 3] as unknown as EmployeeId[]
  expect(textsOf(both, {})).toEqual([
    'Ann and Bo work together, in shift 101 (2026-03-02 07:00–15:00) and shift 102 (2026-03-02 08:00–16:00), although pairing Rivals keeps them apart.',
  ])
  expect(textsOf('Mon 07:00–15:00 by 2', { mode: 'TOGETHER', name: null, employees: { ids } })).toEqual([
    'Bo works shift 101 (2026-03-02 07:00–15:00) without Ann and Cy, although pairing 1 keeps them together.',
  ])
  expect(textsOf(`${both}; Tue 07:00–15:00; Tue 08:00–16:00 by 2`, { mode: 'AT_MOST_ONCE' })).toEqual([
    'Ann and Bo work together 2 times, although pairing Rivals lets them meet once.',
  ])
})
