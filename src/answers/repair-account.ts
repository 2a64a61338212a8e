import { momentWriter } from '../api/write-solution.ts'
import { type CostChange, costChange, costOf } from '../checker/cost-changes.ts'
import { titleInWords, type Words } from '../checker/words.ts'
import type { Change } from '../engine/explain/changes.ts'
import { NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { type Score, subtractScores } from '../model/score.ts'
import { ruleRow } from '../model/rules.ts'
import type { EmployeeId, ShiftId, SkillId } from '../model/units.ts'
import { changeInWords, costInWords, idsOfShifts, seatsInWords } from './sentences.ts'

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
  const { teller } = words
  const told = {
    change: changeInText(schedule, words, change),
    worth: `${changeInWords(scoreChange, teller)}${costInWords(schedule, money, teller)}`,
  }
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
    text: more <= 0 ? teller.say('repair.text', told) : teller.say('repair.textFilled', { ...told, count: more }),
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
  const { say, listed } = words.teller
  const who = listed(change.employees.map((employee) => words.employee(schedule.employees[employee]!)))
  const shifts = seatsInWords(
    words,
    change.shifts.map((index) => schedule.shifts[index]!),
  )
  switch (change.kind) {
    case 'add-employee':
      return addedInWords(words, change, shifts)
    case 'shorten-rest':
      return say('repair.lessRest', { who, duration: words.duration(change.amount) })
    case 'override-wish':
      return say('repair.overridden', { who, shifts, dates: listed((change.days ?? []).map((day) => words.date(schedule.calendar.days[day]!.date))) })
    case 'add-skill':
      return say('repair.alsoHolds', {
        who,
        skills: listed((change.skills ?? []).map(({ id, minLevel }) => say('repair.skill', { skill: words.skill(id, minLevel) }))),
      })
    case 'move-shift':
      return say('repair.moved', { shift: shifts, time: words.time(change.schedule.shifts[change.shifts[0]!]!.start) })
    case 'make-optional':
      return say('repair.optional', { shift: shifts })
    case 'relax-limit':
      return `${who} ${relaxedInWords(words, change)}`
  }
}

/** `One more person with skills 7 and 9, in team 2, who can work …`: who is added, and what they have where something is asked for. */
function addedInWords(words: Words, { schedule: { employees } }: Change, shifts: string): string {
  const { say, listed } = words.teller
  const added = employees.at(-1)!
  const skills =
    added.skills.length === 0
      ? null
      : say('repair.withSkills', { skills: listed(added.skills.map(({ id, level }) => words.skill(id, level))), count: added.skills.length })
  const teams =
    added.teams.length === 0 ? null : say('repair.inTeams', { teams: listed(added.teams.map(({ id }) => words.team(id))), count: added.teams.length })
  if (skills !== null && teams !== null) return say('repair.addBoth', { skills, teams, shifts })
  const having = skills ?? teams
  return having === null ? say('repair.add', { shifts }) : say('repair.addWith', { having, shifts })
}

function relaxedInWords({ teller: { say }, duration }: Words, { setting, title = {}, amount, isMinutes }: Change): string {
  const { givesWay = {} } = ruleRow(setting ?? 'contractRules')
  const gives = isMinutes
    ? say(givesWay.minutes ?? 'gives.contractRulesMinutes', { duration: duration(amount) })
    : say(givesWay.units ?? 'gives.contractRules')
  return `${gives}${titleInWords(title)}`
}
