import type { Command } from 'commander'
import { isJsonObject } from '../api/fields.ts'
import { MAX_ISSUES } from '../api/limits.ts'
import type { SolutionDocument } from '../api/write-solution.ts'
import { replan } from '../answers/replan/replan.ts'
import { GatewayError, invariant } from '../model/errors.ts'
import { formatScore } from '../model/score.ts'
import { printIssues } from './failure.ts'
import { withJsonFlag } from './flags.ts'
import { section, textsOf } from './questions.ts'
import { readDocument } from './read-document.ts'
import { readSolutionOf } from './read-solved.ts'
import { readScheduleOf, refuseTwoOnStdout, searchHere, type SolveFlags, withSearchFlags } from './solve.ts'
import type { Terminal } from './terminal.ts'
import { writeText } from './write-text.ts'

interface ReplanFlags extends SolveFlags {
  readonly schedule?: string
}

/** `turnus replan SCHEDULE SOLUTION EVENTS`: plans a solved schedule again after what happened, here, without server and database. */
export function addReplanCommand(program: Command, terminal: Terminal): void {
  const command = withJsonFlag(program.command('replan'), 'print score, bound and statistics of the run as JSON; needs --out')
    .description('plan a solved schedule again after what happened, and write the payload that a callback would carry')
    .argument('<schedule>', 'schedule as JSON, as it was submitted; - for stdin')
    .argument('<solution>', 'what `turnus solve` wrote or a callback carried')
    .argument('<events>', 'what happened, as POST …/replan takes it')
    .option('--schedule <file>', 'where to write the schedule that the events make, as explain, check and diff take it')
  withSearchFlags(command).action((schedule: string, solution: string, events: string, flags: ReplanFlags) =>
    replanHere(terminal, { schedule, solution, events }, flags),
  )
}

async function replanHere(
  terminal: Terminal,
  paths: { readonly schedule: string; readonly solution: string; readonly events: string },
  flags: ReplanFlags,
): Promise<void> {
  refuseTwoOnStdout(flags)
  const given = await readDocument(terminal, paths.schedule)
  const schedule = readScheduleOf(terminal, given)
  const posted = given.document
  const { roster } = await readSolutionOf(terminal, schedule, paths.solution)
  const { document: request } = await readDocument(terminal, paths.events)
  invariant(isJsonObject(posted), 'a schedule is an object')
  const { replanned, errors, warnings } = replan({ posted, schedule, roster }, request, { callback: 'optional' })
  if (replanned === null) {
    const many = errors.length === 1 ? 'one error' : `${errors.length >= MAX_ISSUES ? 'at least ' : ''}${errors.length} errors`
    throw new GatewayError('schedule-invalid', `${paths.events} has ${many}.`, 'Correct what is listed below.', { issues: errors, warnings })
  }
  if (warnings.length > 0) {
    terminal.stderr.write(`${warnings.length === 1 ? 'One warning' : `${warnings.length} warnings`} of the new schedule:\n`)
    printIssues(terminal, warnings)
  }
  const text = `${JSON.stringify(replanned.document, null, 2)}\n`
  if (flags.schedule !== undefined) await writeText(terminal, flags.schedule, text)
  const read = { bytes: new TextEncoder().encode(text), document: replanned.document }
  await searchHere(terminal, { read, schedule: replanned.submission.schedule }, flags, (solution) => tellChanges(terminal, solution))
}

function tellChanges(terminal: Terminal, { changes, affectedEmployees, alternatives = [] }: SolutionDocument): void {
  const choices = alternatives.map(
    ({ text, score, shifts }) => `${text} Score ${formatScore(score)}${shifts.length === 0 ? ', which is this one' : ''}.`,
  )
  const lines = [
    ...section('Shifts that change hands', textsOf(changes)),
    ...section('Who is affected', textsOf(affectedEmployees)),
    ...section('Rosters to choose from', choices),
  ]
  terminal.stderr.write(lines.length === 0 ? 'Nothing else changes.\n' : `${lines.slice(1).join('\n')}\n`)
}
