import { Worker } from 'node:worker_threads'
import { GatewayError } from '../model/errors.ts'
import type { ErrorCode } from '../model/errors.ts'
import { bodyWeight } from './body-weight.ts'
import { readPosted, readReplan } from './read-posted.ts'
import type { PostedSchedule, ReadingOptions, StoredRoster } from './read-posted.ts'
import type { Issue } from '../model/issue.ts'
import { processorMs } from '../threads/clock.ts'

/** What is to be read. */
export interface ReadingTask {
  readonly posted: Uint8Array
  readonly options: ReadingOptions
  /** What is planned again by what was posted; null of a schedule. */
  readonly stored: StoredRoster | null
}

/** To the thread: what it reads, and the number that it answers with. */
export type ReadingMessage = ReadingTask & { readonly number: number }

/** From the thread: the number, and the schedule, a refusal that is answered to the client, or a fault of ours. */
export type ReadingAnswer = { readonly number: number } & (
  | { readonly schedule: PostedSchedule }
  | { readonly refusal: { readonly code: ErrorCode; readonly detail: string; readonly remedy: string; readonly issues: readonly Issue[] } }
  | { readonly failure: string }
)

/**
 * Reads posted schedules: tiny ones at once, large ones one after the other in a thread, so that nobody else waits for them, and those in
 * between in a thread of their own, which leaves the event loop to answer others.
 */
export interface ScheduleReader {
  /**
   * Throws `body-unreadable`; and `body-too-large` for one that takes too much memory or time. When `signal` aborts before its turn, it
   * is not read, and not held any longer.
   */
  read(
    posted: Uint8Array,
    how: Pick<ReadingOptions, 'strict' | 'callback'> & {
      readonly signal: AbortSignal
      /** Where what happened is posted: the solved request that is planned again. */
      readonly stored?: StoredRoster
    },
  ): Promise<PostedSchedule>
  close(): Promise<void>
}

const THREAD_FILE = new URL('./reading-thread.ts', import.meta.url)
/** When so many small ones are in their thread, the next is read in the event loop meanwhile. */
const MOST_SMALL = 16
/** Memory of the threads. The worst body of 64 MiB and 5,000,000 values takes half of it. */
const MEMORY_MIB = 2048
const SMALL_MEMORY_MIB = 256
/**
 * How long a body is read: by the processor time of its thread, so that a busy machine refuses nothing that a quiet one reads. The clock only says when
 * the thread is looked at. The worst body takes 12 s.
 */
const PATIENCE = { lookMs: 10_000, readMs: 60_000, usedMs: processorMs }
/** A thread that nobody asks any more is ended; starting the next one costs a fraction of a second. */
const IDLE_MS = 30_000

interface Waiting extends ReadingTask {
  readonly asked: PromiseWithResolvers<PostedSchedule>
}

/** Makes a reader. Its threads start with the first body that is for them. `patience`: see above, for tests. */
export function createScheduleReader(shape: Omit<ReadingOptions, 'strict' | 'callback'>, patience = PATIENCE): ScheduleReader {
  const large = createRow(patience)
  let small: ReadingThread | null = null
  let isClosed = false
  return {
    async read(posted, { signal, stored = null, ...how }) {
      const task: ReadingTask = { posted, options: { ...shape, ...how }, stored }
      const weight = stored === null ? bodyWeight(posted) : bodyWeight(stored.document, posted.length + stored.solution.length)
      if (weight === 'large') return large.read(task, signal)
      if (weight === 'tiny') return readHere(task)
      // Nobody waits for a thread to start, or in a long row, for what takes some milliseconds.
      if (small === null || small.hasEnded()) small = isClosed ? null : startThread(SMALL_MEMORY_MIB, patience)
      if (!small?.isReady() || small.reading() >= MOST_SMALL) return readHere(task)
      return small.read(task).catch((error: unknown) => {
        // What ends the thread is not the fault of all that were in it.
        if (error instanceof GatewayError && error.code !== 'body-too-large' && error.code !== 'shutting-down') throw error
        return readHere(task)
      })
    },
    async close() {
      isClosed = true
      await Promise.all([large.close(), small?.end(closing())])
    },
  }
}

function readHere({ posted, options, stored }: ReadingTask): PostedSchedule {
  return stored === null ? readPosted(posted, options) : readReplan(posted, options, stored)
}

/** A thread, when there is something to read, and those who wait for it, one behind the other. */
interface Row {
  read(task: ReadingTask, signal: AbortSignal): Promise<PostedSchedule>
  close(): Promise<void>
}

function createRow(patience: typeof PATIENCE): Row {
  const queue: Waiting[] = []
  let thread: ReadingThread | null = null
  let reading: Promise<void> | null = null
  let isClosed = false
  const readAll = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (thread === null || thread.hasEnded()) thread = startThread(MEMORY_MIB, patience)
      await thread.read(next).then(next.asked.resolve, next.asked.reject)
    }
    reading = null
  }
  return {
    async read(task, signal) {
      if (isClosed || signal.aborted) throw closing()
      const waiting: Waiting = { ...task, asked: Promise.withResolvers() }
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

function refusalOf({ code, detail, remedy, issues }: Extract<ReadingAnswer, { refusal: object }>['refusal']): GatewayError {
  return new GatewayError(code, detail, remedy, { issues })
}

/** A thread that reads schedules. */
interface ReadingThread {
  read(task: ReadingTask): Promise<PostedSchedule>
  /** How many it has not answered. */
  reading(): number
  /** Whether it has been started to its end. */
  isReady(): boolean
  hasEnded(): boolean
  end(reason: Error): Promise<void>
}

function startThread(memoryMib: number, patience: typeof PATIENCE): ReadingThread {
  const worker = new Worker(THREAD_FILE, { resourceLimits: { maxOldGenerationSizeMb: memoryMib } })
  const asked = new Map<number, PromiseWithResolvers<PostedSchedule>>()
  let last = 0
  let ready = false
  let ended = false
  let timer: NodeJS.Timeout | undefined
  const giveUp = (reason: Error): void => {
    ended = true
    clearTimeout(timer)
    for (const { reject } of asked.values()) reject(reason)
    asked.clear()
  }
  const end = async (reason: Error): Promise<void> => {
    giveUp(reason)
    await worker.terminate()
  }
  const watch = (): void => {
    clearTimeout(timer)
    timer = asked.size > 0 ? setTimeout(() => void look(0), patience.lookMs).unref() : setTimeout(() => void end(new Error('idle')), IDLE_MS).unref()
  }
  /** Ends what has been read for too long. `before`: the processor time of the thread at the first look at it; 0 = this is the first. */
  const look = async (before: number): Promise<void> => {
    const looking = timer
    const used = await patience.usedMs(worker)
    // What was answered meanwhile is not looked at any more.
    if (ended || timer !== looking) return
    if (before > 0 && used - before > patience.readMs) return end(tooDear('time'))
    timer = setTimeout(() => void look(before || used), patience.lookMs).unref()
  }
  worker.on('online', () => (ready = true))
  worker.on('error', (error: NodeJS.ErrnoException) => giveUp(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooDear('memory') : error))
  worker.on('exit', (code) => giveUp(new Error(`The thread that reads schedules ended with code ${code}.`)))
  worker.on('message', (answer: ReadingAnswer) => {
    const waiting = asked.get(answer.number)
    asked.delete(answer.number)
    if ('schedule' in answer) waiting?.resolve(answer.schedule)
    else if ('refusal' in answer) waiting?.reject(refusalOf(answer.refusal))
    else waiting?.reject(new Error(`A posted schedule was not read: ${answer.failure}`))
    watch()
  })
  watch()
  return {
    read({ posted, options, stored }) {
      const waiting = Promise.withResolvers<PostedSchedule>()
      const number = ++last
      asked.set(number, waiting)
      // Copied and not handed over: the bytes are stored afterwards.
      worker.postMessage({ number, posted, options, stored } satisfies ReadingMessage)
      if (asked.size === 1) watch()
      return waiting.promise
    },
    reading: () => asked.size,
    isReady: () => ready && !ended,
    hasEnded: () => ended,
    end,
  }
}
