import type { Row, RosterView } from '../checker/roster-view.ts'
import type { WISH_TYPES } from '../model/schedule.ts'
import type { SettingName } from '../model/settings.ts'
import type { EmployeeId, ShiftId } from '../model/units.ts'
import type { Judgement } from '../model/violation.ts'

interface WishAnswer {
  readonly type: (typeof WISH_TYPES)[number]
  readonly granted: boolean
  readonly shiftIds: readonly ShiftId[]
  readonly text: string
}

/** A load beside the fair share. */
interface Share {
  readonly of: 'shifts' | 'nights' | 'weekendShifts'
  readonly load: number
  readonly least: number
  readonly most: number
  readonly text: string
}

/** One place where a rule costs that concerns the employee. */
interface Remark {
  readonly setting: SettingName
  /** 1 = first. */
  readonly priority: number
  readonly penalty: number
  readonly date?: string
  readonly shiftIds: readonly ShiftId[]
  readonly text: string
}

/** What one employee works, and why; nobody else is named in it. */
export interface EmployeeAccount {
  readonly employeeId: EmployeeId
  readonly name: string | null
  readonly shifts: number
  readonly workMinutes: number
  readonly nights: number
  readonly lates: number
  readonly weekends: number
  readonly wishes: readonly WishAnswer[]
  readonly shares: readonly Share[]
  readonly remarks: readonly Remark[]
  readonly summary: readonly string[]
}

/** The account of every employee, in the order of the schedule. */
export function describeAccounts(view: RosterView, _judgement: Judgement): EmployeeAccount[] {
  return view.rows.map((row) => describeAccount(view, row))
}

function describeAccount({ schedule }: RosterView, { employee, shifts }: Row): EmployeeAccount {
  const planned = shifts.filter(({ historic }) => !historic)
  const { days } = schedule.calendar
  const weekends = new Set(planned.flatMap(({ day }) => (days[day]!.weekday >= 5 ? [days[day]!.week] : [])))
  return {
    employeeId: employee.id,
    name: employee.name,
    shifts: planned.length,
    workMinutes: planned.reduce((sum, { workMin }) => sum + workMin, 0),
    nights: planned.filter(({ isNight }) => isNight).length,
    lates: planned.filter(({ isLate }) => isLate).length,
    weekends: weekends.size,
    wishes: [],
    shares: [],
    remarks: [],
    summary: [],
  }
}
