import type { Limits } from '../../config.ts'
import { GatewayError } from '../../model/errors.ts'
import { type AskedThread, startAskedThread } from '../../threads/asked-thread.ts'
import { MemoryExceeded } from '../../threads/memory-watch.ts'
import type { BodyShape } from '../json-body.ts'
import type { PlanOutcome, PlanTask } from '../plans/plan-task.ts'
import type { Messages, Result } from './json-rpc.ts'
import type { AskedQuestion, ThreadAnswer, ThreadReport, ThreadTask } from './thread-messages.ts'

/** How much answering may take. */
export type CallLimits = Pick<Limits, 'callMs' | 'callThreads' | 'waitingCalls' | 'callsPerDepartment' | 'jobMemoryMib'> & BodyShape

/** The threads of a node in which calls are answered: a request has one of them at a time, and departments that have none go first. */
export interface CallThreads {
  /**
   * A thread for the calls of one request, when one is free. Throws `calls-full` when too many wait, or one has waited for as long as it
   * could run; `too-many-requests` when the department has too many requests that have not left yet; `shutting-down` when `signal` aborts.
   */
  open(of: { readonly departmentId: number; readonly signal: AbortSignal }): Promise<CallThread>
  /** Something of the department was erased: no thread keeps what it was asked about for it, from now on or from the end of what it does. */
  dropKept(departmentId: number): void
  /** Ends all of them; what they do is answered `shutting-down`. Safe to call twice. */
  close(): Promise<void>
}

/**
 * A thread, until it is given back. When its time is over or the signal aborts, it is ended, and what it does, now and later, fails with
 * `call-too-long` and `shutting-down`; with `call-too-large` when it takes too much memory.
 */
export interface CallThread {
  /** Parses a body and keeps it. Throws `body-unreadable` and `body-too-large`. */
  read(posted: Uint8Array): Promise<Messages>
  /** Throws what the question throws. */
  answer(question: AskedQuestion): Promise<Result>
  /** Throws what the task throws. */
  planWork(task: PlanTask): Promise<PlanOutcome>
  /** Gives it back. Safe to call twice. */
  release(): void
  /** Gives it back, and counts the request no more: its answer was sent, or nobody waits for it. Safe to call twice. */
  leave(): void
}

const THREAD_FILE = new URL('./call-thread.ts', import.meta.url)
/** A thread that nobody asks any more is ended; starting the next one costs half a second. */
const IDLE_MS = 300_000
/**
 * Of the memory of a thread, what the next request may find taken. V8 collects when it likes, and what it has not collected counts: of eight times the same
 * question that takes nearly all of it, every fourth was refused.
 */
const SHARE_TAKEN = 0.25
const MIB = 1024 * 1024

type Thread = AskedThread<ThreadTask, ThreadReport>

/** What a thread keeps is of the department that it worked for last. */
interface IdleThread {
  readonly thread: Thread
  readonly departmentId: number
}

interface Running {
  readonly departmentId: number
  /** Whether something of the department was erased meanwhile. */
  mustDrop: boolean
}

/** Who wants a thread. */
interface Wanted {
  readonly departmentId: number
  readonly signal: AbortSignal
}

interface Waiting extends Wanted {
  readonly opened: PromiseWithResolvers<Lent>
}

type Lent = Omit<CallThread, 'leave'>

/** Starts one that may take so much memory. */
export function startThread(memoryMib: number): Thread {
  return startAskedThread<ThreadTask, ThreadReport>(THREAD_FILE, { memoryMib, idleMs: IDLE_MS })
}

/** Opens them. A thread starts with the first call that needs one; tests hand in another way to start. */
export function createCallThreads(limits: CallLimits, start: typeof startThread = startThread): CallThreads {
  const waiting: Waiting[] = []
  const requests = createCounts(limits.callsPerDepartment)
  let isClosed = false

  const threads = createThreads(limits, start, () => {
    while (threads.isOneFree() && waiting.length > 0) serve(takeNext(waiting, threads.served()))
  })
  // That a thread cannot be started is told to who waits for it: where one is given back, nobody listens, and the process would end.
  const serve = (next: Waiting): void => {
    try {
      next.opened.resolve(threads.begin(next))
    } catch (error) {
      next.opened.reject(error)
    }
  }
  const wait = async (of: Wanted): Promise<Lent> => {
    const { length } = waiting
    if (length >= limits.waitingCalls) throw full(`This node has ${length} requests with calls waiting, which is as many as it holds.`)
    return waitFor({ ...of, opened: Promise.withResolvers() }, { waiting, mostMs: limits.callMs })
  }
  return {
    async open({ departmentId, signal }) {
      if (isClosed || signal.aborted) throw closing()
      const uncount = requests.count(departmentId)
      try {
        const lent = threads.isOneFree() ? threads.begin({ departmentId, signal }) : await wait({ departmentId, signal })
        const leave = (): void => {
          lent.release()
          uncount()
        }
        return { ...lent, leave }
      } catch (error) {
        uncount()
        throw error
      }
    },
    dropKept: threads.dropKept,
    async close() {
      isClosed = true
      for (const { opened } of waiting.splice(0)) opened.reject(closing())
      await threads.end()
    },
  }
}

interface Threads {
  isOneFree(): boolean
  /** The departments that have a thread. */
  served(): ReadonlySet<number>
  /** Lends one that is free. */
  begin(to: Wanted): Lent
  dropKept(departmentId: number): void
  end(): Promise<void>
}

/** The threads themselves: those that are idle, and whose work the others do. `onFree` is called when one is given back. */
function createThreads(limits: CallLimits, start: typeof startThread, onFree: () => void): Threads {
  const idle: IdleThread[] = []
  const running = new Map<Thread, Running>()

  const giveBack = (thread: Thread, takenBytes: number): void => {
    const { departmentId, mustDrop } = running.get(thread)!
    if (mustDrop && !thread.hasEnded()) return drop({ thread, departmentId })
    running.delete(thread)
    if (takenBytes > SHARE_TAKEN * limits.jobMemoryMib * MIB) void thread.end(new Error('The thread has taken too much for another request.'))
    if (!thread.hasEnded()) idle.push({ thread, departmentId })
    onFree()
  }
  // It is lent to nobody meanwhile.
  const drop = ({ thread, departmentId }: IdleThread): void => {
    running.set(thread, { departmentId, mustDrop: false })
    thread.ask({ kind: 'drop' }).then(
      ({ takenBytes }) => giveBack(thread, takenBytes),
      () => giveBack(thread, 0),
    )
  }
  return {
    isOneFree: () => running.size < limits.callThreads,
    served: () => new Set([...running.values()].map(({ departmentId }) => departmentId)),
    begin({ departmentId, signal }) {
      const thread = takeIdle(idle, departmentId) ?? start(limits.jobMemoryMib)
      running.set(thread, { departmentId, mustDrop: false })
      return lend(thread, { departmentId, limits, signal, onReturned: (takenBytes) => giveBack(thread, takenBytes) })
    },
    dropKept(departmentId) {
      for (const each of running.values()) if (each.departmentId === departmentId) each.mustDrop = true
      const keeping = idle.filter((each) => each.departmentId === departmentId && !each.thread.hasEnded())
      for (const each of keeping) {
        idle.splice(idle.indexOf(each), 1)
        drop(each)
      }
    },
    async end() {
      await Promise.all([...idle.map(({ thread }) => thread), ...running.keys()].map((thread) => thread.end(closing())))
    },
  }
}

/** Takes the thread that worked for the department last, which may keep what it is asked about; else the one that was given back longest ago. */
function takeIdle(idle: IdleThread[], departmentId: number): Thread | undefined {
  for (let at = idle.length - 1; at >= 0; at -= 1) if (idle[at]!.thread.hasEnded()) idle.splice(at, 1)
  const own = idle.findLastIndex((each) => each.departmentId === departmentId)
  return idle.splice(Math.max(0, own), 1)[0]?.thread
}

/** Counts the requests of each department. `count` throws `too-many-requests` beyond `most`, and answers what counts one no more. */
function createCounts(most: number): { count(departmentId: number): () => void } {
  const counts = new Map<number, number>()
  return {
    count(departmentId) {
      const mine = counts.get(departmentId) ?? 0
      if (mine >= most) throw tooManyOfDepartment(mine)
      counts.set(departmentId, mine + 1)
      let isCounted = true
      return () => {
        if (!isCounted) return
        isCounted = false
        const left = counts.get(departmentId)! - 1
        if (left > 0) counts.set(departmentId, left)
        else counts.delete(departmentId)
      }
    },
  }
}

/** The first whose department has no thread; the first of all when each has one. */
function takeNext(waiting: Waiting[], served: ReadonlySet<number>): Waiting {
  const unserved = waiting.findIndex(({ departmentId }) => !served.has(departmentId))
  return waiting.splice(Math.max(0, unserved), 1)[0]!
}

function waitFor(mine: Waiting, { waiting, mostMs }: { readonly waiting: Waiting[]; readonly mostMs: number }): Promise<Lent> {
  const leave = (reason: GatewayError): void => {
    const at = waiting.indexOf(mine)
    if (at < 0) return
    waiting.splice(at, 1)
    mine.opened.reject(reason)
  }
  const onAbort = (): void => leave(closing())
  const timer = setTimeout(() => leave(full('No thread became free in time.')), mostMs)
  mine.signal.addEventListener('abort', onAbort, { once: true })
  waiting.push(mine)
  return mine.opened.promise.finally(() => {
    clearTimeout(timer)
    mine.signal.removeEventListener('abort', onAbort)
  })
}

interface Lending {
  readonly departmentId: number
  readonly limits: CallLimits
  readonly signal: AbortSignal
  readonly onReturned: (takenBytes: number) => void
}

function lend(thread: Thread, { departmentId, limits, signal, onReturned }: Lending): Lent {
  const onAbort = (): void => void thread.end(closing())
  const timer = setTimeout(() => void thread.end(tooLong(limits.callMs)), limits.callMs)
  signal.addEventListener('abort', onAbort, { once: true })
  let holds = false
  let isReturned = false
  let taken = 0
  const ask = async (task: ThreadTask): Promise<ThreadAnswer> => {
    const { answer, takenBytes } = await thread.ask(task).catch((error: unknown) => {
      throw error instanceof MemoryExceeded ? tooLarge(error) : error
    })
    taken = takenBytes
    if ('refusal' in answer) {
      const { code, detail, remedy, issues, warnings } = answer.refusal
      throw new GatewayError(code, detail, remedy, { issues, warnings })
    }
    if ('failure' in answer) throw new Error(`A call was not answered: ${answer.failure}`)
    return answer
  }
  return {
    async read(posted) {
      holds = true
      const answer = await ask({ kind: 'read', departmentId, posted, shape: { bodyDepth: limits.bodyDepth, bodyValues: limits.bodyValues } })
      if ('messages' in answer) return answer.messages
      throw new Error('The thread answered something else.')
    },
    async answer(question) {
      const answer = await ask({ kind: 'answer', departmentId, question })
      if ('result' in answer) return answer.result
      throw new Error('The thread answered something else.')
    },
    async planWork(task) {
      const answer = await ask({ kind: 'plan', departmentId, task })
      if ('plan' in answer) return answer.plan
      throw new Error('The thread answered something else.')
    },
    release() {
      if (isReturned) return
      isReturned = true
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      const giveBack = (): void => onReturned(taken)
      if (holds && !thread.hasEnded()) void ask({ kind: 'forget' }).then(giveBack, giveBack)
      else giveBack()
    },
  }
}

function closing(): GatewayError {
  return new GatewayError('shutting-down', 'This node is shutting down.', 'Send the request again in a few seconds.')
}

function full(detail: string): GatewayError {
  return new GatewayError('calls-full', detail, 'Send the request again in a few seconds, or to another node.')
}

function tooManyOfDepartment(mine: number): GatewayError {
  return new GatewayError(
    'too-many-requests',
    `The department has ${mine} requests with calls under way on this node, which is as many as it may.`,
    'Wait until one of them is answered.',
  )
}

function tooLong(callMs: number): GatewayError {
  return new GatewayError(
    'call-too-long',
    `The calls of the request take more than ${callMs / 1000} s together.`,
    'Send the calls of a batch one by one, lower maxSeconds, ask about fewer employees and shifts, or ask the operator to raise TURNUS_CALL_SECONDS.',
  )
}

function tooLarge(cause: MemoryExceeded): GatewayError {
  return new GatewayError(
    'call-too-large',
    `The call takes more than ${cause.limitMib} MiB of memory.`,
    'Ask about fewer employees and shifts, or ask the operator to raise TURNUS_JOB_MEMORY_MIB.',
    { cause },
  )
}
