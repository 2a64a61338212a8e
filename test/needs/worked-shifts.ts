import { formatDateTime } from '../../src/api/times.ts'
import { withShiftsWrittenOut } from '../../src/api/write-out-shifts.ts'
import { createOffsetReader } from '../../src/model/calendar.ts'
import { NOBODY, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { Identifier } from '../../src/model/units.ts'

/** One shift of an answer: what was posted of it that a planner looks at, and who works it. */
export interface Worked {
  readonly id: Identifier
  readonly spot: Identifier
  readonly start: string
  readonly end: string
  readonly tags?: readonly string[]
  readonly by: readonly Identifier[]
}

/** Posted shifts, and behind them those that were found. */
export function workedShifts(document: { readonly shifts: readonly Worked[] }, schedule: Schedule, roster: Roster): Worked[] {
  const workedBy: ReadonlyMap<Identifier, readonly number[]> = Map.groupBy(
    [...schedule.shifts.keys()].filter((index) => roster[index] !== NOBODY),
    (index) => schedule.shifts[index]!.id,
  )
  const by = (id: Identifier): Identifier[] => (workedBy.get(id) ?? []).map((index) => schedule.employees[roster[index]!]!.id)
  const posted = withShiftsWrittenOut(document).shifts.map((shift) => ({ ...shift, by: by(shift.id) }))
  const { calendar, spots } = schedule
  const offsetAt = createOffsetReader(calendar.timeZone)
  const write = (minute: number): string => formatDateTime(calendar.originEpochMin + minute, offsetAt(calendar.originEpochMin + minute))
  const found = schedule.shifts
    .filter(({ template }) => template !== undefined)
    .map(({ id, spotIndex, start, end, tags }) => ({ id, spot: spots[spotIndex]!.id, start: write(start), end: write(end), tags, by: by(id) }))
  return [...posted, ...found]
}
