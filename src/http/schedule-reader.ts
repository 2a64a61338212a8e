import { Worker } from 'node:worker_threads'
import { GatewayError } from '../model/errors.ts'
import type { ErrorCode } from '../model/errors.ts'
import type { BodyShape } from './json-body.ts'
import { readPosted } from './read-posted.ts'
import type { PostedSchedule, ReadingOptions } from './read-posted.ts'

/** To the thread. */
export interface ReadingTask {
  readonly posted: Uint8Array
  readonly options: ReadingOptions
}

/** From the thread: the schedule, a refusal that is answered to the client, or a fault of ours. */
export type ReadingAnswer =
  | { readonly schedule: PostedSchedule }
  | { readonly refusal: { readonly code: ErrorCode; readonly detail: string; readonly remedy: string } }
  | { readonly failure: string }

/** Reads posted schedules: small ones at once, large ones one after the other in a thread, so that nobody else waits for them. */
export interface ScheduleReader {
  /**
   * Throws `body-unreadable`; and `body-too-large` for one that takes too much memory or time. When `signal` aborts before its turn, it
   * is not read, and not held any longer.
   */
  read(posted: Uint8Array, how: { readonly strict: boolean; readonly signal: AbortSignal }): Promise<PostedSchedule>
  close(): Promise<void>
}

const THREAD_FILE = new URL('./reading-thread.ts', import.meta.url)
/** Up to here a body is read in the event loop, in bytes: 20 ms for the worst that fits; a hospital month is 160 KB and takes 3 ms. */
const SMALL_BYTES = 256 * 1024
/** Memory of the thread. The worst body of 64 MiB and 5,000,000 values takes half of it. */
const MEMORY_MIB = 2048
/** The worst such body takes a fifth of this on a machine that has nothing else to do. */
const READ_MS = 60_000
/** A thread that nobody asks any more is ended; starting the next one costs a fraction of a second. */
const IDLE_MS = 30_000

interface Waiting extends ReadingTask {
  readonly asked: PromiseWithResolvers<PostedSchedule>
}

/** Makes a reader. Its thread starts with the first large body. */
export function createScheduleReader(shape: BodyShape): ScheduleReader {
  const queue: Waiting[] = []
  let thread: ReadingThread | null = null
  let reading: Promise<void> | null = null
  let isClosed = false
  const readAll = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (thread === null || thread.hasEnded()) thread = startThread()
      await thread.read(next).then(next.asked.resolve, next.asked.reject)
    }
    reading = null
  }
  return {
    async read(posted, { strict, signal }) {
      const options = { ...shape, strict }
      if (posted.length <= SMALL_BYTES) return readPosted(posted, options)
      if (isClosed || signal.aborted) throw closing()
      const waiting: Waiting = { posted, options, asked: Promise.withResolvers() }
      const leave = (): void => {
        const at = queue.indexOf(waiting)
        if (at < 0) return
        queue.splice(at, 1)
        waiting.asked.reject(closing())
      }
      signal.addEventListener('abort', leave, { once: true })
      queue.push(waiting)
      reading ??= readAll()
      return waiting.asked.promise
    },
    async close() {
      isClosed = true
      for (const { asked } of queue.splice(0)) asked.reject(closing())
      await thread?.end(closing())
    },
  }
}

function closing(): GatewayError {
  return new GatewayError('shutting-down', 'This node is shutting down.', 'Send the request again in a few seconds.')
}

function tooDear(what: string): GatewayError {
  return new GatewayError('body-too-large', `The body takes too much ${what} to read.`, 'Split the schedule, or make it smaller.')
}

/** A thread that reads one schedule at a time. */
interface ReadingThread {
  read(task: ReadingTask): Promise<PostedSchedule>
  hasEnded(): boolean
  end(reason: Error): Promise<void>
}

function startThread(): ReadingThread {
  const worker = new Worker(THREAD_FILE, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB } })
  let asked: PromiseWithResolvers<PostedSchedule> | null = null
  let ended = false
  let timer: NodeJS.Timeout | undefined
  const giveUp = (reason: Error): void => {
    ended = true
    clearTimeout(timer)
    asked?.reject(reason)
  }
  const end = async (reason: Error): Promise<void> => {
    giveUp(reason)
    await worker.terminate()
  }
  const endAfter = (ms: number, reason: Error): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void end(reason), ms).unref()
  }
  worker.on('error', (error: NodeJS.ErrnoException) => giveUp(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooDear('memory') : error))
  worker.on('exit', (code) => giveUp(new Error(`The thread that reads schedules ended with code ${code}.`)))
  worker.on('message', (answer: ReadingAnswer) => {
    if ('schedule' in answer) asked?.resolve(answer.schedule)
    else if ('refusal' in answer) asked?.reject(new GatewayError(answer.refusal.code, answer.refusal.detail, answer.refusal.remedy))
    else asked?.reject(new Error(`A posted schedule was not read: ${answer.failure}`))
    endAfter(IDLE_MS, new Error('idle'))
  })
  return {
    read({ posted, options }) {
      asked = Promise.withResolvers()
      // Copied and not handed over: the bytes are stored afterwards.
      worker.postMessage({ posted, options } satisfies ReadingTask)
      endAfter(READ_MS, tooDear('time'))
      return asked.promise
    },
    hasEnded: () => ended,
    end,
  }
}
