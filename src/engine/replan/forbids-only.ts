import type { ContractRule, Schedule } from '../../model/schedule.ts'
import type { SettingName, Weights } from '../../model/settings.ts'
import type { Instance } from '../instance/instance.ts'

/** Rules that a shift more never mends and a shift less never breaks. */
const FORBIDDING: ReadonlySet<SettingName> = new Set<SettingName>([
  'assignShift',
  'assignOptionalShift',
  'keepAssignment',
  'shiftCost',
  'spotSkills',
  'spotTeams',
  'preferredSkills',
  'unavailable',
  'undesired',
  'useSuggestedEmployee',
  'useDislikedEmployee',
  'minMinutesPerShift',
  'maxMinutesPerShift',
  'shiftCollision',
  'oneShiftPerDay',
  'minRestBetweenShifts',
  'restDayAfterShift',
  'restAfterShiftInRoomWithRequiredMinutes',
  'minWeeklyRestMinutes',
  'maxMinutesPerDay',
  'maxMinutesPerWeek',
  'maxMinutesPerMonth',
  'maxMinutesInKWeeks',
  'maxWorkDaysPerMonth',
  'maxConsecutiveDays',
  'maxConsecutiveLateShifts',
  'maxConsecutiveNightShifts',
  'maxWeekends',
])

/** Whether a schedule asks nothing of other rules, which have units in every instance all the same. */
const ASKS_NOTHING: Partial<Readonly<Record<SettingName, (schedule: Schedule, last: number) => boolean>>> = {
  contractRules: (schedule, last) =>
    contractRules(schedule).every((rule) => isFree(rule.weights ?? schedule.settings.weights.contractRules, last) || isForbidding(schedule, rule)),
  coverageCompetency: ({ coverageCompetencyRequirements }) => coverageCompetencyRequirements.length === 0,
  coverageRequirements: ({ coverageRequirements }) => coverageRequirements.length === 0,
  shiftDependency: ({ shiftDependencyRules }) => shiftDependencyRules.length === 0,
  shiftGroups: ({ shiftGroups }) => shiftGroups.length === 0,
  pairings: ({ pairings }) => pairings.length === 0,
  fairness: ({ fairness }) => fairness.length === 0,
  budgets: ({ pay }) => (pay?.budgets ?? []).length === 0,
  freePeriod: ({ freePeriodRequirements }) => freePeriodRequirements.length === 0,
  demandUnder: ({ demands }) => demands === undefined,
  demandIdeal: ({ demands }) => demands === undefined,
  demandOver: ({ demands }) => demands === undefined,
  maxTravelMinutes: ({ travel }) => travel === null,
  travelTime: ({ travel }) => travel === null,
}

/**
 * Whether the rules that weigh on priorities up to one only forbid: then a row is mended by taking shifts from it and in no other way, and a search that does nothing else leaves no set of changes out.
 */
export function forbidsOnly({ units, weights, schedule, links }: Instance, last: number): boolean {
  if (schedule.isCyclic === true || schedule.allowedShiftCollisions > 0) return false
  // The floor of weekend coverage asks for shifts together.
  if (links !== null && links.floor > 0) return false
  return units.every(
    ({ setting }, k) =>
      FORBIDDING.has(setting) || isFree(weights.subarray(4 * k, 4 * k + 4), last) || ASKS_NOTHING[setting]?.(schedule, last) === true,
  )
}

function isFree(weights: Weights | Float64Array, last: number): boolean {
  return [...weights].slice(0, last + 1).every((weight) => weight === 0)
}

function contractRules({ employees }: Schedule): ContractRule[] {
  return employees.flatMap(({ contract, contracts = [] }) => [contract, ...contracts.map((period) => period.contract)].flatMap(({ rules }) => rules))
}

function isForbidding({ settings }: Schedule, rule: ContractRule): boolean {
  if (rule.when !== null) return false
  if (rule.kind === 'count' || rule.kind === 'run')
    return rule.min === null && (rule.of === 'days' || rule.of === 'weekends' || rule.of === 'shifts' || rule.of === 'minutes')
  // Of rows with one shift a day, neighbours stay neighbours; other rows break that rule.
  return rule.kind === 'succession' && rule.required === undefined && rule.nextDay && settings.weights.oneShiftPerDay[0] > 0
}
