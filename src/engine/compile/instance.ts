import type { Schedule } from '../../model/schedule.ts'
import type { SettingName } from '../../model/settings.ts'
import type { CountRule } from '../rules/count.ts'
import type { GapRule } from '../rules/gap.ts'
import type { RunRule } from '../rules/run.ts'
import type { SpacingRule } from '../rules/spacing.ts'
import type { WishRule } from '../rules/wish.ts'
import type { Demands } from './demands.ts'
import type { Duties } from './duties.ts'
import type { FitTable } from './fit.ts'

/**
 * The rules whose cost depends on more than one employee on one shift, in the order in which their units are counted: position k of
 * a unit vector belongs to `UNIT_SETTINGS[k]`.
 */
export const UNIT_SETTINGS = [
  'shiftCollision',
  'minRestBetweenShifts',
  'oneShiftPerDay',
  'maxMinutesPerDay',
  'maxMinutesPerWeek',
  'maxMinutesPerMonth',
  'maxConsecutiveDays',
  'minConsecutiveDays',
  'consecutiveDaysOff',
  'maxConsecutiveNightShifts',
  'weekendWorkFrequency',
  'evenShiftDistribution',
  'desired',
] as const satisfies readonly SettingName[]

/** Position of a setting in `UNIT_SETTINGS`. */
export function unitOf(setting: (typeof UNIT_SETTINGS)[number]): number {
  return UNIT_SETTINGS.indexOf(setting)
}

/** No limit: larger than any count, and still safe to subtract from. */
export const NO_LIMIT = 0x3fff_ffff

/** A schedule compiled for the search: indexes, typed arrays, and rules as data. Employees, days and shifts keep their positions. */
export interface Instance {
  readonly schedule: Schedule
  readonly employeeCount: number
  readonly dayCount: number
  /** Days before this one are history. */
  readonly horizonFirst: number
  readonly demands: Demands
  readonly duties: Duties
  readonly fit: FitTable
  /** By day: the demands that a move may fill. */
  readonly openDemands: readonly Int32Array[]
  /** By employee × days + day: the duty made of the decided shifts alone; `OFF` where there is none. */
  readonly decidedDuty: Int32Array
  /** `weights[4 × k + p]`: what a unit of `UNIT_SETTINGS[k]` costs on priority p. */
  readonly weights: Float64Array
  readonly gap: GapRule
  readonly runs: readonly RunRule[]
  readonly counts: readonly CountRule[]
  readonly spacing: SpacingRule | null
  readonly wishes: WishRule | null
}
