import { scoreOf } from '../checker/check.ts'
import { type CostChange, costChange, CostChanges, costOf, currencyOf } from '../checker/cost-changes.ts'
import { countOf, createWords, type Words } from '../checker/words.ts'
import { comesWithRoster, NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule, Shift } from '../model/schedule.ts'
import { peopleOf, type PostedShift, postedShifts, rosterAsTold } from '../model/seats.ts'
import { type Score, subtractScores } from '../model/score.ts'
import type { AffectedEmployee, Costs, ShiftChange, Solution } from '../model/solution.ts'
import type { EmployeeId } from '../model/units.ts'
import { dayInWords, type DaysOff, daysOffIn, noticeInWords, noticeOf } from './change-words.ts'

export interface DiffQuestion {
  readonly schedule: Schedule
  readonly before: Roster
  readonly after: Roster
  /** The schedule with the breaks of either; absent = they are those of `schedule`. */
  readonly withBreaks?: { readonly before: Schedule; readonly after: Schedule }
}

export interface DiffAnswer extends CostChange, Pick<Costs, 'currency'> {
  readonly scoreBefore: Score
  readonly scoreAfter: Score
  readonly scoreChange: Score
  /** What each costs, in minor units; absent where the schedule says nothing of money. */
  readonly costBefore?: number
  readonly costAfter?: number
  readonly changes: readonly ShiftChange[]
  readonly employees: readonly AffectedEmployee[]
}

/** Says what is different between two rosters of one schedule, shift by shift and employee by employee, in the order of the schedule. */
export function diff({ schedule, before, after, withBreaks = { before: schedule, after: schedule } }: DiffQuestion): DiffAnswer {
  const scoreBefore = scoreOf(withBreaks.before, before)
  const scoreAfter = scoreOf(withBreaks.after, after)
  const { changes, affectedEmployees } = listChanges(schedule, before, after)
  const scoreChange = subtractScores(scoreAfter, scoreBefore)
  return { scoreBefore, scoreAfter, scoreChange, ...costsOfBoth({ schedule, before, after, withBreaks }), changes, employees: affectedEmployees }
}

type CostsOfBoth = Pick<DiffAnswer, 'currency' | 'costBefore' | 'costAfter' | 'costChange'>

function costsOfBoth({ schedule, before, after, withBreaks }: Required<DiffQuestion>): CostsOfBoth {
  const [costBefore, costAfter] = [costOf(withBreaks.before, before), costOf(withBreaks.after, after)]
  if (costBefore === null || costAfter === null) return {}
  return { ...currencyOf(schedule), costBefore, costAfter, ...costChange(costBefore, costAfter) }
}

type Changes = Pick<Solution, 'changes' | 'affectedEmployees'>

/** What a roster changes of the assignments that people were told of; nothing where no shift that can be planned came with one, and nobody was taken off any. */
export function listReplanned(schedule: Schedule, roster: Roster): Changes {
  return comesWithRoster(schedule) ? listChanges(schedule, rosterAsTold(schedule), roster) : { changes: [], affectedEmployees: [] }
}

function listChanges(schedule: Schedule, before: Roster, after: Roster): Changes {
  const words = createWords(schedule)
  const daysOff = daysOffIn(schedule, after)
  const changed = postedShifts(schedule.shifts).flatMap((posted) => handoversOf(schedule, posted, before, after))
  const shiftsBy = (side: 'before' | 'after'): Map<number, Shift[]> => {
    const found = Map.groupBy(changed, (handover) => handover[side])
    return new Map([...found].map(([employee, handovers]) => [employee, handovers.map(({ index }) => schedule.shifts[index]!)]))
  }
  const gained = shiftsBy('after')
  const lost = shiftsBy('before')
  const costs = { before: new CostChanges(schedule, before), after: new CostChanges(schedule, after) }
  const costOf = (e: number): CostChange => (schedule.pay === undefined ? {} : { costChange: costs.after.totalOf(e) - costs.before.totalOf(e) })
  return {
    changes: changed.map((handover) => describeChange({ schedule, words, daysOff }, handover)),
    affectedEmployees: schedule.employees.flatMap((_, e) =>
      gained.has(e) || lost.has(e)
        ? [{ ...describeEmployee({ schedule, words, daysOff }, e, { gained: gained.get(e) ?? [], lost: lost.get(e) ?? [] }), ...costOf(e) }]
        : [],
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

/** With what changes are told. */
interface Telling {
  readonly schedule: Schedule
  readonly words: Words
  readonly daysOff: DaysOff
}

function describeChange({ schedule, words, daysOff }: Telling, { index, before, after }: ChangedSeat): ShiftChange {
  const shift = schedule.shifts[index]!
  const idOf = (employee: number): EmployeeId | null => (employee === NOBODY ? null : schedule.employees[employee]!.id)
  const nameOf = (employee: number): string => (employee === NOBODY ? 'Nobody' : words.employee(schedule.employees[employee]!))
  const from = before === NOBODY ? ', which was empty' : ` from ${nameOf(before)}`
  const free = after === NOBODY ? null : daysOff.after(after, shift)
  const notice = noticeOf(schedule, shift)
  const parts = [
    `${nameOf(after)} takes ${words.shift(shift)}${from}`,
    ...(free === null ? [] : [`free again on ${dayInWords(schedule, words, free)}`]),
    ...(notice === null ? [] : [noticeInWords(words, notice)]),
  ]
  return {
    shiftId: shift.id,
    date: schedule.calendar.days[shift.day]!.date,
    before: idOf(before),
    after: idOf(after),
    ...(notice === null ? {} : { noticeMinutes: notice }),
    text: `${parts.join('; ')}.`,
  }
}

function describeEmployee(
  { schedule, words, daysOff }: Telling,
  e: number,
  { gained, lost }: { readonly gained: readonly Shift[]; readonly lost: readonly Shift[] },
): AffectedEmployee {
  const employee = schedule.employees[e]!
  const minutes = (shifts: readonly Shift[]): number => shifts.reduce((sum, shift) => sum + shift.workMin, 0)
  const parts = [
    ...(gained.length === 0 ? [] : [`gets ${words.shifts(gained)}`]),
    ...(lost.length === 0 ? [] : [`no longer works ${words.shifts(lost)}`]),
  ]
  const count = gained.length + lost.length
  const notices = [...gained, ...lost].map((shift) => noticeOf(schedule, shift))
  const notice = notices.includes(null) ? null : Math.min(...(notices as number[]))
  const last = gained.reduce<Shift | null>((latest, shift) => (latest === null || shift.end > latest.end ? shift : latest), null)
  const free = last === null ? null : daysOff.after(e, last)
  const told = [
    `${words.employee(employee)} ${parts.join(' and ')}: ${countOf(count, 'shift')} changed`,
    ...(free === null ? [] : [`free again on ${dayInWords(schedule, words, free)}`]),
    ...(notice === null ? [] : [noticeInWords(words, notice)]),
  ]
  return {
    employeeId: employee.id,
    name: employee.name,
    gained: gained.map(({ id }) => id),
    lost: lost.map(({ id }) => id),
    workMinutesChange: minutes(gained) - minutes(lost),
    ...(notice === null ? {} : { noticeMinutes: notice }),
    text: `${told.join('; ')}.`,
  }
}
