import type { Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import type { Costs, FairLoad, HourBalance } from '../model/solution.ts'
import type { Identifier } from '../model/units.ts'
import { csvOf, linesOf, nameCell } from './csv-line.ts'
import { allSolvedShifts, createLocalClock, nameOf } from './solved-shifts.ts'

const HEADER = ['id', 'spot', 'start', 'end', 'employeeId', 'employeeName']
/** Where a shift has seats, so that its lines are one shift when the table is read again. */
const SEATS = ['min', 'ideal', 'max'] as const

/**
 * The shifts of the horizon as a table (RFC 4180, UTF-8): a line for each, in the order they were posted, with times of the schedule's time zone.
 * The employee is empty where nobody works it, also of a shift that needs nobody. A schedule with seats has three columns of their numbers. A name that a spreadsheet would take for a formula gets an apostrophe before it.
 */
export function writeCsv(schedule: Schedule, roster: Roster): string {
  return csvOf(shiftRows(schedule, roster))
}

/** The same as rows, the first of which names the columns: names as they are, and times as `2026-03-02T07:00:00+01:00`. */
export function shiftRows(schedule: Schedule, roster: Roster): readonly (readonly (string | number)[])[] {
  const clock = createLocalClock(schedule)
  const hasSeats = schedule.shifts.some(({ historic, seats }) => !historic && seats !== undefined)
  const rows = allSolvedShifts(schedule, roster).map(({ shift, spot, employee }) => [
    shift.id,
    nameOf(spot),
    clock.dateTimeOf(shift.start),
    clock.dateTimeOf(shift.end),
    ...(employee === null ? ['', ''] : [employee.id, employee.name ?? '']),
    ...(hasSeats ? SEATS.map((name) => shift.seats?.[name] ?? '') : []),
  ])
  return [hasSeats ? [...HEADER, ...SEATS.map((name) => `seats.${name}`)] : HEADER, ...rows]
}

/** A shift without people, as the wire says it. */
interface ShiftOfTable {
  readonly id: Identifier
  readonly name?: string
  readonly spot: Identifier
  readonly start: string
  readonly end: string
  readonly tags?: readonly string[]
  readonly seats?: { readonly min: number }
  readonly breakRules?: readonly Identifier[]
}

const GENERATED_HEADER = ['id', 'name', 'spot', 'start', 'end', 'tags', 'seats.min']
const LOCAL_MINUTE = '2026-03-02T07:00'.length

/** Shifts that were generated as the table that `turnus import csv` reads: times are those of the wall clock. */
export function writeGeneratedCsv(shifts: readonly ShiftOfTable[]): string {
  const hasBreaks = shifts.some(({ breakRules }) => breakRules !== undefined)
  const rows = shifts.map(({ id, name, spot, start, end, tags = [], seats, breakRules = [] }) => [
    idCell(id),
    nameCell(name ?? ''),
    idCell(spot),
    start.slice(0, LOCAL_MINUTE),
    end.slice(0, LOCAL_MINUTE),
    nameCell(tags.join('|')),
    String(seats?.min ?? ''),
    ...(hasBreaks ? [breakRules.map(idCell).join('|')] : []),
  ])
  const header = hasBreaks ? [...GENERATED_HEADER, 'breakRules'] : GENERATED_HEADER
  return linesOf([header, ...rows])
}

const ACCOUNT_HEADER = ['employeeId', 'employeeName', 'per', 'from', 'to', 'owed', 'worked', 'credited', 'balance']

/** The hours of everybody whose contract owes some as a table: a line for each employee and window, in minutes. */
export function writeAccountsCsv({ employees }: Schedule, accounts: readonly HourBalance[]): string {
  const nameOfId = new Map(employees.map(({ id, name }) => [id, name ?? '']))
  const rows = accounts.map(({ employeeId, per, from, to, owed, worked, credited, balance }) => {
    const minutes = [owed, worked, credited, balance].map(String)
    return [idCell(employeeId), nameCell(nameOfId.get(employeeId) ?? ''), per, from, to, ...minutes]
  })
  return linesOf([ACCOUNT_HEADER, ...rows])
}

const FAIRNESS_HEADER = ['employeeId', 'employeeName', 'id', 'name', 'load', 'share', 'carry']

/** What everybody has of what fairness rules share as a table: a line for each rule and employee. */
export function writeFairnessCsv({ employees, fairness }: Schedule, loads: readonly FairLoad[]): string {
  const nameOfId = new Map(employees.map(({ id, name }) => [id, name ?? '']))
  const nameOfRule = new Map(fairness.map(({ id, name }) => [id, name ?? '']))
  const rows = loads.map(({ id, employeeId, load, share, carry }) => [
    idCell(employeeId),
    nameCell(nameOfId.get(employeeId) ?? ''),
    idCell(id),
    nameCell(nameOfRule.get(id) ?? ''),
    ...[load, share, carry].map(String),
  ])
  return linesOf([FAIRNESS_HEADER, ...rows])
}

const PAYROLL_HEADER = ['employeeId', 'employeeName', 'kind', 'payRule', 'payRuleName', 'from', 'to', 'minutes', 'amount', 'currency']

/**
 * What everybody is paid as a table for payroll: a line for each line of a payslip, in minor units; `costs` has all of them. Overtime has the days of its window, everything
 * else those of the horizon. Activation is about no minutes.
 */
export function writePayrollCsv({ employees, pay, calendar }: Schedule, { byEmployee = [], currency = '' }: Costs): string {
  const nameOfId = new Map(employees.map(({ id, name }) => [id, name ?? '']))
  const nameOfRule = new Map((pay?.rules ?? []).map(({ id, name }) => [id, name ?? '']))
  const { days, horizonFirst } = calendar
  const [first, last] = [days[horizonFirst]!.date, days.at(-1)!.date]
  const rows = byEmployee.flatMap(({ employeeId, lines }) =>
    lines.map(({ kind, payRule, from = first, to = last, minutes, amount }) => [
      idCell(employeeId),
      nameCell(nameOfId.get(employeeId) ?? ''),
      kind,
      ...(payRule === undefined ? ['', ''] : [idCell(payRule), nameCell(nameOfRule.get(payRule) ?? '')]),
      from,
      to,
      String(minutes ?? ''),
      String(amount),
      nameCell(currency),
    ]),
  )
  return linesOf([PAYROLL_HEADER, ...rows])
}

function idCell(id: Identifier): string {
  return typeof id === 'number' ? String(id) : nameCell(id)
}
