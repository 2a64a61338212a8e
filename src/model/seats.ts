import { isDecided, NOBODY, rosterAsPosted, type Roster } from './roster.ts'
import type { Schedule, Shift } from './schedule.ts'

/** A shift as it was posted: the seats `from` up to but without `to` of `schedule.shifts`. */
export interface PostedShift {
  readonly from: number
  readonly to: number
}

/** The shifts as they were posted, in order: one range for each. */
export function postedShifts(shifts: readonly Pick<Shift, 'id' | 'seats'>[]): PostedShift[] {
  const posted: PostedShift[] = []
  for (let from = 0; from < shifts.length; ) {
    const to = endOfSeats(shifts, from)
    posted.push({ from, to })
    from = to
  }
  return posted
}

/** The end, exclusive, of the seats of the posted shift whose first is at `from`. */
function endOfSeats(shifts: readonly Pick<Shift, 'id' | 'seats'>[], from: number): number {
  const { id, seats } = shifts[from]!
  let to = from + 1
  if (seats !== undefined) while (to < shifts.length && shifts[to]!.id === id) to += 1
  return to
}

/** The seats of the posted shift of which `seat` is one. */
export function seatsAround(shifts: readonly Pick<Shift, 'id' | 'seats'>[], seat: number): PostedShift {
  const { id, seats } = shifts[seat]!
  let from = seat
  if (seats !== undefined) while (from > 0 && shifts[from - 1]!.id === id) from -= 1
  return { from, to: endOfSeats(shifts, from) }
}

/** All seats of a posted shift, in order. */
export function seatsOf({ from, to }: PostedShift): number[] {
  return Array.from({ length: to - from }, (_, seat) => from + seat)
}

/** The roster that people were told of: as it came, and on seats that came empty those who were taken off them. */
export function rosterAsTold(schedule: Schedule): Roster {
  const roster = rosterAsPosted(schedule)
  for (const range of postedShifts(schedule.shifts)) {
    const { takenFrom } = schedule.shifts[range.from]!
    if (takenFrom === undefined) continue
    const there = new Set(roster.subarray(range.from, range.to))
    const gone = takenFrom.filter((employee) => !there.has(employee))
    const empty = seatsOf(range).filter((seat) => roster[seat] === NOBODY)
    for (const [at, seat] of empty.slice(0, gone.length).entries()) roster[seat] = gone[at]!
  }
  return roster
}

/** By seat: the position among the posted shifts. */
function postedPositions(shifts: readonly Pick<Shift, 'id' | 'seats'>[]): Int32Array {
  const positions = new Int32Array(shifts.length)
  for (const [position, { from, to }] of postedShifts(shifts).entries()) positions.fill(position, from, to)
  return positions
}

/** As `postedPositions`, which are looked up when the first is asked for. */
export function createPositionReader(shifts: readonly Pick<Shift, 'id' | 'seats'>[]): (seat: number) => number {
  let positions: Int32Array | null = null
  return (seat) => (positions ??= postedPositions(shifts))[seat]!
}

/** Who works a posted shift, as positions of employees: who came with it first, in the order of its seats, and then the others by position. */
export function peopleOf({ shifts }: Pick<Schedule, 'shifts'>, roster: Roster, { from, to }: PostedShift): number[] {
  const now = new Set<number>()
  for (let seat = from; seat < to; seat += 1) if (roster[seat] !== NOBODY) now.add(roster[seat]!)
  const people: number[] = []
  for (let seat = from; seat < to; seat += 1) {
    const { employeeIndex } = shifts[seat]!
    if (employeeIndex !== null && now.delete(employeeIndex)) people.push(employeeIndex)
  }
  return [...people, ...[...now].sort((a, b) => a - b)]
}

/**
 * Puts people on the seats of one posted shift, in place: those who are decided where they are, whoever came with it on their own seat where that is
 * one of those to fill, the others on what is left. Seats are filled from the first. There must be a seat for each.
 */
export function seatPeople({ shifts }: Pick<Schedule, 'shifts'>, roster: Roster, { from, to }: PostedShift, people: readonly number[]): void {
  const left = new Set(people)
  const free: number[] = []
  for (let seat = from; seat < to; seat += 1) {
    const shift = shifts[seat]!
    roster[seat] = NOBODY
    if (!isDecided(shift)) free.push(seat)
    else if (shift.employeeIndex !== null && left.delete(shift.employeeIndex)) roster[seat] = shift.employeeIndex
  }
  const taken = free.slice(0, left.size)
  for (const seat of taken) {
    const { employeeIndex } = shifts[seat]!
    if (employeeIndex !== null && left.delete(employeeIndex)) roster[seat] = employeeIndex
  }
  const others = [...left]
  for (const seat of taken) if (roster[seat] === NOBODY) roster[seat] = others.shift() ?? NOBODY
}
