import type { LimitName } from '../model/contract-limits.ts'
import { NO_CONTRACT, NO_LIMITS } from '../model/contract-periods.ts'
import { COUNT_PERIODS, COUNTED, QUOTA_PERIODS, RUN_EDGES, RUN_OF } from '../model/schedule.ts'
import type { Contract, ContractRule, CountCondition, PatternRule as PatternTerms, Quota } from '../model/schedule.ts'
import { isOfDaysOff, isOfWorkAlone } from '../model/pattern.ts'
import { countsMinutes } from '../model/rule-units.ts'
import { DEFAULT_LEAST_WEIGHTS } from '../model/settings.ts'
import type { Weights } from '../model/settings.ts'
import { MINUTES_PER_HOUR } from '../model/units.ts'
import type { Identifier } from '../model/units.ts'
import { CONTRACT_FIELDS, CONTRACT_SPELLINGS, CONTRACT_SYNONYMS, LEAST_AND_MOST } from './contract-fields.ts'
import type { ContractField } from './contract-fields.ts'
import { doubtCutLeast, doubtCutLimits } from './cut-leasts.ts'
import {
  doubtCountedMinutes,
  doubtEqualLimits,
  doubtHours,
  doubtMinutes,
  doubtNines,
  doubtNoFrequency,
  doubtNoLimit,
  doubtZero,
  ifMinutes,
  mostWorkHours,
} from './doubts.ts'
import {
  checkMinMax,
  choiceOf,
  flagOf,
  fractionOf,
  integerOf,
  isGiven,
  isJsonObject,
  listOf,
  objectOf,
  objectsOf,
  openObject,
  requiredChoice,
  shapeOf,
  shown,
  textOf,
} from './fields.ts'
import type { Place } from './fields.ts'
import { checkTwins, claimId, hintForUnknownId, idOf, requiredId } from './identifiers.ts'
import { PERIOD_ADVICE } from './foreign-times.ts'
import { type Range, RANGES } from './limits.ts'
import { checkTag } from './reading.ts'
import { isDefault } from './read-settings.ts'
import { readPattern } from './read-pattern.ts'
import { readPay } from './read-pay.ts'
import { readHours, readRest, readSpan } from './read-rest-rules.ts'
import { readCommon, readTags } from './read-rule-terms.ts'
import { readSuccession } from './read-succession.ts'
import { readWeekdays } from './read-weekdays.ts'
import type { Reading } from './reading.ts'
import {
  Contract as ContractSchema,
  CountRule,
  PatternRule,
  Quota as QuotaSchema,
  RunRule,
  SharedContract,
  SuccessionRule as SuccessionSchema,
} from './schemas/contract.ts'
import { RestRule, SpanRule } from './schemas/rest-rules.ts'
import { didYouMean } from './suggest.ts'

const CONTRACT = shapeOf('a contract', ContractSchema, { synonyms: CONTRACT_SYNONYMS, spellings: CONTRACT_SPELLINGS })
const SHARED = shapeOf('a contract', SharedContract, { synonyms: CONTRACT_SYNONYMS, spellings: CONTRACT_SPELLINGS })
const QUOTA = shapeOf('a quota', QuotaSchema)
const WHEN = shapeOf('when', CountRule.properties.when)
const RULES = {
  count: shapeOf('a count rule', CountRule),
  run: shapeOf('a run rule', RunRule),
  succession: shapeOf('a succession rule', SuccessionSchema),
  pattern: shapeOf('a pattern rule', PatternRule),
  rest: shapeOf('a rest rule', RestRule),
  span: shapeOf('a span rule', SpanRule),
}
const RULE_KINDS = ['count', 'run', 'succession', 'pattern', 'rest', 'span'] as const

/** Reads `contracts`: one object each, however many employees name it. */
export function readContracts(document: Place, reading: Reading): ReadonlyMap<Identifier, Contract> {
  const seen = new Map<Identifier, number>()
  const read = objectsOf(document, 'contracts', SHARED).map((place, index) => {
    const id = requiredId(place, 'id')
    claimId(place, id, seen, index)
    return [id, { ...readLimits(place, reading), name: textOf(place, 'name') || null }] as const
  })
  checkTwins(reading.issues, 'contract', seen, (id) => `/contracts/${seen.get(id)}/id`)
  return new Map(read)
}

/** The contract of the employee in `place`: its own, or the one of `contracts` that it names; an absent one limits nothing. */
export function readContract(employee: Place, reading: Reading, contracts: ReadonlyMap<Identifier, Contract>): Contract {
  checkOneWay(employee)
  const place = objectOf(employee, 'contract', CONTRACT)
  const id = idOf(employee, 'contractId')
  const own = place === null ? null : readLimits(place, reading)
  if (id === null) return own ?? NO_CONTRACT
  return sharedContract(employee, id, contracts) ?? NO_CONTRACT
}

/** The ways in which an employee can have a contract, of which one is meant. */
const WAYS = ['contract', 'contractId', 'contracts'] as const

function checkOneWay({ fields, issues, pointer }: Place): void {
  const given = WAYS.filter((key) => (fields[key] ?? null) !== null)
  if (given.length < 2) return
  const detail = given.length === 3 ? 'contract, contractId and contracts are all given.' : `Both ${given.join(' and ')} are given.`
  issues.error(`${pointer}/${given.at(-1)!}`, 'contract-unclear', detail, 'Give exactly one of them.')
}

/** The contract of `contracts` that has the id in `contractId`; null, with an error, where none has. */
export function sharedContract({ issues, pointer }: Place, id: Identifier, contracts: ReadonlyMap<Identifier, Contract>): Contract | null {
  const shared = contracts.get(id)
  if (shared !== undefined) return shared
  const hint = hintForUnknownId(contracts, id, 'Add the contract to contracts, or correct the id.')
  issues.error(`${pointer}/contractId`, 'contract-unknown', `No contract has the id ${shown(id)}.`, hint)
  return null
}

function readLimits(place: Place, reading: Reading): Contract {
  const limits = { ...NO_LIMITS }
  for (const field of CONTRACT_FIELDS) limits[field.model] = readLimit(place, field, reading)
  const completeWeekends = readCompleteWeekends(place, reading)
  for (const [least, most] of LEAST_AND_MOST) checkMinMax(place, least, most)
  doubtEqualLimits(place)
  checkWeeks(place, limits)
  doubtCutLimits(place, limits, reading)
  const [rules, quotas] = [readRules(place, reading), readQuotas(place, reading)]
  return { ...NO_CONTRACT, ...limits, completeWeekends, rules, quotas, ...readPay(place, reading) }
}

/** A weekend of one day is always complete. */
function readCompleteWeekends(place: Place, { calendarRules }: Reading): boolean {
  const isAsked = flagOf(place, 'completeWeekends', false)
  if (!isAsked || calendarRules.weekend.days === 2) return isAsked
  const detail = 'completeWeekends has no effect where a weekend is one day.'
  place.issues.warn(`${place.pointer}/completeWeekends`, 'field-ignored', detail, 'Leave it out.')
  return false
}

function readLimit(place: Place, field: ContractField, reading: Reading): number | null {
  const { wire } = field
  const value = field.unit === 'hours' ? fractionOf(place, wire, field.range, ifMinutes) : integerOf(place, wire, field.range)
  if (value === null) return null
  if (field.unit === 'minutes') doubtLength(place, field, reading)
  if (field.likelyMinutes !== undefined) doubtHours(place, wire, field.likelyMinutes)
  if (field.forbidsAtZero !== undefined) doubtZero(place, wire, field.forbidsAtZero)
  if (field.model === 'weekendWorkFrequency' && value === 0) {
    doubtNoFrequency(place, wire)
    return null
  }
  if (field.model === 'weekendWorkFrequency' && value === 99) doubtNoLimit(place, wire, `${wire} is 99, so only every 99th weekend may be worked.`)
  return field.unit === 'hours' ? Math.round(value * MINUTES_PER_HOUR) : value
}

/** Warns of a length in minutes that seems to be hours, or to mean no limit at all. */
function doubtLength(place: Place, { wire, likelyHours, over, windowDays }: ContractField, { horizon }: Reading): void {
  const weeks = place.fields['inKWeeks']
  const longDays = over === 'horizon' ? (horizon?.days ?? 1) : over === 'weeks' && typeof weeks === 'number' && weeks >= 1 ? 7 * weeks : 7
  const days = over === undefined ? windowDays : longDays
  const isMost = wire.startsWith('max') && days !== undefined
  if (isMost && doubtNines(place, wire, days)) return
  doubtMinutes(place, wire, likelyHours ?? mostWorkHours(longDays))
}

/** A limit over K weeks needs K; `inKWeeks` alone does nothing. */
function checkWeeks(place: Place, limits: Record<LimitName, number | null>): void {
  const isLimited = limits.maxMinutesInKWeeks !== null || limits.minMinutesInKWeeks !== null
  const isWeeksGiven = (place.fields['inKWeeks'] ?? null) !== null
  if (isLimited && !isWeeksGiven) {
    const named = limits.maxMinutesInKWeeks === null ? 'minNhours' : 'maxNhours'
    place.issues.error(`${place.pointer}/inKWeeks`, 'k-weeks-missing', `${named} is given without inKWeeks.`, 'Say over how many weeks it counts.')
  }
  if (isWeeksGiven && (place.fields['maxNhours'] ?? place.fields['minNhours'] ?? null) === null) {
    place.issues.warn(
      `${place.pointer}/inKWeeks`,
      'k-weeks-unused',
      'inKWeeks is given without maxNhours and minNhours, so it does nothing.',
      'Add the limit, or leave it out.',
    )
  }
}

function readRules(contract: Place, reading: Reading): ContractRule[] {
  const rules: ContractRule[] = []
  for (const [index, value] of listOf(contract, 'rules').entries()) {
    const rule = readRule(contract, index, value, reading)
    if (rule !== null) rules.push(...withLeastApart(rule, reading))
  }
  return rules
}

/**
 * Where the schedule does not say what its rules weigh, what asks for work costs on another priority: a succession that requires a shift, and a least; this costs on another
 * priority than the most of the same rule: as two rules. Of a most that work may mend it is what decided shifts alone break.
 */
function withLeastApart(rule: ContractRule, { settings, isCyclic }: Reading): ContractRule[] {
  if (rule.weights !== null || !isDefault(settings, 'contractRules')) return [rule]
  const weights = countsMinutes(rule) ? DEFAULT_LEAST_WEIGHTS.minutes : DEFAULT_LEAST_WEIGHTS.others
  if (asksForWork(rule)) return [{ ...rule, weights }]
  // Rounds of a horizon that repeats itself are counted apart, and what is decided in each is not what is decided in all.
  const mended = isMendedByWork(rule) && !isCyclic ? { decidedWeights: weights } : {}
  if (rule.kind === 'hours' || !('max' in rule)) return [{ ...rule, ...mended }]
  const most = rule.max === null ? [] : [{ ...rule, min: null, ...mended }]
  const least = rule.min === null ? [] : [{ ...rule, max: null, weights }]
  return [...most, ...least]
}

/** True for what days off alone break, whatever it limits. */
function asksForWork(rule: ContractRule): boolean {
  if (rule.kind === 'succession') return rule.required !== undefined
  if (rule.kind === 'pattern') return !isOfWorkAlone(rule.pattern) && isOfDaysOff(rule.pattern)
  return rule.kind === 'run' && rule.of === 'daysOff'
}

/** True for a most of which one shift more may leave less broken. */
function isMendedByWork(rule: ContractRule): boolean {
  if (rule.when !== null && rule.when.max !== null) return true
  if (rule.kind === 'pattern') return !isOfWorkAlone(rule.pattern)
  // A shift between two others closes a gap.
  if (rule.kind === 'span') return rule.maxGapMinutes !== null
  if (rule.kind !== 'rest') return false
  // Another shift makes another series. Where both neighbours are of certain kinds, one of neither between them parts them; else it is too near itself.
  return rule.run !== null || (rule.before.length > 0 && (rule.after.length > 0 || rule.on !== undefined))
}

function readRule(contract: Place, place: number, value: unknown, reading: Reading): ContractRule | null {
  const { issues } = contract
  const pointer = `${contract.pointer}/rules/${place}`
  if (!isJsonObject(value)) {
    issues.error(pointer, 'wrong-type', `A rule must be an object, not ${shown(value)}.`, 'Send an object with kind and its fields.')
    return null
  }
  const bare: Place = { issues, pointer, fields: value }
  const kind = isGiven(bare, 'kind') ? choiceOf(bare, 'kind', RULE_KINDS) : null
  const fields = kind === null ? null : openObject(issues, pointer, value, RULES[kind])
  if (kind === null || fields === null) return null
  const weight = integerOf(fields, 'weight', RANGES.weight) ?? 1
  const terms = { weight, weights: readOwnWeights(fields), when: readWhen(fields, reading), place, ...readCommon(fields, kind !== 'pattern') }
  if (kind === 'count') return { ...(readHours(fields, reading) ?? { kind, ...readCount(fields, reading) }), ...terms }
  if (kind === 'rest') return { ...readRest(fields, reading), ...terms }
  if (kind === 'span') return { ...readSpan(fields), ...terms }
  if (kind === 'run') {
    const isClosed = choiceOf(fields, 'edges', RUN_EDGES) === 'closed'
    const of = requiredChoice(fields, 'of', RUN_OF)
    return { kind, of, tags: readTags(fields, 'tags', reading), ...readMinMax(fields), ...(isClosed ? { edges: 'closed' as const } : {}), ...terms }
  }
  if (kind === 'succession') return { kind, ...readSuccession(fields, reading), ...terms }
  const pattern = readPatternTerms(fields, reading)
  return pattern === null ? null : { kind, ...pattern, ...terms }
}

function readCount(rule: Place, reading: Reading): CountCondition {
  const count = readCondition(rule, reading)
  doubtCutLeast(rule, 'min', { least: count.min, over: count }, reading)
  return count
}

/** 1 on the priority that the rule names, 1 to 4; null where it names none. */
export function readOwnWeights(place: Place): Weights | null {
  const priority = integerOf(place, 'priority', RANGES.priority)
  if (priority === null) return null
  const at = (other: number): number => (priority === other ? 1 : 0)
  return [at(1), at(2), at(3), at(4)]
}

function readWhen(rule: Place, reading: Reading): CountCondition | null {
  const place = objectOf(rule, 'when', WHEN)
  if (place === null) return null
  choiceOf(place, 'kind', ['count'])
  return readCondition(place, reading)
}

function readCondition(place: Place, reading: Reading): CountCondition {
  const of = requiredChoice(place, 'of', COUNTED)
  const per = requiredChoice(place, 'per', COUNT_PERIODS, PERIOD_ADVICE)
  const days = integerOf(place, 'days', RANGES.windowDays)
  const isDaysGiven = (place.fields['days'] ?? null) !== null
  if (per === 'rolling' && !isDaysGiven)
    place.issues.error(`${place.pointer}/days`, 'rolling-without-days', 'The rolling window does not say how long it is.', 'Add days, such as 28.')
  if (per !== 'rolling' && isDaysGiven)
    place.issues.warn(`${place.pointer}/days`, 'field-ignored', `days has no effect on a count per ${per}.`, 'Leave it out, or let per be rolling.')
  const tags = readTags(place, 'tags', reading)
  if (of === 'kinds' && tags.length === 0)
    place.issues.error(
      `${place.pointer}/tags`,
      'field-missing',
      'kinds are counted, and no tags are named.',
      'Name the tags of which different ones count.',
    )
  const period = readPeriod(place, per, reading)
  doubtCountedMinutes(place, { of, per, days: per === 'period' ? longestDays(period, reading) : days }, reading.horizon?.days ?? 1)
  const range = of === 'minutes' ? RANGES.minutes : RANGES.counted
  return { of, tags, per, days: per === 'rolling' ? days : null, period, ...readMinMax(place, range) }
}

/** Where the period of `per: "period"` stands in the calendar; null for any other. */
export function readPeriod(place: Place, per: CountCondition['per'], { calendar, issues }: Reading): number | null {
  const id = idOf(place, 'period')
  const pointer = `${place.pointer}/period`
  if (per !== 'period') {
    if (id !== null) issues.warn(pointer, 'field-ignored', `period has no effect on a count per ${per}.`, 'Leave it out, or let per be period.')
    return null
  }
  if (id === null) {
    if ((place.fields['period'] ?? null) === null)
      issues.error(pointer, 'period-missing', 'per is period, and which is not said.', 'Name an entry of calendar.periods.')
    return null
  }
  const position = calendar.periods.findIndex((period) => period.id === id)
  if (position >= 0) return position
  const known = new Set(calendar.periods.map((period) => period.id))
  issues.error(
    pointer,
    'period-unknown',
    `No entry of calendar.periods has the id ${shown(id)}.`,
    hintForUnknownId(known, id, 'Add it, or correct the id.'),
  )
  return null
}

function longestDays(period: number | null, { calendar }: Reading): number | null {
  return period === null ? null : calendar.periods[period]!.windows.reduce((most, { length }) => Math.max(most, length), 1)
}

function readMinMax(place: Place, range: Range = RANGES.counted): { min: number | null; max: number | null } {
  if ((place.fields['min'] ?? place.fields['max'] ?? null) === null) {
    place.issues.error(place.pointer, 'rule-without-limit', 'There is neither min nor max, so nothing is limited.', 'Add min, max or both.')
  }
  checkMinMax(place, 'min', 'max')
  return { min: integerOf(place, 'min', range), max: integerOf(place, 'max', range) }
}

/** A pattern and how often a match of it may end; null, with an error, where there is no pattern to be read. */
function readPatternTerms(place: Place, reading: Reading): Pick<PatternTerms, 'pattern' | 'per' | 'period' | 'min' | 'max'> | null {
  const starts = (place.fields['starts'] ?? null) === null ? null : readWeekdays(place, 'starts')
  const pattern = readPattern(place, starts, reading)
  const per = choiceOf(place, 'per', QUOTA_PERIODS, PERIOD_ADVICE) ?? 'horizon'
  const period = readPeriod(place, per, reading)
  checkMinMax(place, 'min', 'max')
  const min = integerOf(place, 'min', RANGES.counted)
  const max = integerOf(place, 'max', RANGES.counted) ?? (min === null ? 0 : null)
  doubtCutLeast(place, 'min', { least: min, over: { per, period } }, reading)
  return pattern === null ? null : { pattern, per, period, min, max }
}

function readQuotas(contract: Place, reading: Reading): Quota[] {
  const quotas = objectsOf(contract, 'quotas', QUOTA).map((place): Quota => {
    const category = textOf(place, 'category')
    const tag = textOf(place, 'tag')
    const named = ['category', 'tag'].filter((key) => (place.fields[key] ?? null) !== null).length
    if (named !== 1)
      place.issues.error(
        place.pointer,
        'quota-target-unclear',
        `The quota names ${named === 0 ? 'neither category nor tag' : 'both category and tag'}.`,
        'Name exactly one of the two.',
      )
    if (tag !== null) checkTag(reading, `${place.pointer}/tag`, tag)
    if (category !== null) checkCategory(place, category, reading)
    const per = requiredChoice(place, 'per', QUOTA_PERIODS, PERIOD_ADVICE)
    const quota = { category, tag, ...readMinMax(place), per, period: readPeriod(place, per, reading), ...readCommon(place) }
    doubtCutLeast(place, 'min', { least: quota.min, over: quota }, reading)
    return quota
  })
  return quotas
}

function checkCategory(place: Place, category: string, reading: Reading): void {
  const pointer = `${place.pointer}/category`
  const use = reading.categories.get(category)
  if (use === undefined) {
    const hint = (): string => didYouMean(category, reading.categories.keys(), 'Add an entry with this category to shiftTags.')
    place.issues.warn(pointer, 'category-unknown', `No entry of shiftTags has the category ${shown(category)}.`, hint)
  } else if (use === 'inactive') {
    const detail = `No active entry of shiftTags has the category ${shown(category)}, so the quota counts nothing.`
    place.issues.warn(pointer, 'category-empty', detail, 'Set active on the tags that are still in use.')
  } else if (use === 'unused') {
    const detail = `No shift carries an active tag of the category ${shown(category)}, so the quota counts nothing.`
    place.issues.warn(pointer, 'category-empty', detail, 'Check the tags of the shifts and the category of each in shiftTags.')
  }
}
