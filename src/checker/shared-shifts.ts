import { invariant } from '../model/errors.ts'
import { isDecided, NOBODY, type Roster } from '../model/roster.ts'
import type { Shift } from '../model/schedule.ts'

/** The seats of one posted shift that has `seats`: positions in `schedule.shifts`, in order. */
export type SharedShift = readonly number[]

/** The shifts that have seats, each with its seats; those are neighbours that share an id. */
export function sharedShifts(shifts: readonly Shift[]): SharedShift[] {
  const found: number[][] = []
  for (const [position, { id, seats }] of shifts.entries()) {
    if (seats === undefined) continue
    const last = found.at(-1)
    if (last !== undefined && last.at(-1) === position - 1 && shifts[position - 1]!.id === id) last.push(position)
    else found.push([position])
  }
  return found
}

/**
 * The same people on the same shifts, each seat of a shift taken before the next one: it makes no difference which of its seats somebody has. Decided seats stay as they are. A roster
 * in which somebody has two seats of one shift is none.
 */
export function withSeatsInOrder(shifts: readonly Shift[], roster: Roster): Roster {
  const shared = sharedShifts(shifts)
  if (shared.length === 0) return roster
  const ordered = roster.slice()
  for (const seats of shared) {
    const people = seats.map((seat) => roster[seat]!).filter((employee) => employee !== NOBODY)
    invariant(new Set(people).size === people.length, `nobody has two seats of shift ${shifts[seats[0]!]!.id}`)
    const open = seats.filter((seat) => !isDecided(shifts[seat]!))
    const movable = open.map((seat) => roster[seat]!).filter((employee) => employee !== NOBODY)
    for (const [at, seat] of open.entries()) ordered[seat] = movable[at] ?? NOBODY
  }
  return ordered
}
