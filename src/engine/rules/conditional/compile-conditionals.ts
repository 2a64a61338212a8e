import type { Calendar } from '../../../model/calendar.ts'
import type { ContractRule, CountCondition, CountRule, Quota, Schedule, StartDays, SuccessionRule } from '../../../model/schedule.ts'
import type { Condition, ConditionalRule, CountBody, Measure, RequirementBody } from './conditional.ts'
import type { Compiling } from '../../instance/compiling.ts'
import { compileDistinct, type Distinct } from './distinct.ts'
import { type CountDraft, countedTagsOf, cutMinutes, distinctQuotas, isOfAllMinutes, workedBefore } from '../count/compile-counts.ts'
import { contractRuleUnit, needsWholeRow, NO_LIMIT } from '../../instance/limits.ts'
import { creditIn, holdableMin, spansOf } from '../../instance/own-windows.ts'
import { countedWindows, firstDaysOf, rollingWindows, trailingWindows, type Windows } from '../../instance/windows.ts'

/** By employee: the general rules that are judged over the whole row. */
export function compileConditionals(c: Compiling): ConditionalRule[][] {
  const { schedule, units, rules } = c
  const byEmployee: ConditionalRule[][] = schedule.employees.map(() => [])
  const add = (unit: number, rule: ContractRule, employees: readonly number[]): void => {
    if (unit < 0) return
    const compiled = compileConditional(c, unit, rule)
    for (const e of employees) byEmployee[e]!.push(compiled)
  }
  const ofRows = rules.filter(({ rule }) => needsWholeRow(rule))
  for (const { rule, employees } of ofRows) add(contractRuleUnit(units, rule, rule.kind === 'count' && rule.of === 'minutes'), rule, employees)
  const quotas = distinctQuotas(schedule).filter(({ quota }) => quota.cap !== undefined)
  for (const { quota, employees } of quotas) add(units.of('categoryShiftQuota'), asRule(schedule, quota), employees)
  for (const draft of cutMinutes(c)) addCutMinutes(c, draft, byEmployee)
  return byEmployee
}

function compileConditional(c: Compiling, unit: number, rule: ContractRule): ConditionalRule {
  const body = bodyOf(c, rule)
  const when = rule.when === null ? null : conditionOf(c, rule.when, trailingWindows)
  const read = [...(body.kind === 'count' ? [body.measure] : []), ...(when === null ? [] : [when.measure])]
  return {
    unit,
    times: rule.weight,
    cap: rule.cap ?? NO_LIMIT,
    body,
    when,
    readsSums: read.flatMap(({ of, column }) => (of === 'sum' ? [column] : [])),
    readsFlags: [...read.flatMap(({ of, column }) => (of === 'sum' ? [] : [column])), ...(body.kind === 'run' ? [body.flag] : [])],
    readsAll: body.kind === 'succession' || body.kind === 'requirement' || read.some(({ of }) => of === 'split' || of === 'distinct'),
  }
}

function distinctOf(
  { schedule, demands, measures }: Compiling,
  { of, tags, on }: CountCondition & { readonly on?: StartDays },
  windows: Windows,
): Distinct {
  return compileDistinct(schedule, demands, { windows, counts: measures.counts(tags, on), tags: of === 'kinds' ? tags : null })
}

/** A quota as a rule that counts shifts. */
function asRule(schedule: Schedule, quota: Quota): CountRule {
  const { per, period = null, min, max, on, cap } = quota
  const days = { ...(on === undefined ? {} : { on }), ...(cap === undefined ? {} : { cap }) }
  const counted = { of: 'shifts', tags: countedTagsOf(schedule, quota), per, days: null, period, min, max } as const
  return { kind: 'count', ...counted, weight: 1, weights: null, place: 0, when: null, ...days }
}

/** A count of minutes that are cut at midnight, as rules over the whole row: one for each limit that employees have, above and below. */
function addCutMinutes(c: Compiling, draft: CountDraft, byEmployee: ConditionalRule[][]): void {
  const { windows, most, least = c.none, offset = c.none, times = 1 } = draft
  const measure: Measure = { of: 'split', column: draft.column, firstDay: 0, carries: draft.minutesOf! }
  const made = new Map<string, ConditionalRule>()
  const add = (e: number, unit: number, { min, max }: { readonly min: number; readonly max: number }): void => {
    if (unit < 0 || (min === 0 && max === NO_LIMIT)) return
    const key = `${unit} ${min} ${max}`
    const condition = { windows, measure, min, max, offset, sums: new Float64Array(windows.count) }
    const body: CountBody = { ...condition, kind: 'count', decidedBy: new Int32Array(windows.count), own: [], historicExcess: [] }
    const rule = made.get(key) ?? { unit, times, cap: NO_LIMIT, body, when: null, readsSums: [], readsFlags: [], readsAll: true }
    made.set(key, rule)
    byEmployee[e]!.push(rule)
  }
  for (let e = 0; e < most.length; e += 1) {
    add(e, draft.overUnit, { min: 0, max: most[e]! })
    add(e, draft.underUnit, { min: least[e]!, max: NO_LIMIT })
  }
}

function bodyOf(c: Compiling, rule: ContractRule): ConditionalRule['body'] {
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
  if (rule.required !== undefined) return requirementOf(c, rule, rule.required)
  return {
    kind: 'succession',
    isAfter: measures.counts(rule.after, rule.on),
    isForbidden: measures.carriesAny(rule.forbidden),
    nextDay: rule.nextDay,
    withinMin: rule.withinMinutes,
  }
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
function decidingDays({ calendar }: Schedule, rule: CountCondition): Int32Array {
  return rule.per === 'horizon' ? Int32Array.of(calendar.horizonFirst) : firstDaysOf(windowsOf(calendar, rule, rollingWindows))
}

function windowsOf(calendar: Calendar, counted: CountCondition, rolling: typeof rollingWindows): Windows {
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
