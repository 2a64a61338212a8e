import { useEffect, useState } from 'preact/hooks'
import type { PlanAnswer, PlanVersion } from '../../api/schemas/plans.ts'
import { askPage } from '../gateway/ask.ts'
import { type LivePlan, planPath } from './use-plan.ts'

type Request = PlanAnswer['requests'][number]

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** Where the numbers of requests are kept that somebody left; they are not offered again in this tab. */
const PLACE = 'turnus.left'
/** Numbers that are kept; older ones are forgotten. */
const MOST_LEFT = 100

/** The requests that were left in this tab, oldest first. */
export function readLeft(store: Store): readonly string[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(PLACE) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Leaves a request. Where the browser keeps nothing more it is offered again. */
export function leaveRequest(store: Store, solverProblemId: string): void {
  try {
    store.setItem(PLACE, JSON.stringify([...readLeft(store).filter((id) => id !== solverProblemId), solverProblemId].slice(-MOST_LEFT)))
  } catch {
    // Not worth a word.
  }
}

/**
 * The newest request of a plan, when it is still to be followed: it goes on, or its roster was not taken over yet. Null for none.
 * `versions`: the newest versions of the plan, as far as they are known.
 */
export function openRequest(requests: readonly Request[], versions: readonly PlanVersion[]): string | null {
  const [newest] = requests
  if (newest === undefined || newest.status === 'CANCELLED' || newest.status === 'FAILED') return null
  return versions.some(({ solverProblemId }) => solverProblemId === newest.solverProblemId) ? null : newest.solverProblemId
}

/** The request that the page follows: one that was made before the page was read, or one made here. */
export function useOpenRequest(planId: string, { requests }: LivePlan): readonly [string | null, (jobId: string | null) => void] {
  const [jobId, setJobId] = useState<string | null>(null)
  useEffect(() => {
    if (openRequest(requests, []) === null) return
    const stop = new AbortController()
    // What cannot be read is not offered; a search that is not shown is still among the jobs.
    askPage<PlanVersion>(planPath(planId, '/versions?limit=100'), { signal: stop.signal })
      .then(({ rows }) => {
        const open = openRequest(requests, rows)
        if (open !== null && !readLeft(sessionStorage).includes(open)) setJobId((last) => last ?? open)
      })
      .catch(() => undefined)
    return () => stop.abort()
  }, [planId, requests])
  const choose = (next: string | null): void => {
    if (next === null && jobId !== null) leaveRequest(sessionStorage, jobId)
    setJobId(next)
  }
  return [jobId, choose]
}
