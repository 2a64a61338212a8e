import { NOBODY, type Roster } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import type { UnassignedShift } from '../../model/solution.ts'
import { Probe } from './probe.ts'

/** An empty shift without the cause, which takes words for people. */
export interface EmptyShift extends Omit<UnassignedShift, 'cause'> {
  /** Why it was not looked up what stands in the way of each employee; null = it was. */
  readonly leftOutFor: 'pairs' | 'time' | null
}

/** Pairs of an empty shift and an employee that are explained at most; mandatory shifts come first (docs/limits.md). */
export const MAX_EXPLAINED_PAIRS = 200_000

/**
 * For every empty shift of the horizon and every employee: the score change of assigning, and the rules that would cost more than now.
 * In order of the schedule. Once `MAX_EXPLAINED_PAIRS` are reached, or `isOver`, which is asked before each shift, the remaining shifts are listed
 * with no employees.
 */
export function explainUnassigned(schedule: Schedule, roster: Roster, isOver: () => boolean): EmptyShift[] {
  const empty = schedule.shifts.flatMap((shift, index) => (roster[index] === NOBODY && !shift.historic ? [index] : []))
  if (empty.length === 0) return []
  const probe = isOver() ? null : new Probe(schedule, roster)
  const byUrgency = [...empty].sort((a, b) => rank(schedule, a) - rank(schedule, b) || a - b)
  const explained = new Map<number, EmptyShift>()
  let pairs = 0
  for (const index of byUrgency) {
    const shiftId = schedule.shifts[index]!.id
    const isTooMuch = pairs + schedule.employees.length > MAX_EXPLAINED_PAIRS
    if (isTooMuch || probe === null || isOver()) {
      explained.set(index, { shiftId, complete: false, leftOutFor: isTooMuch ? 'pairs' : 'time', employees: [] })
      continue
    }
    pairs += schedule.employees.length
    explained.set(index, { shiftId, complete: true, leftOutFor: null, employees: explainShift(probe, index) })
  }
  return empty.map((index) => explained.get(index)!)
}

/** For every employee, in order: the score change of giving them a shift that is empty, and the rules that would cost more than now. */
export function explainShift(probe: Probe, shift: number): UnassignedShift['employees'] {
  return probe.schedule.employees.map(({ id }, to) => {
    const { change, settings } = probe.explain([{ shift, from: NOBODY, to }])
    return { employeeId: id, scoreChange: change, settings }
  })
}

function rank(schedule: Schedule, index: number): number {
  return schedule.shifts[index]!.importance === 'MANDATORY' ? 0 : 1
}
