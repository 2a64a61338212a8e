import { scoreOf } from '../checker/check.ts'
import { countOf, createWords, type Words } from '../checker/words.ts'
import { isDecided, NOBODY, rosterAsPosted, type Roster } from '../model/roster.ts'
import type { Employee, Schedule, Shift } from '../model/schedule.ts'
import { peopleOf, type PostedShift, postedShifts } from '../model/seats.ts'
import { type Score, subtractScores } from '../model/score.ts'
import type { AffectedEmployee, ShiftChange, Solution } from '../model/solution.ts'
import type { EmployeeId } from '../model/units.ts'

export interface DiffQuestion {
  readonly schedule: Schedule
  readonly before: Roster
  readonly after: Roster
}

export interface DiffAnswer {
  readonly scoreBefore: Score
  readonly scoreAfter: Score
  readonly scoreChange: Score
  readonly changes: readonly ShiftChange[]
  readonly employees: readonly AffectedEmployee[]
}

/** Says what is different between two rosters of one schedule, shift by shift and employee by employee, in the order of the schedule. */
export function diff({ schedule, before, after }: DiffQuestion): DiffAnswer {
  const scoreBefore = scoreOf(schedule, before)
  const scoreAfter = scoreOf(schedule, after)
  const { changes, affectedEmployees } = listChanges(schedule, before, after)
  return { scoreBefore, scoreAfter, scoreChange: subtractScores(scoreAfter, scoreBefore), changes, employees: affectedEmployees }
}

type Changes = Pick<Solution, 'changes' | 'affectedEmployees'>

/** What a roster changes of the assignments that the schedule came with; nothing where no shift that can be planned came with one. */
export function listReplanned(schedule: Schedule, roster: Roster): Changes {
  const isReplanned = schedule.shifts.some((shift) => !isDecided(shift) && shift.employeeIndex !== null)
  return isReplanned ? listChanges(schedule, rosterAsPosted(schedule), roster) : { changes: [], affectedEmployees: [] }
}

function listChanges(schedule: Schedule, before: Roster, after: Roster): Changes {
  const words = createWords(schedule)
  const changed = postedShifts(schedule.shifts).flatMap((posted) => handoversOf(schedule, posted, before, after))
  const shiftsBy = (side: 'before' | 'after'): Map<number, Shift[]> => {
    const found = Map.groupBy(changed, (handover) => handover[side])
    return new Map([...found].map(([employee, handovers]) => [employee, handovers.map(({ index }) => schedule.shifts[index]!)]))
  }
  const gained = shiftsBy('after')
  const lost = shiftsBy('before')
  return {
    changes: changed.map((handover) => describeChange(schedule, words, handover)),
    affectedEmployees: schedule.employees.flatMap((employee, e) =>
      gained.has(e) || lost.has(e) ? [describeEmployee(words, employee, gained.get(e) ?? [], lost.get(e) ?? [])] : [],
    ),
  }
}

/** A shift, or a seat of one, that changed hands; positions of employees. */
interface ChangedSeat {
  readonly index: number
  readonly before: number
  readonly after: number
}

/** What changed hands of one posted shift. Of its seats it makes no difference who has which: whoever left is told beside somebody who came. */
function handoversOf(schedule: Schedule, posted: PostedShift, before: Roster, after: Roster): ChangedSeat[] {
  const { from: index, to } = posted
  if (to === index + 1) return before[index] === after[index] ? [] : [{ index, before: before[index]!, after: after[index]! }]
  const old = peopleOf(schedule, before, posted)
  const now = peopleOf(schedule, after, posted)
  const left = old.filter((employee) => !now.includes(employee))
  const came = now.filter((employee) => !old.includes(employee))
  const count = Math.max(left.length, came.length)
  return Array.from({ length: count }, (_, i) => ({ index, before: left[i] ?? NOBODY, after: came[i] ?? NOBODY }))
}

function describeChange(schedule: Schedule, words: Words, { index, before, after }: ChangedSeat): ShiftChange {
  const shift = schedule.shifts[index]!
  const idOf = (employee: number): EmployeeId | null => (employee === NOBODY ? null : schedule.employees[employee]!.id)
  const nameOf = (employee: number): string => (employee === NOBODY ? 'nobody' : words.employee(schedule.employees[employee]!))
  return {
    shiftId: shift.id,
    date: schedule.calendar.days[shift.day]!.date,
    before: idOf(before),
    after: idOf(after),
    text: `From ${nameOf(before)} to ${nameOf(after)}: ${words.shift(shift)}.`,
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
