import { randomBytes } from 'node:crypto'
import { invariant } from '../model/errors.ts'
import type { RequestMarks } from '../model/job.ts'

const OPENING_BRACE = 0x7b

/** The body of a `schedule.solved` callback: the solution document with the job's name in front. Spliced, not parsed: it may be large. */
export function solvedBody(jobId: number, marks: RequestMarks, solution: Uint8Array): Buffer {
  invariant(solution[0] === OPENING_BRACE && solution.length > 2, 'a solution document is a JSON object with members')
  const front = JSON.stringify({ type: 'schedule.solved', solverProblemId: String(jobId), status: 'SOLVED', ...marksOf(marks) }).slice(0, -1)
  return Buffer.concat([Buffer.from(`${front},`), solution.subarray(1)])
}

/** The body of a `schedule.failed` callback. */
export function failedBody(jobId: number, marks: RequestMarks, failureReason: string): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: 'schedule.failed',
      solverProblemId: String(jobId),
      status: 'FAILED',
      ...marksOf(marks),
      failureReason,
      stopReason: null,
      score: null,
      bound: null,
      gap: null,
    }),
  )
}

/** A job has more fields than these. */
function marksOf({ name, reference, labels, basedOn }: RequestMarks): RequestMarks {
  return { name, reference, labels, basedOn }
}

/** A fresh `webhook-id`. */
export function makeMessageId(): string {
  return `msg_${randomBytes(16).toString('base64url')}`
}
