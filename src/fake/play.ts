import { setTimeout as sleep } from 'node:timers/promises'
import { failedBody, solvedBody } from '../jobs/callback-body.ts'
import { hasEnded } from '../model/job.ts'
import { gapBetween } from '../model/score.ts'
import { settingsLeftOut } from '../model/solution.ts'
import type { SolutionDocument } from '../api/write-solution.ts'
import { type CallBackDeps, callBack, openDelivery } from './call-back.ts'
import { change, type Play } from './memory.ts'
import { solveAtOnce } from './solve-at-once.ts'

const FAILURE = 'The fake gateway was told to fail. Three attempts were made.'
/** Longest timer of the platform; what hangs for longer is set again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Plays the life of a submission to its end, callback included. */
export async function play(deps: CallBackDeps, it: Play): Promise<void> {
  // After the answer to the submission has gone out.
  await sleep(0)
  if (it.withdrawn.signal.aborted || hasEnded(it.job.state)) return
  change(it, { state: 'SOLVING', attempt: 1, startedAt: new Date() })
  if (it.scenario.outcome === 'failed') fail(it)
  else await search(it)
  if (it.withdrawn.signal.aborted) return
  openDelivery(it)
  await callBack(deps, it)
}

function fail(it: Play): void {
  it.body = failedBody(it.job.id, it.job, FAILURE)
  change(it, { state: 'FAILED', attempt: 3, endedAt: new Date(), failureReason: FAILURE })
}

async function search(it: Play): Promise<void> {
  const document = solveAtOnce(JSON.parse(Buffer.from(it.submission.document).toString()), { fills: it.scenario.outcome !== 'infeasible' })
  const { score, statistics } = document
  it.solution = asBytes(interimOf(document))
  change(it, { revision: 1, score, improvedAt: new Date(), moves: statistics.moves, solveMs: statistics.solveMs })
  await untilOver(it)
  if (it.withdrawn.signal.aborted) return
  const ended = it.job.stopRequestedAt === null ? document : { ...document, stopReason: 'STOPPED' as const }
  it.solution = asBytes(ended)
  it.body = solvedBody(it.job.id, it.job, it.solution)
  const { bound, noBoundReason, stopReason } = ended
  const boundLeavesOut = settingsLeftOut(ended.boundLeavesOut)
  change(it, { state: 'SOLVED', endedAt: new Date(), stopReason, bound, noBoundReason, boundLeavesOut, gap: gapBetween(score, bound) })
}

/** What is known of a roster while the search goes on. */
function interimOf(document: SolutionDocument): object {
  const statistics = { ...document.statistics, firstRosterMs: null, threads: null }
  return { ...document, stopReason: null, bound: null, gap: null, noBoundReason: null, boundLeavesOut: [], unassigned: [], statistics }
}

/** Until the search has lasted as long as it shall, was stopped or was withdrawn. */
async function untilOver(it: Play): Promise<void> {
  const over = new AbortController()
  const look = (): void => {
    if (it.job.stopRequestedAt !== null) over.abort()
  }
  it.watchers.add(look)
  look()
  const signal = AbortSignal.any([over.signal, it.withdrawn.signal])
  const endsMs = performance.now() + it.scenario.solveMs
  while (!signal.aborted && performance.now() < endsMs) {
    await sleep(Math.min(LONGEST_TIMER_MS, endsMs - performance.now()), undefined, { signal }).catch(() => undefined)
  }
  it.watchers.delete(look)
}

function asBytes(document: object): Buffer {
  return Buffer.from(JSON.stringify(document))
}
