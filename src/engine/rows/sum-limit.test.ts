import { expect, test } from 'vitest'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import { compile } from '../instance/compile.ts'
import { wholeSpan } from '../scoring/one-row.ts'
import { createState } from '../scoring/state.ts'
import { costAlong } from './resource.ts'
import { limitResource, sumOfRow, sumsThatCost } from './sum-limit.ts'

const DAY_MIN = 1440
const DAYS = 4

/** One employee, a shift on each of four days, and a rule that counts them. */
function countedShifts() {
  const { schedule, roster } = sampleSchedule({
    employees: [{ contract: { maxShiftsTotal: 2 } }],
    shifts: Array.from({ length: DAYS }, (_, day) => ({ from: day * DAY_MIN + 480, to: day * DAY_MIN + 960, employee: null })),
    weights: { assignShift: [1, 0, 0, 0], totalWork: [0, 1, 0, 0] },
  })
  const { instance } = createState(compile(schedule), roster)
  const [rule] = sumsThatCost(instance, 0, { perUnit: new Float64Array(instance.units.length).fill(1), forbidden: 10 })
  const { from } = wholeSpan({ instance })
  const options = Array.from({ length: instance.dayCount }, (_, day) => [0, ...[...instance.openDemands[day]!].map((d) => d + 1)])
  /** The first of the shifts, so many. */
  const rowOf = (shifts: number): Int32Array => Int32Array.from(options, (duties, day) => (day < from + shifts ? (duties[1] ?? 0) : 0))
  return { instance, rule: rule!, options, rowOf }
}

test('a row keeps the limits of a sum that lies between them, both included', () => {
  const { instance, rule, options, rowOf } = countedShifts()
  for (const { min, max, kept } of [
    { min: 0, max: 4, kept: [0, 1, 2, 3, 4] },
    { min: 2, max: 3, kept: [2, 3] },
    { min: 1, max: 1, kept: [1] },
    { min: 3, max: Infinity, kept: [3, 4] },
  ]) {
    const limited = [0, 1, 2, 3, 4].filter((shifts) => costAlong(limitResource(instance, 0, options, { rule, min, max }, 100), rowOf(shifts)) === 0)
    expect(limited, `${min} to ${max}`).toEqual(kept)
  }
})

test('a row that leaves its limits costs at least as much as is said', () => {
  const { instance, rule, options, rowOf } = countedShifts()
  for (const shifts of [0, 1, 3, 4]) {
    expect(sumOfRow(instance, rule, 0, rowOf(shifts))).toBe(shifts)
    expect(costAlong(limitResource(instance, 0, options, { rule, min: 2, max: 2 }, 100), rowOf(shifts))).toBeGreaterThanOrEqual(100)
  }
})
