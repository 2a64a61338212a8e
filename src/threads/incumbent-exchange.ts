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
  /** True: each exchange waits for all threads that have not left, so that what a thread hears does not depend on time. */
  readonly isPunctual: boolean
  /** True when there is no more time to wait. */
  readonly isOver: () => boolean
}

type Told = { readonly from: number; readonly standing: CycleEnd | null }

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
  const left = new Set<number>()
  const pause = new Int32Array(new SharedArrayBuffer(4))
  const hear = (): void => {
    for (let said = receiveMessageOnPort(port); said !== undefined; said = receiveMessageOnPort(port)) {
      const { from, standing } = said.message as Told
      if (standing === null) left.add(from)
      else told.set(from, [...(told.get(from) ?? []), standing])
    }
  }
  const others = Array.from({ length: threads }, (_, i) => i).filter((i) => i !== thread)
  const isComplete = (cycle: number): boolean => others.every((i) => left.has(i) || told.get(i)?.some((standing) => standing.cycle >= cycle) === true)
  return {
    exchange(mine) {
      channel.postMessage({ from: thread, standing: mine } satisfies Told)
      hear()
      while (isPunctual && !isComplete(mine.cycle) && !isOver()) {
        Atomics.wait(pause, 0, 0, LOOK_EVERY_MS)
        hear()
      }
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
      channel.postMessage({ from: thread, standing: null } satisfies Told)
      channel.close()
    },
  }
}

/** Tells the threads that meet under this name a roster from elsewhere: they take it where it is better than theirs. */
export function tellThreads(name: string, { roster, score }: Pick<CycleEnd, 'roster' | 'score'>): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage({ from: ELSEWHERE, standing: { cycle: 0, roster, score } } satisfies Told)
  channel.close()
}
