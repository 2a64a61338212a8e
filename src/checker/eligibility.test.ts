import { expect, test } from 'vitest'
import { sampleSchedule } from '../../test/sample-schedule.ts'
import type { AskedSkill } from '../model/schedule.ts'
import { missingSkills } from './eligibility.ts'

const { schedule } = sampleSchedule({
  shifts: [480, 2000].map((from) => ({ from, to: from + 60 })),
  spotSkills: [3, 1, 2],
  employees: [{ skills: [{ id: 1 }] }, { skills: [{ id: 1, until: 600 }, { id: 2 }] }],
})
const [never, atTimes] = schedule.employees
const [spot] = schedule.spots
const [first, second] = schedule.shifts

const idsOf = (asked: readonly AskedSkill[]): unknown[] => asked.map(({ id }) => id)

test('many skills of which somebody holds some at no time are looked for once, and not for each shift', () => {
  const many = { ...spot!, skills: Array.from({ length: 9 }, (_, at) => spot!.skills[at % 3]!) }
  expect(missingSkills(never!, many, first!).ofSpot).toHaveLength(6)
  expect(missingSkills(never!, many, second!).ofSpot).toBe(missingSkills(never!, many, first!).ofSpot)
})

test('a few skills are looked for in each shift: nothing is remembered of employees and spots, whose pairs may be millions', () => {
  expect(idsOf(missingSkills(never!, spot!, first!).ofSpot)).toEqual([3, 2])
  expect(missingSkills(never!, spot!, second!).ofSpot).not.toBe(missingSkills(never!, spot!, first!).ofSpot)
})

test('skills that somebody holds at times are missing at others, in the order in which they are asked for', () => {
  expect(idsOf(missingSkills(atTimes!, spot!, first!).ofSpot)).toEqual([3])
  expect(idsOf(missingSkills(atTimes!, spot!, second!).ofSpot)).toEqual([3, 1])
})
