import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { GatewayError } from '../model/errors.ts'
import type { Issue } from '../model/issue.ts'
import { hasEnded, type JobState, type StopReason } from '../model/job.ts'
import type { Score } from '../model/score.ts'
import type { CallAnswer, CallParameters, CallResults } from './calls.ts'
import { type ClientEvent, type EventsOptions, followEvents } from './events.ts'

/** Where the gateway is, and the token that opens it. */
export interface ClientOptions {
  /** Such as `http://127.0.0.1:8080`; a path is kept, a slash at its end is not needed. */
  readonly baseUrl: string
  readonly token: string
  /** The HTTP client; the platform's when absent. */
  readonly fetch?: typeof globalThis.fetch
}

/** What a submission is answered with. */
export interface SubmissionAnswer {
  readonly solverProblemId: string
  readonly status: JobState
  readonly warnings: readonly Issue[]
  readonly links: Readonly<Record<string, string>>
}

/** How far one request is. Times are ISO 8601. */
export interface ClientEntry {
  readonly solverProblemId: string
  readonly status: JobState
  readonly stopReason: StopReason | null
  readonly score: Score | null
  readonly bound: Score | null
  readonly gap: number | null
  readonly failureReason: string | null
  readonly [field: string]: unknown
}

/** A solution document, with the identifier and status in front. */
export interface ClientSolution {
  readonly solverProblemId: string
  readonly status: JobState
  readonly score: Score
  readonly shifts: readonly Readonly<Record<string, unknown>>[]
  readonly [field: string]: unknown
}

/** A callback whose signature was found right. */
export interface Callback {
  readonly type: 'schedule.solved' | 'schedule.failed' | 'schedule.test'
  readonly solverProblemId: string
  readonly status: JobState
  readonly [field: string]: unknown
}

/** The gateway refused: `status` and the problem details as they came. Those of a call have the status that the same failure has elsewhere. */
export class RequestRefused extends Error {
  readonly status: number
  readonly problem: Readonly<Record<string, unknown>>

  constructor(status: number, problem: Readonly<Record<string, unknown>>) {
    const { title, detail } = problem
    super([status, title, detail].filter((part) => part !== undefined).join(' · '))
    this.name = 'RequestRefused'
    this.status = status
    this.problem = problem
  }
}

export interface Client {
  /** Submits a schedule: an object, or its JSON as text or bytes, which are sent as they are. Throws `RequestRefused`, as all methods do. */
  submit(schedule: unknown, options?: { readonly idempotencyKey?: string; readonly strict?: boolean }): Promise<SubmissionAnswer>
  entry(solverProblemId: string): Promise<ClientEntry>
  /** Asks until the request has ended, also through a minute without an answer; `onEntry` sees every answer. Rejects when `signal` aborts. */
  waitForEnd(solverProblemId: string, options?: WaitOptions): Promise<ClientEntry>
  /** The best schedule so far; null until there is one. */
  solution(solverProblemId: string): Promise<ClientSolution | null>
  /**
   * Follows a request until its end, connecting again by itself and repeating nothing: `for await (const event of client.events(id)) …`.
   * The stream is left by leaving the loop, or by `signal`.
   */
  events(solverProblemId: string, options?: EventsOptions): AsyncIterable<ClientEvent>
  /** Asks `POST /v1`: why a roster is as it is, who else could work a shift, what would help. Changes nothing. */
  call<Method extends keyof CallResults>(method: Method, parameters?: CallParameters): Promise<CallResults[Method]>
  withdraw(solverProblemId: string): Promise<void>
  /** Ends the search early; the best so far is delivered. */
  stop(solverProblemId: string): Promise<ClientEntry>
  /** The department's requests, newest first; follows the pages until all are there. */
  list(options?: { readonly status?: JobState; readonly pageSize?: number }): Promise<readonly ClientEntry[]>
}

export interface WaitOptions {
  /** Between two questions, in milliseconds. */
  readonly everyMs?: number
  readonly onEntry?: (entry: ClientEntry) => void
  readonly signal?: AbortSignal
}

const POLL_MS = 500
/** A gateway, or its database, that is started again is back by then. */
const OUTAGE_MS = 60_000

/** Speaks to one gateway with one token. */
export function createClient(options: ClientOptions): Client {
  const ask = createAsk(options)
  const entryOf = (id: string): string => `/api/v1/gateway/${encodeURIComponent(id)}`
  const readEntry = async (id: string): Promise<ClientEntry> => (await ask('GET', entryOf(id))).json() as Promise<ClientEntry>

  return {
    async submit(schedule, { idempotencyKey, strict = false } = {}) {
      const body = typeof schedule === 'string' || schedule instanceof Uint8Array ? schedule : JSON.stringify(schedule)
      const headers: Record<string, string> = { 'content-type': 'application/json' }
      if (idempotencyKey !== undefined) headers['idempotency-key'] = `"${idempotencyKey}"`
      if (strict) headers.prefer = 'handling=strict'
      return (await ask('POST', '/api/v1/gateway', { headers, body })).json() as Promise<SubmissionAnswer>
    },
    entry: readEntry,
    async waitForEnd(id, { everyMs = POLL_MS, onEntry, signal } = {}) {
      for (let answeredMs = performance.now(); ; ) {
        signal?.throwIfAborted()
        const entry = await readEntry(id).catch((error: unknown) => {
          if (!isPassing(error) || performance.now() - answeredMs > OUTAGE_MS) throw error
          return null
        })
        if (entry !== null) {
          answeredMs = performance.now()
          onEntry?.(entry)
          if (hasEnded(entry.status)) return entry
        }
        await sleep(everyMs, undefined, signal === undefined ? {} : { signal })
      }
    },
    async solution(id) {
      const answer = await ask('GET', `${entryOf(id)}/solution`)
      return answer.status === 204 ? null : ((await answer.json()) as ClientSolution)
    },
    events: (id, eventsOptions) =>
      followEvents(
        (headers, signal) => ask('GET', `${entryOf(id)}/events`, { headers: { accept: 'text/event-stream', ...headers }, signal }),
        eventsOptions,
      ),
    call: (method, parameters) => callMethod(ask, method, parameters),
    async withdraw(id) {
      await ask('DELETE', entryOf(id))
    },
    stop: async (id) => (await ask('POST', `${entryOf(id)}/stop`)).json() as Promise<ClientEntry>,
    async list({ status, pageSize } = {}) {
      const query = new URLSearchParams({
        ...(status === undefined ? {} : { status }),
        ...(pageSize === undefined ? {} : { limit: String(pageSize) }),
      })
      const entries: ClientEntry[] = []
      for (let next: string | null = `/api/v1/gateway?${query}`; next !== null; ) {
        const answer = await ask('GET', next)
        entries.push(...((await answer.json()) as ClientEntry[]))
        next = nextPage(answer.headers.get('link'))
      }
      return entries
    },
  }
}

/**
 * Checks that a callback comes from Turnus and is not older than five minutes, and answers what it says. `body` is what arrived, byte for
 * byte; `secret` is the department's, `whsec_…`. Throws `not-authenticated` for anything else.
 */
export function verifyCallback(
  body: string | Uint8Array,
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>,
  secret: string,
): Callback {
  const given = headers instanceof Headers ? Object.fromEntries(headers) : headers
  const flat = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, [value].flat()[0] ?? '']))
  try {
    return new Webhook(secret).verify(typeof body === 'string' ? body : Buffer.from(body), flat) as Callback
  } catch (cause) {
    throw new GatewayError(
      'not-authenticated',
      'The callback is not signed with this secret, or is too old.',
      'Do not trust it. Check the secret and the clock.',
      {
        cause,
      },
    )
  }
}

type Ask = (
  method: string,
  path: string,
  request?: { headers?: Record<string, string>; body?: string | Uint8Array; signal?: AbortSignal },
) => Promise<Response>

function createAsk({ baseUrl, token, fetch = globalThis.fetch }: ClientOptions): Ask {
  const root = baseUrl.replace(/\/+$/, '')
  return async (method, path, { headers = {}, body, signal } = {}) => {
    const answer = await fetch(`${root}${path}`, {
      method,
      headers: { accept: 'application/json', authorization: `Bearer ${token}`, ...headers },
      // A token must not follow a redirect to another host.
      redirect: 'error',
      ...(signal === undefined ? {} : { signal }),
      ...(body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }),
    })
    if (answer.ok) return answer
    throw new RequestRefused(answer.status, ((await answer.json().catch(() => ({}))) ?? {}) as Record<string, unknown>)
  }
}

async function callMethod<Method extends keyof CallResults>(ask: Ask, method: Method, parameters?: CallParameters): Promise<CallResults[Method]> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: parameters })
  const answer = (await (await ask('POST', '/v1', { headers: { 'content-type': 'application/json' }, body })).json()) as CallAnswer
  if (answer.error === undefined) return answer.result as CallResults[Method]
  const { data = { title: answer.error.message } } = answer.error
  throw new RequestRefused(Number(data['status'] ?? 0), data)
}

/** True when the same question may be answered in a moment: too many of them, an outage, or no answer at all. */
function isPassing(error: unknown): boolean {
  return error instanceof RequestRefused ? error.status === 429 || error.status >= 502 : error instanceof TypeError
}

/** The target of `rel="next"`, a path of the gateway; null on the last page. */
function nextPage(link: string | null): string | null {
  return /<([^>]*)>\s*;\s*rel="next"/.exec(link ?? '')?.[1] ?? null
}
