import { expect, test } from 'vitest'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import type { Wish } from '../../model/schedule.ts'
import { compile } from '../instance/compile.ts'
import { OFF } from '../instance/duties.ts'
import { fitCostOf } from './fit-cost.ts'

const DAY_MIN = 1440
const SHIFT = 1

/** What a shift costs, and what a day off does, on a Monday for which the employee has such a wish of weight 3. */
function costsUnder(type: Wish['type'], days = 1) {
  const { schedule } = sampleSchedule({
    employees: [{ wishes: [{ type, from: 0, to: days * DAY_MIN, weight: 3 }] }],
    shifts: Array.from({ length: 2 }, (_, day) => ({ from: day * DAY_MIN + 480, to: day * DAY_MIN + 960, employee: null })),
    weights: { undesired: [0, 1, 0, 0], desired: [0, 1, 0, 0] },
  })
  const instance = compile(schedule)
  const costs = { factors: Float64Array.of(1000, 10, 0, 0), perUnit: Float64Array.from(instance.units, (_, k) => 10 * instance.weights[4 * k + 1]!) }
  const day = instance.demands.day[0]!
  return { shift: fitCostOf(instance, costs, 0, day, SHIFT), off: fitCostOf(instance, costs, 0, day, OFF) }
}

test('a shift costs what it weighs to be free', () => {
  expect(costsUnder('UNDESIRED')).toEqual({ shift: 30, off: 0 })
})

test('a shift saves what it weighs to work, where no other day could meet the wish', () => {
  expect(costsUnder('DESIRED')).toEqual({ shift: -30, off: 0 })
  expect(costsUnder('DESIRED', 2)).toEqual({ shift: 0, off: 0 })
})
