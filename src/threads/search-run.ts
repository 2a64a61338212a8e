import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { StopReason } from '../model/job.ts'
import { compareScores, higherBound, type Score } from '../model/score.ts'
import { clockMs, processorMs } from './clock.ts'
import { FoundSoFar } from './found-so-far.ts'
import { tellThreads } from './incumbent-exchange.ts'
import { LentThreads, type LentStart } from './lent-threads.ts'
import { heapLimits, watchThreads } from './memory-watch.ts'
import {
  type BetterMessage,
  type FinishMessage,
  type ReadMessage,
  type SearchedMessage,
  STOP_SIGNS,
  type ThreadMessage,
  type ThreadStart,
  type WrittenMessage,
} from './messages.ts'
import type { FoundElsewhere, SolveEvents, SolveOutcome, SolveRequest } from './pool.ts'
import { ThreadGrace } from './thread-grace.ts'
import { lastGraceMs, searchGraceMs, TimeExceeded, type Wall, writeGraceMs } from './wall.ts'

/** What a search is made of. */
export interface Means {
  /** What a thread runs. */
  readonly threadFile: URL
  readonly wall: Wall
}

/** One thread, and how far it has come. */
interface Thread {
  readonly worker: Worker
  hasStarted: boolean
  hasRead: boolean
  /** Of judging a roster, while nobody knows how long that takes. */
  judging: ThreadGrace | null
  searched: SearchedMessage | null
  isWriting: boolean
}

/** Time that threads have to tell their best rosters. Looking at a stop sign takes 10 ms; judging a roster takes most of it, and longer where a schedule is very large. */
const HAND_OVER_MS = 1000
/** No search may last longer; its own limit is known when its schedule is read, at the latest. */
const LONGEST_MS = 3_600_000
/** Lent threads end so long before the others, in milliseconds: what they found is told by then. */
const LENT_LEAD_MS = 300
/** No thread is lent for less, in milliseconds: it has to start and to read the schedule. */
const LEAST_LENT_MS = 3000
/** How long is waited for memory of threads that were ended: a built-in function that they are in ends first. */
const FREE_MS = 300

/**
 * One search in threads of its own, seen from outside: what they tell is put together, and when they do not keep to their time they are ended, and the
 * best that they have told becomes the result. Only whoever cannot even write that fails.
 */
export class SearchRun {
  readonly #request: SolveRequest
  readonly #events: SolveEvents
  readonly #means: Means
  readonly #startedAtMs = clockMs()
  readonly #found: FoundSoFar
  /** When the last thread had started, from when on the time of the search counts; until then the latest that one may. */
  #beganAtMs: number
  readonly #stopSign = new SharedArrayBuffer(4)
  readonly #exchange: string | null
  readonly #isLentTo: boolean
  readonly #lent: LentThreads
  /** How many threads are to be lent, as soon as the search can use them. */
  #lentCount = 0
  readonly #result = Promise.withResolvers<SolveOutcome>()
  #threads: readonly Thread[] = []
  #unwatch = (): void => {}
  #timer: NodeJS.Timeout | undefined
  #maxMs: number
  #stoppedAtMs = Number.POSITIVE_INFINITY
  #isCancelled = false
  #hasEnded = false
  /** True when those that searched are gone, and one thread is left to write what they told. */
  #isLast = false
  /** How many threads searched elsewhere at a time, at most. */
  #mostElsewhere = 0
  readonly #measured = { readMs: 0, judgeMs: 0 }

  constructor(request: SolveRequest, events: SolveEvents, means: Means) {
    this.#request = request
    this.#events = events
    this.#means = means
    this.#found = new FoundSoFar(events, () => this.#elapsedMs)
    this.#beganAtMs = this.#startedAtMs + means.wall.startMs
    this.#maxMs = request.maxSeconds === null ? LONGEST_MS : 1000 * request.maxSeconds
    // Where iterations rule, nothing may depend on when a thread is lent.
    this.#isLentTo = request.isLentTo === true && request.maxIterations === null
    this.#exchange = request.threads > 1 || this.#isLentTo ? `turnus-search-${randomUUID()}` : null
    this.#lent = new LentThreads({
      threadFile: means.threadFile,
      memoryMib: request.memoryMib,
      first: request.threads,
      startNow: () => this.#startOf({ start: this.#found.best?.roster ?? request.start, isOver: false, untilMs: this.#overAtMs - LENT_LEAD_MS }),
      onBetter: (message, thread) => this.#noteBetter(thread, message),
    })
    void this.#use(Array.from({ length: request.threads }, (_, thread) => this.#start({ thread, start: request.start, isOver: false })))
    this.#watchSearch()
  }

  get result(): Promise<SolveOutcome> {
    return this.#result.promise
  }

  /** Ends the search; what is there becomes the result. */
  stop(): void {
    if (this.#stoppedAtMs !== Number.POSITIVE_INFINITY) return
    this.#stoppedAtMs = clockMs()
    this.#show('end')
    if (this.#isSearching) this.#watchSearch()
    else if (!this.#isLast) this.#watchWriting()
  }

  cancel(how: 'at-once' | 'handing-over'): void {
    this.#isCancelled = true
    clearTimeout(this.#timer)
    if (how === 'at-once') return this.#fallBack()
    this.#show('end')
    setTimeout(() => this.#fallBack(), HAND_OVER_MS).unref()
  }

  lend(threads: number): void {
    if (!this.#isLentTo) return
    this.#lentCount = threads
    this.#lendNow()
  }

  /** Threads are lent once there is a roster to go on from: the first one is found sooner alone, and says that the memory suffices. */
  #lendNow(): void {
    if (!this.#isSearching || this.#hasEnded || this.#isCancelled || this.#found.best === null) return
    const leftMs = this.#overAtMs - clockMs()
    this.#lent.keep(leftMs < LEAST_LENT_MS ? Math.min(this.#lentCount, this.#lent.count) : this.#lentCount)
  }

  hear({ better, bound, threads }: FoundElsewhere): void {
    if (!this.#isSearching || this.#hasEnded) return
    this.#mostElsewhere = Math.max(this.#mostElsewhere, threads)
    const found = this.#found
    if (better !== null) found.noteRoster(better, found.moves)
    // Again each time: a thread that was still reading the schedule has missed it.
    if (found.best !== null && this.#exchange !== null) tellThreads(this.#exchange, found.best)
    if (bound !== null) found.noteBound(bound)
    if (found.isOptimal) this.#show('end')
  }

  get #isSearching(): boolean {
    return !this.#isLast && this.#threads.every(({ isWriting }) => !isWriting)
  }

  /** When its time was over, or will be. */
  get #overAtMs(): number {
    return Math.min(this.#beganAtMs + this.#maxMs, this.#stoppedAtMs)
  }

  get #elapsedMs(): number {
    return clockMs() - this.#startedAtMs
  }

  #start(own: Pick<ThreadStart, 'thread' | 'start' | 'isOver'>): Thread {
    const proves = own.thread === 0 && this.#request.beside?.proves !== false
    const workerData: ThreadStart = { ...this.#startOf({ ...own, untilMs: null }), thread: own.thread, proves, stopSign: this.#stopSign }
    const worker = new Worker(this.#means.threadFile, { workerData, resourceLimits: heapLimits(this.#request.memoryMib) })
    const thread: Thread = { worker, hasStarted: false, hasRead: false, judging: null, searched: null, isWriting: false }
    worker.on('message', (message: ThreadMessage) => {
      if (!this.#hasEnded && this.#threads.includes(thread)) this.#hear(thread, message)
    })
    return thread
  }

  #startOf(own: Pick<ThreadStart, 'start' | 'isOver' | 'untilMs'>): LentStart {
    const { document, seed, threads, beside, maxSeconds, maxIterations, params, isTraced } = this.#request
    const steered = { ...(params === undefined ? {} : { params }), ...(isTraced === undefined ? {} : { isTraced }) }
    const common = { exchange: this.#exchange, startedAtMs: this.#startedAtMs, lent: this.#lent.shared }
    const isAlone = threads === 1 && beside === undefined
    return { document, seed, threads, maxSeconds, maxIterations, isAlone, ...common, ...steered, ...own }
  }

  /** From now on these threads are those of the search, and the others are ended. */
  #use(threads: readonly Thread[]): Promise<unknown> {
    this.#unwatch()
    const gone = this.#threads.filter((thread) => !threads.includes(thread))
    this.#threads = threads
    const workers = threads.map(({ worker }) => worker)
    this.#unwatch = watchThreads(workers, this.#request.memoryMib, (cause) => this.#fail(cause))
    return Promise.all(gone.map(({ worker }) => worker.terminate()))
  }

  #hear(thread: Thread, message: ThreadMessage): void {
    switch (message.type) {
      case 'started':
        return this.#noteStarted(thread)
      case 'read':
        return this.#noteRead(thread, message)
      case 'judging':
        thread.judging = this.#graceOf(thread)
        return
      case 'turn':
        return this.#events.onTurn?.({ thread: this.#threads.indexOf(thread), ...message.line })
      case 'better':
        thread.judging = null
        return this.#noteBetter(thread, message)
      case 'bound':
        return this.#found.noteBound(message.bound)
      case 'searched':
        return this.#noteSearched(thread, message)
      case 'written':
        return this.#deliver(message)
    }
  }

  #noteStarted(thread: Thread): void {
    thread.hasStarted = true
    if (this.#isLast) return this.#watchLast(thread)
    if (!this.#threads.every(({ hasStarted }) => hasStarted)) return
    this.#beganAtMs = clockMs()
    if (this.#isSearching) this.#watchSearch()
  }

  #noteRead(thread: Thread, { readMs, maxMs }: ReadMessage): void {
    thread.hasRead = true
    const isFirst = this.#measured.readMs === 0
    this.#measured.readMs = Math.max(this.#measured.readMs, readMs)
    if (this.#request.maxSeconds === null) this.#maxMs = maxMs
    if (this.#isSearching) this.#watchSearch()
    else if (this.#isLast && isFirst) this.#watchLast(thread)
  }

  #noteBetter(thread: object, message: BetterMessage): void {
    this.#found.noteMoves(thread, message.moves)
    this.#measured.judgeMs = Math.max(this.#measured.judgeMs, message.judgeMs)
    if (this.#found.noteRoster(message, message.moves)) this.#lendNow()
  }

  #noteSearched(thread: Thread, message: SearchedMessage): void {
    thread.searched = message
    thread.judging = null
    this.#measured.judgeMs = Math.max(this.#measured.judgeMs, message.judgeMs)
    if (!this.#isLast) this.#found.noteMoves(thread, message.moves)
    // One thread with a proof makes the others' work idle; where iterations rule, all finish, or the result would depend on timing.
    if (message.isEnough && this.#request.maxIterations === null) this.#show('end')
    if (this.#threads.some(({ searched }) => searched === null)) return
    if (this.#isCancelled) this.#fallBack()
    else this.#finish()
  }

  /** The thread with the best roster explains and writes it; of equal ones the first. The others end. */
  #finish(): void {
    this.#lent.end()
    const done = this.#threads.filter(({ searched }) => searched !== null)
    const scoreOf = ({ searched }: Thread): Score => searched!.score
    const winner = done.reduce((best, thread) => (compareScores(scoreOf(thread), scoreOf(best)) < 0 ? thread : best))
    // Whoever told a better one may have been ended since.
    const isBeaten = this.#found.best !== null && compareScores(this.#found.best.score, scoreOf(winner)) < 0
    const score = isBeaten ? this.#found.best!.score : scoreOf(winner)
    const bound = done.reduce((highest, { searched }) => higherBound(highest, searched!.bound), this.#found.bound)
    const finish: FinishMessage = {
      roster: isBeaten ? this.#found.best!.roster : null,
      moves: this.#found.moves,
      threads: this.#request.threads + this.#lent.mostAtOnce + this.#mostElsewhere,
      firstRosterMs: this.#found.firstRosterMs,
      bound,
      stopReason: bound !== null && compareScores(score, bound) === 0 ? 'OPTIMAL' : this.#reasonOf(winner),
    }
    winner.isWriting = true
    if (!this.#isLast) this.#watchWriting()
    winner.worker.postMessage(finish)
  }

  #reasonOf({ searched }: Thread): StopReason {
    const { stopReason } = searched!
    if (stopReason !== 'STOPPED') return stopReason
    // It was stopped because another thread had proved enough.
    if (this.#threads.some((thread) => thread.searched?.isEnough === true)) return 'CONVERGED'
    // The wall stops threads as well.
    return Math.min(clockMs(), this.#stoppedAtMs) < this.#beganAtMs + this.#maxMs ? 'STOPPED' : 'TIME_LIMIT'
  }

  #watchSearch(): void {
    this.#arm(
      () => this.#overAtMs + searchGraceMs(this.#means.wall, this.#measured),
      () => this.#strikeSearch(),
    )
  }

  /** Whoever judges a roster for the first time is waited for: how long that takes is not known yet. */
  async #strikeSearch(): Promise<void> {
    const left = this.#threads.map(async ({ judging }) => (judging === null ? 0 : judging.leftOf(this.#means.wall.judgeMs)))
    await this.#strikeIfOver(left, { again: () => this.#strikeSearch(), end: () => this.#endSearch() })
  }

  #watchWriting(): void {
    const fromMs = Math.max(clockMs(), this.#overAtMs)
    this.#arm(
      () => fromMs + writeGraceMs(this.#means.wall, this.#measured),
      () => this.#startLast(),
    )
  }

  /** The time of the last thread counts from when it could begin: what starting takes tells of the machine alone. So does what it waits for a processor. */
  #watchLast(thread: Thread): void {
    const { wall } = this.#means
    const grace = this.#graceOf(thread)
    const fromMs = clockMs()
    const graceMs = (): number => (thread.hasStarted ? lastGraceMs(wall, this.#measured, this.#request.document.length) : wall.startMs)
    const end = (): void => this.#fail(new TimeExceeded(this.#elapsedMs, this.#found.best?.score ?? null))
    const strike = (): Promise<void> => this.#strikeIfOver([grace.leftOf(graceMs())], { again: strike, end })
    this.#arm(() => fromMs + graceMs(), strike)
  }

  #graceOf({ worker, hasStarted }: Thread): ThreadGrace {
    // One that has not begun would seem to be gone.
    return new ThreadGrace({ processorMs: async () => (hasStarted ? processorMs(worker) : 0), clockMs }, this.#means.wall.stuckMs)
  }

  /** Ends what has nothing left; where somebody has, asks again after that. Not where something else is waited for by then. */
  async #strikeIfOver(asked: readonly Promise<number>[], { again, end }: { again: () => unknown; end: () => void }): Promise<void> {
    const timer = this.#timer
    const leftMs = Math.max(...(await Promise.all(asked)))
    if (timer !== this.#timer || this.#hasEnded || this.#isCancelled) return
    const atMs = clockMs() + leftMs
    if (leftMs > 0) this.#arm(() => atMs, again)
    else end()
  }

  /** `strike` comes when the time is over that `atMs` answers then: what is measured meanwhile may put it off. */
  #arm(atMs: () => number, strike: () => unknown): void {
    clearTimeout(this.#timer)
    if (this.#hasEnded || this.#isCancelled) return
    const look = (): void => {
      if (clockMs() < atMs()) this.#arm(atMs, strike)
      else strike()
    }
    this.#timer = setTimeout(look, Math.max(0, Math.ceil(atMs() - clockMs())))
  }

  /** The search is over, and threads have not told. */
  #endSearch(): void {
    this.#show('end')
    const done = this.#threads.filter(({ searched }) => searched !== null)
    if (done.length > 0) {
      void this.#use(done)
      this.#finish()
    } else if (this.#threads.some(({ hasRead }) => hasRead)) void this.#startLast()
    else {
      // Another would have to read the schedule as well.
      void this.#use(this.#threads.slice(0, 1))
      this.#isLast = true
      this.#watchLast(this.#threads[0]!)
    }
  }

  /** Another thread writes the best roster, of a search whose threads do not. */
  async #startLast(): Promise<void> {
    this.#lent.end()
    this.#isLast = true
    clearTimeout(this.#timer)
    const found = this.#threads.flatMap(({ searched }) => searched ?? [])
    const told = [...found, ...(this.#found.best === null ? [] : [this.#found.best])]
    const best = told.reduce<(typeof told)[number] | null>((a, b) => (a !== null && compareScores(a.score, b.score) <= 0 ? a : b), null)
    for (const { bound } of found) if (bound !== null) this.#found.noteBound(bound)
    await Promise.race([this.#use([]), sleep(FREE_MS)])
    if (this.#hasEnded || this.#isCancelled) return
    const last = this.#start({ thread: 0, start: best?.roster ?? this.#request.start, isOver: true })
    void this.#use([last])
    this.#watchLast(last)
  }

  #deliver(message: WrittenMessage): void {
    const { type: _, ...told } = message
    this.#result.resolve({ ...told, moves: this.#found.moves, solveMs: this.#elapsedMs })
    this.#end()
  }

  #fallBack(): void {
    this.#fail(new DOMException('The solve was cancelled.', 'AbortError'))
  }

  #fail(cause: unknown): void {
    this.#result.reject(cause)
    this.#end()
  }

  #end(): void {
    this.#hasEnded = true
    clearTimeout(this.#timer)
    this.#unwatch()
    this.#lent.end()
    for (const { worker } of this.#threads) void worker.terminate()
  }

  #show(sign: keyof typeof STOP_SIGNS): void {
    Atomics.store(new Int32Array(this.#stopSign), 0, STOP_SIGNS[sign])
  }
}
