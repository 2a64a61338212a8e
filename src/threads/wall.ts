import type { Score } from '../model/score.ts'

/**
 * How long threads have, in milliseconds, once the time of their search is over, or it was told to stop. Whatever they are busy with, they are ended
 * then: that takes five seconds in all. What was measured to take long in this very search may take longer, and so may a large document.
 */
export interface Wall {
  /** For telling what they found. Measured: a look at the clock takes 10 ms. */
  readonly searchMs: number
  /** For judging, explaining and writing it. */
  readonly writeMs: number
  /** For judging a roster for the first time, from when that begins, in processor time: the most that a schedule may take is weighed before it is accepted (docs/decisions/0036). */
  readonly judgeMs: number
  /** Then for another thread, which explains nothing, to read the schedule, judge the best roster and write it, in processor time: on a machine that is busy nothing is lost that was found. */
  readonly lastMs: number
  /** By the clock, after which a thread that takes next to no processor time is stuck, and has none left. */
  readonly stuckMs: number
  /** For a thread to start, on a machine that is busy: what it is to do has no part in that. */
  readonly startMs: number
  /** For reading a schedule, which all else needs, for each MiB of it. Measured: a quarter of that. */
  readonly readMsPerMib: number
}

/** The times of every search outside of tests. */
export const WALL: Wall = { searchMs: 1500, writeMs: 1500, judgeMs: 5000, lastMs: 1500, stuckMs: 120_000, startMs: 30_000, readMsPerMib: 1000 }

/** By how much a machine that is busy by now may take longer than it was measured to take before. */
const SLOWER = 4
const MIB = 1024 * 1024

/** What was measured in a search, in milliseconds; 0 = not yet. */
export interface Measured {
  readonly readMs: number
  readonly judgeMs: number
}

/** Of the time of a search, what is kept for judging and writing at most, however long they take. */
const MAX_KEPT = 0.25

/**
 * By how much judging and writing take longer at the end of a search than they were measured to take in it, with empty shifts explained between them. Measured with 3,000 employees: 1.4, and 1.2 where a
 * second thread was lent.
 */
const SLOWER_AT_THE_END = 1.4

/** What is kept of the time that is left for a search, so that its solution is written in that time: its roster is judged when it is told, and when it is written, and writing takes about as long as reading. */
export function keptMs(leftMs: number, { readMs, judgeMs }: Measured): number {
  return Math.min(SLOWER_AT_THE_END * (readMs + 2 * judgeMs), MAX_KEPT * leftMs)
}

/** How long threads may search on, after the end of the search. They may be judging a roster just then. */
export function searchGraceMs({ searchMs }: Wall, { judgeMs }: Measured): number {
  return searchMs + SLOWER * judgeMs
}

/** How long a thread that searched may write. */
export function writeGraceMs({ writeMs }: Wall, { readMs, judgeMs }: Measured): number {
  return writeMs + SLOWER * (readMs + judgeMs)
}

/**
 * How long the last thread may take for all that it has to do; for reading alone, as long as nobody has read the schedule, of so many bytes. While nobody has judged a roster, because the machine was
 * busy, it may judge as long as a schedule may take.
 */
export function lastGraceMs({ lastMs, readMsPerMib, judgeMs: mostMs }: Wall, { readMs, judgeMs }: Measured, bytes: number): number {
  if (readMs === 0) return lastMs + (readMsPerMib * bytes) / MIB
  return lastMs + SLOWER * readMs + (judgeMs === 0 ? mostMs : SLOWER * judgeMs)
}

/** The longest search that a schedule may ask for. */
const LONGEST_SECONDS = 3600

/** Nothing of a search could be written in its time, nor in what is given after it. */
export class TimeExceeded extends Error {
  /** Since the start of the search, in milliseconds. */
  readonly elapsedMs: number
  /** Of the best roster that was told; null when the schedule took all the time, before there was any. */
  readonly score: Score | null

  constructor(elapsedMs: number, score: Score | null) {
    super(`Nothing was written within ${Math.round(elapsedMs)} ms.`)
    this.name = 'TimeExceeded'
    this.elapsedMs = elapsedMs
    this.score = score
  }

  /** What happened, in a sentence for whoever sent the schedule. */
  get detail(): string {
    const what = this.score === null ? 'The schedule could not be prepared within its time' : 'A roster was found, but could not be written in time'
    return `${what}: after ${this.#seconds} s there was no solution.`
  }

  /** What they can do. */
  get remedy(): string {
    return `Send maxSeconds of at least ${Math.min(LONGEST_SECONDS, 2 * this.#seconds)}, or a smaller schedule.`
  }

  get #seconds(): number {
    return Math.ceil(this.elapsedMs / 1000)
  }
}
