import type { Weights } from './settings.ts'
import type { Identifier } from './units.ts'

/** What a day of a rotation says where it wants no shift; else it names a tag. */
export const DAY_OFF = 'off'

/** A rota of some weeks that is worked in turn, and then from its first week on again. */
export interface Rotation {
  readonly id: Identifier
  /** What people call it; null = nothing. */
  readonly name: string | null
  /** One week or more, of seven days each from the first day of the calendar's week on: a tag, or `DAY_OFF`. */
  readonly weeks: readonly (readonly string[])[]
  /** A day of the calendar week that is the first of the rotation, in days since 1970. */
  readonly anchorDay: number
}

/** How an employee works a rotation. */
export interface Turn {
  /** Position in `schedule.rotations`. */
  readonly rotationIndex: number
  /** So many weeks ahead of it; below 0 = behind. */
  readonly offset: number
  /** Factor within the priority; integer, 1 or more. */
  readonly weight: number
  /** What one unit costs; null = the weights of the setting `rotations`. A rotation that names its priority costs 1 there. */
  readonly weights: Weights | null
}
