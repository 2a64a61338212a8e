import { type Dispatcher, request } from 'undici'
import type { Db } from '../storage/db.ts'
import { inTransaction } from '../storage/db.ts'
import { type Delivery, type DeliveryTry, loadPendingDelivery, recordTry } from '../storage/deliveries.ts'
import type { Log } from '../storage/log.ts'
import type { Entry, Queue } from '../storage/queue.ts'
import type { SecretKey } from '../storage/seal.ts'
import { AddressRefused } from './guard.ts'
import { signCallback } from './sign.ts'
import { delayBeforeNextTry, readRetryAfter } from './timetable.ts'

/** What deliveries are made with. */
export interface DeliverDeps {
  readonly db: Db
  readonly queue: Pick<Queue, 'enqueueDelivery'>
  readonly key: SecretKey
  /** Made by `createGuardedAgent`; nothing else decides where a connection may lead. */
  readonly agent: Dispatcher
  /** Longest time for one try, the answer's head included, in milliseconds. */
  readonly timeoutMs: number
  readonly log: Log
  /** The clock; the machine's when absent. */
  readonly now?: () => Date
}

/** What the receiver said, or why it said nothing. */
export interface CallAnswer {
  /** HTTP status; null when no answer came. */
  readonly status: number | null
  readonly error: string | null
  /** First bytes of the body, as text. */
  readonly text: string | null
  readonly retryAfter: string | undefined
}

/** Of an answer no more than this is read, in bytes. */
const MAX_ANSWER_BYTES = 64 * 1024
const GONE = 410

/**
 * Makes one try of a delivery, records it, and queues the next one if there is to be one, the last two in one transaction.
 * A delivery that is over, or whose job was withdrawn, is taken off the queue without a call. When `signal` aborts during the call, nothing is
 * recorded and the entry goes back: the receiver may see the same `webhook-id` once more, which at-least-once allows.
 */
export async function deliverCallback(deps: DeliverDeps, entry: Entry, signal: AbortSignal): Promise<void> {
  const begun = await beginCall(deps, entry, signal)
  if (begun === null) return
  const { delivery, startedAt, startedMs } = begun
  const now = deps.now ?? (() => new Date())
  const answer = await begun.answer
  if (answer.status === null) signal.throwIfAborted()

  const made: DeliveryTry = {
    deliveryId: delivery.id,
    triesBefore: delivery.tries,
    startedAt,
    durationMs: performance.now() - startedMs,
    status: answer.status,
    error: answer.error,
    answer: answer.text,
    next: whatFollows(delivery, answer, now()),
  }
  await inTransaction(deps.db, async (tx) => {
    const recorded = await recordTry(tx, made)
    if (recorded && made.next.state === 'PENDING') await deps.queue.enqueueDelivery(tx, delivery.id, { startAfter: made.next.at })
    await entry.settle(tx)
  })
  const { id: deliveryId, jobId } = delivery
  deps.log.info(
    { deliveryId, jobId, number: delivery.tries + 1, status: answer.status, error: answer.error, state: made.next.state },
    'callback tried',
  )
}

/** A call on its way. `answer` never rejects. */
interface BegunCall {
  readonly delivery: Delivery
  readonly startedAt: Date
  readonly startedMs: number
  readonly answer: Promise<CallAnswer>
}

/**
 * Begins the call of a delivery. The delivery is locked until it has begun, not longer: a withdrawal that is answered was either before, and then
 * there is no call, or finds it on its way. Null when there is nothing to call; the entry is then off the queue.
 */
function beginCall(deps: DeliverDeps, entry: Entry, signal: AbortSignal): Promise<BegunCall | null> {
  return inTransaction(deps.db, async (tx) => {
    const delivery = await loadPendingDelivery(tx, deps.key, entry.id)
    if (delivery === null) {
      await entry.settle(tx)
      return null
    }
    const startedAt = deps.now?.() ?? new Date()
    return { delivery, startedAt, startedMs: performance.now(), answer: callReceiver(deps, delivery, { sentAt: startedAt, signal }) }
  })
}

/** Success, the end, or another try: 2xx is success, 410 ends it, everything else is tried again by the timetable. */
export function whatFollows(delivery: Pick<Delivery, 'tries'>, answer: CallAnswer, now: Date): DeliveryTry['next'] {
  if (answer.status !== null && answer.status >= 200 && answer.status < 300) return { state: 'DELIVERED' }
  if (answer.status === GONE) return { state: 'GIVEN_UP' }
  const delayMs = delayBeforeNextTry(delivery.tries + 1, readRetryAfter(answer.retryAfter, now))
  return delayMs === null ? { state: 'GIVEN_UP' } : { state: 'PENDING', at: new Date(now.getTime() + delayMs) }
}

/** Posts the body once. Never rejects: whatever goes wrong is the answer. */
export async function callReceiver(
  deps: Pick<DeliverDeps, 'agent' | 'timeoutMs'>,
  delivery: Pick<Delivery, 'url' | 'messageId' | 'headerName' | 'headerValue' | 'signingSecret' | 'body'>,
  options: { readonly sentAt: Date; readonly signal: AbortSignal },
): Promise<CallAnswer> {
  const { body } = delivery
  const signed = signCallback({ id: delivery.messageId, sentAt: options.sentAt, body, secrets: [delivery.signingSecret] })
  const ownHeader = delivery.headerName === null ? {} : { [delivery.headerName.toLowerCase()]: delivery.headerValue ?? '' }
  const timeout = AbortSignal.timeout(deps.timeoutMs)
  try {
    const answer = await request(delivery.url, {
      method: 'POST',
      dispatcher: deps.agent,
      signal: AbortSignal.any([timeout, options.signal]),
      // Ours come last: the client's header must not be able to forge a signature or a length.
      headers: { ...ownHeader, accept: '*/*', 'content-type': 'application/json', 'user-agent': 'Turnus', ...signed },
      body,
    })
    const text = withoutSecret(await readBeginning(answer.body), delivery.headerValue)
    const { statusCode, headers } = answer
    const error = statusCode >= 200 && statusCode < 300 ? null : describeStatus(statusCode)
    return { status: statusCode, error, text, retryAfter: [headers['retry-after']].flat()[0] }
  } catch (error) {
    const reason = timeout.aborted ? `No answer within ${deps.timeoutMs} ms.` : describeFailure(error)
    return { status: null, error: reason, text: null, retryAfter: undefined }
  }
}

/** The first bytes of the answer. The status is what counts: a body that breaks off, drips or never ends changes nothing. */
async function readBeginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= MAX_ANSWER_BYTES) break
    }
  } catch {
    // What came until then is kept.
  } finally {
    body.destroy()
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString()
}

/** What a receiver answers is shown to people: one that repeats what it was sent must not show them the client's secret. */
function withoutSecret(text: string, headerValue: string | null): string {
  return headerValue === null || headerValue === '' ? text : text.replaceAll(headerValue, '***')
}

function describeStatus(status: number): string {
  return status >= 300 && status < 400 ? `Answered ${status}; redirects are not followed.` : `Answered ${status}.`
}

/** The cause by its code, such as ECONNREFUSED: a text of the network library is not for the log of a client. */
function describeFailure(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' ? `The call failed: ${code}.` : 'The call failed.'
}
