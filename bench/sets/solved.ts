import { readSubmission } from '../../src/api/read-schedule.ts'
import { readSolution } from '../../src/api/read-solution.ts'
import { invariant } from '../../src/model/errors.ts'
import { materialised } from '../../src/model/generated-shifts.ts'
import type { Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { ScheduleDocument, SolvedDocument } from './set.ts'

/** An imported document and what was made of it, in the words of the model. */
export function readSolved(document: ScheduleDocument, solved: SolvedDocument): { readonly schedule: Schedule; readonly roster: Roster } {
  const { submission } = readSubmission(document, { callback: 'optional' })
  invariant(submission !== null, 'an imported schedule is valid')
  const { schedule } = submission
  const { roster } = readSolution(solved, schedule)
  invariant(roster !== null, 'what we solved is a solution')
  return materialised(schedule, roster)
}
