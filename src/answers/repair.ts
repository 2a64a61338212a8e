import type { AskedRoster } from '../api/read-question.ts'
import { judge } from '../checker/check.ts'
import type { Score } from '../model/score.ts'
import type { SettingName } from '../model/settings.ts'
import type { EmployeeId, ShiftId } from '../model/units.ts'
import type { Means } from './means.ts'

export interface RepairQuestion extends AskedRoster {
  /** Conflicts, and repairs, that are listed at most. */
  readonly limit: number
  /** How long is looked for them. */
  readonly maxSeconds: number
}

/** Shifts, employees and rules that cannot all hold. */
interface Conflict {
  readonly shiftIds: readonly ShiftId[]
  readonly employeeIds: readonly EmployeeId[]
  readonly rules: readonly { readonly setting: SettingName; readonly employeeIds: readonly EmployeeId[]; readonly text: string }[]
  readonly most: number
  readonly proof: 'counting' | 'exhaustive' | 'bound'
  readonly minimal: boolean
  readonly text: string
}

/** A change of the schedule that helps, solved. */
interface Repair {
  readonly kind: 'add-employee' | 'shorten-rest' | 'override-wish' | 'make-optional' | 'relax-limit'
  readonly shiftIds: readonly ShiftId[]
  readonly employeeIds: readonly EmployeeId[]
  readonly setting: SettingName | null
  readonly amount: number
  readonly cost: number
  readonly score: Score
  readonly scoreChange: Score
  readonly filledShiftIds: readonly ShiftId[]
  readonly text: string
}

export interface RepairAnswer {
  readonly score: Score
  readonly conflicts: readonly Conflict[]
  readonly repairs: readonly Repair[]
  /** False when time or the limit ended the search for them. */
  readonly complete: boolean
}

/** Says what cannot be, and what would help. */
export function repair({ schedule, roster }: RepairQuestion, _means: Means): RepairAnswer {
  const { score } = judge(schedule, roster)
  return { score, conflicts: [], repairs: [], complete: score[0] === 0 }
}
