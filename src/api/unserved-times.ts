import type { Demand, Schedule } from '../model/schedule.ts'
import type { SpotId } from '../model/units.ts'

/** A time at which a demand asks for more people than shifts at its spot could take. In minutes of the calendar; the end exclusive. */
export interface UnservedTime {
  readonly start: number
  readonly end: number
  /** How many are asked for by all demands of the spot. */
  readonly wanted: number
  /** Seats of posted shifts; no template makes a shift then. */
  readonly seats: number
}

interface Change {
  readonly at: number
  readonly wanted: number
  readonly seats: number
  readonly made: number
}

/**
 * By spot: the times at which the `min` of its demands comes to more than the seats of posted shifts, and no shift can be made; in order, none touching the next with the same numbers.
 * Seats that are fixed empty, and shifts before the horizon, do not count.
 */
export function unservedTimes({ demands = [], candidates = [], shifts, spots }: Schedule): ReadonlyMap<SpotId, readonly UnservedTime[]> {
  const times = new Map<SpotId, readonly UnservedTime[]>()
  for (const [spotId, own] of Map.groupBy(demands, (demand: Demand) => demand.spotId)) {
    const isHere = ({ spotIndex }: { readonly spotIndex: number }): boolean => spots[spotIndex]?.id === spotId
    const taken = shifts.filter((shift) => isHere(shift) && !shift.historic && !(shift.fixed && shift.employeeIndex === null))
    times.set(
      spotId,
      sweep([
        ...own.flatMap(({ openings, min }) => openings.flatMap((span) => changesOf(span, { wanted: min, seats: 0, made: 0 }))),
        ...taken.flatMap((shift) => changesOf(shift, { wanted: 0, seats: 1, made: 0 })),
        ...candidates.filter(isHere).flatMap((shift) => changesOf(shift, { wanted: 0, seats: 0, made: 1 })),
      ]),
    )
  }
  return times
}

function changesOf({ start, end }: { readonly start: number; readonly end: number }, by: Omit<Change, 'at'>): Change[] {
  return [
    { at: start, ...by },
    { at: end, wanted: -by.wanted, seats: -by.seats, made: -by.made },
  ]
}

function sweep(changes: Change[]): UnservedTime[] {
  changes.sort((a, b) => a.at - b.at)
  const unserved: UnservedTime[] = []
  let [wanted, seats, made] = [0, 0, 0]
  for (const [index, change] of changes.entries()) {
    wanted += change.wanted
    seats += change.seats
    made += change.made
    const end = changes[index + 1]?.at ?? change.at
    if (end === change.at || made > 0 || wanted <= seats) continue
    const last = unserved.at(-1)
    if (last?.end === change.at && last.wanted === wanted && last.seats === seats) unserved[unserved.length - 1] = { ...last, end }
    else unserved.push({ start: change.at, end, wanted, seats })
  }
  return unserved
}
