import { expect, test } from 'vitest'
import { type Sample, type SampleEmployee, sampleSchedule, type SampleShift } from '../../../test/sample-schedule.ts'
import { DEFAULT_WEIGHTS } from '../../model/settings.ts'
import { solve } from '../index.ts'
import { solveOptions } from '../solve-options.fixture.ts'
import { compile } from './compile.ts'
import { groupStaff } from './staff.ts'

const EARLY = { from: 420, to: 900, employee: null }

function instanceOf(shifts: readonly Partial<SampleShift>[], over: Partial<Sample> = {}) {
  return compile(sampleSchedule({ ...over, shifts: shifts.map((shift) => ({ ...EARLY, ...shift })) }).schedule)
}

for (const own of [{ skills: [1] }, { anySkills: [1] }, { preferredSkills: [1] }, { skills: [[1, 2]] }] as Partial<SampleShift>[]) {
  test(`a shift that asks for ${JSON.stringify(own)} is no seat of a demand that asks for nothing, nor is its kind on another day`, () => {
    const tomorrow = { from: EARLY.from + 1440, to: EARLY.to + 1440 }
    const { count, typeOf } = instanceOf([{}, own, own, { ...tomorrow, ...own }, tomorrow]).demands
    expect(count).toBe(4)
    expect([...typeOf]).toEqual([0, 1, 1, 0])
  })
}

test('shifts that ask for the same in another order are seats of one demand, and levels keep them apart', () => {
  expect(instanceOf([{ skills: [1, 2] }, { skills: [2, 1] }]).demands.count).toBe(1)
  expect(instanceOf([{ skills: [1, [2, 3]] }, { skills: [[2, 4], 1] }]).demands.count).toBe(2)
  expect(instanceOf([{ skills: [1] }, { anySkills: [1] }]).demands.count).toBe(2)
})

test('employees are alike as far as no shift asks for the difference between their levels', () => {
  const groupsOf = (shift: Partial<SampleShift>, skills: SampleEmployee['skills'][]): number[] => {
    const { schedule } = sampleSchedule({ employees: skills.map((each) => ({ skills: each! })), shifts: [{ ...EARLY, ...shift }] })
    return [...groupStaff(schedule, compile(schedule).demands).groupOf]
  }
  const levels = [1, 2, 4, 9].map((level) => [{ id: 7, level }])
  expect(groupsOf({}, levels)).toEqual([0, 0, 0, 0])
  expect(groupsOf({ skills: [7] }, levels)).toEqual([0, 0, 0, 0])
  expect(groupsOf({ preferredSkills: [[7, 2]] }, levels)).toEqual([0, 1, 1, 1])
  expect(
    groupsOf(
      {
        anySkills: [
          [7, 4],
          [7, 2],
        ],
      },
      levels,
    ),
  ).toEqual([0, 1, 2, 2])
})

test('who had a higher level for a part of the time is told apart by when, and who had it all the time is not', () => {
  const { schedule } = sampleSchedule({
    days: 3,
    employees: [
      { skills: [{ id: 7 }, { id: 7, level: 5, from: 1440 }] },
      {
        skills: [
          { id: 7, level: 5 },
          { id: 7, from: 1440 },
        ],
      },
    ],
    shifts: [0, 1440, 2880].map((day) => ({ ...EARLY, from: day + 420, to: day + 900, skills: [[7, 3]] })),
  })
  const { isDated } = groupStaff(schedule, compile(schedule).demands)
  expect([...isDated]).toEqual([1, 0])
})

test('a shift goes to whoever has what it asks for, and among those to whoever has what it prefers', () => {
  const weights = Object.fromEntries(
    (['assignShift', 'spotSkills', 'preferredSkills', 'oneShiftPerDay'] as const).map((name) => [name, DEFAULT_WEIGHTS[name]]),
  )
  const { schedule } = sampleSchedule({
    weights,
    employees: [{ skills: [{ id: 1 }] }, { skills: [{ id: 1, level: 3 }] }, { skills: [{ id: 2 }] }, { skills: [{ id: 2 }, { id: 3 }] }],
    shifts: [{ skills: [[1, 2]] }, { anySkills: [1, 9] }, { anySkills: [2, 9], preferredSkills: [3] }, { skills: [2] }].map(
      (own) => ({ ...EARLY, ...own }) as SampleShift,
    ),
  })
  const { roster, score } = solve(schedule, solveOptions({ maxIterations: 5_000 }))
  expect([...roster]).toEqual([1, 0, 3, 2])
  expect(score).toEqual([0, 0, 0, 0])
})
