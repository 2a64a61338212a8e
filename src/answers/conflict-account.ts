import type { Words } from '../checker/words.ts'
import { type FitSetting, fitUnits } from '../engine/rules/fit/fit-units.ts'
import type { Conflict } from '../engine/explain/conflicts.ts'
import type { Contract, Employee, Schedule } from '../model/schedule.ts'
import type { SettingName } from '../model/settings.ts'
import type { EmployeeId, ShiftId, SkillId } from '../model/units.ts'
import { employeesInWords, listed, seatsInWords } from './sentences.ts'
import { RULE_WORDS } from './rule-words.ts'

/** Shifts, employees and rules that cannot all hold. */
export interface ConflictAccount {
  readonly shiftIds: readonly ShiftId[]
  readonly employeeIds: readonly EmployeeId[]
  readonly rules: readonly { readonly setting: SettingName; readonly employeeIds: readonly EmployeeId[]; readonly text: string }[]
  /** So many of the shifts can be worked at most. */
  readonly most: number
  readonly proof: Conflict['proof']
  readonly minimal: boolean
  readonly text: string
}

/** The rules that say who comes into question, and what those hold who do; all other rules are about those. Nobody is kept off a shift by suggestions. */
const FIT_WORDS: Readonly<Record<Exclude<FitSetting, 'useSuggestedEmployee'>, string>> = {
  spotSkills: 'hold the skills',
  spotTeams: 'belong to a team of the spot',
  unavailable: 'are there',
  undesired: 'did not ask to be free',
  useDislikedEmployee: 'are not disliked for it',
  minMinutesPerShift: 'work shifts as short',
  maxMinutesPerShift: 'work shifts as long',
}

function isOfFit(setting: SettingName): setting is keyof typeof FIT_WORDS {
  return Object.hasOwn(FIT_WORDS, setting)
}

/** A conflict in words: `Of 5 shifts, 2 × Night (…) and …, at most 4 can be filled: only Ada and Bo can work any of them (they alone hold the skills); …`. */
export function describeConflict(schedule: Schedule, words: Words, conflict: Conflict, skills: readonly SkillId[] = []): ConflictAccount {
  const shifts = conflict.shifts.map((index) => schedule.shifts[index]!)
  const employees = conflict.employees.map((index) => schedule.employees[index]!)
  const employeeIds = employees.map(({ id }) => id)
  const most = shifts.length - 1
  // Where nobody is left the rules keep everybody off.
  const bound = employees.length > 0 ? employees : schedule.employees
  const rules = conflict.rules.map((setting) => ({
    setting,
    employeeIds: isOfFit(setting) ? [] : employeeIds,
    text: `${ruleInWords(
      setting,
      bound.map(({ contract }) => contract),
      words,
    )}.`,
  }))
  const able = employees.length === 0 ? 'nobody' : `only ${employeesInWords(words, employees)}`
  const who = `${able} can work ${shifts.length === 1 ? 'it' : 'any of them'}${fitInWords(schedule, conflict)}`
  const others = rules.filter(({ setting }) => !isOfFit(setting)).map(({ text }) => lowerFirst(text.slice(0, -1)))
  const outcome = outcomeInWords(seatsInWords(words, shifts), { count: shifts.length, most, skills: skills.map((skill) => words.skill(skill)) })
  return {
    shiftIds: shifts.map(({ id }) => id),
    employeeIds,
    rules,
    most,
    proof: conflict.proof,
    minimal: conflict.isMinimal,
    text: `${outcome}: ${[who, ...others].join('; ')}.`,
  }
}

/** What cannot be: that the shifts are all filled, or that the skills are there in all of them. */
function outcomeInWords(seats: string, { count, most, skills }: { count: number; most: number; skills: readonly string[] }): string {
  if (skills.length === 0) return most === 0 ? `${seats} cannot be filled` : `Of ${count} shifts, ${seats}, at most ${most} can be filled`
  const named = `${skills.length === 1 ? 'Skill' : 'Skills'} ${listed(skills)}`
  const plural = skills.length > 1
  if (most === 0) return `${named}, which somebody at work must hold, cannot be had for ${seats}`
  return `${named}, which somebody at work must hold, ${plural ? 'are' : 'is'} asked for in ${count} shifts, ${seats}, and can be had in ${most} of them at most`
}

/** ` (they alone hold the skills)`: why nobody else comes into question: they do not fit, or a rule keeps them off beside what is decided. Empty where no rule is about fit. */
function fitInWords(schedule: Schedule, { shifts, employees, rules }: Conflict): string {
  const ofFit = rules.filter(isOfFit)
  if (ofFit.length === 0) return ''
  const able = new Set(employees)
  const suits = (employee: Employee, index: number): boolean => {
    const units = fitUnits(schedule, employee, schedule.shifts[index]!)
    return ofFit.every((setting) => (units[setting] ?? 0) === 0)
  }
  const isKeptOff = schedule.employees.some((employee, position) => !able.has(position) && shifts.some((index) => suits(employee, index)))
  const fit = [...ofFit.map((setting) => FIT_WORDS[setting]), ...(isKeptOff ? ['are not kept off by the rules that follow'] : [])]
  return ` (${employees.length === 0 ? 'none' : 'they alone'} ${listed(fit)})`
}

interface Limits {
  /** The value of all contracts, or the least and the most, in words. */
  duration(read: (contract: Contract) => number | null): string
  count(read: (contract: Contract) => number | null): string
}

/** What rules ask; of those that are not here the words of `RULE_WORDS` have to do. */
const ASKED: Partial<Record<SettingName, (limits: Limits) => string>> = {
  shiftCollision: () => 'Nobody works two shifts at the same time',
  oneShiftPerDay: () => 'Nobody works two shifts on one day',
  minRestBetweenShifts: ({ duration }) => `Between two shifts at least ${duration((c) => c.minRestBetweenShifts)} of rest`,
  minWeeklyRestMinutes: ({ duration }) => `Every week at least ${duration((c) => c.minWeeklyRestMinutes)} of rest in one piece`,
  maxMinutesPerDay: ({ duration }) => `At most ${duration((c) => c.maxMinutesPerDay)} a day`,
  maxMinutesPerWeek: ({ duration }) => `At most ${duration((c) => c.maxMinutesPerWeek)} a week`,
  maxMinutesPerMonth: ({ duration }) => `At most ${duration((c) => c.maxMinutesPerMonth)} a month`,
  maxMinutesInKWeeks: ({ duration }) => `At most ${duration((c) => c.maxMinutesInKWeeks)} in several weeks`,
  maxWorkDaysPerMonth: ({ count }) => `Working days a month: ${count((c) => c.maxWorkDaysPerMonth)} at most`,
  maxConsecutiveDays: ({ count }) => `Working days in a row: ${count((c) => c.maxConsecutiveDays)} at most`,
  maxConsecutiveNightShifts: ({ count }) => `Nights in a row: ${count((c) => c.maxConsecutiveNightShifts)} at most`,
  maxConsecutiveLateShifts: ({ count }) => `Late shifts in a row: ${count((c) => c.maxConsecutiveLateShifts)} at most`,
  maxWeekends: ({ count }) => `Weekends: ${count((c) => c.maxWeekends)} at most`,
  contractRules: () => 'The rules of the contract hold',
}

function ruleInWords(setting: SettingName, contracts: readonly Contract[], words: Words): string {
  const told = (inWords: (value: number) => string) => (read: (contract: Contract) => number | null) => {
    const values = contracts.map(read).filter((value) => value !== null)
    if (values.length < contracts.length || values.length === 0) return 'what each contract says'
    const [least, most] = [Math.min(...values), Math.max(...values)]
    return least === most ? inWords(least) : `${inWords(least)} to ${inWords(most)}, by contract,`
  }
  const ask = ASKED[setting]
  return ask === undefined
    ? `No exception from ${RULE_WORDS[setting]}`
    : ask({ duration: told((minutes) => words.duration(minutes)), count: told(String) })
}

function lowerFirst(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`
}
