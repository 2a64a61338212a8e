import { explainUnassigned } from '../engine/explain/unassigned.ts'
import type { Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { compareScores, PERFECT } from '../model/score.ts'
import type { UnassignedShift } from '../model/solution.ts'

/** Every empty shift of the horizon with what stands in everybody's way, and the cause in one sentence. */
export function explainEmptyShifts(schedule: Schedule, roster: Roster): UnassignedShift[] {
  return explainUnassigned(schedule, roster).map((empty) => ({ ...empty, cause: causeOf(empty) }))
}

function causeOf({ employees, complete }: Omit<UnassignedShift, 'cause'>): string {
  if (!complete) return 'Too many shifts are empty to explain them all.'
  if (employees.length === 0) return 'There are no employees.'
  const better = employees.filter(({ scoreChange }) => compareScores(scoreChange, PERFECT) < 0)
  if (better.length > 0) return `The roster is not at its best: it would gain by ${better.length} of the ${employees.length} employees.`
  return `Each of the ${employees.length} employees would break a rule that costs at least as much as the empty shift.`
}
