import { readSolution } from '../api/read-solution.ts'
import { GatewayError } from '../model/errors.ts'
import type { Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { readDocument } from './read-document.ts'
import { readScheduleOf } from './solve.ts'
import type { Terminal } from './terminal.ts'

/** A schedule, who works in it, and the solution as it was given. */
interface Solved {
  readonly schedule: Schedule
  readonly roster: Roster
  readonly document: unknown
}

/** Reads a schedule and a solution of it from files; `-` is stdin. Throws `schedule-invalid` when they do not belong together. */
export async function readSolved(terminal: Terminal, paths: { readonly schedule: string; readonly solution: string }): Promise<Solved> {
  const schedule = readScheduleOf(terminal, await readDocument(terminal, paths.schedule))
  const { document } = await readDocument(terminal, paths.solution)
  const { roster, errors } = readSolution(document, schedule)
  if (roster !== null) return { schedule, roster, document }
  throw new GatewayError('schedule-invalid', `${paths.solution} is not a solution of this schedule.`, 'Correct what is listed below.', {
    issues: errors,
  })
}
