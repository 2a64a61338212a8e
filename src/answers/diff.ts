import { judge } from '../checker/check.ts'
import { countOf, createWords, type Words } from '../checker/words.ts'
import { NOBODY, type Roster } from '../model/roster.ts'
import type { Employee, Schedule, Shift } from '../model/schedule.ts'
import { type Score, subtractScores } from '../model/score.ts'
import type { EmployeeId, ShiftId } from '../model/units.ts'

export interface DiffQuestion {
  readonly schedule: Schedule
  readonly before: Roster
  readonly after: Roster
}

/** A shift that changed hands; null = nobody. */
interface Change {
  readonly shiftId: ShiftId
  /** Local date on which the shift starts. */
  readonly date: string
  readonly before: EmployeeId | null
  readonly after: EmployeeId | null
  readonly text: string
}

/** Somebody who is affected, and how. */
interface AffectedEmployee {
  readonly employeeId: EmployeeId
  readonly name: string | null
  readonly gained: readonly ShiftId[]
  readonly lost: readonly ShiftId[]
  readonly workMinutesChange: number
  /** Names nobody else. */
  readonly text: string
}

export interface DiffAnswer {
  readonly scoreBefore: Score
  readonly scoreAfter: Score
  readonly scoreChange: Score
  readonly changes: readonly Change[]
  readonly employees: readonly AffectedEmployee[]
}

/** Says what is different between two rosters of one schedule, shift by shift and employee by employee, in the order of the schedule. */
export function diff({ schedule, before, after }: DiffQuestion): DiffAnswer {
  const words = createWords(schedule)
  const scoreBefore = judge(schedule, before).score
  const scoreAfter = judge(schedule, after).score
  const changed = schedule.shifts.flatMap((_, index) => (before[index] === after[index] ? [] : [index]))
  const affected = schedule.employees.flatMap((employee, e) => {
    const gained = changed.filter((index) => after[index] === e).map((index) => schedule.shifts[index]!)
    const lost = changed.filter((index) => before[index] === e).map((index) => schedule.shifts[index]!)
    return gained.length + lost.length === 0 ? [] : [describeEmployee(words, employee, gained, lost)]
  })
  return {
    scoreBefore,
    scoreAfter,
    scoreChange: subtractScores(scoreAfter, scoreBefore),
    changes: changed.map((index) => describeChange(schedule, words, index, { before: before[index]!, after: after[index]! })),
    employees: affected,
  }
}

function describeChange(schedule: Schedule, words: Words, index: number, { before, after }: { before: number; after: number }): Change {
  const shift = schedule.shifts[index]!
  const idOf = (employee: number): EmployeeId | null => (employee === NOBODY ? null : schedule.employees[employee]!.id)
  const nameOf = (employee: number): string => (employee === NOBODY ? 'nobody' : words.employee(schedule.employees[employee]!))
  return {
    shiftId: shift.id,
    date: schedule.calendar.days[shift.day]!.date,
    before: idOf(before),
    after: idOf(after),
    text: `${words.shift(shift)} goes from ${nameOf(before)} to ${nameOf(after)}.`,
  }
}

function describeEmployee(words: Words, employee: Employee, gained: readonly Shift[], lost: readonly Shift[]): AffectedEmployee {
  const minutes = (shifts: readonly Shift[]): number => shifts.reduce((sum, shift) => sum + shift.workMin, 0)
  const parts = [
    ...(gained.length === 0 ? [] : [`gets ${words.shifts(gained)}`]),
    ...(lost.length === 0 ? [] : [`no longer works ${words.shifts(lost)}`]),
  ]
  return {
    employeeId: employee.id,
    name: employee.name,
    gained: gained.map(({ id }) => id),
    lost: lost.map(({ id }) => id),
    workMinutesChange: minutes(gained) - minutes(lost),
    text: `${words.employee(employee)} ${parts.join(' and ')}: ${countOf(gained.length + lost.length, 'shift')} changed.`,
  }
}
