import { NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import type { Costs } from '../model/solution.ts'
import { costsOf } from './costs.ts'
import { exactLines, roundedLine } from './payslips.ts'

/** A shift that changes hands; positions, `NOBODY` = nobody. */
interface Handover {
  readonly shift: number
  readonly from: number
  readonly to: number
}

/** Of a schedule that says nothing of money, nothing. */
export interface CostChange {
  /** What a change adds to `costs.total`, in minor units; below 0 it saves. */
  readonly costChange?: number
}

/** What a roster costs, in minor units; null where the schedule says nothing of money. */
export function costOf(schedule: Schedule, roster: Roster): number | null {
  return schedule.pay === undefined ? null : (costsOf(schedule, roster).total ?? null)
}

/** What two rosters differ by, whether of one schedule or of two, by what each costs. */
export function costChange(before: number | null, after: number | null): CostChange {
  return before === null || after === null ? {} : { costChange: after - before }
}

/** The currency of amounts, where one is said. */
export function currencyOf({ pay }: Schedule): Pick<Costs, 'currency'> {
  return pay === undefined || pay.currency === null ? {} : { currency: pay.currency }
}

/** What changes of one roster cost: of those alone whom a change touches lines are added up again. Shifts that were found are among those of the schedule (`materialised`). */
export class CostChanges {
  readonly schedule: Schedule
  readonly #roster: Roster
  /** By employee the positions of their shifts. */
  #rows: ReadonlyMap<number, readonly number[]> | null = null
  readonly #totals = new Map<number, number>()

  /** Of the roster as it is now: it may change afterwards. */
  constructor(schedule: Schedule, roster: Roster) {
    this.schedule = schedule
    this.#roster = roster.slice()
  }

  /** What the handovers change, each of them of another seat. */
  of(handovers: readonly Handover[]): CostChange {
    if (this.schedule.pay === undefined) return {}
    const touched = new Set(handovers.flatMap(({ from, to }) => [from, to]))
    touched.delete(NOBODY)
    return { costChange: [...touched].reduce((sum, employee) => sum + this.#after(employee, handovers) - this.totalOf(employee), 0) }
  }

  /** What an employee is paid in the roster, in minor units. */
  totalOf(employee: number): number {
    const known = this.#totals.get(employee) ?? totalOf(this.schedule, employee, this.#rowOf(employee))
    this.#totals.set(employee, known)
    return known
  }

  #after(employee: number, handovers: readonly Handover[]): number {
    const lost = new Set(handovers.flatMap(({ shift, from }) => (from === employee ? [shift] : [])))
    const gained = handovers.flatMap(({ shift, to }) => (to === employee ? [shift] : []))
    return totalOf(this.schedule, employee, [...this.#rowOf(employee).filter((shift) => !lost.has(shift)), ...gained])
  }

  #rowOf(employee: number): readonly number[] {
    this.#rows ??= Map.groupBy(this.schedule.shifts.keys(), (shift) => this.#roster[shift]!)
    return this.#rows.get(employee) ?? []
  }
}

/** What somebody is paid for shifts in any order, in minor units; all by position. */
function totalOf(schedule: Schedule, position: number, row: readonly number[]): number {
  const employee = schedule.employees[position]!
  const shifts = row.map((shift) => schedule.shifts[shift]!)
  return exactLines(schedule, { employee, shifts }).reduce((sum, line) => sum + roundedLine(line).amount, 0)
}
