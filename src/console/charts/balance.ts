import type { Roster } from '../../model/roster.ts'
import { accountsOf } from '../roster/accounts.ts'
import { oneLine } from '../../formats/solved-shifts.ts'
import type { FairLoad } from '../roster/questions.ts'
import type { RosterModel } from '../roster/roster-model.ts'
import { t } from '../texts/texts.ts'

/** What an employee has of something, and what is due. */
export interface Load {
  readonly has: number
  /** Null = nothing says how little. */
  readonly least: number | null
  /** Null = nothing says how much. */
  readonly most: number | null
  /** How much more than the fair share by now, what came before among it; negative: less. Null where nothing is carried over. */
  readonly carry: number | null
}

/** Something that employees have more or less of. */
export interface BalanceColumn {
  readonly key: string
  readonly title: string
  readonly unit: 'minutes' | 'count'
  /** By position of the employee; null for who has no part in it. */
  readonly loads: readonly (Load | null)[]
  /** The most that anybody has, or that is due to anybody. Above 0. */
  readonly scale: number
}

/** Hours beside the contract, nights, weekends, and what each fairness rule shares, of which `fair` tells; what nobody has any of is left out. */
export function balanceOf(model: RosterModel, roster: Roster, fair: readonly FairLoad[]): readonly BalanceColumn[] {
  const accounts = accountsOf(model, roster)
  const columns = [
    columnOf(
      { key: 'hours', title: t('grid.hours'), unit: 'minutes' },
      accounts.map(({ workMin, creditMin, leastMin, mostMin }) => ({ has: workMin + creditMin, least: leastMin, most: mostMin, carry: null })),
    ),
    columnOf(
      { key: 'nights', title: t('grid.nights'), unit: 'count' },
      accounts.map(({ nights }) => ({ has: nights, least: null, most: null, carry: null })),
    ),
    columnOf(
      { key: 'weekends', title: t('grid.weekends'), unit: 'count' },
      accounts.map(({ weekends, mostWeekends }) => ({ has: weekends, least: null, most: mostWeekends, carry: null })),
    ),
    ...fairColumns(model, fair),
  ]
  return columns.filter(({ loads }) => loads.some((load) => load !== null && load.has > 0))
}

function fairColumns({ schedule, employeeAt }: RosterModel, fair: readonly FairLoad[]): readonly BalanceColumn[] {
  const byRule = Map.groupBy(fair, ({ id }) => id)
  return schedule.fairness.map(({ id, name, of }) => {
    const loads: (Load | null)[] = schedule.employees.map(() => null)
    for (const { employeeId, load, share, carry } of byRule.get(id) ?? []) {
      loads[employeeAt.get(employeeId)!] = { has: load, least: share, most: share, carry }
    }
    const title = name === null || name.trim() === '' ? t('balance.rule', { id: String(id) }) : oneLine(name)
    return columnOf({ key: `fair ${id}`, title, unit: of === 'minutes' ? 'minutes' : 'count' }, loads)
  })
}

function columnOf(head: Pick<BalanceColumn, 'key' | 'title' | 'unit'>, loads: readonly (Load | null)[]): BalanceColumn {
  const known = loads.flatMap((load) => (load === null ? [] : [load.has, load.least ?? 0, load.most ?? 0]))
  // Of a most that nobody comes near, the bars would be too short to tell apart.
  const has = Math.max(0, ...loads.map((load) => load?.has ?? 0))
  return { ...head, loads, scale: Math.max(1, Math.min(Math.max(0, ...known), FURTHEST * has)) }
}

/** How much further than the longest bar a mark may lie. */
const FURTHEST = 1.5

/** How a load stands to what is due. */
export function standingOf({ has, least, most }: Load): 'over' | 'under' | 'within' {
  if (most !== null && has > most) return 'over'
  return least !== null && has < least ? 'under' : 'within'
}

/** Positions of employees by what they have of a column, most first; those who have no part in it last. In the order of the schedule for null. */
export function inOrder(employees: number, column: BalanceColumn | null): readonly number[] {
  const positions = Array.from({ length: employees }, (_, position) => position)
  if (column === null) return positions
  const has = (position: number): number => column.loads[position]?.has ?? -1
  return positions.sort((one, other) => has(other) - has(one) || one - other)
}
