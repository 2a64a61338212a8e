import { isDecided, NOBODY, type Roster } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import { postedShifts, seatsAround, seatsOf } from '../../model/seats.ts'
import type { UnassignedShift } from '../../model/solution.ts'
import { Probe } from './probe.ts'

/** An empty shift without the cause, which takes words for people. */
export interface EmptyShift extends Omit<UnassignedShift, 'cause'> {
  /** Why it was not looked up what stands in the way of each employee; null = it was. A shift that is fixed empty is for nobody. */
  readonly leftOutFor: 'pairs' | 'time' | 'decided' | null
}

/** Pairs of an empty shift and an employee that are explained at most; mandatory shifts come first (docs/limits.md). */
export const MAX_EXPLAINED_PAIRS = 200_000
/** Employees of one shift after whom it is asked again whether the time is over: of thousands each can take milliseconds. */
const EMPLOYEES_AT_A_TIME = 64

/**
 * For every shift of the horizon that is empty, or lacks somebody on its seats, and every employee: the score change of assigning, and the rules that would cost more than now.
 * In order of the schedule. What is fixed empty is listed with no employees. Once `MAX_EXPLAINED_PAIRS` are reached, or `isOver`, which is asked before each shift and again after some employees, the remaining shifts are
 * listed with no employees.
 */
export function explainUnassigned(schedule: Schedule, roster: Roster, isOver: () => boolean): EmptyShift[] {
  const missed = missedSeats(schedule, roster)
  const empty = [...missed.keys()]
  if (empty.length === 0) return []
  const probe = isOver() ? null : new Probe(schedule, roster)
  const byUrgency = [...empty].sort((a, b) => rank(schedule, a) - rank(schedule, b) || a - b)
  const explained = new Map<number, EmptyShift>()
  let pairs = 0
  for (const index of byUrgency) {
    const { id: shiftId, seats } = schedule.shifts[index]!
    const told = seats === undefined ? { shiftId } : { shiftId, emptySeats: missed.get(index)! }
    if (isDecided(schedule.shifts[index]!)) {
      explained.set(index, { ...told, complete: true, leftOutFor: 'decided', employees: [] })
      continue
    }
    const isTooMuch = pairs + schedule.employees.length > MAX_EXPLAINED_PAIRS
    const employees = isTooMuch || probe === null || isOver() ? null : explainShift(probe, index, isOver)
    if (employees === null) {
      explained.set(index, { ...told, complete: false, leftOutFor: isTooMuch ? 'pairs' : 'time', employees: [] })
      continue
    }
    pairs += schedule.employees.length
    explained.set(index, { ...told, complete: true, leftOutFor: null, employees })
  }
  return empty.map((index) => explained.get(index)!)
}

/** By an empty seat of each shift that lacks somebody: how many it lacks. Nobody misses those beyond the ideal of a shift. */
function missedSeats({ shifts }: Schedule, roster: Roster): Map<number, number> {
  const missed = new Map<number, number>()
  for (const posted of postedShifts(shifts)) {
    const { from, to } = posted
    if (shifts[from]!.historic) continue
    const empty = seatsOf(posted).filter((seat) => roster[seat] === NOBODY)
    const lacking = (shifts[from]!.seats?.ideal ?? 1) - (to - from - empty.length)
    if (lacking > 0) missed.set(empty[0]!, lacking)
  }
  return missed
}

/** For every employee who is not on it, in order: the score change of giving them a shift with an empty seat, and the rules that would cost more than now; null where it is over before the last of them. */
function explainShift(probe: Probe, shift: number, isOver: () => boolean): UnassignedShift['employees'] | null {
  const { schedule, roster } = probe
  const { from, to: end } = seatsAround(schedule.shifts, shift)
  const people = new Set(roster.subarray(from, end))
  const explained: UnassignedShift['employees'][number][] = []
  for (const [to, { id }] of schedule.employees.entries()) {
    if (to > 0 && to % EMPLOYEES_AT_A_TIME === 0 && isOver()) return null
    if (people.has(to)) continue
    const { change, settings } = probe.explain([{ shift, from: NOBODY, to }])
    explained.push({ employeeId: id, scoreChange: change, settings })
  }
  return explained
}

function rank(schedule: Schedule, index: number): number {
  return schedule.shifts[index]!.importance === 'MANDATORY' ? 0 : 1
}
