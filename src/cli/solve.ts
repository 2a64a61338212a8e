import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Command } from 'commander'
import { MAX_ISSUES } from '../api/limits.ts'
import { readSubmission } from '../api/read-schedule.ts'
import { MAX_THREADS } from '../config.ts'
import { GatewayError } from '../model/errors.ts'
import type { Schedule } from '../model/schedule.ts'
import { formatScore } from '../model/score.ts'
import { type SolveHandle, type SolveOutcome, startSolve } from '../threads/pool.ts'
import { printIssues } from './failure.ts'
import { integerBetween } from './flags.ts'
import { type ProgressLine, startProgressLine } from './progress-line.ts'
import { type ReadDocument, readDocument } from './read-document.ts'
import type { Terminal } from './terminal.ts'

/** Nothing was submitted, so there is no number; the payload has the field all the same, as a callback does. */
const LOCAL_PROBLEM_ID = 'local'

interface SolveFlags {
  readonly out?: string
  readonly maxSeconds?: number
  readonly seed?: number
  readonly threads?: number
  readonly maxIterations?: number
}

/** `turnus solve FILE`: solves a schedule here, without server and database, and writes what a callback would carry. */
export function addSolveCommand(program: Command, terminal: Terminal): void {
  program
    .command('solve')
    .description('solve a schedule without a server, and write the payload that a callback would carry')
    .argument('<file>', 'schedule as JSON; - for stdin')
    .option('--out <file>', 'where to write the solution (default: stdout)')
    .option('--max-seconds <n>', "longest search (default: the schedule's own termination)", integerBetween(1, 3600))
    .option('--seed <n>', "start of the random stream (default: the schedule's own)", integerBetween(0, 2 ** 32 - 1))
    .option('--threads <n>', 'solver threads, at most one per core (default: one per core)', integerBetween(1, MAX_THREADS))
    .option(
      '--max-iterations <n>',
      'moves to try before the search ends; with --seed and --threads it makes a run repeatable',
      integerBetween(1, 1e15 - 1),
    )
    .addHelpText('after', '\nCtrl-C ends the search and writes the best roster so far; a second one writes nothing.')
    .action((file: string, flags: SolveFlags) => solve(terminal, file, flags))
}

async function solve(terminal: Terminal, file: string, flags: SolveFlags): Promise<void> {
  const read = await readDocument(terminal, file)
  const schedule = readScheduleOf(terminal, read)
  const threads = threadsOf(terminal, flags)
  const line = startProgressLine(terminal.stderr, flags.maxSeconds ?? schedule.termination.maxSeconds)
  let outcome: SolveOutcome
  try {
    outcome = await runSearch(terminal, read, { ...flags, threads }, line)
  } finally {
    line.clear()
  }
  const solution = JSON.parse(new TextDecoder().decode(outcome.solution)) as Record<string, unknown>
  const payload = { type: 'schedule.solved', solverProblemId: LOCAL_PROBLEM_ID, status: 'SOLVED', ...solution }
  const text = `${JSON.stringify(payload, null, 2)}\n`
  if (flags.out === undefined) terminal.stdout.write(text)
  else await writeSolutionFile(flags.out, text)
  terminal.stderr.write(
    `Score ${formatScore(outcome.score)} after ${(outcome.solveMs / 1000).toFixed(1)} s and ${outcome.moves.toLocaleString('en-US')} moves (${outcome.stopReason}).\n`,
  )
}

/** The schedule of a document. Prints its warnings; throws `schedule-invalid` with all errors. */
export function readScheduleOf(terminal: Terminal, { document }: ReadDocument): Schedule {
  const { submission, errors, warnings } = readSubmission(document, { callback: 'optional' })
  if (submission === null) {
    throw new GatewayError(
      'schedule-invalid',
      `The schedule has ${errors.length === 1 ? 'one error' : `${errors.length >= MAX_ISSUES ? 'at least ' : ''}${errors.length} errors`}.`,
      'Correct what is listed below.',
      {
        issues: errors,
      },
    )
  }
  if (warnings.length > 0) {
    terminal.stderr.write(`${warnings.length === 1 ? 'One warning' : `${warnings.length} warnings`}:\n`)
    printIssues(terminal, warnings)
  }
  return submission.schedule
}

/** One thread per core, or fewer when that was asked for. Says when more was: the number decides about the result of a run that is to be repeatable. */
function threadsOf(terminal: Terminal, flags: SolveFlags): number {
  const cores = availableParallelism()
  const asked = flags.threads ?? cores
  if (asked > cores) terminal.stderr.write(`Solver threads: ${cores} and not ${asked}, because there are no more cores.\n`)
  return Math.min(asked, cores)
}

async function runSearch(
  terminal: Terminal,
  { bytes }: ReadDocument,
  flags: SolveFlags & { threads: number },
  line: ProgressLine,
): Promise<SolveOutcome> {
  const handle: SolveHandle = startSolve(
    {
      document: bytes,
      maxSeconds: flags.maxSeconds ?? null,
      seed: flags.seed ?? null,
      threads: flags.threads,
      maxIterations: flags.maxIterations ?? null,
      start: null,
      memoryMib: null,
    },
    { onProgress: (progress) => line.show(progress) },
  )
  let interrupts = 0
  const release = terminal.onInterrupt(() => {
    interrupts += 1
    if (interrupts === 1) handle.stop()
    else handle.cancel()
  })
  try {
    return await handle.result
  } finally {
    release()
  }
}

async function writeSolutionFile(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text)
  } catch (cause) {
    throw new GatewayError(
      'usage-wrong',
      `${path} cannot be written (${(cause as NodeJS.ErrnoException).code}).`,
      'Name a file in a folder that you may write to.',
      {
        cause,
      },
    )
  }
}
