import { momentWriter } from '../api/write-solution.ts'
import { type CostChange, costChange, costOf } from '../checker/cost-changes.ts'
import { titleInWords, type Words } from '../checker/words.ts'
import type { Change } from '../engine/explain/changes.ts'
import { NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { type Score, subtractScores } from '../model/score.ts'
import { ruleRow } from '../model/rules.ts'
import type { EmployeeId, ShiftId, SkillId } from '../model/units.ts'
import { changeInWords, costInWords, idsOfShifts, listed, seatsInWords } from './sentences.ts'

/** A change of the schedule that helps, solved. */
export interface RepairAccount extends Pick<Change, 'kind' | 'setting' | 'amount' | 'cost'>, CostChange {
  readonly shiftIds: readonly ShiftId[]
  readonly employeeIds: readonly EmployeeId[]
  /** Local dates: every day of a wish that is overridden, or the day to which a shift moves; else none. */
  readonly dates: readonly string[]
  /** Where a shift moves to; null = none does. */
  readonly moved: { readonly start: string; readonly end: string } | null
  /** Skills that somebody gets; else none. */
  readonly skillIds: readonly SkillId[]
  readonly score: Score
  readonly scoreChange: Score
  /** The mandatory shifts that were empty and are not any more. */
  readonly filledShiftIds: readonly ShiftId[]
  readonly text: string
}

/** A roster that stands, and what it is worth. */
export interface Standing {
  readonly roster: Roster
  readonly score: Score
}

/** A change with the roster that was found for it. */
export interface SolvedChange {
  readonly change: Change
  readonly after: Standing
}

/** The roster that a schedule has without any change, and what it costs. */
interface Unchanged extends Standing {
  /** In minor units; null where the schedule says nothing of money. */
  readonly cost: number | null
}

/** A solved change in words, beside the roster that the schedule has without it. */
export function describeRepair(schedule: Schedule, words: Words, before: Unchanged, { change, after }: SolvedChange): RepairAccount {
  const { kind, setting, amount, cost, shifts, employees, days = [], skills = [] } = change
  const filled = schedule.shifts.filter(({ importance }, index) => importance === 'MANDATORY' && isFilled(before, index) < isFilled(after, index))
  const emptied = schedule.shifts.filter(({ importance }, index) => importance === 'MANDATORY' && isFilled(before, index) > isFilled(after, index))
  const scoreChange = subtractScores(after.score, before.score)
  const money = costChange(before.cost, costOf(change.schedule, after.roster))
  const more = filled.length - emptied.length
  const gain = more <= 0 ? '' : `${more} more mandatory ${more === 1 ? 'shift is' : 'shifts are'} filled, and `
  return {
    kind,
    shiftIds: idsOfShifts(shifts.map((index) => schedule.shifts[index]!)),
    employeeIds: employees.map((employee) => schedule.employees[employee]!.id),
    setting,
    amount,
    cost,
    dates: days.map((day) => schedule.calendar.days[day]!.date),
    moved: kind === 'move-shift' ? timesOf(schedule, change) : null,
    skillIds: skills.map(({ id }) => id),
    score: after.score,
    scoreChange,
    ...money,
    filledShiftIds: idsOfShifts(filled),
    text: `${changeInText(schedule, words, change)}: ${gain}the roster is ${changeInWords(scoreChange)}${costInWords(schedule, money)}.`,
  }
}

function timesOf({ calendar }: Schedule, { schedule: { shifts }, shifts: [index] }: Change): NonNullable<RepairAccount['moved']> {
  const write = momentWriter(calendar)
  const { start, end } = shifts[index!]!
  return { start: write(start), end: write(end) }
}

function isFilled({ roster }: Standing, index: number): number {
  return roster[index] === NOBODY ? 0 : 1
}

function changeInText(schedule: Schedule, words: Words, change: Change): string {
  const who = change.employees.map((employee) => words.employee(schedule.employees[employee]!)).join()
  const shifts = change.shifts.map((index) => schedule.shifts[index]!)
  const what = seatsInWords(words, shifts)
  switch (change.kind) {
    case 'add-employee':
      return `One more person${qualificationsInWords(words, change)} who can work ${what}`
    case 'shorten-rest':
      return `${who} rests up to ${words.duration(change.amount)} less between two shifts`
    case 'override-wish':
      return `The wish of ${who} to be free on ${listed((change.days ?? []).map((day) => words.date(schedule.calendar.days[day]!.date)))} is overridden for ${what}`
    case 'add-skill':
      return `${who} also holds ${listed((change.skills ?? []).map(({ id, minLevel }) => `skill ${words.skill(id, minLevel)}`))}`
    case 'move-shift':
      return `${what} starts at ${words.time(change.schedule.shifts[change.shifts[0]!]!.start)} instead`
    case 'make-optional':
      return `${what} need not be filled`
    case 'relax-limit':
      return `${who} ${relaxedInWords(words, change)}`
  }
}

/** ` with skills 7 and 9, in team 2,`: what who is added has; empty where nothing is asked for. */
function qualificationsInWords(words: Words, { schedule: { employees } }: Change): string {
  const { skills, teams } = employees.at(-1)!
  const named = (noun: string, names: readonly string[]): string => `${noun}${names.length === 1 ? '' : 's'} ${listed(names)}`
  const parts = [
    ...(skills.length === 0
      ? []
      : [
          `with ${named(
            'skill',
            skills.map(({ id, level }) => words.skill(id, level)),
          )}`,
        ]),
    ...(teams.length === 0
      ? []
      : [
          `in ${named(
            'team',
            teams.map(({ id }) => words.team(id)),
          )}`,
        ]),
  ]
  return parts.length === 2 ? ` ${parts.join(', ')},` : parts.map((part) => ` ${part}`).join('')
}

function relaxedInWords(words: Words, { setting, title = {}, amount, isMinutes }: Change): string {
  const { givesWay = {} } = ruleRow(setting ?? 'contractRules')
  const gives = isMinutes ? `works up to ${words.duration(amount)} ${givesWay.minutes ?? 'more'}` : (givesWay.units ?? 'may go one beyond a limit')
  return `${gives}${titleInWords(title)}`
}
