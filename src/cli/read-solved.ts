import type { AskedRoster } from '../api/read-question.ts'
import { readSolution } from '../api/read-solution.ts'
import { GatewayError } from '../model/errors.ts'
import { materialised } from '../model/generated-shifts.ts'
import { rosterAsPosted, type Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { readDocument } from './read-document.ts'
import { readScheduleOf } from './solve.ts'
import type { Terminal } from './terminal.ts'

/** A schedule with the shifts that were found among its own, who works in it, and the solution as it was given. */
interface Solved {
  /** The document that the schedule was read from. */
  readonly posted: unknown
  /** As it was read, before anything was found. */
  readonly asked: Schedule
  readonly schedule: Schedule
  readonly roster: Roster
  readonly document: unknown
}

/** Reads a schedule and a solution of it from files; `-` is stdin. Throws `schedule-invalid` when they do not belong together. */
export async function readSolved(terminal: Terminal, paths: { readonly schedule: string; readonly solution: string }): Promise<Solved> {
  const read = await readDocument(terminal, paths.schedule)
  const asked = readScheduleOf(terminal, read)
  const { roster, document } = await readSolutionOf(terminal, asked, paths.solution)
  return { posted: read.document, asked, ...materialised(asked, roster), document }
}

/** As `readSolved`; without a solution the roster is the one that the schedule came with. */
export async function readRoster(terminal: Terminal, schedulePath: string, solutionPath: string | undefined): Promise<AskedRoster> {
  if (solutionPath !== undefined) return readSolved(terminal, { schedule: schedulePath, solution: solutionPath })
  const schedule = readScheduleOf(terminal, await readDocument(terminal, schedulePath))
  return { ...materialised(schedule, rosterAsPosted(schedule)), asked: schedule }
}

/** Reads a solution of a schedule from a file; `-` is stdin. The roster is one of the schedule as it was read. Throws `schedule-invalid` when they do not belong together. */
export async function readSolutionOf(terminal: Terminal, schedule: Schedule, path: string): Promise<Pick<Solved, 'roster' | 'document'>> {
  const { document } = await readDocument(terminal, path)
  const { roster, errors } = readSolution(document, schedule)
  if (roster !== null) return { roster, document }
  throw new GatewayError('schedule-invalid', `${path} is not a solution of this schedule.`, 'Correct what is listed below.', { issues: errors })
}
