import type { Schedule } from '../../model/schedule.ts'
import type { WeekendDays } from '../rules/count/count.ts'
import type { DayWishes } from './day-wishes.ts'
import type { Demands } from './demands.ts'
import type { Reach } from './duties.ts'
import type { contractRules } from './limits.ts'
import type { Measures } from './measures.ts'
import type { Staff } from './staff.ts'
import type { UnitTable } from './units.ts'

/** What is needed to compile a rule. */
export interface Compiling {
  readonly schedule: Schedule
  readonly demands: Demands
  readonly measures: Measures
  readonly units: UnitTable
  readonly weekends: WeekendDays
  readonly staff: Staff
  readonly dayWishes: DayWishes
  /** The general rules of all contracts, each once. */
  readonly rules: ReturnType<typeof contractRules>
  /** How far each demand is felt; a kind whose rules look at shifts that lie near one another makes it reach further. */
  readonly reach: Reach
  /** By employee: 0. One array for all who need it: to be read alone. */
  readonly none: Int32Array
  /** To be called again and again where a kind goes through a product: it breaks off what takes too long. */
  readonly between: () => void
}
