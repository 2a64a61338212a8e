import { expect, test } from 'vitest'
import { type Sample, sampleSchedule } from '../../../test/sample-schedule.ts'
import { judge } from '../../checker/check.ts'
import type { Roster } from '../../model/roster.ts'
import { compile } from '../instance/compile.ts'
import { penaltyStep } from './penalty-step.ts'

const DAY_MIN = 1440

/** Two employees, one of whom would rather not work on the second day, and a shift on each of three days. */
function ward(over: Partial<Sample>) {
  return sampleSchedule({
    employees: [{ wishes: [{ type: 'UNDESIRED', from: DAY_MIN, to: 2 * DAY_MIN }] }, {}],
    shifts: [0, 1, 2].map((day) => ({ from: day * DAY_MIN + 480, to: day * DAY_MIN + 960, employee: null })),
    weights: { assignShift: [60, 0, 0, 0], undesired: [0, 84, 0, 0], totalWork: [0, 0, 0, 0] },
    ...over,
  }).schedule
}

test('the step of a priority divides what everything on it costs', () => {
  const instance = compile(ward({}))
  expect([0, 1, 2].map((priority) => penaltyStep(instance, priority))).toEqual([60, 84, 1])
  expect(penaltyStep(compile(ward({ weights: { assignShift: [60, 60, 0, 0], undesired: [0, 84, 0, 0] } })), 1)).toBe(12)
})

test('wishes to work count by their own weights', () => {
  const desired = [6, 9].map((weight, day) => ({ type: 'DESIRED' as const, from: day * DAY_MIN, to: (day + 1) * DAY_MIN, weight }))
  expect(penaltyStep(compile(ward({ employees: [{ wishes: desired }, {}], weights: { desired: [0, 10, 0, 0] } })), 1)).toBe(30)
})

test('the penalties of any two rosters differ by a multiple of it', () => {
  for (const weights of [
    { assignShift: [60, 90, 0, 0], undesired: [0, 84, 0, 0] },
    { assignShift: [7, 0, 0, 0], undesired: [21, 10, 0, 0], maxConsecutiveDays: [14, 4, 0, 0] },
    { assignShift: [3, 0, 0, 0], undesired: [9, 6, 0, 0], evenShiftDistribution: [0, 4, 0, 0] },
  ] as NonNullable<Sample['weights']>[]) {
    const schedule = ward({ weights })
    const instance = compile(schedule)
    const rosters: Roster[] = Array.from({ length: 27 }, (_, n) => Int32Array.of((n % 3) - 1, (Math.floor(n / 3) % 3) - 1, Math.floor(n / 9) - 1))
    const scores = rosters.map((roster) => judge(schedule, roster).score)
    for (const priority of [0, 1] as const) {
      const step = penaltyStep(instance, priority)
      for (const score of scores) expect(Math.abs(score[priority] - scores[0]![priority]) % step, JSON.stringify(weights)).toBe(0)
    }
  }
})
