import { gzipSync } from 'node:zlib'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { type CallAnswer, callReceiver } from '../callbacks/call.ts'
import { makeMessageId } from '../jobs/callback-body.ts'
import type { LoggedDelivery } from '../jobs/list-deliveries.ts'
import type { DeliveryAttempt } from '../storage/deliveries.ts'
import type { Play } from './memory.ts'

/** What callbacks are made with. */
export interface CallBackDeps {
  readonly agent: Dispatcher
  /** The secret of the department, `whsec_…`. */
  readonly secret: string
  /** Waits before each try after the first, in milliseconds. */
  readonly pausesMs: readonly number[]
}

/** What a receiver must not take for ours: any secret but the right one. */
const FORGED_SECRET = 'whsec_Zm9yZ2VkLWJ5LXRoZS1mYWtlLWdhdGV3YXk='
/** Receivers refuse what is older than five minutes. */
const STALE_MS = 10 * 60_000
const TIMEOUT_MS = 15_000
const GONE = 410

/** Opens the delivery of a play that has ended; nothing when the schedule named no address. */
export function openDelivery(play: Play): void {
  const { job } = play
  if (job.callbackUrl === null) return
  play.delivery = {
    id: job.id,
    number: 1,
    jobId: job.id,
    departmentId: job.departmentId,
    type: job.state === 'FAILED' ? 'schedule.failed' : 'schedule.solved',
    messageId: makeMessageId(),
    url: job.callbackUrl,
    state: 'PENDING',
    tries: 0,
    createdAt: new Date(),
    nextTryAt: new Date(),
    endedAt: null,
    isErased: false,
    attempts: [],
  }
}

/** Calls back as the scenario says, until it is taken or the tries are used up. Never rejects. */
export async function callBack(deps: CallBackDeps, play: Play): Promise<void> {
  const { scenario, withdrawn } = play
  // One that is asked for again is due at once.
  if (play.delivery?.tries === 0) await pause(scenario.lateMs, withdrawn.signal)
  for (const waitMs of [...deps.pausesMs, null]) {
    if (play.delivery === null || withdrawn.signal.aborted) return
    if (await tryOnce(deps, play, waitMs)) break
    if (waitMs !== null) await pause(waitMs, withdrawn.signal)
  }
  // The same message once more, as after an answer that got lost on its way.
  if (scenario.callbacks.has('duplicate') && !withdrawn.signal.aborted) await tryOnce(deps, play, null)
}

/** One try, written down. True when there is to be no other. */
async function tryOnce(deps: CallBackDeps, play: Play, waitMs: number | null): Promise<boolean> {
  const { delivery, body, withdrawn } = play
  if (delivery === null || body === null) return true
  const startedAt = new Date()
  const startedMs = performance.now()
  const answer = play.scenario.callbacks.has('lost') ? LOST : await call(deps, play, { delivery, body })
  if (withdrawn.signal.aborted) return true
  const isOver = answer.error === null || answer.status === GONE || waitMs === null
  const attempt: DeliveryAttempt = {
    number: delivery.tries + 1,
    startedAt,
    durationMs: Math.round(performance.now() - startedMs),
    status: answer.status,
    error: answer.error,
    answer: answer.text,
    nextTryAt: isOver ? null : new Date(Date.now() + waitMs),
  }
  const state = answer.error === null ? 'DELIVERED' : isOver ? 'GIVEN_UP' : 'PENDING'
  play.delivery = {
    ...delivery,
    state,
    tries: attempt.number,
    nextTryAt: attempt.nextTryAt,
    endedAt: isOver ? new Date() : null,
    attempts: [...delivery.attempts, attempt],
  }
  return isOver
}

const LOST: CallAnswer = { status: null, error: 'The call failed: the fake gateway was told to lose it.', text: null, retryAfter: undefined }

function call({ agent, secret }: CallBackDeps, play: Play, { delivery, body }: { delivery: LoggedDelivery; body: Buffer }): Promise<CallAnswer> {
  const { callbacks } = play.scenario
  const { callback } = play.submission.outline
  return callReceiver(
    { agent: callbacks.has('unsigned') ? agent.compose(withoutSignature) : agent, timeoutMs: TIMEOUT_MS },
    {
      url: delivery.url,
      messageId: delivery.messageId,
      headerName: callback?.headerName ?? null,
      headerValue: callback?.headerValue ?? null,
      signingSecrets: [callbacks.has('forged') ? FORGED_SECRET : secret],
      packedBody: gzipSync(body),
    },
    { sentAt: new Date(Date.now() - (callbacks.has('stale') ? STALE_MS : 0)), signal: play.withdrawn.signal },
  )
}

const withoutSignature: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const headers = Object.entries((options.headers ?? {}) as Record<string, string>).filter(([name]) => !name.startsWith('webhook-'))
  return dispatch({ ...options, headers: Object.fromEntries(headers) }, handler)
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined)
}
