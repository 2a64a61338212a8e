import { median } from '../gateway/figures.ts'

/** How the memory of a process went over a run. */
export interface MemoryJudgement {
  /** Medians of the second and of the last third, in bytes. The first third is not looked at: caches fill and code is compiled. */
  readonly middle: number
  readonly last: number
  readonly most: number
  /** Null when the run was too short to say. */
  readonly isFlat: boolean | null
}

/** Samples, of every five seconds, from which on growth is judged: three minutes. */
const MIN_SAMPLES = 36
/**
 * From one third to the next, whichever is more. In ten minutes these are 3.3 minutes apart: a leak of 5 MiB a minute shows, in a process of more
 * than 320 MiB one of 1.5 % a minute. Garbage that is not collected yet moves it by a few MiB.
 */
const MAX_GROWTH = 0.05
const MAX_GROWTH_BYTES = 16 * 1024 * 1024

/** Judges resident bytes in the order of time; at least one. */
export function judgeGrowth(samples: readonly number[]): MemoryJudgement {
  const third = Math.floor(samples.length / 3)
  const middle = median(samples.slice(third, Math.max(third + 1, 2 * third)))
  const last = median(samples.slice(-Math.max(1, third)))
  const isFlat = samples.length < MIN_SAMPLES ? null : last <= middle + Math.max(MAX_GROWTH * middle, MAX_GROWTH_BYTES)
  return { middle, last, most: Math.max(...samples), isFlat }
}
