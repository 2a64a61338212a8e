import { parentPort } from 'node:worker_threads'
import { writeRoster } from '../answers/write-roster.ts'
import { readSubmission } from '../api/read-schedule.ts'
import { withoutSecret } from '../api/without-secret.ts'
import { judge } from '../checker/check.ts'
import { invariant } from '../model/errors.ts'
import { materialised } from '../model/generated-shifts.ts'
import type { InterimAnswer, InterimRequest, PostedRequest } from './interim.ts'
import { isOutOfMemory } from './memory-watch.ts'

const port = parentPort
invariant(port !== null, 'interim-thread.ts runs as a worker thread')
port.on('message', (request: InterimRequest | PostedRequest) => {
  const answer = answerTo(request)
  port.postMessage(answer, 'document' in answer ? [answer.document.buffer as ArrayBuffer] : [])
})

function answerTo(request: InterimRequest | PostedRequest): InterimAnswer {
  try {
    return { document: 'posted' in request ? withoutSecret(request.posted) : write(request) }
  } catch (error) {
    if (isOutOfMemory(error)) throw error
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function write({ document, roster: found, moves, solveMs }: InterimRequest): Uint8Array {
  const posted: unknown = JSON.parse(new TextDecoder().decode(document))
  const { submission } = readSubmission(posted, { callback: 'optional', limits: { memoryMib: Infinity } })
  invariant(submission !== null, 'a schedule that was accepted can be read again')
  const { schedule, roster } = materialised(submission.schedule, found)
  const statistics = { solveMs, firstRosterMs: solveMs, moves, threads: 1, seed: schedule.termination.seed }
  // Explaining the empty shifts takes longer than all else here (83 ms beside 52 for the hospital month, 6.5 s beside 2.1 for 20,000 shifts), and a
  // better roster would make it void a second later.
  const known = { ...judge(schedule, roster), statistics, bound: null, noBoundReason: null, boundLeavesOut: [], unassigned: [] }
  const solution = writeRoster(posted, schedule, roster, { ...known, stopReason: 'STOPPED' })
  // What only the end of the search will tell.
  const unknown = { stopReason: null, statistics: { ...statistics, firstRosterMs: null, threads: null } }
  return new TextEncoder().encode(JSON.stringify({ ...solution, ...unknown }))
}
