import { expect, test } from 'vitest'
import { readSubmission } from '../../api/read-schedule.ts'
import { NOBODY } from '../../model/roster.ts'
import { compile } from '../instance/compile.ts'
import { addPlainChangeOfRow, createShapeScratch } from './shape-change.ts'
import { createState } from './state.ts'

const times = ([from, to]: readonly [from: string, to: string], id: number) => ({
  id,
  spot: 1,
  start: `2026-03-02T${from}:00Z`,
  end: `2026-03-02T${to}:00Z`,
})

/** Ten hours of a day. */
const FREE = {
  id: 1,
  employeeId: 1,
  windowStart: '2026-03-02',
  windowEnd: '2026-03-03',
  demand: { requiredUnitCount: 1 },
  counting: { shortUnitMinimumMinutes: 600 },
}

test('a free period is counted again where a day begins and ends as before, and has a gap that it had not', () => {
  const { submission, errors } = readSubmission(
    {
      timeZone: 'UTC',
      employees: [{ id: 1, contract: {} }],
      freePeriodRequirements: [FREE],
      spots: [{ id: 1 }],
      shifts: [['08:00', '20:00'] as const, ['08:00', '09:00'] as const, ['19:00', '20:00'] as const].map((one, i) => times(one, i + 1)),
    },
    { callback: 'optional' },
  )
  expect(errors).toEqual([])
  const { schedule } = submission!
  const instance = compile(schedule)
  const [whole, apart] = [[0], [1, 2]].map((held) =>
    createState(
      instance,
      Int32Array.from(schedule.shifts, (_, i) => (held.includes(i) ? 0 : NOBODY)),
    ),
  )
  const units = new Float64Array(instance.weights.length / 4)
  addPlainChangeOfRow(whole!, 0, 0, 0, apart!.cells, createShapeScratch(instance), units)
  expect([...units].filter((unit) => unit !== 0)).toEqual([-1])
})
