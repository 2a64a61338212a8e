import { isDecided, NOBODY, rosterOfDecided, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { seatGroups } from './seated.ts'

/** The seats of one shift that are to be filled, and who may have one of them: nobody has two. */
interface Open {
  readonly seats: readonly number[]
  readonly free: readonly number[]
}

function openOf(schedule: Schedule): Open[] {
  return seatGroups(schedule).flatMap((all) => {
    const seats = all.filter((seat) => !isDecided(schedule.shifts[seat]!))
    if (seats.length === 0) return []
    const taken = all.flatMap((seat) => (seats.includes(seat) ? [] : [schedule.shifts[seat]!.employeeIndex ?? NOBODY]))
    return [{ seats, free: [...schedule.employees.keys()].filter((employee) => !taken.includes(employee)) }]
  })
}

/** All ways to choose at most so many. */
function* choices(from: readonly number[], most: number): Generator<readonly number[]> {
  if (from.length === 0 || most === 0) {
    yield []
    return
  }
  const [first, ...others] = from
  yield* choices(others, most)
  for (const chosen of choices(others, most - 1)) yield [first!, ...chosen]
}

/** How many rosters a schedule has; seats of one shift are taken in one order. */
export function countRosters(schedule: Schedule): number {
  return openOf(schedule).reduce((product, { seats, free }) => product * [...choices(free, seats.length)].length, 1)
}

/** Every one of them. The roster that is handed over is changed afterwards. */
export function* allRosters(schedule: Schedule): Generator<Roster> {
  const roster = rosterOfDecided(schedule)
  const open = openOf(schedule)
  function* place(at: number): Generator<Roster> {
    if (at === open.length) {
      yield roster
      return
    }
    const { seats, free } = open[at]!
    for (const chosen of choices(free, seats.length)) {
      seats.forEach((seat, i) => (roster[seat] = chosen[i] ?? NOBODY))
      yield* place(at + 1)
    }
  }
  yield* place(0)
}
