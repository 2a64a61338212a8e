import { Worker } from 'node:worker_threads'
import { heapLimits, watchThreads } from './memory-watch.ts'
import { type BetterMessage, STOP_SIGNS, type ThreadMessage, type ThreadStart } from './messages.ts'

/** What a thread is started with, but for what is its own. */
export type LentStart = Omit<ThreadStart, 'thread' | 'proves' | 'stopSign'>

export interface LentThreadsOptions {
  readonly threadFile: URL
  /** Of each, in MiB; null = as much as there is. */
  readonly memoryMib: number | null
  /** The number of the first, in the search. */
  readonly first: number
  /** What the next one is started with: from the best roster so far. */
  readonly startNow: () => LentStart
  /** `thread` is the same object for all that one thread tells. */
  readonly onBetter: (message: BetterMessage, thread: object) => void
}

interface LentThread {
  readonly worker: Worker
  readonly stopSign: SharedArrayBuffer
  readonly unwatch: () => void
}

/** Time that a thread which is taken back has to tell its best roster, in milliseconds. Looking at a stop sign takes 10 ms, where no linear program is being solved. */
const HAND_OVER_MS = 500

/**
 * Threads that search beside those of a search, for as long as nobody else wants them. What they find is heard by the others, and is part of the result; a search loses
 * nothing by one that dies, and gets no further ones then.
 */
export class LentThreads {
  /** One 32-bit cell: how many there are now, for the threads of the search. */
  readonly shared = new SharedArrayBuffer(4)
  readonly #options: LentThreadsOptions
  readonly #threads = new Set<LentThread>()
  #started = 0
  #hasFailed = false
  #hasEnded = false
  #mostAtOnce = 0

  constructor(options: LentThreadsOptions) {
    this.#options = options
  }

  /** How many there are now. */
  get count(): number {
    return this.#threads.size
  }

  /** How many have searched at a time, at most. */
  get mostAtOnce(): number {
    return this.#mostAtOnce
  }

  /** From now on so many search. Those that are too many hand over what they have and are gone within half a second. */
  keep(count: number): void {
    if (this.#hasEnded || this.#hasFailed) return
    while (this.#threads.size < count) this.#start()
    const tooMany = [...this.#threads].slice(count)
    for (const thread of tooMany) this.#takeBack(thread)
  }

  /** Ends all of them at once. */
  end(): void {
    this.#hasEnded = true
    for (const thread of this.#threads) this.#remove(thread)
  }

  #start(): void {
    const { threadFile, memoryMib, first, startNow, onBetter } = this.#options
    const stopSign = new SharedArrayBuffer(4)
    const workerData: ThreadStart = { ...startNow(), thread: first + this.#started, proves: false, stopSign }
    this.#started += 1
    const worker = new Worker(threadFile, { workerData, resourceLimits: heapLimits(memoryMib) })
    const thread: LentThread = { worker, stopSign, unwatch: watchThreads([worker], memoryMib, () => this.#fail(thread)) }
    this.#threads.add(thread)
    this.#share()
    worker.on('message', (message: ThreadMessage) => {
      // What one tells that was taken back counts still.
      if (this.#hasEnded) return
      if (message.type === 'read') this.#mostAtOnce = Math.max(this.#mostAtOnce, this.#threads.size)
      else if (message.type === 'better') onBetter(message, thread)
      else if (message.type === 'searched') this.#remove(thread)
    })
  }

  #share(): void {
    Atomics.store(new Int32Array(this.shared), 0, this.#threads.size)
  }

  #takeBack(thread: LentThread): void {
    this.#threads.delete(thread)
    this.#share()
    Atomics.store(new Int32Array(thread.stopSign), 0, STOP_SIGNS.end)
    setTimeout(() => this.#remove(thread), HAND_OVER_MS).unref()
  }

  #fail(thread: LentThread): void {
    this.#hasFailed = true
    this.#remove(thread)
  }

  #remove(thread: LentThread): void {
    this.#threads.delete(thread)
    this.#share()
    thread.unwatch()
    void thread.worker.terminate()
  }
}
