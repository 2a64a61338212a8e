import { oneLine, titleOf, type Words } from '../checker/words.ts'
import { type FitSetting, fitUnits } from '../engine/rules/fit/fit-units.ts'
import type { Conflict } from '../engine/explain/conflicts.ts'
import { contractsHeld } from '../model/contract-periods.ts'
import type { Contract, ContractRule, Employee, Schedule, Shift, Titled } from '../model/schedule.ts'
import { ruleRow } from '../model/rules.ts'
import type { SettingName } from '../model/settings.ts'
import type { Teller } from '../model/teller.ts'
import type { EmployeeId, ShiftId, SkillId } from '../model/units.ts'
import { employeesInWords, idsOfShifts, seatsInWords } from './sentences.ts'
import { ruleWords } from './rule-words.ts'

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

/** True for the rules that say who comes into question; all other rules are about those. Nobody is kept off a shift by suggestions. */
function isOfFit(setting: SettingName): setting is FitSetting {
  return ruleRow(setting).suits !== undefined
}

/** A conflict in words: `Of 5 shifts, 2 × Night (…) and …, at most 4 can be filled: only Ada and Bo can work any of them (they alone hold the skills); …`. */
export function describeConflict(schedule: Schedule, words: Words, conflict: Conflict, skills: readonly SkillId[] = []): ConflictAccount {
  const shifts = conflict.shifts.map((index) => schedule.shifts[index]!)
  const employees = conflict.employees.map((index) => schedule.employees[index]!)
  const employeeIds = employees.map(({ id }) => id)
  const most = shifts.length - 1
  const { say, sentence } = words.teller
  // Where nobody is left the rules keep everybody off.
  const bound = employees.length > 0 ? employees : schedule.employees
  const contracts = bound.flatMap((employee) => contractsHeld(employee))
  const asked = conflict.rules.map((setting) => ({ setting, phrase: ruleInWords(setting, contracts, words) }))
  const able =
    employees.length === 0
      ? say('conflict.nobody', { count: shifts.length })
      : say('conflict.only', { who: employeesInWords(words, employees), count: employees.length })
  const who = `${able}${fitInWords(schedule, words, conflict)}`
  const others = asked.filter(({ setting }) => !isOfFit(setting)).map(({ phrase }) => phrase)
  return {
    shiftIds: idsOfShifts(shifts),
    employeeIds,
    rules: asked.map(({ setting, phrase }) => ({ setting, employeeIds: isOfFit(setting) ? [] : employeeIds, text: sentence([upperFirst(phrase)]) })),
    most,
    proof: conflict.proof,
    minimal: conflict.isMinimal,
    text: `${outcomeInWords(words, shifts, skills)}: ${sentence([who, ...others])}`,
  }
}

/** What cannot be: that the shifts are all filled, or that the skills are there in all of them. */
function outcomeInWords(words: Words, conflicting: readonly Shift[], asked: readonly SkillId[]): string {
  const { say, listed } = words.teller
  const shifts = seatsInWords(words, conflicting)
  const all = conflicting.length
  if (asked.length === 0) return all === 1 ? say('conflict.none', { shifts }) : say('conflict.some', { all, shifts, count: all - 1 })
  const skills = { skills: listed(asked.map((skill) => words.skill(skill))), count: asked.length }
  return all === 1 ? say('conflict.noSkills', { ...skills, shifts }) : say('conflict.fewSkills', { ...skills, all, shifts, most: all - 1 })
}

/** ` (they alone hold the skills)`: why nobody else comes into question: they do not fit, or a rule keeps them off beside what is decided. Empty where no rule is about fit. */
function fitInWords(schedule: Schedule, { teller: { say, listed } }: Words, { shifts, employees, rules }: Conflict): string {
  const ofFit = rules.filter(isOfFit)
  if (ofFit.length === 0) return ''
  const able = new Set(employees)
  const suits = (employee: Employee, index: number): boolean => {
    const units = fitUnits(schedule, employee, schedule.shifts[index]!)
    return ofFit.every((setting) => (units[setting] ?? 0) === 0)
  }
  const isKeptOff = schedule.employees.some((employee, position) => !able.has(position) && shifts.some((index) => suits(employee, index)))
  const fit = [...ofFit.flatMap((setting) => ruleRow(setting).suits ?? []), ...(isKeptOff ? (['conflict.notKeptOff'] as const) : [])]
  const count = Math.max(1, employees.length)
  const told = { suits: listed(fit.map((name) => say(name, { count }))), count }
  return employees.length === 0 ? say('conflict.fitNone', told) : say('conflict.fitAlone', told)
}

/** What a rule asks; where its row does not say, its words have to do. */
function ruleInWords(setting: SettingName, contracts: readonly Contract[], words: Words): string {
  const { asks, limit } = ruleRow(setting)
  const { teller } = words
  const titles = titlesInWords(setting, contracts, teller)
  if (asks === undefined) return teller.say('conflict.noException', { rule: ruleWords(setting, teller), titles })
  if (limit === undefined) return `${teller.say(asks)}${titles}`
  const inWords = limit.per === 'minutes' ? (minutes: number) => words.duration(minutes) : teller.number
  const values = contracts.map(({ name, [limit.field]: value }) => ({ name, value }))
  return teller.say(asks, { limit: valuesInWords(values, inWords, teller) })
}

interface NamedValue {
  /** Of the contract. */
  readonly name: string | null
  readonly value: number | null
}

const NAMED_RULES = 3

/** ` (Nights a week, Working Time Act section 6; Weekends)`: what people call the rules or quotas of contracts that have a most; empty where none has a name. */
function titlesInWords(setting: SettingName, contracts: readonly Contract[], { say }: Teller): string {
  const titles = new Set([...new Set(contracts)].flatMap((contract) => titledOf(setting, contract).map(titleOf)))
  titles.delete('')
  if (titles.size === 0) return ''
  const named = [...titles].slice(0, NAMED_RULES).join('; ')
  return ` (${titles.size > NAMED_RULES ? say('list.more', { listed: named, count: titles.size - NAMED_RULES }) : named})`
}

/** Of a contract what a conflict of this setting is about: rules that somebody who works less never breaks more. */
function titledOf(setting: SettingName, { rules, quotas }: Contract): readonly Titled[] {
  if (setting === 'categoryShiftQuota') return quotas.filter(({ max }) => max !== null)
  return setting === 'contractRules' ? rules.filter((rule) => rule.when === null && hasMost(rule)) : []
}

/** True for what somebody who works less never breaks more, or not by much. */
function hasMost(rule: ContractRule): boolean {
  if (rule.kind === 'succession') return rule.required === undefined
  return !('max' in rule) || rule.max !== null
}

/** The value of all contracts, or the least and the most, each with the name of its contract where one alone has it. */
function valuesInWords(contracts: readonly NamedValue[], inWords: (value: number) => string, { say }: Teller): string {
  const values = contracts.map(({ value }) => value)
  const known = values.filter((value) => value !== null)
  if (known.length < values.length || known.length === 0) return say('conflict.eachContract')
  const [least, most] = [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b))]
  if (least === most) return inWords(least)
  const tell = (wanted: number): string => {
    const [name, ...others] = new Set(contracts.flatMap((each) => (each.value === wanted ? [each.name] : [])))
    return `${inWords(wanted)}${name === null || name === undefined || others.length > 0 ? '' : ` (${oneLine(name)})`}`
  }
  return say('conflict.byContract', { least: tell(least), most: tell(most) })
}

function upperFirst(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
