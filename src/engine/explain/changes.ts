import { askKey, highestOf } from '../../model/asked-skills.ts'
import type { LimitName } from '../../model/contract-limits.ts'
import { contractsHeld } from '../../model/contract-periods.ts'
import { ruleKey } from '../../model/rule-key.ts'
import type { AskedSkill, Contract, ContractRule, Employee, Quota, Schedule, Shift, SpanRule, Titled } from '../../model/schedule.ts'
import { ruleRow } from '../../model/rules.ts'
import { seatsAround } from '../../model/seats.ts'
import type { SettingName } from '../../model/settings.ts'
import type { EmployeeId, Identifier } from '../../model/units.ts'
import { countsMinutes } from '../../model/rule-units.ts'
import type { Conflict } from './conflicts.ts'
import { moveShifts } from './move-changes.ts'
import { addSkills } from './skill-changes.ts'
import { overrideWishes } from './wish-changes.ts'

/** The ways in which a schedule is changed to fill what cannot be filled. */
type ChangeKind = 'add-employee' | 'add-skill' | 'move-shift' | 'shorten-rest' | 'override-wish' | 'make-optional' | 'relax-limit'

/** A change of a schedule. Positions of its shifts stay, and those of its employees: somebody who is added comes last. */
export interface Change {
  readonly kind: ChangeKind
  /** The shifts and employees that it is about; positions. */
  readonly shifts: readonly number[]
  readonly employees: readonly number[]
  /** The rule that gives way; null = none. */
  readonly setting: SettingName | null
  /** Of a rule or quota of a contract that gives way: what people call it. */
  readonly title?: Titled
  /** By how much: minutes, days, shifts, weekends or the weight of a wish, as the rule counts; 1 for what has no measure. */
  readonly amount: number
  readonly isMinutes: boolean
  /** Every day of a wish that is overridden, and the day to which a shift moves; positions in `calendar.days`, absent = none. */
  readonly days?: readonly number[]
  /** Skills that somebody gets; absent = none. */
  readonly skills?: readonly AskedSkill[]
  /** How much is asked of people; see `COSTS`. */
  readonly cost: number
  readonly schedule: Schedule
}

/**
 * What is asked of people, for ranking: an hour of rest or of overtime is the measure, 10. A wish to be free is less than that; a shift that moves or stays
 * empty by intent more, and a skill that is learned; another person is what is hardest to come by.
 */
const COSTS = { hour: 10, unit: 20, optional: 60, employee: 100 } as const

const HOUR_MIN = 60
/** Rest is lowered by so many hours at most, and a limit of hours raised by so many shifts. */
const MAX_HOURS = 4
/** Of a conflict so many employees are tried with each rule, at most. */
const MAX_PEOPLE = 12

/** Changes of a schedule that could end a conflict, the cheapest first. Whether one does is for `askFillable` to say. */
export function changesFor(schedule: Schedule, conflict: Conflict): Change[] {
  const changes = [
    ...conflict.rules.flatMap((rule) => relaxRule(schedule, conflict, rule)),
    ...moveShifts(schedule, conflict.shifts),
    ...makeOptional(schedule, conflict),
    ...addSkills(schedule, conflict, skillsFor(schedule, conflict)),
    ...addEmployee(schedule, conflict),
  ]
  return changes.sort((a, b) => a.cost - b.cost)
}

function relaxRule(schedule: Schedule, conflict: Conflict, rule: SettingName): Change[] {
  // Nobody is asked to come back from leave.
  if (rule === 'unavailable') return []
  if (rule === 'undesired') return overrideWishes(schedule, conflict.shifts)
  const people = conflict.employees.slice(0, MAX_PEOPLE)
  if (rule === 'minRestBetweenShifts') return people.flatMap((employee) => shortenRest(schedule, conflict, employee))
  return people.flatMap((employee) => relaxLimits(schedule, conflict, employee, rule))
}

function shortenRest(schedule: Schedule, { shifts }: Conflict, position: number): Change[] {
  const rest = contractsHeld(schedule.employees[position]!).reduce((most, contract) => Math.max(most, contract.minRestBetweenShifts ?? 0), 0)
  return hours(Math.min(rest / HOUR_MIN, MAX_HOURS)).map((hour) => ({
    kind: 'shorten-rest',
    shifts,
    employees: [position],
    setting: 'minRestBetweenShifts',
    amount: hour * HOUR_MIN,
    isMinutes: true,
    cost: hour * COSTS.hour,
    schedule: withContract(schedule, position, ({ minRestBetweenShifts: asked }) =>
      asked === null ? {} : { minRestBetweenShifts: Math.max(0, asked - hour * HOUR_MIN) },
    ),
  }))
}

function hours(most: number): number[] {
  return Array.from({ length: Math.floor(most) }, (_, i) => i + 1)
}

type Relaxed = (amount: number, per: 'minutes' | 'units', changed: (contract: Contract) => Partial<Contract>, title?: Titled) => Change

/** One employee's limits of a rule, each raised a step, in all their contracts; of minutes by the shortest of the shifts. */
function relaxLimits(schedule: Schedule, conflict: Conflict, position: number, setting: SettingName): Change[] {
  const employee = schedule.employees[position]!
  const contracts = contractsHeld(employee)
  const minutes = Math.min(...conflict.shifts.map((index) => schedule.shifts[index]!.workMin))
  const relaxed: Relaxed = (amount, per, changed, title) => ({
    kind: 'relax-limit',
    shifts: conflict.shifts,
    employees: [position],
    setting,
    ...(title === undefined ? {} : { title }),
    amount,
    isMinutes: per === 'minutes',
    cost: per === 'minutes' ? Math.ceil((amount / HOUR_MIN) * COSTS.hour) : amount * COSTS.unit,
    schedule: withContract(schedule, position, changed),
  })
  const raised = (field: LimitName, amount: number) => (contract: Contract) =>
    contract[field] === null ? {} : { [field]: Math.max(0, contract[field] + amount) }
  const isLimited = (field: LimitName): boolean => contracts.some((contract) => contract[field] !== null)
  const { limit, givesWay } = ruleRow(setting)
  if (limit !== undefined && givesWay !== undefined) {
    const amount = limit.per === 'minutes' ? minutes : 1
    return isLimited(limit.field) ? [relaxed(amount, limit.per, raised(limit.field, limit.step * amount))] : []
  }
  if (setting === 'totalWork') {
    const shifts = raised('maxShiftsTotal', 1)
    if (!isLimited('maxMinutesTotal')) return isLimited('maxShiftsTotal') ? [relaxed(1, 'units', shifts)] : []
    const more = raised('maxMinutesTotal', minutes)
    return [relaxed(minutes, 'minutes', (contract) => ({ ...more(contract), ...shifts(contract) }))]
  }
  if (setting === 'categoryShiftQuota')
    return sameLimits(contracts, ({ quotas }) => quotas, quotaKey).flatMap(({ limit: quota, at }) => {
      const more = (quotas: Contract['quotas'], i: number): Contract['quotas'] => quotas.with(i, { ...quotas[i]!, max: quotas[i]!.max! + 1 })
      return quota.max === null
        ? []
        : [relaxed(1, 'units', (contract) => (at.has(contract) ? { quotas: more(contract.quotas, at.get(contract)!) } : {}), quota)]
    })
  if (setting === 'contractRules') return relaxRules(contracts, minutes, relaxed)
  return []
}

function relaxRules(contracts: readonly Contract[], minutes: number, relaxed: Relaxed): Change[] {
  return sameLimits(contracts, ({ rules }) => rules, limitKey).flatMap(({ limit: rule, at }): Change[] => {
    const changed =
      (change: (rules: Contract['rules'], i: number) => Contract['rules']) =>
      (contract: Contract): Partial<Contract> =>
        at.has(contract) ? { rules: change(contract.rules, at.get(contract)!) } : {}
    // There is no measure of a succession: it is allowed, or it is not.
    if (rule.kind === 'succession') {
      if (rule.required !== undefined) return []
      const without = changed((rules, i) => rules.toSpliced(i, 1))
      return [relaxed(1, 'units', without, rule)]
    }
    const isLength = rule.kind === 'rest' || rule.kind === 'restWindow' || rule.kind === 'span'
    if (!isLength && rule.max === null) return []
    const per = isLength || countsMinutes(rule) ? 'minutes' : 'units'
    const amount = per === 'minutes' ? minutes : 1
    const raised = (rules: Contract['rules'], i: number): Contract['rules'] => rules.with(i, raisedBy(rules[i]!, amount))
    return [relaxed(amount, per, changed(raised), rule)]
  })
}

function longerSpan(rule: SpanRule, minutes: number): SpanRule {
  const { maxMinutes, maxGapMinutes } = rule
  const more = (most: number | null): number | null => (most === null ? null : most + minutes)
  return { ...rule, maxMinutes: more(maxMinutes), maxGapMinutes: more(maxGapMinutes) }
}

function raisedBy(rule: ContractRule, amount: number): ContractRule {
  if (rule.kind === 'succession') return rule
  if (rule.kind === 'rest' || rule.kind === 'restWindow') return { ...rule, minMinutes: Math.max(0, rule.minMinutes - amount) }
  if (rule.kind === 'span') return longerSpan(rule, amount)
  return rule.max === null ? rule : { ...rule, max: rule.max + amount }
}

/** One limit of somebody, and where it stands in each of their contracts that have it. */
interface SameLimit<Limit> {
  readonly limit: Limit
  readonly at: ReadonlyMap<Contract, number>
}

/** The limits of several contracts, those that are the same in some of them once: the first with its key of one contract is that of the others, the second likewise. */
function sameLimits<Limit>(
  contracts: readonly Contract[],
  limitsOf: (contract: Contract) => readonly Limit[],
  keyOf: (limit: Limit) => string,
): readonly SameLimit<Limit>[] {
  const found = new Map<string, { readonly limit: Limit; readonly at: Map<Contract, number> }>()
  for (const contract of contracts) {
    const seen = new Map<string, number>()
    for (const [i, limit] of limitsOf(contract).entries()) {
      const key = keyOf(limit)
      const nth = seen.get(key) ?? 0
      seen.set(key, nth + 1)
      const same = found.get(`${nth} ${key}`) ?? { limit, at: new Map<Contract, number>() }
      same.at.set(contract, i)
      found.set(`${nth} ${key}`, same)
    }
  }
  return [...found.values()]
}

/** Counts are the same whatever their numbers are; all other rules where they are word for word. */
function limitKey(rule: ContractRule): string {
  return ruleKey(rule.kind === 'count' ? { ...rule, min: null, max: null } : rule)
}

function quotaKey(quota: Quota): string {
  return JSON.stringify({ ...quota, min: null, max: null, place: 0, name: undefined, reference: undefined })
}

/** Equal for shifts of which it makes no difference which one is filled. */
export function seatKey(shift: Shift): string {
  const { spotIndex, start, end, tags } = shift
  return JSON.stringify([spotIndex, start, end, tags, askKey(shift)])
}

/** Each of the shifts, those that are alike once, need not be filled any more. */
function makeOptional(schedule: Schedule, { shifts }: Conflict): Change[] {
  const alike = new Set<string>()
  return shifts.flatMap((index): Change[] => {
    const key = seatKey(schedule.shifts[index]!)
    if (alike.has(key)) return []
    alike.add(key)
    const seat = lastOfMandatory(schedule, index)
    const changed = { ...schedule, shifts: schedule.shifts.with(seat, { ...schedule.shifts[seat]!, importance: 'OPTIONAL' }) }
    return [
      { kind: 'make-optional', shifts: [index], employees: [], setting: null, amount: 1, isMinutes: false, cost: COSTS.optional, schedule: changed },
    ]
  })
}

/** Of the seats of one shift the last that must be filled, so that those which are dearer to leave empty stay before the others. */
function lastOfMandatory({ shifts }: Schedule, index: number): number {
  const { from, to } = seatsAround(shifts, index)
  for (let seat = to - 1; seat > from; seat -= 1) if (shifts[seat]!.importance === 'MANDATORY') return seat
  return index
}

/** One more person with what the shifts ask for, on the contract of the first who could work one of them, or else of anybody. */
function addEmployee(schedule: Schedule, conflict: Conflict): Change[] {
  const example = schedule.employees[conflict.employees[0] ?? 0]
  if (example === undefined) return []
  const spots = conflict.shifts.map((index) => schedule.spots[schedule.shifts[index]!.spotIndex]!)
  const always = { start: null, end: null }
  const added: Employee = {
    ...example,
    id: freeId(schedule),
    name: 'one more person',
    skills: skillsFor(schedule, conflict).map(({ id, minLevel }) => ({ id, level: minLevel, ...always })),
    teams: [...new Set(spots.flatMap(({ teams }) => teams.slice(0, 1)))].map((id) => ({ id, ...always })),
    wishes: [],
    absence: null,
    history: null,
  }
  const changed = { ...schedule, employees: [...schedule.employees, added] }
  return [
    {
      kind: 'add-employee',
      shifts: conflict.shifts,
      employees: [],
      setting: null,
      amount: 1,
      isMinutes: false,
      cost: COSTS.employee,
      schedule: changed,
    },
  ]
}

/** What somebody has to hold who can work all of the shifts, each skill once; of several of which one will do the first, unless another is asked for anyway. */
function skillsFor({ spots, shifts: all, settings }: Schedule, { shifts }: Conflict): AskedSkill[] {
  const asking = shifts.map((index) => all[index]!)
  const isPreferenceHard = settings.weights.preferredSkills[0] > 0
  const needed = highestOf([
    ...asking.flatMap(({ spotIndex }) => spots[spotIndex]!.skills),
    ...asking.flatMap(({ skills, preferredSkills }) => (isPreferenceHard ? [...skills, ...preferredSkills] : skills)),
  ])
  const isMet = ({ id, minLevel }: AskedSkill): boolean => (needed.get(id)?.minLevel ?? 0) >= minLevel
  const chosen = asking.flatMap(({ anySkills }) => (anySkills.some(isMet) ? [] : anySkills.slice(0, 1)))
  return [...highestOf([...needed.values(), ...chosen]).values()]
}

function freeId({ employees }: Schedule): EmployeeId {
  const taken = new Set<Identifier>(employees.map(({ id }) => id))
  let id = employees.length + 1
  while (taken.has(id)) id += 1
  return id as EmployeeId
}

/**
 * Equal for the same set of changes, however it came about: what is different in those employees and shifts that are others than before. Of shifts that are alike it makes no difference which
 * one is meant.
 */
export function changeKey(before: Schedule, { schedule: after }: Change): string {
  const employees = after.employees.flatMap((employee, position) => {
    if (before.employees[position] === employee) return []
    const { contract, contracts, wishes, skills, teams } = employee
    const isNew = position >= before.employees.length
    return [isNew ? [null, skills, teams] : [position, contract, contracts, wishes, skills]]
  })
  const shifts = after.shifts.flatMap((shift, position) => {
    const was = before.shifts[position]!
    return was === shift ? [] : [JSON.stringify([seatKey(was), shift.importance, shift.start, shift.end])]
  })
  return JSON.stringify([employees, shifts.sort()])
}

/** The schedule with other contracts of one employee: what they have on all days, or on some. */
function withContract(schedule: Schedule, position: number, changed: (contract: Contract) => Partial<Contract>): Schedule {
  const { contract, contracts } = schedule.employees[position]!
  if (contracts === undefined) return withEmployee(schedule, position, { contract: { ...contract, ...changed(contract) } })
  const made = new Map(contracts.map((period) => [period.contract, { ...period.contract, ...changed(period.contract) }]))
  return withEmployee(schedule, position, { contracts: contracts.map((period) => ({ ...period, contract: made.get(period.contract)! })) })
}

function withEmployee(schedule: Schedule, position: number, changed: Partial<Employee>): Schedule {
  return { ...schedule, employees: schedule.employees.with(position, { ...schedule.employees[position]!, ...changed }) }
}
