import { GatewayError } from '../model/errors.ts'
import { type AskedThread, startAskedThread } from './asked-thread.ts'
import { MemoryExceeded } from './memory-watch.ts'

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

/** A schedule that is to be shown without its secret: UTF-8 JSON as it was posted. */
export interface PostedRequest {
  readonly posted: Uint8Array
}

/** From the thread: the document that was asked for, or why there is none. */
export type InterimAnswer = { readonly document: Uint8Array } | { readonly failure: string }

/** Writes what is read of jobs and takes long, beside the event loop: one document at a time, in one thread. */
export interface InterimWriter {
  /**
   * UTF-8 JSON. Of a roster, the solution document of a search that still goes on: judged by the checker, `stopReason` null, `unassigned` empty.
   * Of a posted schedule, the same without its secret. Who asks for the same `name` while it is being written gets the same; `load` is then not
   * called. Rejects with `interim-too-large` when it takes more memory than it may,
   * and with `shutting-down` when the writer closes.
   */
  write(name: string, load: () => Promise<InterimRequest | PostedRequest>): Promise<Uint8Array>
  close(): Promise<void>
}

const THREAD_FILE = new URL('./interim-thread.ts', import.meta.url)
/** A thread that nobody asks any more is ended; starting the next one costs a fraction of a second. */
const IDLE_MS = 30_000

type WriterThread = AskedThread<InterimRequest | PostedRequest, InterimAnswer>

interface WriterOptions {
  /** What the thread may take, in MiB. */
  readonly memoryMib: number
  readonly start?: (memoryMib: number) => WriterThread
}

const startThread = (memoryMib: number): WriterThread => startAskedThread(THREAD_FILE, { memoryMib, idleMs: IDLE_MS })

/** Opens a writer whose thread starts with the first request, and anew with the next one after it died. */
export function openInterimWriter({ memoryMib, start = startThread }: WriterOptions): InterimWriter {
  const running = new Map<string, Promise<Uint8Array>>()
  let thread: WriterThread | null = null
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()
  const writeNow = async (request: InterimRequest | PostedRequest): Promise<Uint8Array> => {
    if (isClosed) throw closing()
    const kept = thread?.hasEnded() === false ? thread : null
    const asked = kept ?? start(memoryMib)
    thread = asked
    const answer = await asked.ask(request).catch((error: unknown) => {
      if (!(error instanceof MemoryExceeded)) throw error
      // Garbage of what it wrote before counts as well, which is not the fault of who asks now.
      if (kept !== null) return null
      throw tooLarge(error)
    })
    if (answer === null) return writeNow(request)
    if ('document' in answer) return answer.document
    throw new Error(`A document was not written: ${answer.failure}`)
  }
  const begin = async (load: () => Promise<InterimRequest | PostedRequest>): Promise<Uint8Array> => {
    const request = await load()
    // One after the other: a thread that dies takes nobody with it but the request that it died of.
    const written = last.then(() => writeNow(request))
    last = written.catch(() => undefined)
    return written
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

function tooLarge(cause: MemoryExceeded): GatewayError {
  return new GatewayError(
    'interim-too-large',
    `Writing the document takes more than ${cause.limitMib} MiB of memory.`,
    'Read it when the search has ended; or send a smaller schedule, or ask the operator to raise TURNUS_JOB_MEMORY_MIB.',
    { cause },
  )
}
