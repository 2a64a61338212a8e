import { expect } from 'vitest'
import { readSolution } from '../../api/read-solution.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import type { AnyJson } from '../../api/ward.fixture.ts'
import { withShiftsWrittenOut } from '../../api/write-out-shifts.ts'
import { replan, type ReplanResult } from './replan.ts'

/** Where the solved week is called back. */
export const CALLBACK = {
  callbackUrl: 'https://consumer.example/hooks/solved',
  callbackAuthenticationHeaderName: 'X-API-Key',
  callbackAuthenticationHeaderValue: 'secret',
}

/** A shift from 7 to 15 on a day of March 2026. */
export const shift = (id: number | string, day: number, more: AnyJson = {}): AnyJson => ({
  id,
  spot: 1,
  start: `2026-03-0${day}T07:00:00+01:00`,
  end: `2026-03-0${day}T15:00:00+01:00`,
  ...more,
})

/** Monday 2 to Friday 6 March: one shift a day, 1 to 5, after a historic one, 9; shift 3 has two seats. */
export function week(more: AnyJson = {}): AnyJson {
  return {
    ...CALLBACK,
    name: 'Week',
    reference: 'W10',
    labels: { ward: '3' },
    timeZone: 'Europe/Copenhagen',
    employees: [1, 2, 3].map((id) => ({ id, contract: {} })),
    shifts: [
      shift(9, 1, { historic: true, employee: 1 }),
      shift(1, 2),
      shift(2, 3, { fixed: true, employee: 2 }),
      shift(3, 4, { seats: { min: 2 } }),
      shift(4, 5),
      shift(5, 6),
    ],
    spots: [{ id: 1 }],
    ...more,
  }
}

/** Who works which of them, by shift. */
export const SOLVED: Readonly<Record<number, number | null | readonly number[]>> = { 9: 1, 1: 1, 2: 2, 3: [1, 2], 4: 3, 5: null }

/** What a request makes of the solved week, or of another. */
export function replanned(request: AnyJson, posted: AnyJson = week(), solved = SOLVED): ReplanResult {
  const { submission, errors } = readSubmission(posted, { callback: 'required' })
  expect(errors).toEqual([])
  const shifts = withShiftsWrittenOut(posted).shifts.map(({ id }: { id: number }) => {
    const who = solved[id] ?? null
    return Array.isArray(who) ? { id, employees: who } : { id, employee: who }
  })
  const { roster, errors: unfit } = readSolution({ shifts }, submission!.schedule)
  expect(unfit).toEqual([])
  return replan({ posted, schedule: submission!.schedule, roster: roster! }, request, { callback: 'required' })
}

/** What the shifts of the new document say of who works them. */
export function rosterOf({ replanned: made, errors }: ReplanResult): AnyJson {
  expect(errors).toEqual([])
  const shifts = made!.document['shifts'] as AnyJson[]
  return Object.fromEntries(shifts.map(({ id, employee, employees, fixed = false }) => [id, [employees ?? employee, fixed]]))
}

/** An absence, of one day if no end is named. */
export const absent = (employeeId: number, start: string, end = start, more: AnyJson = {}): AnyJson => ({
  absent: { employeeId, start, end, ...more },
})
