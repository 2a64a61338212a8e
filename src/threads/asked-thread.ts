import { Worker } from 'node:worker_threads'
import { heapLimits, watchThreads } from './memory-watch.ts'

/** A thread that is asked one thing at a time. */
export interface AskedThread<Task, Answer> {
  /** Rejects with `MemoryExceeded` when the thread took too much, with its error when it died, and with the reason that it was ended for. */
  ask(task: Task): Promise<Answer>
  hasEnded(): boolean
  /** Ends it, whatever it does; what it is asked, now and later, is rejected with the reason. */
  end(reason: Error): Promise<void>
}

interface AskedThreadOptions {
  /** What the thread may take, in MiB. */
  readonly memoryMib: number
  /** A thread that was not asked for so long ends, in milliseconds. */
  readonly idleMs: number
}

/** Starts a thread that posts one message for each that it gets. */
export function startAskedThread<Task, Answer>(file: URL, { memoryMib, idleMs }: AskedThreadOptions): AskedThread<Task, Answer> {
  const worker = new Worker(file, { resourceLimits: heapLimits(memoryMib) })
  let asked: PromiseWithResolvers<Answer> | null = null
  let endedFor: { readonly reason: unknown } | null = null
  let idle: NodeJS.Timeout | undefined
  const giveUp = (reason: unknown): void => {
    endedFor ??= { reason }
    clearTimeout(idle)
    asked?.reject(endedFor.reason)
  }
  const unwatch = watchThreads([worker], memoryMib, giveUp)
  const end = async (reason: Error): Promise<void> => {
    unwatch()
    giveUp(reason)
    await worker.terminate()
  }
  worker.on('message', (answer: Answer) => {
    const answered = asked
    asked = null
    idle = setTimeout(() => void end(new Error('The thread was not asked any more.')), idleMs).unref()
    answered?.resolve(answer)
  })
  return {
    async ask(task) {
      if (endedFor !== null) throw endedFor.reason
      clearTimeout(idle)
      asked = Promise.withResolvers<Answer>()
      worker.postMessage(task)
      return asked.promise
    },
    hasEnded: () => endedFor !== null,
    end,
  }
}
