import { claimStoppedJob } from '../storage/claim-job.ts'
import type { Queue } from '../storage/queue.ts'
import { type HelpDeps, startHelping } from './help-others.ts'
import { startLending } from './lend-threads.ts'
import { runJob, type RunDeps } from './run-job.ts'
import { startSpareSearch } from './spare-search.ts'
import type { Storing } from './storing.ts'

export interface SearchDeps extends Omit<RunDeps, 'lending'>, HelpDeps {
  readonly queue: RunDeps['queue'] & Pick<Queue, 'workSolves'>
  readonly storing: Storing
}

/**
 * Works on jobs: on as many at a time as there are `threads` as their turn comes, and on those that need not wait for it. Of `lendable` threads, all that may search here,
 * those that no job wants are lent to the searches. `stop` ends what did not wait for its turn, handed back; the queue ends the others.
 */
export async function startSearches(
  deps: SearchDeps,
  { threads, lendable }: { threads: number; lendable: number },
): Promise<{ stop(): Promise<void> }> {
  const { queue, storing } = deps
  const lending = startLending({ ...deps, helping: startHelping(deps, lendable) }, { threads: lendable, jobs: threads })
  const running: RunDeps = { ...deps, lending, isStoring: storing.isStoring }
  let busy = 0
  await queue.workSolves({ concurrency: threads }, async (ticket, signal) => {
    // An attempt that cannot be stored would be counted all the same.
    await storing.untilStoring(signal)
    busy += 1
    await runJob(running, ticket, signal).finally(() => (busy -= 1))
  })
  const spare = [
    // So that a department with long searches on all threads keeps nobody else from a short one.
    { isNeeded: () => busy === threads && storing.isStoring(), of: { ...running, runningPerDepartment: 1 } },
    // Over in a moment, as nothing is searched.
    { isNeeded: () => storing.isStoring(), of: { ...running, claim: claimStoppedJob } },
  ].map(({ isNeeded, of }) => startSpareSearch(deps, { isNeeded, run: (ticket, signal) => runJob(of, ticket, signal) }))
  return {
    async stop() {
      await Promise.all([lending.stop(), ...spare.map((search) => search.stop())])
    },
  }
}
