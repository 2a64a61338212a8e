import type { Entry, Score } from './documents.ts'
import { ask } from './ask.ts'

/** What is told of a job while it is followed, as `GET …/events` tells it. */
export type JobEvent =
  | { readonly type: 'status'; readonly id: string; readonly status: Entry['status'] }
  | {
      readonly type: 'better'
      readonly id: string
      readonly score: Score | null
      readonly bound: Score | null
      readonly gap: number | null
      readonly revision: number
    }
  | {
      readonly type: 'end'
      readonly id: string
      readonly status: Entry['status']
      readonly score: Score | null
      readonly bound: Score | null
      readonly gap: number | null
    }

const PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 15_000

/** Follows a job until its end or until `signal` aborts, over as many connections as it takes. Throws `Refused` when the gateway refuses for good. */
export async function followJob(solverProblemId: string, tell: (event: JobEvent) => void, signal: AbortSignal): Promise<void> {
  let lastId: string | null = null
  let pauseMs = PAUSE_MS
  for (;;) {
    try {
      const answer = await ask(`/api/v1/gateway/${encodeURIComponent(solverProblemId)}/events`, {
        headers: { accept: 'text/event-stream', ...(lastId === null ? {} : { 'last-event-id': lastId }) },
        signal,
      })
      if (answer.status === 204) return
      for await (const event of readEvents(answer)) {
        lastId = event.id
        pauseMs = PAUSE_MS
        tell(event)
        if (event.type === 'end') return
      }
    } catch (failure) {
      if (signal.aborted) return
      const { status } = failure as { readonly status?: number }
      if (status !== undefined && status < 500 && status !== 429) throw failure
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (signal.aborted) return
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
  }
}

async function* readEvents(answer: Response): AsyncGenerator<JobEvent, void, undefined> {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const event = readEvent(block)
      if (event !== null) yield event
    }
  }
}

/** One event of a stream (text/event-stream); null for a comment. */
export function readEvent(block: string): JobEvent | null {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (name !== undefined) fields.set(name, value!)
  }
  const data = fields.get('data')
  if (data === undefined) return null
  return { ...(JSON.parse(data) as object), type: fields.get('event'), id: fields.get('id') ?? '' } as JobEvent
}
