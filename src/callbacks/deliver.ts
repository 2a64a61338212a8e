import type { Db } from '../storage/db.ts'
import { inTransaction } from '../storage/db.ts'
import { recordOutcome } from '../storage/callback-origins.ts'
import {
  type Delivery,
  type DeliveryTry,
  type DueDelivery,
  findDueDelivery,
  loadPendingDelivery,
  openDelivery,
  type PendingDelivery,
  putOffDelivery,
  recordTry,
} from '../storage/deliveries.ts'
import type { Log } from '../storage/log.ts'
import type { Entry, Queue } from '../storage/queue.ts'
import type { SecretKey } from '../storage/seal.ts'
import type { Measures, TryOutcome } from '../telemetry/measures.ts'
import type { NewSpan, Span, Tracing } from '../telemetry/tracing.ts'
import type { BodyBudget } from './body-budget.ts'
import { type CallAnswer, type CallDeps, callReceiver } from './call.ts'
import { delayBeforeNextTry, LONGEST_PENDING_MS, putOffFor, type RandomSource, readRetryAfter } from './timetable.ts'

/** What deliveries are made with. */
export interface DeliverDeps extends CallDeps {
  readonly db: Db
  readonly queue: Pick<Queue, 'enqueueDelivery'>
  readonly key: SecretKey
  readonly bodies: BodyBudget
  readonly log: Log
  readonly measures?: Measures | undefined
  readonly tracing?: Tracing | undefined
  /** The clock; the machine's when absent. */
  readonly now?: () => Date
  /** Chance; `Math.random` when absent. */
  readonly random?: RandomSource
}

/** As above, with a clock and chance for sure. */
type Means = DeliverDeps & Required<Pick<DeliverDeps, 'now' | 'random'>>

const GONE = 410
/** Answers that say "slower", not "wrong": they put off the whole origin, as Standard Webhooks advises. */
const SLOW_DOWN = new Set([429, 502, 503, 504])
/** Between two looks at an origin that is put off, at least, in milliseconds: clocks of nodes differ. */
const SHORTEST_PUT_OFF_MS = 1000

/**
 * Makes one try of a delivery, records it, and queues the next one if there is to be one, all of it in one transaction.
 * A delivery that is over, or whose job was withdrawn, is taken off the queue without a call; one whose origin is put off is queued for
 * later, which counts as no try. When `signal` aborts during the call, nothing is recorded and the entry goes back: the receiver may see the same
 * `webhook-id` once more, which at-least-once allows.
 */
export async function deliverCallback(deps: DeliverDeps, entry: Entry, signal: AbortSignal): Promise<void> {
  const means: Means = { now: () => new Date(), random: Math.random, ...deps }
  const due = await findDueDelivery(deps.db, entry)
  if (due === null) return inTransaction(deps.db, (tx) => entry.settle(tx))
  if (due.putOffUntil !== null && due.putOffUntil > means.now()) return waitForOrigin(means, entry, { due, until: due.putOffUntil })
  await deps.bodies.hold(due.packedBytes, signal, () => tryDelivery(means, entry, { due, signal }))
}

async function waitForOrigin(means: Means, entry: Entry, { due, until }: { due: DueDelivery; until: Date }): Promise<void> {
  const delayMs = Math.max(until.getTime() - means.now().getTime(), SHORTEST_PUT_OFF_MS)
  await inTransaction(means.db, async (tx) => {
    const waiting = await putOffDelivery(tx, due, until)
    if (waiting !== null) await means.queue.enqueueDelivery(tx, waiting, { delayMs })
    await entry.settle(tx)
  })
}

async function tryDelivery(means: Means, entry: Entry, { due, signal }: { due: DueDelivery; signal: AbortSignal }): Promise<void> {
  const begun = await beginCall(means, entry, { due, signal })
  if (begun === null) return
  const { db, now, random } = means
  const { delivery, startedAt, startedMs } = begun
  const answer = await begun.answer
  if (answer.status === null && signal.aborted) {
    begun.span?.end('The node shut down during the call.')
    signal.throwIfAborted()
  }

  const endedAt = now()
  const next = whatFollows(delivery, answer, { now: endedAt, random })
  const { status, error, text } = answer
  const durationMs = performance.now() - startedMs
  await inTransaction(db, async (tx) => {
    const moved = await recordTry(tx, { deliveryId: due.id, triesBefore: delivery.tries, startedAt, durationMs, status, error, answer: text, next })
    if (moved !== null) {
      const putOff = putOffOf(due, answer, { now: endedAt, random })
      await recordOutcome(tx, { departmentId: due.departmentId, origin: due.origin, startedAt, status, error, putOff })
      if (next.state === 'PENDING') await means.queue.enqueueDelivery(tx, moved, { delayMs: next.at.getTime() - endedAt.getTime() })
    }
    await entry.settle(tx)
  })
  const { id: deliveryId, jobId } = delivery
  means.log.info({ deliveryId, jobId, number: delivery.tries + 1, status, error, state: next.state }, 'callback tried')
  means.measures?.callbackTried({ outcome: OUTCOMES[next.state], status, seconds: durationMs / 1000 })
  begun.span?.note({ 'turnus.callback.outcome': OUTCOMES[next.state], ...(status === null ? {} : { 'http.response.status_code': status }) })
  begun.span?.end(error ?? undefined)
}

const OUTCOMES = { DELIVERED: 'delivered', PENDING: 'retried', GIVEN_UP: 'given up' } as const satisfies Record<
  DeliveryTry['next']['state'],
  TryOutcome
>

/** The moment and the chance by which a wait is made. */
interface Circumstances {
  readonly now: Date
  readonly random: RandomSource
}

/** A call on its way. `answer` never rejects. */
interface BegunCall {
  readonly delivery: PendingDelivery
  readonly startedAt: Date
  readonly startedMs: number
  readonly answer: Promise<CallAnswer>
  readonly span: Span | undefined
}

/**
 * Begins the call of a delivery. The delivery is locked until it has begun, not longer: a withdrawal that is answered was either before, and then
 * there is no call, or finds it on its way. Null when there is nothing to call; the entry is then off the queue.
 */
function beginCall(means: Means, entry: Entry, { due, signal }: { due: DueDelivery; signal: AbortSignal }): Promise<BegunCall | null> {
  return inTransaction(means.db, async (tx) => {
    const delivery = await loadPendingDelivery(tx, due.id)
    if (delivery === null) {
      await entry.settle(tx)
      return null
    }
    const startedAt = means.now()
    const span = means.tracing?.begin(callSpan(delivery))
    const answer = openAndCall(means, delivery, { traceparent: span?.traceparent ?? null, sentAt: startedAt, signal })
    return { delivery, startedAt, startedMs: performance.now(), answer, span }
  })
}

/** What is shown to the client, who can do nothing about it; the log says more to the operator. */
const NOT_READY =
  'The callback could not be made ready: what is stored for it cannot be opened, or not be signed. The operator of Turnus finds the reason in the log.'

/**
 * Opens, signs and sends. Never rejects: a delivery that cannot be opened, because it was sealed with another key or is damaged, is a try that
 * failed, or it would be taken out of the queue and put back for ever.
 */
async function openAndCall(
  means: Means,
  pending: PendingDelivery,
  { traceparent, sentAt, signal }: { readonly traceparent: string | null; readonly sentAt: Date; readonly signal: AbortSignal },
): Promise<CallAnswer> {
  try {
    return await callReceiver(means, { ...openDelivery(means.key, pending), traceparent }, { sentAt, signal })
  } catch (err) {
    means.log.error({ err, deliveryId: pending.id, jobId: pending.jobId }, 'a callback could not be made ready')
    return { status: null, error: NOT_READY, text: null, retryAfter: undefined }
  }
}

/** Of the address the host alone: the rest may hold a secret of the client's. */
function callSpan({ jobId, id, tries, url, traceparent }: PendingDelivery): NewSpan {
  return {
    name: 'deliver callback',
    kind: 'client',
    parent: traceparent,
    attributes: { 'turnus.job.id': jobId, 'turnus.delivery.id': id, 'turnus.try': tries + 1, 'server.address': new URL(url).hostname },
  }
}

/** Success, the end, or another try: 2xx is success, 410 ends it, everything else is tried again by the timetable. */
export function whatFollows(
  delivery: Pick<Delivery, 'tries' | 'createdAt'>,
  { status, retryAfter }: CallAnswer,
  { now, random }: Circumstances,
): DeliveryTry['next'] {
  if (status !== null && status >= 200 && status < 300) return { state: 'DELIVERED' }
  if (status === GONE || now.getTime() - delivery.createdAt.getTime() > LONGEST_PENDING_MS) return { state: 'GIVEN_UP' }
  const delayMs = delayBeforeNextTry(delivery.tries + 1, readRetryAfter(retryAfter, now), random)
  return delayMs === null ? { state: 'GIVEN_UP' } : { state: 'PENDING', at: new Date(now.getTime() + delayMs) }
}

/** For how long the answer puts off every call to the origin; null when it does not. */
function putOffOf(due: DueDelivery, { status, retryAfter }: CallAnswer, { now, random }: Circumstances): { until: Date; times: number } | null {
  if (status === null || !SLOW_DOWN.has(status)) return null
  const forMs = putOffFor(due.putOffs, readRetryAfter(retryAfter, now), random)
  return { until: new Date(now.getTime() + forMs), times: due.putOffs + 1 }
}
