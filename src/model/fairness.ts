import type { QUOTA_PERIODS } from './schedule.ts'
import type { Weights } from './settings.ts'
import type { Identifier } from './units.ts'

export const FAIR_OF = ['shifts', 'minutes', 'weekends', 'points', 'refusedWishes'] as const
export const FAIR_SHARES = ['CONTRACT', 'EQUAL'] as const

/** Some work, or wishes that are refused, to be shared evenly among some employees. */
export interface Fairness {
  readonly id: Identifier
  readonly name: string | null
  readonly of: (typeof FAIR_OF)[number]
  /** Of shifts, or of wishes; empty = all of them. */
  readonly tags: readonly string[]
  /** On which shifts or wishes start, 0 = Monday. */
  readonly weekdays: readonly number[]
  /** Positions in `schedule.spots`; empty = at any. Of refused wishes always empty. */
  readonly spotIndexes: readonly number[]
  /** Positions in `schedule.employees`, in order. */
  readonly employeeIndexes: readonly number[]
  readonly per: (typeof QUOTA_PERIODS)[number]
  /** Position in `calendar.periods` when `per` is `period`; else null. */
  readonly period: number | null
  /** In proportion to contract hours, or the same for all. */
  readonly share: (typeof FAIR_SHARES)[number]
  /** Factor within the priority; integer, 1 or more. */
  readonly weight: number
  /** What one unit costs; null = the weights of the setting `fairness`. A rule that names its priority costs 1 there. */
  readonly weights: Weights | null
}
