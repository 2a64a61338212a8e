import { setTimeout as sleep } from 'node:timers/promises'
import { hasEnded, type JobState } from '../model/job.ts'
import { type Ask, type ClientOptions, createAsk } from './ask.ts'
import type { CallAnswer, CallParameters, CallResults } from './calls.ts'
import type {
  ClientDelivery,
  ClientEntry,
  ClientLineage,
  ClientPriorityNames,
  ClientSolution,
  NewClientPriorityNames,
  ReplanDocument,
  ScheduleDocument,
  SubmissionAnswer,
} from './documents.ts'
import { type ClientEvent, type EventsOptions, followEvents } from './events.ts'
import { readPages } from './pages.ts'
import { createPlansClient, type PlansClient } from './plans.ts'
import { RequestRefused } from './refused.ts'
import { isPassing } from './retry.ts'

export type { ClientOptions } from './ask.ts'
export type { CallParameters, CallResults } from './calls.ts'
export type * from './documents.ts'
export type { ClientEvent, ClientResult, EventsOptions } from './events.ts'
export type {
  ClientEmployeeLink,
  ClientNewEmployeeLink,
  ClientPlan,
  ClientPlanAnswer,
  ClientPlanComparison,
  ClientPlanVersion,
  ClientSavedPlan,
  ListPlansOptions,
  PlansClient,
} from './plans.ts'
export { RequestRefused } from './refused.ts'
export type { RetryOptions } from './retry.ts'
export { verifyCallback } from './verify.ts'

/** One gateway, spoken to with one token. All methods throw `RequestRefused`; those that read, or mean the same twice, are tried again first. */
export interface Client {
  /**
   * Submits a schedule: an object, or its JSON as text or bytes, which are sent as they are. Sent again under the same `Idempotency-Key` (a fresh
   * one when none is given) when no answer came or the gateway asked to come later: it is stored once, however often it arrives.
   */
  submit(schedule: ScheduleDocument | object | string | Uint8Array, options?: SubmitOptions): Promise<SubmissionAnswer>
  /** Plans a solved request again after what happened, as a request of its own; sent again as `submit` does. */
  replan(
    solverProblemId: string,
    request: ReplanDocument | object | string | Uint8Array,
    options?: Omit<SubmitOptions, 'strict'>,
  ): Promise<SubmissionAnswer>
  /** What a request plans again, and what plans it again. */
  lineage(solverProblemId: string): Promise<ClientLineage>
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
  /** What became of the callback of a request, try by try; empty until it has ended. */
  deliveries(solverProblemId: string): Promise<readonly ClientDelivery[]>
  /** Has a callback sent again, at once. Not repeated by itself: each time it arrives is one more call. */
  redeliver(solverProblemId: string, number: number): Promise<ClientDelivery>
  /** The department's requests, newest first; reads the next page when it is come to. */
  entries(options?: ListOptions): AsyncIterable<ClientEntry>
  /** The same as a list; follows the pages until all are there. */
  list(options?: ListOptions): Promise<readonly ClientEntry[]>
  /** What the department calls the four priorities. */
  priorityNames(): Promise<ClientPriorityNames>
  /** Calls them something else, all four at once: what is absent has no name of its own any more. */
  replacePriorityNames(names: NewClientPriorityNames): Promise<ClientPriorityNames>
  /** The plans of the department. */
  readonly plans: PlansClient
}

export interface SubmitOptions {
  /** Names the submission for 24 hours: the same key with the same schedule is answered with the first answer. */
  readonly idempotencyKey?: string
  /** Refuses unknown fields and settings instead of warning of them. */
  readonly strict?: boolean
  readonly signal?: AbortSignal
}

export interface ListOptions {
  readonly status?: JobState
  readonly reference?: string
  /** Only requests that have all of these. */
  readonly labels?: Readonly<Record<string, string>>
  /** Only requests that plan this one again, at once. */
  readonly basedOn?: string
  /** Entries of a page, 1 to 1,000; 100 when absent. */
  readonly pageSize?: number
}

export interface WaitOptions {
  /** Between two questions, in milliseconds. */
  readonly everyMs?: number
  readonly onEntry?: (entry: ClientEntry) => void
  readonly signal?: AbortSignal
}

const PRIORITIES = '/api/v1/priorities'
const POLL_MS = 500
/** A gateway, or its database, that is started again is back by then. */
const OUTAGE_MS = 60_000
const NOT_FOUND = 404
const JSON_TYPE = { 'content-type': 'application/json' } as const

/** Speaks to one gateway with one token. */
export function createClient(options: ClientOptions): Client {
  const ask = createAsk(options)
  const entryOf = (id: string): string => `/api/v1/gateway/${encodeURIComponent(id)}`

  return {
    submit: (schedule, submitOptions) => postStored(ask, '/api/v1/gateway', schedule, submitOptions),
    replan: (id, request, submitOptions) => postStored(ask, `${entryOf(id)}/replan`, request, submitOptions),
    lineage: (id) => readJson(ask('GET', `${entryOf(id)}/lineage`)),
    entry: (id) => readJson(ask('GET', entryOf(id))),
    waitForEnd: (id, waitOptions) => waitForEnd((signal) => readJson(ask('GET', entryOf(id), { once: true, ...signal })), waitOptions),
    async solution(id) {
      const answer = await ask('GET', `${entryOf(id)}/solution`)
      return answer.status === 204 ? null : ((await answer.json()) as ClientSolution)
    },
    events: (id, eventsOptions) =>
      followEvents(
        (headers, signal) => ask('GET', `${entryOf(id)}/events`, { headers: { accept: 'text/event-stream', ...headers }, signal, once: true }),
        eventsOptions,
      ),
    call: (method, parameters) => callMethod(ask, method, parameters),
    async withdraw(id) {
      await ask('DELETE', entryOf(id), { doneBefore: NOT_FOUND })
    },
    stop: (id) => readJson(ask('POST', `${entryOf(id)}/stop`)),
    deliveries: (id) => readJson(ask('GET', `${entryOf(id)}/deliveries`)),
    redeliver: (id, number) => readJson(ask('POST', `${entryOf(id)}/deliveries/${number}/redeliver`, { once: true })),
    entries: (listOptions) => readEntries(ask, listOptions),
    async list(listOptions) {
      const all: ClientEntry[] = []
      for await (const entry of readEntries(ask, listOptions)) all.push(entry)
      return all
    },
    priorityNames: () => readJson(ask('GET', PRIORITIES)),
    replacePriorityNames: (names) => readJson(ask('PUT', PRIORITIES, { headers: JSON_TYPE, body: JSON.stringify(names) })),
    plans: createPlansClient(ask),
  }
}

async function readJson<Document>(asked: Promise<Response>): Promise<Document> {
  return (await (await asked).json()) as Document
}

/** Posts what is stored as a request, under a key of its own. */
async function postStored(
  ask: Ask,
  path: string,
  document: object | string | Uint8Array,
  { idempotencyKey = crypto.randomUUID(), strict = false, signal }: SubmitOptions = {},
): Promise<SubmissionAnswer> {
  const body = typeof document === 'string' || document instanceof Uint8Array ? document : JSON.stringify(document)
  const headers = { ...JSON_TYPE, 'idempotency-key': `"${idempotencyKey}"`, ...(strict ? { prefer: 'handling=strict' } : {}) }
  return readJson(ask('POST', path, { headers, body, ...(signal === undefined ? {} : { signal }) }))
}

async function waitForEnd(
  read: (given: { signal?: AbortSignal }) => Promise<ClientEntry>,
  { everyMs = POLL_MS, onEntry, signal }: WaitOptions = {},
): Promise<ClientEntry> {
  const given = signal === undefined ? {} : { signal }
  for (let answeredMs = performance.now(); ; ) {
    signal?.throwIfAborted()
    const entry = await read(given).catch((error: unknown) => {
      if (!isPassing(error) || performance.now() - answeredMs > OUTAGE_MS) throw error
      return null
    })
    if (entry !== null) {
      answeredMs = performance.now()
      onEntry?.(entry)
      if (hasEnded(entry.status)) return entry
    }
    await sleep(everyMs, undefined, given)
  }
}

function readEntries(ask: Ask, { status, reference, basedOn, labels = {}, pageSize }: ListOptions = {}): AsyncIterable<ClientEntry> {
  const query = new URLSearchParams({
    ...(status === undefined ? {} : { status }),
    ...(reference === undefined ? {} : { reference }),
    ...(basedOn === undefined ? {} : { basedOn }),
    ...(pageSize === undefined ? {} : { limit: String(pageSize) }),
  })
  for (const [name, text] of Object.entries(labels)) query.append('label', `${name}:${text}`)
  return readPages<ClientEntry>(ask, `/api/v1/gateway?${query}`)
}

async function callMethod<Method extends keyof CallResults>(ask: Ask, method: Method, parameters?: CallParameters): Promise<CallResults[Method]> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: parameters })
  const answer = await readJson<CallAnswer>(ask('POST', '/v1', { headers: JSON_TYPE, body }))
  if (answer.error === undefined) return answer.result as CallResults[Method]
  const { data = { title: answer.error.message } } = answer.error
  throw new RequestRefused(Number(data['status'] ?? 0), data)
}
