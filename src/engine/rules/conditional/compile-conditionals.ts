import type { Calendar } from '../../../model/calendar.ts'
import type { ContractRule, CountCondition, CountRule, PatternRule, Quota, Schedule, StartDays, SuccessionRule } from '../../../model/schedule.ts'
import { countsMinutes } from '../../../model/rule-units.ts'
import type { Condition, ConditionalRule, CountBody, Measure, PatternBody, RequirementBody } from './conditional.ts'
import type { Compiling } from '../../instance/compiling.ts'
import { stretchBodyOf } from './compile-rests.ts'
import { compileDistinct, type Distinct } from './distinct.ts'
import { type CountDraft, countedTagsOf, cutMinutes, distinctQuotas, isOfAllMinutes } from '../count/compile-counts.ts'
import { workedBefore } from '../count/worked-before.ts'
import { type PatternReader, patternReader } from '../pattern/compile-patterns.ts'
import { splitByDecided } from '../pattern/decided.ts'
import type { PatternShape } from '../pattern/pattern.ts'
import { type Counted, type DatedLimits, type DatedCount, datedCounts, datedLimits } from '../../instance/dated-limits.ts'
import { appliesBy, contractRuleUnit, type HeldRule, holderMask, needsWholeRow, NO_LIMIT } from '../../instance/limits.ts'
import { creditIn, holdableMin } from '../../instance/own-windows.ts'
import { isDated, termsOf } from '../../instance/terms.ts'
import { countedWindows, firstDaysOf, rollingWindows, spansOf, trailingWindows, type Windows } from '../../instance/windows.ts'

/** By employee: the general rules that are judged over the whole row. */
export function compileConditionals(c: Compiling): ConditionalRule[][] {
  const { schedule, rules } = c
  const byEmployee: ConditionalRule[][] = schedule.employees.map(() => [])
  const shapesOf = patternReader(c)
  for (const held of rules) {
    const { rule, employees } = held
    if (!needsWholeRow(rule)) continue
    if (rule.kind === 'pattern') {
      addPattern(c, shapesOf, { ...held, rule }, byEmployee)
      continue
    }
    const compiled = compileConditional(c, ruleUnit(c, rule), rule)
    if (compiled === null) continue
    for (const e of employees) byEmployee[e]!.push(compiled)
    // Counts of contracts of some days have limits of each window.
    if (rule.kind !== 'count') addDated(c, held, compiled, byEmployee)
  }
  const quotas = distinctQuotas(schedule).filter(({ quota }) => quota.cap !== undefined)
  for (const { quota, employees } of quotas) {
    const compiled = compileConditional(c, c.units.of('categoryShiftQuota'), asRule(schedule, quota))
    if (compiled !== null) for (const e of employees) byEmployee[e]!.push(compiled)
  }
  addDatedCounts(c, byEmployee)
  for (const draft of cutMinutes(c)) addCutMinutes(c, draft, byEmployee)
  return byEmployee
}

/** A pattern that is judged over the whole row. What decided shifts break of it is a rule of its own. */
function addPattern(c: Compiling, shapesOf: PatternReader, held: HeldRule & { readonly rule: PatternRule }, byEmployee: ConditionalRule[][]): void {
  const { decidedWeights, ...rule } = held.rule
  for (const { shape, employees, isOfDecided } of shapesOf(rule, held).flatMap((whole) => splitByDecided(c, held.rule, whole))) {
    const weighed = isOfDecided && decidedWeights !== undefined ? { ...rule, weights: decidedWeights } : rule
    const compiled = compileBody(c, ruleUnit(c, weighed), weighed, () => patternBody(c, rule, shape))
    if (compiled !== null) for (const e of employees) byEmployee[e]!.push(compiled)
  }
}

/** The unit of a rule that the contract states for itself. */
function ruleUnit({ units }: Compiling, rule: ContractRule): number {
  return contractRuleUnit(units, rule, countsMinutes(rule))
}

/** Null where it costs nothing. */
function compileConditional(c: Compiling, unit: number, rule: Exclude<ContractRule, PatternRule>): ConditionalRule | null {
  return compileBody(c, unit, rule, () => bodyOf(c, rule))
}

function compileBody(c: Compiling, unit: number, rule: ContractRule, makeBody: () => ConditionalRule['body']): ConditionalRule | null {
  if (unit < 0) return null
  const body = makeBody()
  const when = rule.when === null ? null : conditionOf(c, rule.when, trailingWindows)
  const read = [...(body.kind === 'count' ? [body.measure] : []), ...(when === null ? [] : [when.measure])]
  return {
    name: rule.name,
    unit,
    decided: decidedOf(c, rule),
    times: rule.weight,
    cap: rule.cap ?? NO_LIMIT,
    body,
    when,
    held: null,
    readsSums: read.flatMap(({ of, column }) => (of === 'sum' ? [column] : [])),
    readsFlags: [...read.flatMap(({ of, column }) => (of === 'sum' ? [] : [column])), ...(body.kind === 'run' ? [body.flag] : [])],
    readsAll: (body.kind !== 'count' && body.kind !== 'run') || read.some(({ of }) => of === 'split' || of === 'distinct'),
  }
}

function decidedOf({ schedule, units }: Compiling, rule: ContractRule): ConditionalRule['decided'] {
  const { decidedWeights: weights } = rule
  if (weights === undefined) return null
  const unit = units.of('contractRules', { weights, isMinutes: countsMinutes(rule) })
  return { unit, known: new Float64Array(schedule.employees.length).fill(Number.NaN) }
}

function distinctOf({ demands, measures }: Compiling, { of, tags, on }: CountCondition & { readonly on?: StartDays }, windows: Windows): Distinct {
  return compileDistinct(demands, { windows, counts: measures.counts(tags, on), tags: of === 'kinds' ? tags : null })
}

/** A quota as a rule that counts shifts. */
function asRule(schedule: Schedule, quota: Quota): CountRule {
  const { per, period = null, min, max, on, cap } = quota
  const days = {
    ...(on === undefined ? {} : { on }),
    ...(cap === undefined ? {} : { cap }),
    ...(quota.name === undefined ? {} : { name: quota.name }),
  }
  const counted = { of: 'shifts', tags: countedTagsOf(schedule, quota), per, days: null, period, min, max } as const
  return { kind: 'count', ...counted, weight: 1, weights: null, place: 0, when: null, ...days }
}

/** Gives a rule to those who have it on some days, once. */
function addDated({ schedule }: Compiling, held: HeldRule, rule: ConditionalRule, byEmployee: ConditionalRule[][]): void {
  const terms = termsOf(schedule)
  if (terms === null || held.holders.length === 0) return
  const dated = { ...rule, held: { terms, has: holderMask(schedule, held) } }
  const appliesTo = appliesBy(schedule, (holder) => dated.held.has[holder] === 1)
  for (const [e, applies] of appliesTo.entries()) if (applies === 1 && isDated(terms, e)) byEmployee[e]!.push(dated)
}

/** The counts with a condition or a cap of those whose contract changes, and their quotas with a cap. */
function addDatedCounts(c: Compiling, byEmployee: ConditionalRule[][]): void {
  const { schedule, units } = c
  const contracts = termsOf(schedule)?.contracts ?? []
  const isMeant = (rule: ContractRule): rule is CountRule => rule.kind === 'count' && needsWholeRow(rule)
  const counts = datedCounts(contracts, (contract) => contract.rules.filter(isMeant))
  for (const count of counts) addDatedCount(c, ruleUnit(c, count.rule), count, byEmployee)
  const quotas = datedCounts(contracts, (contract) => contract.quotas.filter(({ cap }) => cap !== undefined))
  for (const { rule, ...limits } of quotas) addDatedCount(c, units.of('categoryShiftQuota'), { rule: asRule(schedule, rule), ...limits }, byEmployee)
}

function addDatedCount(c: Compiling, unit: number, { rule, most, least }: DatedCount<CountRule>, byEmployee: ConditionalRule[][]): void {
  const { schedule } = c
  const plain = compileConditional(c, unit, { ...rule, min: null, max: null })
  if (plain === null || plain.body.kind !== 'count') return
  const { windows, offset } = plain.body
  const fromDay = rule.per === 'horizon' ? schedule.calendar.horizonFirst : 0
  const dated = datedLimits(schedule, { windows, fromDay }, most, least)
  if (dated === null) return
  const isCredited = isOfAllMinutes(rule) && rule.per !== 'day'
  const counted = { ...plain, body: { ...plain.body, own: ownWindows(schedule, { windows, fromDay, isCredited, offset }, dated) } }
  for (const [e, at] of dated.at.entries()) if (at >= 0) byEmployee[e]!.push(counted)
}
/** By employee whose contract changes: what absences add to each window of a count, and its limits. */
function ownWindows(
  { employees }: Schedule,
  { windows, fromDay = 0, isCredited, offset }: Counted & { readonly isCredited: boolean; readonly offset: Int32Array },
  dated: DatedLimits,
): CountBody['own'] {
  const spans = spansOf(windows).map((span) => ({ ...span, first: Math.max(span.first, fromDay) }))
  return employees.map(({ absence }, e) => {
    const at = dated.at[e]!
    if (at < 0) return undefined
    const away = isCredited ? absence : null
    const credit = Float64Array.from(spans, (span) => (away === null ? 0 : creditIn(away, span)))
    const least = Float64Array.from(spans, (span, w) => {
      const asked = Math.floor((dated.least[at + w]! * windows.known[w]!) / windows.full[w]!)
      return away === null ? asked : Math.min(asked, credit[w]! + offset[e]! + holdableMin(away, span))
    })
    return { credit, least, most: dated.most.subarray(at, at + windows.count) }
  })
}

/** A count of minutes that are cut at midnight, as rules over the whole row: one for each limit that employees have, above and below. */
function addCutMinutes(c: Compiling, draft: CountDraft, byEmployee: ConditionalRule[][]): void {
  const { windows, most, least = c.none, offset = c.none, dated = null } = draft
  const timesOf = (e: number): number => draft.timesOf?.[e] ?? draft.times ?? 1
  const measure: Measure = { of: 'split', column: draft.column, firstDay: 0, carries: draft.minutesOf! }
  const made = new Map<string, ConditionalRule>()
  const ruleOf = (
    { unit, times }: Pick<ConditionalRule, 'unit' | 'times'>,
    { min, max }: { readonly min: number; readonly max: number },
    own: CountBody['own'] = [],
  ): ConditionalRule => {
    const condition = { windows, measure, min, max, offset, sums: new Float64Array(windows.count) }
    const body: CountBody = { ...condition, kind: 'count', decidedBy: new Int32Array(windows.count), own, historicExcess: [] }
    return {
      name: draft.name,
      unit,
      decided: null,
      times,
      cap: NO_LIMIT,
      body,
      when: null,
      held: null,
      readsSums: [],
      readsFlags: [],
      readsAll: true,
    }
  }
  const add = (e: number, unit: number, limits: { readonly min: number; readonly max: number }): void => {
    if (unit < 0 || (limits.min === 0 && limits.max === NO_LIMIT)) return
    const times = timesOf(e)
    const key = `${unit} ${times} ${limits.min} ${limits.max}`
    const rule = made.get(key) ?? ruleOf({ unit, times }, limits)
    made.set(key, rule)
    byEmployee[e]!.push(rule)
  }
  for (let e = 0; e < most.length; e += 1) {
    add(e, draft.overUnit, { min: 0, max: most[e]! })
    add(e, draft.underUnit, { min: least[e]!, max: NO_LIMIT })
  }
  if (dated === null) return
  const own = ownWindows(c.schedule, { windows, isCredited: false, offset }, dated)
  const none = new Float64Array(windows.count)
  const sides = [
    { unit: draft.overUnit, own: own.map((limits) => limits && { ...limits, least: none }) },
    { unit: draft.underUnit, own: own.map((limits) => limits && { credit: limits.credit, least: limits.least }) },
  ]
  for (const { unit, own: limits } of sides.filter((side) => side.unit >= 0)) {
    const byTimes = new Map<number, ConditionalRule>()
    for (const [e, at] of dated.at.entries()) {
      if (at < 0) continue
      const times = timesOf(e)
      const rule = byTimes.get(times) ?? ruleOf({ unit, times }, { min: 0, max: NO_LIMIT }, limits)
      byTimes.set(times, rule)
      byEmployee[e]!.push(rule)
    }
  }
}

function bodyOf(c: Compiling, rule: Exclude<ContractRule, PatternRule>): ConditionalRule['body'] {
  const { schedule, measures } = c
  if (rule.kind === 'count')
    return {
      ...conditionOf(c, rule, rollingWindows),
      kind: 'count',
      decidedBy: decidingDays(schedule, rule),
      own: isOfAllMinutes(rule) && rule.per !== 'day' ? ownLimits(c, rule) : [],
      historicExcess: [],
    }
  if (rule.kind === 'run') {
    const flag = rule.of === 'weekends' ? measures.weekendFlagOf(rule.tags, rule.on) : measures.flagOf(rule.tags, rule.on)
    return { kind: 'run', of: rule.of, flag, min: rule.min ?? 0, max: rule.max ?? NO_LIMIT, isClosed: rule.edges === 'closed' }
  }
  if (rule.kind !== 'succession') return stretchBodyOf(c, rule)
  if (rule.required !== undefined) return requirementOf(c, rule, rule.required)
  return {
    kind: 'succession',
    isAfter: measures.counts(rule.after, rule.on),
    isForbidden: measures.carriesAny(rule.forbidden),
    nextDay: rule.nextDay,
    withinMin: rule.withinMinutes,
  }
}

function patternBody({ schedule }: Compiling, rule: PatternRule, shape: PatternShape): PatternBody {
  return { ...shape, kind: 'pattern', decidedBy: decidingDays(schedule, { ...rule, days: null }), ends: new Int32Array(shape.windowCount) }
}

function requirementOf({ schedule, measures }: Compiling, rule: SuccessionRule, required: readonly string[]): RequirementBody {
  const { days, horizonFirst } = schedule.calendar
  return {
    kind: 'requirement',
    isAfter: measures.counts(rule.after, rule.on),
    isRequired: measures.carriesAny(required),
    nextDay: rule.nextDay,
    withinMin: rule.withinMinutes,
    horizonStart: days[horizonFirst]!.start,
    knownEnd: days.at(-1)!.end,
  }
}

/** By employee with absences: what these add to each window of a count of minutes, and the least of each. */
function ownLimits({ schedule }: Compiling, rule: CountRule): CountBody['own'] {
  const { calendar, employees } = schedule
  const windows = windowsOf(calendar, rule, rollingWindows)
  const spans = spansOf(windows).map((span) => ({ ...span, first: Math.max(span.first, rule.per === 'horizon' ? calendar.horizonFirst : 0) }))
  const offset = rule.per === 'horizon' ? workedBefore(schedule, rule) : null
  return employees.map(({ absence }, e) => {
    if (absence === null) return undefined
    const credit = Float64Array.from(spans, (span) => creditIn(absence, span))
    const least = credit.map((minutes, w) =>
      Math.min(Math.floor(((rule.min ?? 0) * windows.known[w]!) / windows.full[w]!), minutes + (offset?.[e] ?? 0) + holdableMin(absence, spans[w]!)),
    )
    return { credit, least }
  })
}

/** The day whose `when` window decides for a counted window: its first known day; for the horizon the first day of the horizon. */
function decidingDays({ calendar }: Schedule, rule: Pick<CountCondition, 'per' | 'days' | 'period'>): Int32Array {
  return rule.per === 'horizon' ? Int32Array.of(calendar.horizonFirst) : firstDaysOf(windowsOf(calendar, rule, rollingWindows))
}

function windowsOf(calendar: Calendar, counted: Pick<CountCondition, 'per' | 'days' | 'period'>, rolling: typeof rollingWindows): Windows {
  return counted.per === 'rolling' ? rolling(calendar, counted.days!) : countedWindows(calendar, counted)
}

function conditionOf(c: Compiling, counted: CountCondition & { readonly on?: StartDays }, rolling: typeof rollingWindows): Condition {
  const { schedule, measures, none } = c
  const { calendar } = schedule
  const isCut = calendar.splitsWork && counted.of === 'minutes' && counted.per !== 'horizon'
  const isSum = counted.of === 'shifts' || counted.of === 'minutes' || counted.of === 'points'
  const isDistinct = counted.of === 'kinds' || counted.of === 'spots'
  const windows = windowsOf(calendar, counted, rolling)
  return {
    windows,
    sums: new Float64Array(windows.count),
    measure: {
      of: isDistinct ? 'distinct' : counted.of === 'weekends' ? 'weekend' : isCut ? 'split' : isSum ? 'sum' : 'flag',
      ...(isCut ? { carries: measures.counts(counted.tags, counted.on) } : {}),
      ...(isDistinct ? { distinct: distinctOf(c, counted, windows) } : {}),
      column: isDistinct ? 0 : measures.columnOf(counted),
      firstDay: counted.per === 'horizon' ? calendar.horizonFirst : 0,
    },
    min: counted.min ?? 0,
    max: counted.max ?? NO_LIMIT,
    offset: counted.per === 'horizon' ? workedBefore(schedule, counted) : none,
  }
}
