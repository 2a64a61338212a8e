import type { Score } from '../model/score.ts'
import { settingsLeftOut } from '../model/solution.ts'
import { decompress, unpackRoster } from '../storage/compress.ts'
import { inTransaction } from '../storage/db.ts'
import type { Queryable, Transaction } from '../storage/db.ts'
import { claimNextJob } from '../storage/claim-job.ts'
import type { Claim, Claimed, ClaimedJob } from '../storage/claim-job.ts'
import { readHelp } from '../storage/helping-searches.ts'
import type { Attempt } from '../storage/job-attempts.ts'
import { createFailureLog, isOutage } from '../storage/outage.ts'
import type { Ticket } from '../storage/queue.ts'
import { openSecret } from '../storage/seal.ts'
import type { AttemptEnd } from './attempt-end.ts'
import { endSolved, giveBack, reasonOfCrash } from './end-job.ts'
import type { EndDeps } from './end-job.ts'
import { keepLease } from './keep-lease.ts'
import type { Lending } from './lend-threads.ts'
import { recordProgress } from './record-progress.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import type { SolveHandle, SolveOutcome, StartSolve } from '../threads/pool.ts'
import { TimeExceeded } from '../threads/wall.ts'
import { watchAttempt } from './watch-attempt.ts'

export interface RunDeps extends EndDeps {
  readonly startSolve: StartSolve
  readonly tracing?: Tracing | undefined
  /** Name of this node, for people. */
  readonly node: string
  /** Solver threads for one job; 1 when absent. */
  readonly threads?: number
  /** Who lends threads that no job wants to its search; nobody when absent. */
  readonly lending?: Lending | undefined
  /** Jobs of one department that may run at a time, on all nodes together. */
  readonly runningPerDepartment: number
  /** Takes up the job to run; the one whose turn it is when absent. */
  readonly claim?: (tx: Transaction, claim: Claim) => Promise<Claimed>
  /** Memory that the search of one job may take, in MiB. */
  readonly jobMemoryMib: number
  /** Whether the database stores what it is given; it does when absent. */
  readonly isStoring?: (() => boolean) | undefined
}

/**
 * One attempt at the job whose turn it is: takes it up, searches from the best roster so far, stores better ones, and ends it with its
 * callback. When `signal` aborts the job is given back and goes on elsewhere. A ticket that finds nothing to take up is just taken off the queue.
 */
export async function runJob(deps: RunDeps, ticket: Ticket, signal: AbortSignal): Promise<void> {
  // Not taken up and not settled: the queue gives it to another node.
  signal.throwIfAborted()
  const claimed = await inTransaction(deps.db, (tx) => takeUp(deps, tx, ticket))
  if (!claimed) return
  const { jobId, attempt } = claimed
  deps.log.info({ jobId, attempt }, 'job taken up')
  const watched = watchAttempt(deps, claimed)
  const startedMs = performance.now()
  const end = await search(deps, claimed, signal)
  const solveMs = claimed.spentMs + (performance.now() - startedMs)
  const owned = await insist({ ...deps, at: { jobId, attempt }, signal }, () => conclude(deps, { claimed, end, solveMs }))
  deps.log.info({ jobId, attempt, how: owned ? end.how : 'lost' }, 'attempt ended')
  watched.ended(owned ? end : { how: 'lost' }, solveMs)
}

/** Claims the next job and takes the ticket off the queue: from the commit on, the lease alone says who owns the job. */
async function takeUp(deps: RunDeps, tx: Transaction, ticket: Ticket): Promise<ClaimedJob | null> {
  const claimed = await (deps.claim ?? claimNextJob)(tx, deps)
  if (claimed === 'contended') throw new Error('Other nodes were faster at every look; the queue gives the ticket out again.')
  await ticket.settle(tx)
  return claimed === 'none' ? null : claimed
}

async function search(deps: RunDeps, claimed: ClaimedJob, signal: AbortSignal): Promise<AttemptEnd> {
  try {
    const document = await decompress(openSecret(deps.key, 'document', claimed.document))
    const start = claimed.roster && (await unpackRoster(claimed.roster))
    return await searchUnderLease(deps, claimed, { document, start, signal })
  } catch (error) {
    deps.log.error({ jobId: claimed.jobId, attempt: claimed.attempt, err: error }, 'attempt crashed')
    // What took all of the time before there was any roster would do so again.
    const isLast = error instanceof TimeExceeded && error.score === null && claimed.roster === null
    return { how: 'crashed', reason: reasonOfCrash(error), isLast }
  }
}

async function searchUnderLease(
  deps: RunDeps,
  claimed: ClaimedJob,
  given: { document: Uint8Array; start: Int32Array | null; signal: AbortSignal },
): Promise<AttemptEnd> {
  if (given.signal.aborted) return { how: 'aborted' }
  const progress = recordProgress(deps, claimed)
  let interrupted: 'lost' | 'aborted' | null = null
  const handle = deps.startSolve(
    {
      document: given.document,
      maxSeconds: secondsLeft(claimed),
      seed: null,
      threads: deps.threads ?? 1,
      maxIterations: null,
      start: given.start,
      memoryMib: deps.jobMemoryMib,
      isLentTo: deps.lending !== undefined,
    },
    { onProgress: progress.note, onBound: progress.noteBound },
  )
  const noteEnd = deps.lending?.begin(handle)
  const interrupt = (why: 'lost' | 'aborted'): void => {
    interrupted ??= why
    handle.cancel(why === 'aborted' ? 'handing-over' : 'at-once')
  }
  const onAbort = (): void => interrupt('aborted')
  given.signal.addEventListener('abort', onAbort)
  if (claimed.stopRequested) handle.stop()
  const lease = keepLease(deps, claimed, {
    onStopRequested: () => handle.stop(),
    onHelped: () => hearHelp(deps.db, { ...claimed, handle, known: progress.best() }),
    onLost: () => interrupt('lost'),
  })
  try {
    return { how: 'solved', outcome: await handle.result }
  } catch (error) {
    if (interrupted) return { how: interrupted }
    throw error
  } finally {
    noteEnd?.()
    given.signal.removeEventListener('abort', onAbort)
    await Promise.all([lease.end(), progress.flush()])
  }
}

/** Tells a search what other nodes have found for it since. */
async function hearHelp(db: Queryable, { handle, ...of }: Attempt & { readonly handle: SolveHandle; readonly known: Score | null }): Promise<void> {
  const found = await readHelp(db, of)
  if (found === null) return
  const { roster, score, bound, threads } = found
  handle.hear?.({ better: roster === null ? null : { roster: await unpackRoster(roster), score: score! }, bound, threads })
}

/** What is left of the search time that the submission asked for, in whole seconds, at least 1: time spent by a node that died counts. */
function secondsLeft(claimed: ClaimedJob): number {
  return Math.max(1, Math.ceil(claimed.maxSeconds - claimed.spentMs / 1000))
}

async function conclude(deps: RunDeps, { claimed, end, solveMs }: { claimed: ClaimedJob; end: AttemptEnd; solveMs: number }): Promise<boolean> {
  const at = { jobId: claimed.jobId, attempt: claimed.attempt, solveMs }
  switch (end.how) {
    case 'solved':
      return endSolved(deps, { ...at, ...pickResult(end.outcome), moves: claimed.moves + end.outcome.moves })
    case 'aborted':
      return giveBack(deps, { ...at, counted: 'no' })
    case 'crashed':
      return giveBack(deps, { ...at, counted: 'yes', reason: end.reason, isLast: end.isLast })
    case 'lost':
      return false
  }
}

function pickResult({
  solution,
  score,
  bound,
  gap,
  noBoundReason,
  boundLeavesOut,
  stopReason,
}: SolveOutcome): Omit<SolveOutcome, 'moves' | 'solveMs'> {
  return { solution, score, bound, gap, noBoundReason, boundLeavesOut: settingsLeftOut(boundLeavesOut), stopReason }
}

const CONCLUDE_TRIES = 5
/** As long as the longest search: what it found is worth as much patience. */
const CONCLUDE_OUTAGE_TRIES = 3600
const CONCLUDE_PAUSE_MS = 1000
/** A node that shuts down has less time. */
const HURRIED_PAUSE_MS = 500

/**
 * Writes the end of an attempt, again when that fails: an hour of search is worth five seconds of patience, and, while the database is
 * away and this node does not shut down, an hour of it; while it stores nothing at all, as long as that lasts. A commit whose answer was lost is harmless to repeat, because the attempt then owns
 * the job no longer.
 */
async function insist(
  { log, isStoring, at, signal }: Pick<RunDeps, 'log' | 'isStoring'> & { at: { jobId: number; attempt: number }; signal: AbortSignal },
  write: () => Promise<boolean>,
): Promise<boolean> {
  const tell = createFailureLog(log, 'error', 'the end of an attempt could not be stored')
  for (let tryNumber = 1; ; ) {
    try {
      return await write()
    } catch (error) {
      tell(error, { ...at, tryNumber })
      const tries = isOutage(error) && !signal.aborted ? CONCLUDE_OUTAGE_TRIES : CONCLUDE_TRIES
      // The lease ends by itself, and another attempt goes on from the best roster that was stored.
      if (tryNumber >= tries) return false
      if (signal.aborted || isStoring?.() !== false) tryNumber += 1
    }
    await pause(signal.aborted ? HURRIED_PAUSE_MS : CONCLUDE_PAUSE_MS)
  }
}

function pause(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, ms)
  return promise
}
