import type { ClaimedJob } from '../storage/claim-job.ts'
import type { Measures } from '../telemetry/measures.ts'
import type { Span, SpanAttributes, Tracing } from '../telemetry/tracing.ts'
import type { AttemptEnd } from './attempt-end.ts'

/** Who is told of attempts. */
interface Watchers {
  readonly measures?: Measures | undefined
  readonly tracing?: Tracing | undefined
}

/** Counts and traces an attempt that was taken up. `ended` says how it went; `solveMs`: searched by all attempts. */
export function watchAttempt({ measures, tracing }: Watchers, claimed: ClaimedJob): { ended(end: AttemptEnd, solveMs: number): void } {
  const isFirst = claimed.attempt === 1
  measures?.attemptBegan(isFirst ? claimed.ageMs / 1000 : null)
  if (tracing !== undefined && isFirst) traceWait(tracing, claimed)
  const span = tracing?.begin({ name: 'solve', kind: 'internal', parent: claimed.traceparent, attributes: attributesOf(claimed) })
  return {
    ended(end, solveMs) {
      measures?.attemptEnded(end.how)
      if (end.how === 'solved') measures?.jobSolved({ stopReason: end.outcome.stopReason, gap: end.outcome.gap, seconds: solveMs / 1000 })
      if (span !== undefined) endSpan(span, end)
    },
  }
}

/** The time in the queue is known once it is over: its span is made backwards. */
function traceWait(tracing: Tracing, claimed: ClaimedJob): void {
  const startedAt = new Date(Date.now() - claimed.ageMs)
  tracing.begin({ name: 'wait in queue', kind: 'internal', parent: claimed.traceparent, startedAt, attributes: attributesOf(claimed) }).end()
}

function attributesOf({ jobId, attempt, departmentId }: ClaimedJob): SpanAttributes {
  return { 'turnus.job.id': jobId, 'turnus.attempt': attempt, 'turnus.department.id': departmentId }
}

function endSpan(span: Span, end: AttemptEnd): void {
  span.note({ 'turnus.outcome': end.how })
  if (end.how === 'solved') {
    const { stopReason, score, gap, moves } = end.outcome
    span.note({
      'turnus.stop_reason': stopReason,
      'turnus.score': score.join(' '),
      'turnus.moves': moves,
      ...(gap === null ? {} : { 'turnus.gap': gap }),
    })
  }
  span.end(end.how === 'crashed' ? end.reason : undefined)
}
