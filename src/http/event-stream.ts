import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { JobEvent, JobEvents } from '../jobs/job-events.ts'
import { GatewayError } from '../model/errors.ts'

/** Between two comments that keep a silent stream open, in milliseconds. */
export const HEARTBEAT_MS = 15_000
/** How soon a client that lost the stream is to come again. */
const RECONNECT_MS = 1000

/** How many streams are open, and the end of all of them. */
export interface Streams {
  /** Counts one more of this token, until the answered function is called. Throws `too-many-requests`. */
  admit(tokenId: number): () => void
  /** Aborts when the node shuts down. */
  readonly closing: AbortSignal
  close(): void
}

/** Counts the streams of one process. */
export function createStreams(limits: { readonly streamsPerToken: number; readonly streams: number }): Streams {
  const counts = new Map<number, number>()
  const closing = new AbortController()
  let open = 0
  return {
    closing: closing.signal,
    close: () => closing.abort(),
    admit(tokenId) {
      const mine = counts.get(tokenId) ?? 0
      if (mine >= limits.streamsPerToken) throw tooMany(`The token has ${mine} event streams open on this node, which is as many as it may.`)
      if (open >= limits.streams) throw tooMany(`This node has ${open} event streams open, which is as many as it holds.`)
      open += 1
      counts.set(tokenId, mine + 1)
      let counted = true
      return () => {
        if (!counted) return
        counted = false
        open -= 1
        const left = counts.get(tokenId)! - 1
        if (left > 0) counts.set(tokenId, left)
        else counts.delete(tokenId)
      }
    },
  }
}

function tooMany(detail: string): GatewayError {
  return new GatewayError('too-many-requests', detail, 'Close a stream that is not read any more, or read the entry from time to time instead.')
}

/** One event as server-sent events write it. */
export function writeEvent({ id, type, payload }: JobEvent): string {
  // JSON has no line breaks, so one line of data is enough.
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(payload)}\n\n`
}

export interface Pouring {
  readonly response: ServerResponse
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>
  readonly events: JobEvents
  /** Aborted to end the events. */
  readonly stop: AbortController
  /** Aborts when the events are to end, for this or any other reason. */
  readonly signal: AbortSignal
  /** False when the caller may not read this any more. Asked at every heartbeat. */
  isAllowed(): Promise<boolean>
  /** In milliseconds; 15 s when absent. */
  readonly heartbeatMs?: number
}

/**
 * Pours the events into the response until there are no more, the client is gone, or `stop` aborts. A client that does not take what it was
 * sent is waited for, with nothing piling up, and is dropped when two heartbeats found it so.
 */
export async function pourEvents({ response, headers, events, stop, signal, isAllowed, heartbeatMs = HEARTBEAT_MS }: Pouring): Promise<void> {
  const onClose = (): void => stop.abort()
  response.on('close', onClose).on('error', onClose)
  let stuckBeats = 0
  const beat = async (): Promise<void> => {
    stuckBeats = response.writableNeedDrain ? stuckBeats + 1 : 0
    if (stuckBeats >= 2) response.destroy()
    else if (stuckBeats === 0) response.write(': still here\n\n')
    if (!(await isAllowed())) stop.abort()
  }
  const beating = setInterval(() => void beat(), heartbeatMs)
  try {
    if (response.destroyed) return
    // The connection is used up with the stream, or the end of the process would wait for it.
    response.writeHead(200, { ...headers, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no', connection: 'close' })
    response.write(`retry: ${RECONNECT_MS}\n\n`)
    for await (const batch of events) {
      if (response.destroyed) return
      if (!response.write(batch.map(writeEvent).join(''))) await once(response, 'drain', { signal }).catch(() => undefined)
    }
  } finally {
    clearInterval(beating)
    // Without this a client that is stuck would hold up the end of the process.
    if (response.writableNeedDrain) response.destroy()
    else response.end()
    stop.abort()
  }
}
