import type { EmployeeId, Identifier, SkillId, SpotId, TeamId } from './units.ts'

export const GROUP_MODES = ['SAME_EMPLOYEE', 'DIFFERENT_EMPLOYEES', 'ALL_OR_NONE', 'COUNT'] as const

/** Shifts that belong together: by whom they are worked, or how many of them are. */
export interface ShiftGroup {
  readonly id: Identifier
  readonly name: string | null
  /** Positions in `schedule.shifts`, each once, already resolved from ids or from tags, spots and dates. */
  readonly shiftIndexes: readonly number[]
  readonly mode: (typeof GROUP_MODES)[number]
  /** Filled shifts at least and at most; null where there is none, and of every mode but `COUNT`. */
  readonly min: number | null
  readonly max: number | null
  readonly constraintLevel: 'hard' | 'soft'
  readonly weight: number
}

export const PAIRING_MODES = ['APART', 'TOGETHER', 'AT_MOST_ONCE'] as const
export const PAIRING_SCOPES = ['SAME_SHIFT', 'TIME_OVERLAP', 'SAME_DAY'] as const

/** Employees who work apart, together, or meet at most once. */
export interface Pairing {
  readonly id: Identifier
  readonly name: string | null
  /** Named one by one, or whoever is in a team or holds a skill during a shift. */
  readonly employees: { readonly ids: readonly EmployeeId[] } | { readonly team: TeamId } | { readonly skill: SkillId }
  readonly mode: (typeof PAIRING_MODES)[number]
  readonly scope: (typeof PAIRING_SCOPES)[number]
  /** Only shifts at one of these; empty = at any. */
  readonly spots: readonly SpotId[]
  /** Only shifts that carry one of these; empty = any. */
  readonly tags: readonly string[]
  readonly constraintLevel: 'hard' | 'soft'
  readonly weight: number
}
