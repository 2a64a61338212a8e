/** How long all explanations take together when there is no time left. */
const EXPLAIN_MS = 1000
/** How long empty shifts alone are explained then. Measured: 26 ms for a hospital month; with 1,000 employees no time is enough. */
const SHORTAGES_MS = 500
/** So long after its time a search explains nothing more: finding and judging the roster have taken what there was, and the solution is still to be written. */
const OVERDUE_MS = 3000
/** How long the fewest changes are looked for, and how long where no time is left. */
const CHANGES_MS = 2000
const LATE_CHANGES_MS = 500

/** What a search has of its time, in milliseconds since it began. */
export interface SearchTime {
  /** Whether the schedule is compiled, without which nothing is explained. */
  readonly isPrepared: boolean
  spentMs(): number
  readonly maxMs: number
  /** How long reading the schedule took: a solution is written in about that time. */
  readonly readMs: number
  /** Whether the time is over, or the search was stopped. */
  isOver(): boolean
}

/** When the explanations of one solution end. */
export interface Explaining {
  /** Begins to look for changes; the answer tells whether they have had their time. */
  beginChanges(): () => boolean
  /** Begins to explain empty shifts; the answer tells whether they have had their time. */
  beginShortages(): () => boolean
}

/** Explanations begin now. */
export function beginExplaining({ isPrepared, spentMs, maxMs, readMs, isOver }: SearchTime): Explaining {
  const fromMs = spentMs()
  const isTimeToWrite = (): boolean => isOver() || spentMs() >= maxMs - readMs
  const isLate = (): boolean => !isPrepared || spentMs() >= maxMs + OVERDUE_MS || (isTimeToWrite() && spentMs() - fromMs > EXPLAIN_MS)
  return {
    beginShortages() {
      const beganMs = spentMs()
      return () => isLate() || (isTimeToWrite() && spentMs() - beganMs > SHORTAGES_MS)
    },
    beginChanges() {
      const beganMs = spentMs()
      // What took long already has little of the time in which a solution is written.
      return () => isLate() || spentMs() - beganMs > (isOver() ? LATE_CHANGES_MS : CHANGES_MS)
    },
  }
}
