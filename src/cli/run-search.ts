import { explainEmptyShifts } from '../answers/empty-shifts.ts'
import { writeRoster } from '../answers/write-roster.ts'
import { judge } from '../checker/check.ts'
import { GatewayError } from '../model/errors.ts'
import { materialised } from '../model/generated-shifts.ts'
import { rosterAsPosted } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { gapBetween, type Score } from '../model/score.ts'
import { type Progress, type SolveEvents, type SolveOutcome, type SolveRequest, startSolve } from '../threads/pool.ts'
import { TimeExceeded } from '../threads/wall.ts'
import type { Terminal } from './terminal.ts'

/** How long an interrupted search may take to write its best roster itself; whoever sent the signal waits for a second. */
const HURRY_MS = 700
/** Signals that come so soon after the first are the same one: a terminal sends it to all processes, and those that started this one pass it on. */
const SAME_MS = 100
/** A thread that does not end keeps the process for so long. */
const LEAVE_MS = 100

/** A search of the command line, and the schedule as this process has read it. */
export interface Searched {
  readonly request: SolveRequest
  readonly posted: unknown
  readonly schedule: Schedule
  readonly onProgress: (progress: Progress) => void
  readonly onTurn?: SolveEvents['onTurn']
}

/**
 * Searches, and gives the outcome to `write`. The first interrupt makes the best roster the outcome, within a second whatever the threads are busy with;
 * the second ends everything, and nothing is written.
 */
export async function runSearch(terminal: Terminal, search: Searched, write: (outcome: SolveOutcome) => Promise<void>): Promise<void> {
  let best: Progress | null = null
  let bound: Score | null = null
  const startedMs = performance.now()
  const hurried = Promise.withResolvers<SolveOutcome>()
  const handle = startSolve(search.request, {
    onProgress(progress) {
      best = progress
      search.onProgress(progress)
    },
    onBound: (proved) => (bound = proved.bound),
    ...(search.onTurn === undefined ? {} : { onTurn: search.onTurn }),
  })
  let hurry: NodeJS.Timeout | undefined
  let interruptedMs: number | null = null
  const writeHere = (): void => {
    // Nothing is heard while it is written: then the next signal ends the process by itself.
    release()
    try {
      hurried.resolve(writeBest(search, { best, bound, solveMs: performance.now() - startedMs }))
    } catch (error) {
      hurried.reject(error)
    }
  }
  const release = terminal.onInterrupt(() => {
    if (interruptedMs === null) {
      interruptedMs = performance.now()
      handle.stop()
      hurry = setTimeout(writeHere, HURRY_MS)
    } else if (performance.now() - interruptedMs > SAME_MS) handle.cancel()
  })
  try {
    await write(await Promise.race([handle.result, hurried.promise]))
  } catch (cause) {
    throw cause instanceof TimeExceeded ? new GatewayError('search-too-long', cause.detail, cause.remedy, { cause }) : cause
  } finally {
    clearTimeout(hurry)
    release()
    handle.result.catch(() => undefined)
    handle.cancel()
    if (interruptedMs !== null) terminal.endWithin(LEAVE_MS)
  }
}

/** The best roster that was told, or the one that the schedule came with, written here: its threads do not. */
function writeBest(
  { request, posted, schedule: asked }: Searched,
  { best, bound, solveMs }: { best: Progress | null; bound: Score | null; solveMs: number },
): SolveOutcome {
  const { schedule, roster } = materialised(asked, best?.roster ?? rosterAsPosted(asked))
  const judgement = judge(schedule, roster)
  const moves = best?.moves ?? 0
  const found = {
    bound,
    noBoundReason: bound === null ? 'NOT_PROVED' : null,
    boundLeavesOut: [],
    stopReason: 'STOPPED',
  } as const
  const elapsedMs = Math.round(solveMs)
  const statistics = {
    solveMs: elapsedMs,
    firstRosterMs: elapsedMs,
    moves,
    threads: request.threads,
    seed: request.seed ?? schedule.termination.seed,
  }
  const unassigned = explainEmptyShifts(schedule, roster, () => true)
  const document = writeRoster(posted, schedule, roster, { ...judgement, ...found, unassigned, statistics })
  const { score } = judgement
  return { ...found, solution: new TextEncoder().encode(JSON.stringify(document)), score, gap: gapBetween(score, bound), moves, solveMs }
}
