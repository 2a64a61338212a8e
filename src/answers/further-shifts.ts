import { coverageOf } from '../checker/demand-course.ts'
import type { CoverageStretch } from '../model/demand.ts'
import { NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule, Shift } from '../model/schedule.ts'
import type { Identifier, ShiftId, SpotId } from '../model/units.ts'

/** A schedule with further shifts that its templates allow, which nobody works and nobody misses; they stand behind all others, from position `first` on. */
export interface Furthered {
  readonly schedule: Schedule
  readonly roster: Roster
  readonly first: number
}

/** The times at which somebody is missing by a roster. */
export function shortTimesOf(schedule: Schedule, roster: Roster): CoverageStretch[] {
  return coverageOf(schedule, roster).filter(({ missing }) => missing > 0)
}

/** By spot of a demand: the shifts that templates allow. */
export function candidatesByDemand({ candidates = [], spots, demands = [] }: Schedule): ReadonlyMap<Identifier, readonly Shift[]> {
  const bySpot = Map.groupBy(candidates, ({ spotIndex }): SpotId => spots[spotIndex]!.id)
  return new Map(demands.map(({ id, spotId }) => [id, bySpot.get(spotId) ?? []]))
}

/** Adds shifts to a schedule, named on behind those that were found already. */
export function withFurther(schedule: Schedule, roster: Roster, further: readonly Shift[]): Furthered {
  const numbers = new Map<string, number>()
  const taken = new Set(schedule.shifts.map(({ id }) => id))
  const named = further.map((shift): Shift => {
    let n = numbers.get(String(shift.id)) ?? 0
    do n += 1
    while (taken.has(`${shift.id}/${n}` as ShiftId))
    numbers.set(String(shift.id), n)
    return { ...shift, id: `${shift.id}/${n}` as ShiftId }
  })
  const people = new Int32Array(roster.length + named.length).fill(NOBODY)
  people.set(roster)
  return { schedule: { ...schedule, shifts: [...schedule.shifts, ...named] }, roster: people, first: schedule.shifts.length }
}

/** Minutes of a time that a shift has in common with it. */
export function commonMinutes({ start, end }: Pick<Shift, 'start' | 'end'>, time: Pick<CoverageStretch, 'start' | 'end'>): number {
  return Math.max(0, Math.min(end, time.end) - Math.max(start, time.start))
}
