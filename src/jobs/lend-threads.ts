import { isJobClaimable } from '../storage/claim-job.ts'
import type { Db } from '../storage/db.ts'
import type { Log } from '../storage/log.ts'
import { createFailureLog } from '../storage/outage.ts'
import type { SolveHandle } from '../threads/pool.ts'
import type { Helping } from './help-others.ts'

/** Between two looks at whether a job waits, in milliseconds; one takes 3 ms where 10,000 wait. */
const LOOK_MS = 1000

/** Who lends threads that no job wants to the searches of this node. */
export interface Lending {
  /** Notes that a search runs, which takes a thread; the answer notes that it has ended. */
  begin(search: Pick<SolveHandle, 'lend'>): () => void
  stop(): Promise<void>
}

export interface LendingDeps {
  readonly db: Db
  readonly log: Log
  readonly runningPerDepartment: number
  /** Who helps other nodes while this one has nothing to do. */
  readonly helping: Helping
}

/** How many threads may search on a node, lent ones included, and how many jobs at a time as their turn comes. */
export interface Lendable {
  readonly threads: number
  readonly jobs: number
}

/**
 * Lends threads to searches: of the `threads` that may search on this node those that no search has, shared out evenly, as long as no job waits that could begin here. They are taken back at
 * once when a search begins that needs them, and within a second when such a job waits. Where no search runs here, all of them help a search of another node.
 */
export function startLending({ db, log, runningPerDepartment, helping }: LendingDeps, { threads, jobs }: Lendable): Lending {
  const tell = createFailureLog(log, 'warn', 'it is not known whether a job waits, so no thread is lent')
  const running = new Set<Pick<SolveHandle, 'lend'>>()
  /** Lent altogether, by the last look. */
  let lent = 0
  const share = (count: number): void => {
    lent = Math.max(0, Math.min(count, threads - running.size))
    let rank = 0
    for (const search of running) {
      search.lend?.(Math.floor(lent / running.size) + (rank < lent % running.size ? 1 : 0))
      rank += 1
    }
  }
  const isWanted = async (): Promise<boolean> => {
    try {
      // Where as many jobs run as may, one more begins for a department that has none, and for no other.
      return await isJobClaimable(db, { runningPerDepartment: running.size < jobs ? runningPerDepartment : 1 })
    } catch (error) {
      tell(error)
      return true
    }
  }
  let looking = false
  let hasStopped = false
  const look = async (): Promise<void> => {
    if (looking || running.size >= threads) return
    looking = true
    const isElsewhere = await isWanted()
    looking = false
    if (hasStopped) return
    share(isElsewhere ? 0 : threads)
    if (isElsewhere) helping.withdraw()
    else if (running.size === 0) helping.offer()
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  return {
    begin(search) {
      helping.withdraw()
      running.add(search)
      share(lent)
      return () => void running.delete(search)
    },
    async stop() {
      clearInterval(timer)
      // A look that is under way lends nobody anything any more.
      hasStopped = true
      share(0)
      await helping.stop()
    },
  }
}
