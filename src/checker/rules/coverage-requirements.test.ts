import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readJson, readShifts } from '../../../test/sample-notation.ts'
import type { Sample } from '../../../test/sample-schedule.ts'
import type { CoverageRequirement, CoverageWho } from '../../model/schedule.ts'
import type { EmployeeId, Minute, SkillId, TeamId } from '../../model/units.ts'

const TUESDAY_NOON = 1440 + 720
const EMPLOYEES: NonNullable<Sample['employees']> = [
  { name: 'Anna', skills: [{ id: 7, level: 3 }], teams: [{ id: 5 }] },
  { name: 'Ben', skills: [{ id: 7, until: TUESDAY_NOON }] },
  { teams: [{ id: 5 }] },
]

interface Who {
  readonly skill?: number
  readonly minLevel?: number
  readonly team?: number
  readonly employees?: readonly number[]
}

interface Wire extends Partial<Pick<CoverageRequirement, 'spots' | 'tags' | 'min' | 'ideal' | 'max' | 'weight' | 'priority' | 'name'>> {
  readonly who?: Who
  readonly ratioOf?: { readonly who: Who; readonly ratio: number }
}

function whoOf({ skill, minLevel = 1, team, employees }: Who): CoverageWho {
  return {
    skill: skill === undefined ? null : { id: skill as SkillId, minLevel },
    team: (team ?? null) as TeamId | null,
    employees: employees === undefined ? null : (employees as unknown as EmployeeId[]),
  }
}

function requirement(time: string, { who = {}, ratioOf, ...wire }: Wire): CoverageRequirement {
  const openings = readShifts(time).map(({ from, to }) => ({ start: from as Minute, end: to as Minute }))
  const ratio = ratioOf === undefined ? null : { who: whoOf(ratioOf.who), thousandths: Math.round(1000 * ratioOf.ratio) }
  return {
    id: 1,
    name: null,
    openings,
    spots: [],
    tags: [],
    who: whoOf(who),
    min: null,
    ideal: null,
    max: null,
    ratioOf: ratio,
    priority: null,
    weight: 1,
    ...wire,
  }
}

function sampleOf(shifts: string, time: string, wire: Wire, more: Partial<Sample> = {}): Sample {
  return { shifts: readShifts(shifts), employees: EMPLOYEES, coverageRequirements: [requirement(time, wire)], ...more }
}

describePage('coverageRequirements', (line) => sampleOf(line.Shifts!, line.Time!, readJson<Wire>(line.Requirement!)!))

test('a requirement with a priority costs its units there, and what is below its ideal one further down', () => {
  const penalties = (wire: Wire): number => judgeBy('coverageRequirements', sampleOf('Mon 07:00–15:00', 'Mon 07:00–15:00', wire)).penalty
  expect(penalties({ min: 2, priority: 0, weight: 3 })).toBe(24)
  expect(penalties({ ideal: 2, priority: 3 })).toBe(8)
  expect(penalties({ min: 2, ideal: 3 })).toBe(320)
})

test('requirements that see the same cost together what each costs by itself', () => {
  const shifts = 'Mon 07:15–15:00; Mon 08:00–12:10 by 3 at spot 2; Mon 22:00–06:00 by 2; Tue 07:00–11:00 tagged late'
  const asked: readonly [string, Wire][] = [
    ['Mon 07:15–10:00', { min: 2 }],
    ['Mon 09:00–15:00; Tue 06:00–07:30', { min: 2 }],
    ['Tue 05:00–12:00', { min: 1, max: 1, weight: 3 }],
    ['Mon 07:00–15:00', { min: 2, spots: [1 as never] }],
    ['Tue 05:00–12:00', { max: 0, tags: ['late'] }],
    ['Mon 07:00–23:00', { who: { skill: 7 }, ratioOf: { who: { team: 5 }, ratio: 3 } }],
    ['Mon 07:00–23:00', { who: { skill: 7 }, ratioOf: { who: {}, ratio: 3 } }],
    ['Mon 07:00–23:00', { who: { skill: 7 }, min: 1 }],
  ]
  const sample = { shifts: readShifts(shifts), employees: EMPLOYEES }
  const unitsOf = (coverageRequirements: CoverageRequirement[]): number => judgeBy('coverageRequirements', { ...sample, coverageRequirements }).units
  const each = asked.map(([time, wire]) => unitsOf([requirement(time, wire)]))
  expect(each).toEqual([1, 6, 6, 9, 4, 29, 31, 8])
  expect(unitsOf(asked.map(([time, wire], index) => ({ ...requirement(time, wire), id: index + 1 })))).toBe(each.reduce((sum, units) => sum + units))
})

test('each opening is rounded up by itself', () => {
  const shifts = 'Mon 07:15–15:00; Tue 07:15–15:00'
  const units = (time: string): number => judgeBy('coverageRequirements', sampleOf(shifts, time, { min: 1 })).units
  expect(units('Mon 07:00–15:00; Tue 07:00–15:00')).toBe(2)
  expect(units('Mon 07:00–15:00')).toBe(1)
})

test('a stretch is told with the name of the requirement, its times, who is there and which shifts run', () => {
  const told = (shifts: string, wire: Wire, time = 'Mon 07:00–15:00') =>
    judgeBy('coverageRequirements', sampleOf(shifts, time, { name: 'Hall', ...wire })).matches.map(({ shiftIds, employeeIds, amount, text }) => [
      shiftIds,
      employeeIds,
      amount,
      text,
    ])
  expect(told('Mon 09:00–15:00; Mon 07:00–11:00 by 3', { who: { skill: 7, minLevel: 2 }, min: 2 })).toEqual([
    [[102], [], 4, 'Hall: from 2026-03-02 07:00 to 2026-03-02 09:00 nobody with skill 7 (level 2 or higher) is at work; at least 2 must be.'],
    [
      [102, 101],
      [1],
      6,
      'Hall: from 2026-03-02 09:00 to 2026-03-02 15:00 only 1 employee with skill 7 (level 2 or higher) is at work; at least 2 must be.',
    ],
  ])
  expect(told('Mon 07:00–15:00; Mon 09:00–10:00 by 2', { max: 1 })).toEqual([
    [[101, 102], [1, 2], 1, 'Hall: from 2026-03-02 09:00 to 2026-03-02 10:00 2 employees are at work; at most 1 may be.'],
  ])
  expect(told('Mon 07:00–15:00', { ideal: 2, who: { team: 5 } })).toEqual([
    [[101], [1], 8, 'Hall: from 2026-03-02 07:00 to 2026-03-02 15:00 only 1 employee in team 5 is at work; 2 would be better.'],
  ])
  expect(told('Mon 07:00–15:00 by 3', { who: { employees: [1, 2] }, ratioOf: { who: { team: 5 }, ratio: 2 } })).toEqual([
    [[101], [], 16, 'Hall: from 2026-03-02 07:00 to 2026-03-02 15:00 nobody of those named is at work beside 1 employee in team 5; 2 must be.'],
  ])
})
