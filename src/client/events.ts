import { setTimeout as sleep } from 'node:timers/promises'
import type { JobState, StopReason } from '../model/job.ts'
import type { Score } from '../model/score.ts'

/** What is told of a request while it is followed. `id` says how much is known with it. */
export type ClientEvent =
  | { readonly type: 'status'; readonly id: string; readonly status: JobState; readonly attempt: number }
  | (ClientResult & { readonly type: 'better'; readonly id: string; readonly revision: number })
  | (ClientResult & { readonly type: 'end'; readonly id: string; readonly status: JobState; readonly stopReason: StopReason | null })

/** How good the best schedule is; the score is null when there is none. */
export interface ClientResult {
  /** Searched so far, over all attempts, in milliseconds. */
  readonly solveMs: number
  readonly score: Score | null
  readonly bound: Score | null
  readonly gap: number | null
}

export interface EventsOptions {
  /** The `id` of the last event that is known already: what follows it is told. All that is known is told when absent. */
  readonly lastEventId?: string
  readonly signal?: AbortSignal
  /** A connection on which nothing arrives for so long is given up for a new one, in milliseconds; three heartbeats when absent. */
  readonly silenceMs?: number
}

/** Opens the stream. Rejects when it cannot be reached, or is refused: then the error has the `status` of the answer. */
export type OpenStream = (headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Response>

const SILENCE_MS = 45_000
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** A field longer than this is not one of the gateway's. */
const MAX_LINE = 65_536

/**
 * Follows a request until its end, over as many connections as it takes, without repeating an event. The first connection must succeed;
 * later ones are tried until `signal` aborts or the gateway refuses for good (4xx other than 429).
 */
export async function* followEvents(open: OpenStream, options: EventsOptions = {}): AsyncGenerator<ClientEvent, void, undefined> {
  const { signal, silenceMs = SILENCE_MS } = options
  let lastEventId = options.lastEventId
  let firstPauseMs = FIRST_PAUSE_MS
  let pauseMs = firstPauseMs
  let connected = false
  for (;;) {
    signal?.throwIfAborted()
    const connection = watchSilence(silenceMs, signal)
    try {
      const answer = await open(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }, connection.signal)
      connected = true
      if (answer.status === 204) return
      const hear = {
        onBytes: connection.heard,
        onRetry: (ms: number) => {
          firstPauseMs = Math.min(ms, LONGEST_PAUSE_MS)
        },
      }
      for await (const event of readEvents(answer, hear)) {
        if (event.id === lastEventId) continue
        lastEventId = event.id
        pauseMs = firstPauseMs
        yield event
        if (event.type === 'end') return
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (!connected || isFinal(error)) throw error
    } finally {
      connection.end()
    }
    await sleep(pauseMs, undefined, signal === undefined ? {} : { signal })
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
  }
}

/** True for a refusal that the same request would meet again. */
function isFinal(error: unknown): boolean {
  const { status } = error as { status?: unknown }
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429
}

/** Aborts when `outer` does, or when nothing was heard for `silenceMs`. */
function watchSilence(silenceMs: number, outer: AbortSignal | undefined): { signal: AbortSignal; heard(): void; end(): void } {
  const silent = new AbortController()
  const timer = setTimeout(() => silent.abort(), silenceMs)
  return {
    signal: outer === undefined ? silent.signal : AbortSignal.any([outer, silent.signal]),
    heard: () => void timer.refresh(),
    end() {
      clearTimeout(timer)
      silent.abort()
    },
  }
}

const TYPES = ['status', 'better', 'end'] as const

/** The events of one connection. Kinds that are not known are left out: later versions may add some. */
async function* readEvents(answer: Response, hear: { onBytes(): void; onRetry(ms: number): void }): AsyncGenerator<ClientEvent, void, undefined> {
  let fields: Record<string, string> = {}
  for await (const line of readLines(answer, hear.onBytes)) {
    if (line === '') {
      if (/^\d{1,9}$/.test(fields.retry ?? '')) hear.onRetry(Number(fields.retry))
      const type = TYPES.find((known) => known === fields.event)
      if (type !== undefined && fields.data !== undefined && fields.id !== undefined) {
        yield { ...(JSON.parse(fields.data) as object), type, id: fields.id } as ClientEvent
      }
      fields = {}
    } else {
      const [, name, value] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
      if (name !== undefined && name !== '' && value !== undefined) fields[name] = value
    }
  }
}

async function* readLines(answer: Response, onHeard: () => void): AsyncGenerator<string, void, undefined> {
  if (answer.body === null) return
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of answer.body) {
    onHeard()
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop()!
    if (rest.length > MAX_LINE) throw new Error('The stream is not one of a gateway: a line has no end.')
    for (const line of lines) yield line.replace(/\r$/, '')
  }
}
