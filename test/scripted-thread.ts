/**
 * A thread of a search for tests of whoever looks at it from outside: it tells that it has read the schedule, and a roster; and does further what it is told, by messages
 * of a channel. Its own number is its roster and, below 9, the better the higher: thread 2 tells a score of 0 / 7 / 0 / 0.
 */
import { BroadcastChannel, parentPort, workerData } from 'node:worker_threads'
import type { FinishMessage, ThreadMessage, ThreadStart } from '../src/threads/messages.ts'

/** On which the threads tell what they were started with, and hear what to do. */
export const SCRIPT_CHANNEL = 'turnus-test-script'

/** What a scripted thread tells a test. */
export interface Said {
  readonly thread: number
  readonly what: 'started' | 'stopped'
  readonly start: Pick<ThreadStart, 'start' | 'maxIterations' | 'untilMs' | 'exchange' | 'isAlone' | 'proves'> & { readonly lent: number }
}

/** What a test tells a scripted thread: to hear no stop sign any more, to die, to end its search. */
export interface Order {
  readonly thread: number
  readonly order: 'hang' | 'crash' | 'search-ends'
}

// Tests that run in a thread themselves read the names of this file.
if ((workerData as Partial<ThreadStart> | null)?.stopSign !== undefined) run(workerData as ThreadStart)

function run({ thread, start, stopSign, maxIterations, untilMs, exchange, isAlone, proves, lent }: ThreadStart): void {
  const channel = new BroadcastChannel(SCRIPT_CHANNEL)
  const send = (message: ThreadMessage): void => parentPort!.postMessage(message)
  const say = (what: Said['what']): void =>
    channel.postMessage({
      thread,
      what,
      start: { start, maxIterations, untilMs, exchange, isAlone, proves, lent: Atomics.load(new Int32Array(lent), 0) },
    } satisfies Said)
  const score = [0, 9 - thread, 0, 0] as const
  const roster = Int32Array.of(thread)
  const end = (): void => {
    clearInterval(looking)
    send({ type: 'searched', roster, score, bound: null, isEnough: false, stopReason: 'STOPPED', moves: 100, judgeMs: 1 })
  }
  const looking = setInterval(() => {
    if (Atomics.load(new Int32Array(stopSign), 0) === 0) return
    say('stopped')
    end()
  }, 5)
  channel.onmessage = ({ data }) => {
    const { thread: of, order } = data as Order
    if (of !== thread) return
    if (order === 'hang') clearInterval(looking)
    if (order === 'search-ends') end()
    if (order === 'crash') throw new Error('as it was told')
  }
  parentPort!.once('message', (finish: FinishMessage) => {
    const solution = new TextEncoder().encode(JSON.stringify({ finish: { ...finish, roster: finish.roster && [...finish.roster] } }))
    send({ type: 'written', solution, score, bound: null, gap: null, noBoundReason: 'NOT_PROVED', boundLeavesOut: [], stopReason: finish.stopReason })
  })
  say('started')
  send({ type: 'started' })
  send({ type: 'read', readMs: 1, maxMs: 3_600_000 })
  send({ type: 'better', roster, score, moves: 10, judgeMs: 1 })
}
