import { expect, test } from 'vitest'
import type { Schedule } from '../../model/schedule.ts'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import { alikeSpots } from './alike-spots.ts'
import { compile } from './compile.ts'

const asked = (...ids: readonly number[]) => ids.map((id) => ({ id, minLevel: 1 }))
const { schedule } = sampleSchedule({ employees: [{}], shifts: [{ from: 480, to: 960, employee: null }] })
const spot = { ...schedule.spots[0]!, teams: [], skills: [], singleEmployeePerWeekPreferred: false }

function alike(spots: readonly object[], over: Partial<Schedule> = {}): number[] {
  return [...alikeSpots({ ...schedule, spots: spots.map((own) => ({ ...spot, ...own })), ...over })]
}

test('spots that ask for the same are alike, whatever they are called and in which order they name it', () => {
  expect(
    alike([
      { name: 'a', skills: asked(1, 2) },
      { name: 'b', skills: asked(2, 1) },
      { name: 'c', skills: asked(1) },
    ]),
  ).toEqual([0, 0, 2])
})

test('spots are apart where rules tell them apart', () => {
  for (const own of [{ teams: [1] }, { skills: asked(1) }, { requiresRestAfterShiftHere: true }, { requiresRestOfMinutes: 60 }])
    expect(alike([{}, own]), JSON.stringify(own)).toEqual([0, 1])
  expect(alike([{ skills: asked(1) }, { skills: [{ id: 1, minLevel: 2 }] }, { skills: asked(2) }])).toEqual([0, 1, 2])
  expect(alike([{ singleEmployeePerWeekPreferred: true }, { singleEmployeePerWeekPreferred: true }])).toEqual([0, 1])
  expect(alike([{}, {}], { shifts: [{ ...schedule.shifts[0]!, allowedCollisionSpots: [schedule.spots[0]!.id] }] })).toEqual([0, 1])
  expect(alike([{}, {}], { shiftDependencyRules: [{} as Schedule['shiftDependencyRules'][number]] })).toEqual([0, 1])
})

test('shifts of the same time at spots that are alike are seats of one demand', () => {
  const shift = schedule.shifts[0]!
  const two = { ...schedule, spots: [spot, { ...spot, id: 99 as typeof spot.id }], shifts: [shift, { ...shift, spotIndex: 1 }] }
  expect(compile(two).demands.count).toBe(1)
})
