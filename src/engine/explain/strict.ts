import { isDecided } from '../../model/roster.ts'
import { contractsHeld } from '../../model/contract-periods.ts'
import { isOfWorkAlone } from '../../model/pattern.ts'
import type {
  Contract,
  ContractPeriod,
  ContractRule,
  Employee,
  FreePeriodRequirement,
  Quota,
  RestRule,
  RestWindowRule,
  Schedule,
  SpanRule,
} from '../../model/schedule.ts'
import { travelMinutes } from '../../model/travel.ts'
import { ruleRow } from '../../model/rules.ts'
import { SETTING_NAMES, type SettingName, type Weights } from '../../model/settings.ts'

/**
 * Rules that somebody who works less never breaks more: shifts that cannot all be worked under these cannot be worked whatever else is asked.
 * Of rules that have a most and a least, the most. Those of fit come first.
 */
export const HARD_RULES: readonly SettingName[] = [
  ...SETTING_NAMES.filter((setting) => isStrict(setting) && isOfFit(setting)),
  ...SETTING_NAMES.filter((setting) => isStrict(setting) && !isOfFit(setting)),
]

function isStrict(setting: SettingName): boolean {
  return ruleRow(setting).isStrict === true
}

function isOfFit(setting: SettingName): boolean {
  return ruleRow(setting).kinds.includes('fit')
}

const OFF: Weights = [0, 0, 0, 0]
const RULE: Weights = [1, 0, 0, 0]
const SEAT: Weights = [0, 1, 0, 0]

/** The rules of `HARD_RULES` that the schedule has on its first priority, by a setting or by a rule of a contract. */
export function hardRulesOf(schedule: Schedule): SettingName[] {
  const { weights } = schedule.settings
  const isOn = (setting: SettingName): boolean => weights[setting].some((weight) => weight > 0)
  const hasOwn = hasOwnHardRules(schedule)
  const hard = HARD_RULES.filter((setting) => weights[setting][0] > 0 || (setting === 'contractRules' && hasOwn && isOn(setting)))
  // Beside a shift that may overlap no rest is asked for; without it the shift before that one may be too near.
  return permitsOverlaps(schedule) ? hard.filter((setting) => setting !== 'minRestBetweenShifts') : hard
}

/** What one unit of the rules that the schedule has on its first priority costs there at least; infinite where there is none. */
export function minBreach(schedule: Schedule): number {
  const { weights } = schedule.settings
  // A rule of a contract with a priority of its own costs 1 there.
  return Math.min(...hardRulesOf(schedule).map((setting) => (setting === 'contractRules' && hasOwnHardRules(schedule) ? 1 : weights[setting][0])))
}

function hasOwnHardRules({ employees }: Schedule): boolean {
  return employees.some((employee) => contractsHeld(employee).some(({ rules }) => rules.some(({ weights }) => weights !== null && weights[0] > 0)))
}

function permitsOverlaps({ allowedShiftCollisions, shifts }: Schedule): boolean {
  return allowedShiftCollisions > 0 || shifts.some(({ allowedCollisionSpots }) => allowedCollisionSpots.length > 0)
}

/**
 * The question whether shifts can be worked at all, as a schedule: these hard rules on the first priority, each unit of which costs 1, empty mandatory shifts
 * on the second, each 1, and nothing else. Employees, shifts and their positions stay.
 */
export function strictSchedule(schedule: Schedule, rules: readonly SettingName[]): Schedule {
  const weights = Object.fromEntries(
    (Object.keys(schedule.settings.weights) as SettingName[]).map((setting) => [setting, rules.includes(setting) ? RULE : OFF]),
  ) as Record<SettingName, Weights>
  const asSetting = schedule.settings.weights.contractRules[0] > 0
  const known: Known = { contracts: new Map(), lists: new Map() }
  // What changes by date cost counts beside the settings.
  const { keep: _, ...asked } = schedule
  return {
    ...asked,
    employees: schedule.employees.map((employee) => withStrictContracts(employee, asSetting, known)),
    shifts: schedule.shifts.map((shift) => ({ ...shift, weight: 1, cost: 0, suggestedEmployees: [] })),
    settings: {
      ...schedule.settings,
      weights: { ...weights, assignShift: SEAT },
      weekendUnassignedMultiplier: 1,
      weekendMandatoryCoverageFloorPercent: 0,
    },
    freePeriodRequirements: schedule.freePeriodRequirements.filter(countsMoreWhenFreer),
    coverageCompetencyRequirements: [],
    coverageRequirements: [],
    shiftDependencyRules: [],
    shiftGroups: [],
    pairings: [],
    travel: hasDirectWays(schedule) ? schedule.travel : null,
  }
}

/** Ways of more spots than these are not looked through. */
const MAX_DIRECT = 100

/** True where no way over a third spot is shorter than the direct one: who leaves out a shift between two others is then no later at the last. */
function hasDirectWays({ travel, spots }: Schedule): boolean {
  if (travel === null) return true
  if (spots.length > MAX_DIRECT) return false
  const ways = spots.map((from) => spots.map((to) => travelMinutes(travel, from.id, to.id)))
  return ways.every((own) => own.every((direct, to) => own.every((way, over) => direct <= way + ways[over]![to]!)))
}

/** True where two free intervals never count more than the one that they become without the work between them. */
function countsMoreWhenFreer({
  shortUnitMinimumMinutes: short,
  connectedTwoUnitMinimumMinutes: two,
  extraUnitMinutes: extra,
}: FreePeriodRequirement): boolean {
  return two <= 2 * short + 1 && extra <= short + 1 && 2 * extra <= two + 1
}

/** `known`: contracts of some days that were met before, and lists of them, as they became. */
function withStrictContracts(employee: Employee, asSetting: boolean, known: Known): Employee {
  if (employee.contracts === undefined) return { ...employee, contract: withoutMins(employee.contract, asSetting) }
  const strict = (contract: Contract): Contract => {
    const made = known.contracts.get(contract) ?? withoutMins(withoutRuns(contract), asSetting)
    known.contracts.set(contract, made)
    return made
  }
  const list = known.lists.get(employee.contracts) ?? employee.contracts.map((period) => ({ ...period, contract: strict(period.contract) }))
  known.lists.set(employee.contracts, list)
  return { ...employee, contracts: list }
}

interface Known {
  readonly contracts: Map<Contract, Contract>
  readonly lists: Map<readonly ContractPeriod[], readonly ContractPeriod[]>
}

/**
 * Where contracts change, whoever works less can break more: a shorter run may end under the stricter contract, and counts and quotas that no longer differ in their weights or caps might
 * be taken for one another.
 */
function withoutRuns(contract: Contract): Contract {
  return {
    ...contract,
    maxConsecutiveDays: null,
    maxConsecutiveLateShifts: null,
    maxConsecutiveNightShifts: null,
    rules: contract.rules.filter(({ kind }) => kind === 'succession'),
    quotas: contract.quotas.filter(({ cap }) => cap === undefined),
  }
}

function withoutMins(contract: Contract, asSetting: boolean): Contract {
  return {
    ...contract,
    minMinutesTotal: null,
    minShiftsTotal: null,
    rules: contract.rules.flatMap((rule) => withoutMin(rule, asSetting)),
    quotas: contract.quotas.map((quota) => ({ ...withoutCap(quota), min: null })),
  }
}

/** Whatever a breach costs at most, it is one. */
function withoutCap<Rule extends ContractRule | Quota>(rule: Rule): Rule {
  if (rule.cap === undefined) return rule
  const { cap: _, ...rest } = rule
  return rest as Rule
}

/** The rule where it is on the first priority, without its least; none where nothing is left, or where it depends on a condition. */
function withoutMin(rule: ContractRule, asSetting: boolean): ContractRule[] {
  const isHard = rule.weights === null ? asSetting : rule.weights[0] > 0
  if (!isHard || rule.when !== null) return []
  const plain = { weights: null, weight: 1 }
  // What must follow asks for work.
  if (rule.kind === 'succession') return rule.required === undefined ? [{ ...withoutCap(rule), ...plain }] : []
  // A pattern that speaks of days off may have more matches where less is worked.
  if (rule.kind === 'pattern' && !isOfWorkAlone(rule.pattern)) return []
  if (rule.kind === 'rest' || rule.kind === 'restWindow' || rule.kind === 'span')
    return withoutGaps(rule).map((kept) => ({ ...withoutCap(kept), ...plain }))
  // A most of days off asks for work.
  if (rule.max === null || (rule.kind === 'run' && rule.of === 'daysOff')) return []
  return [{ ...withoutCap(rule), ...plain, min: null }]
}

/** What is left of a rule about rests or spans: where a shift between two others goes, these become neighbours, a series ends sooner, and a gap grows. */
function withoutGaps(rule: RestRule | RestWindowRule | SpanRule): (RestRule | RestWindowRule | SpanRule)[] {
  if (rule.kind === 'restWindow') return [rule]
  if (rule.kind === 'span') return rule.maxMinutes === null ? [] : [{ ...rule, maxGapMinutes: null }]
  return rule.run === null && (rule.before.length === 0 || (rule.after.length === 0 && rule.on === undefined)) ? [rule] : []
}

/** The schedule with some of its shifts and employees alone (positions), and with the decided shifts of these. */
export function cutSchedule(
  schedule: Schedule,
  { shifts, employees }: { readonly shifts: readonly number[]; readonly employees: readonly number[] },
): Schedule {
  const places = new Map(employees.map((employee, place) => [employee, place]))
  const placeOf = (employee: number | null): number | null => (employee === null ? null : (places.get(employee) ?? null))
  const wanted = new Set(shifts)
  return {
    ...schedule,
    employees: employees.map((employee) => schedule.employees[employee]!),
    shifts: schedule.shifts
      .filter((shift, index) => wanted.has(index) || (isDecided(shift) && placeOf(shift.employeeIndex) !== null))
      .map((shift) => ({ ...shift, employeeIndex: placeOf(shift.employeeIndex) })),
    freePeriodRequirements: schedule.freePeriodRequirements
      .filter(({ employeeIndex }) => places.has(employeeIndex))
      .map((requirement) => ({ ...requirement, employeeIndex: places.get(requirement.employeeIndex)! })),
  }
}
