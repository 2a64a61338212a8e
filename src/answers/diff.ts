import { scoreOf } from '../checker/check.ts'
import { type CostChange, costChange, CostChanges, costOf, currencyOf } from '../checker/cost-changes.ts'
import { createWords, type Words } from '../checker/words.ts'
import { comesWithRoster, NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule, Shift } from '../model/schedule.ts'
import { peopleOf, type PostedShift, postedShifts, rosterAsTold } from '../model/seats.ts'
import { type Score, subtractScores } from '../model/score.ts'
import type { AffectedEmployee, Costs, ShiftChange, Solution } from '../model/solution.ts'
import { ENGLISH, type Teller } from '../model/teller.ts'
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

/** Says what is different between two rosters of one schedule, shift by shift and employee by employee, in the order of the schedule and in the language of `teller`. */
export function diff(
  { schedule, before, after, withBreaks = { before: schedule, after: schedule } }: DiffQuestion,
  teller: Teller = ENGLISH,
): DiffAnswer {
  const scoreBefore = scoreOf(withBreaks.before, before)
  const scoreAfter = scoreOf(withBreaks.after, after)
  const { changes, affectedEmployees } = listChanges({ schedule, before, after }, teller)
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
export function listReplanned(schedule: Schedule, roster: Roster, teller: Teller = ENGLISH): Changes {
  return comesWithRoster(schedule)
    ? listChanges({ schedule, before: rosterAsTold(schedule), after: roster }, teller)
    : { changes: [], affectedEmployees: [] }
}

function listChanges({ schedule, before, after }: DiffQuestion, teller: Teller): Changes {
  const words = createWords(schedule, teller)
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
  const free = after === NOBODY ? null : daysOff.after(after, shift)
  const notice = noticeOf(schedule, shift)
  const parts = [
    handoverInWords({ schedule, words }, { shift: words.shift(shift), before, after }),
    ...(free === null ? [] : [words.teller.say('change.freeAgain', { day: dayInWords(schedule, words, free) })]),
    ...(notice === null ? [] : [noticeInWords(words, notice)]),
  ]
  return {
    shiftId: shift.id,
    date: schedule.calendar.days[shift.day]!.date,
    before: idOf(before),
    after: idOf(after),
    ...(notice === null ? {} : { noticeMinutes: notice }),
    text: words.teller.sentence(parts),
  }
}

/** `Bo takes Early (…) from Ada`: who has a shift now, by position, and who had it. */
function handoverInWords(
  { schedule, words }: Pick<Telling, 'schedule' | 'words'>,
  { shift, before, after }: { readonly shift: string } & Pick<ChangedSeat, 'before' | 'after'>,
): string {
  const { say } = words.teller
  const nameOf = (employee: number): string => words.employee(schedule.employees[employee]!)
  if (after === NOBODY) return say('change.isGivenUp', { shift, from: nameOf(before) })
  if (before === NOBODY) return say('change.takesEmpty', { who: nameOf(after), shift })
  return say('change.takes', { who: nameOf(after), shift, from: nameOf(before) })
}

function describeEmployee(
  { schedule, words, daysOff }: Telling,
  e: number,
  { gained, lost }: { readonly gained: readonly Shift[]; readonly lost: readonly Shift[] },
): AffectedEmployee {
  const employee = schedule.employees[e]!
  const minutes = (shifts: readonly Shift[]): number => shifts.reduce((sum, shift) => sum + shift.workMin, 0)
  const { say, sentence } = words.teller
  const [gains, loses] = [gained.length > 0, lost.length > 0]
  const told = say(gains && loses ? 'person.gainsAndLoses' : gains ? 'person.gains' : 'person.loses', {
    who: words.employee(employee),
    gained: words.shifts(gained),
    lost: words.shifts(lost),
    count: gained.length + lost.length,
  })
  const notices = [...gained, ...lost].map((shift) => noticeOf(schedule, shift))
  const notice = notices.includes(null) ? null : Math.min(...(notices as number[]))
  const last = gained.reduce<Shift | null>((latest, shift) => (latest === null || shift.end > latest.end ? shift : latest), null)
  const free = last === null ? null : daysOff.after(e, last)
  const parts = [
    told,
    ...(free === null ? [] : [say('change.freeAgain', { day: dayInWords(schedule, words, free) })]),
    ...(notice === null ? [] : [noticeInWords(words, notice)]),
  ]
  return {
    employeeId: employee.id,
    name: employee.name,
    gained: gained.map(({ id }) => id),
    lost: lost.map(({ id }) => id),
    workMinutesChange: minutes(gained) - minutes(lost),
    ...(notice === null ? {} : { noticeMinutes: notice }),
    text: sentence(parts),
  }
}
