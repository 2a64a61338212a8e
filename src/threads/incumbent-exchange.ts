import { BroadcastChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { CycleEnd } from '../engine/index.ts'
import { compareScores } from '../model/score.ts'

/** Where the threads of one search tell one another their best rosters, at the end of each cycle. Others may join and leave at any time, but where all wait for all. */
export interface IncumbentExchange {
  /** Tells the others what this thread has, and answers the best that any of them has told; null when none is better. */
  exchange(mine: CycleEnd): CycleEnd | null
  /** Nobody waits for this thread any more. */
  leave(): void
}

export interface ExchangePlace {
  /** The same for all threads of a search, and for no other search of the process. */
  readonly name: string
  readonly threads: number
  /** True: joining waits for all threads, and each exchange for all that have not left, so that what a thread hears does not depend on time. */
  readonly isPunctual: boolean
  /** True when there is no more time to wait. */
  readonly isOver: () => boolean
}

type Told = { readonly from: number; readonly says: 'here' | 'gone' | CycleEnd }

/** The number of whoever tells what no thread of the search has found. */
const ELSEWHERE = -1

/** How often a thread that waits for the others looks, in milliseconds. */
const LOOK_EVERY_MS = 2

/** Joins as thread number `thread`, 0-based. Messages are read where the search asks, without an event loop. */
export function joinExchange(thread: number, { name, threads, isPunctual, isOver }: ExchangePlace): IncumbentExchange {
  const channel = new BroadcastChannel(name)
  channel.unref()
  // Node takes either; its types know of one.
  const port = channel as unknown as MessagePort
  const told = new Map<number, CycleEnd[]>()
  const here = new Set<number>()
  const left = new Set<number>()
  const pause = new Int32Array(new SharedArrayBuffer(4))
  const say = (says: Told['says']): void => channel.postMessage({ from: thread, says } satisfies Told)
  const note = ({ from, says }: Told): void => {
    if (says === 'gone') left.add(from)
    else if (says !== 'here') told.set(from, [...(told.get(from) ?? []), says])
    else if (!here.has(from)) {
      here.add(from)
      // Whoever joined after this thread has not heard that it is here.
      say('here')
    }
  }
  const hear = (): void => {
    for (let said = receiveMessageOnPort(port); said !== undefined; said = receiveMessageOnPort(port)) note(said.message as Told)
  }
  const waitUntil = (isEnough: () => boolean): void => {
    hear()
    while (!isEnough() && !isOver()) {
      Atomics.wait(pause, 0, 0, LOOK_EVERY_MS)
      hear()
    }
  }
  const others = Array.from({ length: threads }, (_, i) => i).filter((i) => i !== thread)
  const isComplete = (cycle: number): boolean => others.every((i) => left.has(i) || told.get(i)?.some((standing) => standing.cycle >= cycle) === true)
  if (isPunctual) {
    say('here')
    // What is told before a thread joins does not reach it.
    waitUntil(() => others.every((i) => here.has(i)))
  }
  return {
    exchange(mine) {
      say(mine)
      waitUntil(() => !isPunctual || isComplete(mine.cycle))
      let best: CycleEnd | null = null
      for (const i of isPunctual ? others : told.keys()) {
        // A thread ahead of this one is heard only as far as this one has come, where what is heard may not depend on time.
        const heard = (told.get(i) ?? []).filter((standing) => !isPunctual || standing.cycle <= mine.cycle)
        for (const standing of heard) if (compareScores(standing.score, (best ?? mine).score) < 0) best = standing
        const unheard = (told.get(i) ?? []).filter((standing) => isPunctual && standing.cycle > mine.cycle)
        told.set(i, unheard)
      }
      return best
    },
    leave() {
      say('gone')
      channel.close()
    },
  }
}

/** Tells the threads that meet under this name a roster from elsewhere: they take it where it is better than theirs. */
export function tellThreads(name: string, { roster, score }: Pick<CycleEnd, 'roster' | 'score'>): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage({ from: ELSEWHERE, says: { cycle: 0, roster, score } } satisfies Told)
  channel.close()
}
