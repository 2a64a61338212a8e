import { randomInt, randomUUID } from 'node:crypto'
import { compareScores, type Score } from '../model/score.ts'
import { decompress, packRoster, unpackRoster } from '../storage/compress.ts'
import type { Db } from '../storage/db.ts'
import { endHelp, type HelpedJob, joinSearch, leaveFound, renewHelp } from '../storage/helping-searches.ts'
import type { Log } from '../storage/log.ts'
import { createFailureLog } from '../storage/outage.ts'
import { openSecret, type SecretKey } from '../storage/seal.ts'
import type { Progress, SolveHandle, StartSolve } from '../threads/pool.ts'

export interface HelpDeps {
  readonly db: Db
  readonly log: Log
  readonly key: SecretKey
  readonly startSolve: StartSolve
  /** Name of this node, for people. */
  readonly node: string
  /** Of the program. */
  readonly version: string
  /** Memory that the search of one job may take, in MiB. */
  readonly jobMemoryMib: number
}

/** A node that has nothing to do and helps others. */
export interface Helping {
  /** Takes part in a search of another node, where there is one that lasts, and this node helps none yet. */
  offer(): void
  /** Ends that at once. What it has told by then is left to the search that it helped. */
  withdraw(): void
  /** Withdraws for good, and waits until nothing of it is left. */
  stop(): Promise<void>
}

/** Between two exchanges with the search that is helped, in milliseconds: as often as that one stores what it finds. */
const EXCHANGE_MS = 1000
/** No search is helped that has less left, in milliseconds: reading and compiling its schedule takes some of that. */
const LEAST_MS = 10_000
/** Jobs that are remembered as not to be helped again. */
const MAX_REMEMBERED = 1000

/**
 * Helps the searches of other nodes with all the `threads` of this one: from the best roster so far, with a seed of its own, and proving from the first second on where nobody else does
 * beside the search itself. They tell one another what they find through the database. Nothing depends on it: a search loses nothing by a node that is gone.
 */
export function startHelping(deps: HelpDeps, threads: number): Helping {
  const tell = createFailureLog(deps.log, 'warn', 'a search of another node could not be helped')
  const ended = new Set<number>()
  let now: { readonly stopping: AbortController; ended: Promise<void> } | null = null
  let hasStopped = false
  const help = async (stopping: AbortSignal): Promise<void> => {
    const id = randomUUID()
    const offer = { id, node: deps.node, version: deps.version, threads, leastMs: LEAST_MS, except: [...ended] }
    const job = await joinSearch(deps.db, offer)
    if (job === null) return
    if (stopping.aborted) return endHelp(deps.db, id)
    deps.log.info({ jobId: job.jobId, attempt: job.attempt, threads }, 'helps a search')
    try {
      const isOver = await searchAlong(deps, { id, job, threads, stopping })
      if (isOver) remember(ended, job.jobId)
    } catch (error) {
      remember(ended, job.jobId)
      throw error
    }
  }
  return {
    offer() {
      if (now !== null || hasStopped) return
      const stopping = new AbortController()
      const ended = help(stopping.signal)
        .catch(tell)
        .finally(() => {
          now = null
        })
      now = { stopping, ended }
    },
    withdraw() {
      now?.stopping.abort()
    },
    async stop() {
      hasStopped = true
      now?.stopping.abort()
      await now?.ended
    },
  }
}

function remember(ended: Set<number>, jobId: number): void {
  ended.add(jobId)
  if (ended.size > MAX_REMEMBERED) ended.delete(ended.values().next().value!)
}

/** True once this search has come to its own end before the one that it helps. */
async function searchAlong(
  deps: HelpDeps,
  { id, job, threads, stopping }: { id: string; job: HelpedJob; threads: number; stopping: AbortSignal },
): Promise<boolean> {
  const document = await decompress(openSecret(deps.key, 'document', job.document))
  const start = await unpackRoster(job.roster)
  if (stopping.aborted) {
    await endHelp(deps.db, id)
    return false
  }
  const found = newest(job.score)
  const handle = deps.startSolve(
    {
      document,
      maxSeconds: Math.ceil(job.leftMs / 1000),
      seed: randomInt(2 ** 32),
      threads: 1,
      maxIterations: null,
      start,
      memoryMib: deps.jobMemoryMib,
      isLentTo: true,
      beside: { proves: job.isFirst },
    },
    { onProgress: found.note, onBound: ({ bound }) => found.noteBound(bound) },
  )
  handle.lend?.(threads - 1)
  const exchanging = exchangeEvery(deps, { id, handle, found })
  const withdraw = (): void => handle.cancel('at-once')
  stopping.addEventListener('abort', withdraw)
  try {
    await handle.result
    return true
  } catch (error) {
    if (stopping.aborted || exchanging.isOver()) return false
    throw error
  } finally {
    stopping.removeEventListener('abort', withdraw)
    await exchanging.end()
  }
}

/** What a helping search has found and not left yet. */
interface Newest {
  readonly note: (progress: Progress) => void
  readonly noteBound: (bound: Score) => void
  /** The best score that is known here. */
  readonly known: () => Score
  /** Notes a score that others have. */
  readonly hear: (score: Score) => void
  /** What is to be left, once; null when there is nothing new. */
  readonly take: () => { better: Progress | null; bound: Score | null } | null
}

function newest(first: Score): Newest {
  let known = first
  let better: Progress | null = null
  let bound: Score | null = null
  const isKnown = (score: Score): boolean => compareScores(known, score) <= 0
  return {
    note(progress) {
      if (isKnown(progress.score)) return
      better = progress
      known = progress.score
    },
    noteBound(proved) {
      bound = proved
    },
    known: () => known,
    hear(score) {
      if (isKnown(score)) return
      known = score
      better = null
    },
    take() {
      if (better === null && bound === null) return null
      const taken = { better, bound }
      better = bound = null
      return taken
    },
  }
}

/** Leaves what is found and hears what the others have, each second, until `end`; ends the search where there is nothing to help any more. */
function exchangeEvery(
  { db, log }: Pick<HelpDeps, 'db' | 'log'>,
  { id, handle, found }: { id: string; handle: SolveHandle; found: Newest },
): { isOver(): boolean; end(): Promise<void> } {
  const tell = createFailureLog(log, 'warn', 'a search that is helped was not heard')
  let isOver = false
  let exchanging: Promise<void> | null = null
  const leave = async (): Promise<void> => {
    const taken = found.take()
    if (taken === null) return
    const { better, bound } = taken
    await leaveFound(db, { id, bound, better: better && { roster: await packRoster(better.roster), score: better.score } })
  }
  const exchange = async (): Promise<void> => {
    try {
      await leave()
      const helped = await renewHelp(db, { id, known: found.known() })
      if (helped === null) {
        isOver = true
        handle.cancel('at-once')
        await endHelp(db, id)
      } else if (helped.roster !== null) {
        const roster = await unpackRoster(helped.roster)
        found.hear(helped.score)
        handle.hear?.({ better: { roster, score: helped.score }, bound: null, threads: 0 })
      }
    } catch (error) {
      tell(error)
    } finally {
      exchanging = null
    }
  }
  const timer = setInterval(() => {
    exchanging ??= exchange()
  }, EXCHANGE_MS)
  return {
    isOver: () => isOver,
    async end() {
      clearInterval(timer)
      await exchanging
      // What was found last is of use to a search that goes on: it reads the row, which is gone when its lease is over.
      if (!isOver) await leave().catch(tell)
    },
  }
}
