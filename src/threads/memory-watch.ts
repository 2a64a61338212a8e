import type { HeapInfo } from 'node:v8'
import type { ResourceLimits, Worker } from 'node:worker_threads'

/** Between two looks at what the threads have taken, in milliseconds. Measured: a look costs a searching thread 0.1 ms, so 0.1 % of its time. */
const LOOK_MS = 100
/**
 * What V8 lets a thread take above the limit, in MiB. At its own limit V8 may end the whole process: one array that grows by more than
 * 16 MiB there is enough. So the looks come first, and V8 only where more than this was taken between two of them.
 */
const HEADROOM_MIB = 4096
const MIB = 1024 * 1024

/** The threads of one piece of work took more memory than they may, and were ended. */
export class MemoryExceeded extends Error {
  /** What they may take together; null = as much as there is. */
  readonly limitMib: number | null

  constructor(limitMib: number | null, cause?: unknown) {
    super(
      limitMib === null ? 'There is not enough memory.' : `More than ${limitMib} MiB of memory were needed.`,
      cause === undefined ? undefined : { cause },
    )
    this.name = 'MemoryExceeded'
    this.limitMib = limitMib
  }
}

/** What V8 is told of a thread that may take `limitMib` MiB; null = as much as V8 lets it by itself. */
export function heapLimits(limitMib: number | null): ResourceLimits {
  return limitMib === null ? {} : { maxOldGenerationSizeMb: limitMib + HEADROOM_MIB }
}

/**
 * Watches `threads` until the answered function is called, and tells once how they failed: with `MemoryExceeded`, after all of them were ended,
 * when together they take more than `limitMib` MiB (objects and array buffers; null = no limit) or one of them can get no more; else with the
 * error of the first that dies.
 */
export function watchThreads(threads: readonly Worker[], limitMib: number | null, onFailure: (error: unknown) => void): () => void {
  const mostBytes = limitMib === null ? Number.POSITIVE_INFINITY : limitMib * MIB
  let looking = false
  let over = false
  const stop = (): void => {
    over = true
    clearInterval(timer)
  }
  const end = async (error: unknown): Promise<void> => {
    if (over) return
    stop()
    // Told when the memory is free again: what follows may need as much.
    if (error instanceof MemoryExceeded) await Promise.all(threads.map((thread) => thread.terminate()))
    onFailure(error)
  }
  const look = async (): Promise<void> => {
    if (looking) return
    looking = true
    const taken = await Promise.all(threads.map(memoryOf))
    looking = false
    if (taken.reduce((sum, bytes) => sum + bytes, 0) > mostBytes) await end(new MemoryExceeded(limitMib))
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  for (const thread of threads) {
    thread.on('error', (error) => void end(isOutOfMemory(error) ? new MemoryExceeded(limitMib, error) : error))
    thread.on('exit', (code) => void end(new Error(`A thread ended with code ${code} before it had a result.`)))
  }
  return stop
}

/** Bytes that a thread has taken, garbage that is not collected yet included. Answered by the thread itself between two steps of whatever it does. */
async function memoryOf(thread: Worker): Promise<number> {
  try {
    return takenBytes(await thread.getHeapStatistics())
  } catch {
    // It has ended, or has not begun.
    return 0
  }
}

/** What statistics of a thread say that it has taken, in bytes. */
export function takenBytes({ used_heap_size: heap, external_memory: buffers, malloced_memory: engine }: HeapInfo): number {
  return heap + buffers + engine
}

/** True of the error of a thread that V8 ended at its own limit, or that got no memory for an array buffer, which V8 tells by this text alone. */
export function isOutOfMemory(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ((error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') return true
  return error instanceof RangeError && error.message === 'Array buffer allocation failed'
}
