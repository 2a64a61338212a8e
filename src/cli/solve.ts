import { availableParallelism } from 'node:os'
import { type Command, Option } from 'commander'
import { MAX_ISSUES } from '../api/limits.ts'
import { readSubmission } from '../api/read-schedule.ts'
import type { SolutionDocument } from '../api/write-solution.ts'
import { MAX_THREADS } from '../config.ts'
import { GatewayError } from '../model/errors.ts'
import type { Schedule } from '../model/schedule.ts'
import { formatScore } from '../model/score.ts'
import { isAsMustBe } from '../model/settings.ts'
import type { Progress, SolveOutcome } from '../threads/pool.ts'
import type { Issue } from '../model/issue.ts'
import { boundLine } from './bound-line.ts'
import { printIssues } from './failure.ts'
import { integerBetween, withJsonFlag } from './flags.ts'
import { peakMemoryBytes } from './peak-memory.ts'
import { startProgressLine } from './progress-line.ts'
import { type ReadDocument, readDocument } from './read-document.ts'
import { runSearch } from './run-search.ts'
import type { Terminal } from './terminal.ts'
import { readParamsFile } from './read-params.ts'
import { openLines, writeText } from './write-text.ts'

/** Nothing was submitted, so there is no number; the payload has the field all the same, as a callback does. */
const LOCAL_PROBLEM_ID = 'local'

/** The flags of a command that searches. */
export interface SolveFlags {
  readonly out?: string
  readonly maxSeconds?: number
  readonly seed?: number
  readonly threads?: number
  readonly maxIterations?: number
  readonly params?: string
  readonly trace?: string
  readonly json?: boolean
}

/** What `--json` prints of a run; the roster itself is in the file of `--out`. */
interface RunReport extends Pick<SolveOutcome, 'score' | 'bound' | 'gap' | 'stopReason'> {
  readonly statistics: {
    readonly threads: number
    /** Of the search, in seconds. */
    readonly solveSeconds: number
    /** Evaluated, over all threads. */
    readonly moves: number
    readonly movesPerSecond: number
    /** From the start until the first roster that breaks no first-priority rule and leaves no mandatory shift empty, in seconds; null when none was found. */
    readonly firstFeasibleSeconds: number | null
    /** The most memory that the process held, in bytes. */
    readonly peakMemoryBytes: number
  }
}

/** `turnus solve FILE`: solves a schedule here, without server and database, and writes what a callback would carry. */
export function addSolveCommand(program: Command, terminal: Terminal): void {
  const command = withJsonFlag(program.command('solve'), 'print score, bound and statistics of the run as JSON; needs --out')
    .description('solve a schedule without a server, and write the payload that a callback would carry')
    .argument('<file>', 'schedule as JSON; - for stdin')
  withSearchFlags(command)
    // For measurements: nobody's promise, either of them.
    .addOption(new Option('--params <file>', 'what steers the search, as JSON').hideHelp())
    .addOption(new Option('--trace <file>', 'where to write each turn of the search, as JSON lines').hideHelp())
    .action(async (file: string, flags: SolveFlags) => {
      refuseTwoOnStdout(flags)
      const read = await readDocument(terminal, file)
      await searchHere(terminal, { read, schedule: readScheduleOf(terminal, read) }, flags)
    })
}

/** The flags that say how long and with what a command searches, and where it writes the solution. */
export function withSearchFlags(command: Command): Command {
  return command
    .option('--out <file>', 'where to write the solution (default: stdout)')
    .option('--max-seconds <n>', "longest search (default: the schedule's own termination)", integerBetween(1, 3600))
    .option('--seed <n>', "start of the random stream (default: the schedule's own)", integerBetween(0, 2 ** 32 - 1))
    .option('--threads <n>', 'solver threads, at most one per core (default: one per core)', integerBetween(1, MAX_THREADS))
    .option(
      '--max-iterations <n>',
      'moves to try before the search ends as STOPPED; with --seed and --threads it makes a run repeatable',
      integerBetween(1, 1e15 - 1),
    )
    .addHelpText('after', '\nCtrl-C or SIGTERM ends the search and writes the best roster so far, within a second; a second one writes nothing.')
}

/** Throws `usage-wrong` where two documents would be written to stdout. */
export function refuseTwoOnStdout(flags: SolveFlags): void {
  if (flags.json === true && flags.out === undefined)
    throw new GatewayError('usage-wrong', '--json and the solution cannot both go to stdout.', 'Name a file for the solution with --out.')
}

/** Searches as the flags say and writes the solution; `tell`, if given, is called with it afterwards. */
export async function searchHere(
  terminal: Terminal,
  { read, schedule }: { readonly read: ReadDocument; readonly schedule: Schedule },
  flags: SolveFlags,
  tell?: (solution: SolutionDocument) => void,
): Promise<void> {
  const threads = threadsOf(terminal, flags)
  const line = startProgressLine(terminal.stderr, flags.maxSeconds ?? schedule.termination.maxSeconds)
  let firstFeasibleMs: number | null = null
  const onProgress = (progress: Progress): void => {
    line.show(progress)
    if (isAsMustBe(schedule.settings, progress.score)) firstFeasibleMs ??= progress.elapsedMs
  }
  const request = {
    document: read.bytes,
    maxSeconds: flags.maxSeconds ?? schedule.termination.maxSeconds,
    seed: flags.seed ?? null,
    threads,
    maxIterations: flags.maxIterations ?? null,
    start: null,
    memoryMib: null,
    ...(flags.params === undefined ? {} : { params: await readParamsFile(terminal, flags.params) }),
    ...(flags.trace === undefined ? {} : { isTraced: true }),
  }
  const trace = flags.trace === undefined ? null : await openLines(flags.trace)
  try {
    await runSearch(
      terminal,
      { request, posted: read.document, schedule, onProgress, ...(trace === null ? {} : { onTurn: trace.add }) },
      async (outcome) => {
        line.clear()
        const solution = await writeOutcome(terminal, flags, outcome, firstFeasibleMs)
        tell?.(solution)
      },
    )
  } finally {
    line.clear()
    await trace?.close()
  }
}

async function writeOutcome(terminal: Terminal, flags: SolveFlags, outcome: SolveOutcome, firstFeasibleMs: number | null): Promise<SolutionDocument> {
  const solution = JSON.parse(new TextDecoder().decode(outcome.solution)) as SolutionDocument
  const payload = { type: 'schedule.solved', solverProblemId: LOCAL_PROBLEM_ID, status: 'SOLVED', ...solution }
  const text = `${JSON.stringify(payload, null, 2)}\n`
  await writeText(terminal, flags.out, text)
  if (flags.json === true) terminal.stdout.write(`${JSON.stringify(reportOf(outcome, solution, firstFeasibleMs), null, 2)}\n`)
  terminal.stderr.write(
    `Score ${formatScore(outcome.score)} after ${(outcome.solveMs / 1000).toFixed(1)} s and ${outcome.moves.toLocaleString('en-US')} moves (${outcome.stopReason}).\n${boundLine(solution)}\n`,
  )
  return solution
}

function reportOf(
  { score, bound, gap, stopReason, moves }: SolveOutcome,
  { statistics }: SolutionDocument,
  firstFeasibleMs: number | null,
): RunReport {
  const { threads, solveMs } = statistics
  return {
    score,
    bound,
    gap,
    stopReason,
    statistics: {
      threads,
      solveSeconds: solveMs / 1000,
      moves,
      movesPerSecond: Math.round((1000 * moves) / Math.max(1, solveMs)),
      firstFeasibleSeconds: firstFeasibleMs === null ? null : Math.round(firstFeasibleMs) / 1000,
      peakMemoryBytes: peakMemoryBytes(),
    },
  }
}

/** The schedule of a document. Prints its warnings; throws `schedule-invalid` with all errors. `placed` says of each where it is, if not at its pointer. */
export function readScheduleOf(terminal: Terminal, { document }: ReadDocument, placed: (issue: Issue) => Issue = (issue) => issue): Schedule {
  const { submission, errors, warnings } = readSubmission(document, { callback: 'optional' })
  if (submission === null) {
    throw new GatewayError(
      'schedule-invalid',
      `The schedule has ${errors.length === 1 ? 'one error' : `${errors.length >= MAX_ISSUES ? 'at least ' : ''}${errors.length} errors`}.`,
      'Correct what is listed below.',
      {
        issues: errors.map(placed),
        warnings: warnings.map(placed),
      },
    )
  }
  if (warnings.length > 0) {
    terminal.stderr.write(`${warnings.length === 1 ? 'One warning' : `${warnings.length} warnings`}:\n`)
    printIssues(terminal, warnings.map(placed))
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
