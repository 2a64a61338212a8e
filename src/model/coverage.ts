import type { AskedSkill } from './schedule.ts'
import type { Priority } from './score.ts'
import type { EmployeeId, Identifier, Minute, SpotId, TeamId } from './units.ts'

/** Who is counted where people are at work: whoever fits everything that is given; nothing = everybody. */
export interface CoverageWho {
  /** Holds it during the whole of the shift. */
  readonly skill: AskedSkill | null
  /** Is in it during the whole of the shift. */
  readonly team: TeamId | null
  readonly employees: readonly EmployeeId[] | null
}

/** So many people at work at every moment of some times. */
export interface CoverageRequirement {
  readonly id: Identifier
  readonly name: string | null
  /** The times, in order, none of them twice; nothing of them lies before the first planned day, or after the last planned day and shift. */
  readonly openings: readonly { readonly start: Minute; readonly end: Minute }[]
  /** Only shifts at one of these; empty = at any. */
  readonly spots: readonly SpotId[]
  /** Only shifts that carry one of these; empty = any. */
  readonly tags: readonly string[]
  readonly who: CoverageWho
  readonly min: number | null
  readonly ideal: number | null
  readonly max: number | null
  /** For each of `who` here, so many thousandths of those of the requirement. */
  readonly ratioOf: { readonly who: CoverageWho; readonly thousandths: number } | null
  /** 0 to 3; null = the weights of the setting. */
  readonly priority: Priority | null
  readonly weight: number
}
