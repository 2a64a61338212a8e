import type { BreakRule } from './breaks.ts'
import type { DayIndex, Identifier, Minute, SpotId } from './units.ts'

/** So many people wanted at a spot over some times. Where demands of one spot overlap, their numbers add up and the greatest of their weights counts. */
export interface Demand {
  readonly id: Identifier
  readonly spotId: SpotId
  /** The times, in order, none of them twice; nothing of them lies outside the planned days. */
  readonly openings: readonly { readonly start: Minute; readonly end: Minute }[]
  /** 0 ≤ min ≤ ideal ≤ max; null = the document does not say, so that nobody more is wanted, and nobody is too many. */
  readonly min: number
  readonly ideal: number | null
  readonly max: number | null
  /** Factor within the priority; integer, 1 or more. */
  readonly weight: number
}

/** What shifts may be made for the demand. Clock times are local, in minutes after midnight; `startsTo` may lie on the next day. Lengths in minutes, breaks included. */
export interface ShiftTemplate {
  readonly id: Identifier
  readonly name: string | null
  readonly spots: readonly SpotId[]
  /** 0 = Monday … 6 = Sunday; null = every day. */
  readonly weekdays: readonly number[] | null
  /** Both inclusive. */
  readonly startsFrom: number
  readonly startsTo: number
  readonly stepMinutes: number
  /** Both inclusive. */
  readonly minMinutes: number
  readonly maxMinutes: number
  readonly lengthStepMinutes: number
  readonly tags: readonly string[]
  /** Charged for each shift made of it, as `cost` of a shift; integer, 0 or more. */
  readonly cost: number
  /** The breaks of each shift that is made of it and longer than they ask for; null = those of the spot. */
  readonly breakRules: readonly BreakRule[] | null
}

/** How many were at work for a demand over a time in which that number does not change. */
export interface CoverageStretch {
  readonly demandId: Identifier
  readonly day: DayIndex
  readonly start: Minute // inclusive
  readonly end: Minute // exclusive
  readonly min: number
  readonly ideal: number | null
  readonly max: number | null
  /** At the spot of the demand, whichever of its demands they are there for. */
  readonly assigned: number
  /** How many are fewer than all demands of the spot ask for together. */
  readonly missing: number
}

/** The same, with what keeps others off it. */
export interface ExplainedCoverage extends CoverageStretch {
  /** Where somebody is missing, in one sentence; absent where nobody is, or it was not looked up. */
  readonly cause?: string
}
