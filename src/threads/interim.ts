import { Worker } from 'node:worker_threads'
import { GatewayError } from '../model/errors.ts'

/** A roster that a search has found so far, and what it was found for. */
export interface InterimRequest {
  /** UTF-8 JSON as it was posted, already found valid. */
  readonly document: Uint8Array
  /** By position in `shifts` the position in `employees`, or −1. */
  readonly roster: Int32Array
  /** Moves evaluated until it was found. */
  readonly moves: number
  /** Wall clock until it was found, in milliseconds. */
  readonly solveMs: number
}

/** To the thread. */
export interface InterimTask extends InterimRequest {
  readonly task: number
}

/** From the thread: the document that was asked for, or why there is none. */
export type InterimAnswer = { readonly task: number; readonly document: Uint8Array } | { readonly task: number; readonly failure: string }

/** Writes solution documents of searches that still go on, beside the event loop: one at a time, in one thread. */
export interface InterimWriter {
  /**
   * UTF-8 JSON of a solution document: judged by the checker, `stopReason` null, `unassigned` empty. Who asks for the same `name` while it
   * is being written gets the same; `load` is then not called. Rejects with `shutting-down` when the writer closes.
   */
  write(name: string, load: () => Promise<InterimRequest>): Promise<Uint8Array>
  close(): Promise<void>
}

const THREAD_FILE = new URL('./interim-thread.ts', import.meta.url)
/** A thread that nobody asks any more is ended; starting the next one costs a fraction of a second. */
const IDLE_MS = 30_000

/** Opens a writer. Its thread starts with the first request. */
export function openInterimWriter(): InterimWriter {
  const running = new Map<string, Promise<Uint8Array>>()
  let thread: InterimThread | null = null
  let isClosed = false
  const begin = async (load: () => Promise<InterimRequest>): Promise<Uint8Array> => {
    const request = await load()
    if (isClosed) throw closing()
    if (thread === null || thread.hasEnded()) thread = startThread()
    return thread.write(request)
  }
  return {
    write(name, load) {
      const same = running.get(name)
      if (same !== undefined) return same
      const written = begin(load).finally(() => running.delete(name))
      running.set(name, written)
      return written
    },
    async close() {
      isClosed = true
      await thread?.end(closing())
    },
  }
}

function closing(): GatewayError {
  return new GatewayError('shutting-down', 'This node is shutting down.', 'Send the request again in a few seconds.')
}

interface InterimThread {
  write(request: InterimRequest): Promise<Uint8Array>
  hasEnded(): boolean
  end(reason: Error): Promise<void>
}

function startThread(): InterimThread {
  const worker = new Worker(THREAD_FILE)
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array>>()
  let tasks = 0
  let ended = false
  let idle: NodeJS.Timeout | undefined
  const giveUp = (reason: Error): void => {
    ended = true
    clearTimeout(idle)
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }
  const end = async (reason: Error): Promise<void> => {
    giveUp(reason)
    await worker.terminate()
  }
  worker.on('error', (error) => giveUp(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', (code) => giveUp(new Error(`The thread that writes interim solutions ended with code ${code}.`)))
  worker.on('message', (answer: InterimAnswer) => {
    const asked = waiting.get(answer.task)
    waiting.delete(answer.task)
    if ('document' in answer) asked?.resolve(answer.document)
    else asked?.reject(new Error(`An interim solution was not written: ${answer.failure}`))
    if (waiting.size > 0) return
    idle = setTimeout(() => void end(new Error('idle')), IDLE_MS).unref()
  })
  return {
    write(request) {
      clearTimeout(idle)
      const asked = Promise.withResolvers<Uint8Array>()
      const task: InterimTask = { task: (tasks += 1), ...request }
      waiting.set(task.task, asked)
      worker.postMessage(task)
      return asked.promise
    },
    hasEnded: () => ended,
    end,
  }
}
