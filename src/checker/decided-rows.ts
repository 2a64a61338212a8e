import { rosterOfDecided } from '../model/roster.ts'
import type { Employee, Schedule } from '../model/schedule.ts'
import { type Row, type RosterView, SILENT, viewRoster } from './roster-view.ts'

const KNOWN = new WeakMap<Schedule, ReadonlyMap<Employee, Row>>()

/** What is decided for an employee of a view, and nothing else: the shifts that came fixed or historic with them, whoever works these in the roster. */
export function decidedRowOf({ schedule }: RosterView, employee: Employee): Row {
  const known = KNOWN.get(schedule) ?? decidedRows(schedule)
  KNOWN.set(schedule, known)
  return known.get(employee)!
}

function decidedRows(schedule: Schedule): ReadonlyMap<Employee, Row> {
  const { rows } = viewRoster(schedule, rosterOfDecided(schedule), SILENT)
  return new Map(rows.map((row, index) => [schedule.employees[index]!, row]))
}
