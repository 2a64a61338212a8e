import { contractsHeld } from '../../../model/contract-periods.ts'
import type { ContractRule, CountRule as PostedCount, Quota, Schedule } from '../../../model/schedule.ts'
import type { SettingName } from '../../../model/settings.ts'
import { isWeekendShift } from '../../../model/weekend.ts'
import type { Compiling } from '../../instance/compiling.ts'
import { findCandidates } from '../../instance/eligible.ts'
import { type Counted, type DatedLimits, datedCounts, datedLimits, type Limits, limitsIn } from '../../instance/dated-limits.ts'
import { contractRuleUnit, contractsOf, limits, maskOf, needsWholeRow, NO_LIMIT, NO_TITLE, type ReadLimit } from '../../instance/limits.ts'
import { MINUTES, NIGHTS, SHIFTS, WEEKEND_SHIFTS, WORK } from '../../instance/measures.ts'
import { withAbsences } from '../../instance/own-windows.ts'
import { termsOf } from '../../instance/terms.ts'
import { countedWindows, weekWindows, windowsPer, type Windows } from '../../instance/windows.ts'
import type { CountRule } from './count.ts'
import { columnOfPosted, compileFairShare, postedAlone, type Shared } from './fair-share.ts'
import { fairness } from './compile-fairness.ts'
import { workedBefore } from './worked-before.ts'
import { type MoneyDraft, payCounts } from '../pay/overtime.ts'

/** A count before its windows and leasts are laid out. */
export type CountDraft = Pick<CountRule, 'of' | 'column' | 'name'> &
  MoneyDraft & {
    readonly overUnit: number
    readonly underUnit: number
    readonly times?: number
    readonly windows: Windows
    readonly most: Int32Array
    /** The least of a window whose days are all known, by employee. */
    readonly least?: Int32Array
    /** Of those whose limits differ between windows. */
    readonly dated?: DatedLimits | null
    /** As of a count; absent = 0. */
    readonly squared?: number
    readonly offset?: Int32Array
    /** Counts only the horizon's own days. */
    readonly horizonOnly?: boolean
    /** What absences credit counts too. */
    readonly isCredited?: boolean
    /** Of minutes over windows that end at a midnight, at which they can be cut: by demand, 1 when they count. */
    readonly minutesOf?: Uint8Array
  }
type Draft = CountDraft

/** All counts of a schedule: the named limits, the general rules, the quotas and the fair shares. */
export function compileCounts(c: Compiling): CountRule[] {
  const plain = [...perDay(c), ...namedMinutes(c), ...totals(c), ...generalCounts(c), ...quotas(c), ...fairShares(c), ...fairness(c), ...payCounts(c)]
  const isCut = c.schedule.calendar.splitsWork
  const drafts = plain.filter(({ minutesOf }) => minutesOf === undefined || !isCut).flatMap((draft) => credited(c, draft))
  const noMin = new Map<Windows, Int32Array>()
  return drafts.map((draft) => finish(c, draft, noMin)).filter((rule) => rule.applies.includes(1))
}

function credited(c: Compiling, draft: Draft): readonly Draft[] {
  return draft.isCredited === true ? withAbsences(c.schedule, draft, c.none) : [draft]
}

/** The counts of minutes, where these are cut at midnight; none where they are not. */
export function cutMinutes(c: Compiling): readonly CountDraft[] {
  if (!c.schedule.calendar.splitsWork) return []
  return [...namedMinutes(c), ...generalCounts(c), ...payCounts(c)]
    .filter(({ minutesOf }) => minutesOf !== undefined)
    .flatMap((draft) => credited(c, draft))
}

/** `noMin`: by windows, the leasts of those of whom nothing is asked. */
function finish({ schedule, weekends, measures, none }: Compiling, draft: Draft, noMin: Map<Windows, Int32Array>): CountRule {
  const { windows } = draft
  const { most, mostAt } = mostsOf(draft)
  // A side whose setting is off asks for nothing.
  const dated = draft.dated ?? null
  const wanted = draft.underUnit >= 0 ? (draft.least ?? none) : none
  const least = leastsOf(windows, { wanted, dated: draft.underUnit >= 0 ? dated : null }, noMin)
  const isWanted = (e: number): boolean => (dated !== null && dated.at[e]! >= 0 ? asksIn(least, e, windows.count) : wanted[e]! > 0)
  const applies = Uint8Array.from(none, (_, e) => (isWanted(e) || most[e] !== NO_LIMIT ? 1 : 0))
  const offset = draft.offset ?? none
  // A window in history entirely is not judged: its days count for none.
  const lastWindow = windows.lastWindow.map((last) => (windows.inHorizon[last] === 1 ? last : -1))
  const isPartition = windows.firstWindow.every((first, d) => windows.lastWindow[d]! <= first)
  const isDaily = draft.of !== 'weekend' && windows.count === windows.firstWindow.length && isPartition
  const isMet = (e: number): boolean => offset[e] === 0 && !isWanted(e) && (draft.of === 'sum' ? measures.mostOf(draft.column) : 1) <= most[e]!
  return {
    name: draft.name,
    overUnit: draft.overUnit,
    underUnit: draft.underUnit,
    times: draft.times ?? 1,
    timesOf: draft.timesOf ?? null,
    of: draft.of,
    column: draft.column,
    slot: measures.slotOf(draft.of === 'sum' ? 'sum' : 'flag', draft.column),
    windowCount: windows.count,
    firstWindow: windows.firstWindow,
    lastWindow,
    isPartition,
    isWhole: draft.of !== 'weekend' && windows.count === 1 && lastWindow.every((last, d) => d < schedule.calendar.horizonFirst || last === 0),
    wantsSeveral: isDaily && applies.every((has, e) => has === 0 || isMet(e)),
    most,
    mostAt,
    least,
    squared: draft.squared ?? 0,
    offset,
    firstDay: draft.horizonOnly === true ? schedule.calendar.horizonFirst : 0,
    windowed: windowedDays(windows),
    applies,
    weekends: draft.of === 'weekend' ? (draft.stretch ?? weekends) : null,
  }
}

function windowedDays({ firstWindow, lastWindow }: Pick<Windows, 'firstWindow' | 'lastWindow'>): CountRule['windowed'] {
  const isIn = (day: number): boolean => firstWindow[day]! <= lastWindow[day]!
  const days = [...firstWindow.keys()]
  return { from: days.find(isIn) ?? 0, until: (days.findLast(isIn) ?? -1) + 1 }
}

/** By employee the most, of several the least; and behind these the mosts of every window of those whose windows differ. */
function mostsOf({ overUnit, most, dated = null, windows }: Draft): Pick<CountRule, 'most' | 'mostAt'> {
  if (overUnit < 0) return { most: new Int32Array(most.length).fill(NO_LIMIT), mostAt: null }
  if (dated === null || dated.at.every((at) => at < 0)) return { most, mostAt: null }
  const all = new Int32Array(most.length + dated.most.length)
  all.set(most)
  all.set(dated.most, most.length)
  const mostAt = dated.at.map((at) => (at < 0 ? at : at + most.length))
  for (const [e, at] of mostAt.entries()) if (at >= 0) all[e] = all.subarray(at, at + windows.count).reduce((a, b) => Math.min(a, b), NO_LIMIT)
  return { most: all, mostAt }
}

function asksIn(least: Int32Array, e: number, windows: number): boolean {
  return least.subarray(e * windows, (e + 1) * windows).some((asked) => asked > 0)
}

/** By employee × windows + window: the part of what is asked that falls on the known days of a window. */
function leastsOf(
  windows: Windows,
  { wanted, dated }: { readonly wanted: Int32Array; readonly dated: DatedLimits | null },
  noMin: Map<Windows, Int32Array>,
): Int32Array {
  const isAsked = dated !== null || wanted.some((asked) => asked > 0)
  const known = noMin.get(windows)
  if (!isAsked && known !== undefined) return known
  const least = new Int32Array(wanted.length * windows.count)
  if (!isAsked) noMin.set(windows, least)
  wanted.forEach((single, e) => {
    const at = dated === null ? -1 : dated.at[e]!
    if (single === 0 && at < 0) return
    for (let w = 0; w < windows.count; w += 1) {
      const asked = at < 0 ? single : dated!.least[at + w]!
      if (windows.inHorizon[w] === 1) least[e * windows.count + w] = Math.floor((asked * windows.known[w]!) / windows.full[w]!)
    }
  })
  return least
}

/** The same unit above and below. */
function both(unit: number): Pick<Draft, 'overUnit' | 'underUnit'> {
  return { overUnit: unit, underUnit: unit }
}

function perDay({ schedule, units }: Compiling): Draft[] {
  const windows = windowsPer(schedule.calendar, 'day')
  return [{ ...both(units.of('oneShiftPerDay')), of: 'sum', column: SHIFTS, windows, most: limits(schedule, () => 1, 1) }]
}

const SILENT: ReadLimit = () => null

function namedMinutes({ schedule, measures, units }: Compiling): Draft[] {
  const { calendar } = schedule
  const minutes = (windows: Windows, over: SettingName, most: ReadLimit, under: SettingName, least: ReadLimit): Draft => ({
    overUnit: units.of(over, { isMinutes: true }),
    underUnit: units.of(under, { isMinutes: true }),
    of: 'sum',
    column: MINUTES,
    windows,
    ...limitsIn(schedule, { windows }, most, least),
    // On a day with a credit nobody is rostered.
    isCredited: over !== 'maxMinutesPerDay',
    minutesOf: measures.counts([]),
  })
  const lengths = [...new Set(schedule.employees.flatMap((employee) => contractsHeld(employee).flatMap(({ inKWeeks }) => inKWeeks ?? [])))]
  const when =
    (weeks: number, read: ReadLimit): ReadLimit =>
    (contract) =>
      contract.inKWeeks === weeks ? read(contract) : null
  return [
    minutes(windowsPer(calendar, 'day'), 'maxMinutesPerDay', (c) => c.maxMinutesPerDay, 'maxMinutesPerDay', SILENT),
    minutes(
      windowsPer(calendar, 'week'),
      'maxMinutesPerWeek',
      (c) => c.maxMinutesPerWeek,
      'minMinutesPerWeek',
      (c) => c.minMinutesPerWeek,
    ),
    minutes(
      windowsPer(calendar, 'month'),
      'maxMinutesPerMonth',
      (c) => c.maxMinutesPerMonth,
      'minMinutesPerMonth',
      (c) => c.minMinutesPerMonth,
    ),
    ...lengths.map((weeks) =>
      minutes(
        weekWindows(calendar, weeks),
        'maxMinutesInKWeeks',
        when(weeks, (c) => c.maxMinutesInKWeeks),
        'minMinutesInKWeeks',
        when(weeks, (c) => c.minMinutesInKWeeks),
      ),
    ),
    {
      ...both(units.of('maxWorkDaysPerMonth')),
      of: 'flag',
      column: WORK,
      windows: windowsPer(calendar, 'month'),
      ...limitsIn(schedule, { windows: windowsPer(calendar, 'month') }, (c) => c.maxWorkDaysPerMonth, SILENT),
    },
  ]
}

function totals({ schedule, measures, units }: Compiling): Draft[] {
  const windows = windowsPer(schedule.calendar, 'horizon')
  const before = (read: (history: NonNullable<Schedule['employees'][number]['history']>) => number): Int32Array =>
    Int32Array.from(schedule.employees, ({ history }) => (history ? read(history) : 0))
  const whole = { windows, horizonOnly: true }
  const asked = (most: ReadLimit, least: ReadLimit): Limits => limitsIn(schedule, { windows, fromDay: schedule.calendar.horizonFirst }, most, least)
  return [
    {
      ...whole,
      ...both(units.of('totalWork', { isMinutes: true })),
      of: 'sum',
      column: MINUTES,
      ...asked(
        (c) => c.maxMinutesTotal,
        (c) => c.minMinutesTotal,
      ),
      offset: before((history) => history.minutesWorked),
      isCredited: true,
    },
    {
      ...whole,
      ...both(units.of('totalWork')),
      of: 'sum',
      column: SHIFTS,
      ...asked(
        (c) => c.maxShiftsTotal,
        (c) => c.minShiftsTotal,
      ),
      offset: before((history) => history.shiftsWorked),
    },
    {
      ...whole,
      ...both(units.of('maxWeekends')),
      of: 'weekend',
      column: measures.weekendFlagOf([]),
      ...asked((c) => c.maxWeekends, SILENT),
      offset: before((history) => history.weekendsWorked),
    },
  ]
}

function generalCounts(c: Compiling): Draft[] {
  const { schedule, rules } = c
  const single = rules.flatMap(({ rule, employees }): Draft[] => {
    // Conditional rules are judged row by row: rules/conditional.
    if (rule.kind !== 'count' || needsWholeRow(rule) || employees.length === 0) return []
    const mask = maskOf(schedule, employees)
    return [{ ...generalCount(c, rule), ...limitsOf(mask, rule) }]
  })
  const counted = datedCounts(termsOf(schedule)?.contracts ?? [], (contract) => contract.rules.filter(isPlainCount))
  const dated = counted.map(({ rule, most, least }): Draft => {
    const draft = generalCount(c, rule)
    return { ...draft, ...nothingFor(schedule), dated: datedLimits(schedule, countedFor(schedule, draft), most, least) }
  })
  return [...single, ...dated]
}

function isPlainCount(rule: ContractRule): rule is PostedCount {
  return rule.kind === 'count' && !needsWholeRow(rule)
}

/** What rules and quotas of the same kind ask of those whose contract has them. */
function limitsOf(mask: Uint8Array, { min, max }: Pick<PostedCount, 'min' | 'max'>): Pick<Draft, 'most' | 'least'> {
  return {
    most: Int32Array.from(mask, (has) => (has === 1 ? (max ?? NO_LIMIT) : NO_LIMIT)),
    least: Int32Array.from(mask, (has) => (has === 1 ? (min ?? 0) : 0)),
  }
}

function nothingFor(schedule: Schedule): Pick<Draft, 'most' | 'least'> {
  return { most: limits(schedule, SILENT, NO_LIMIT), least: limits(schedule, SILENT, 0) }
}

function countedFor({ calendar }: Schedule, { windows, horizonOnly }: Pick<Draft, 'windows' | 'horizonOnly'>): Counted {
  return { windows, fromDay: horizonOnly === true ? calendar.horizonFirst : 0 }
}

function generalCount({ schedule, measures, units, none }: Compiling, rule: PostedCount): Omit<Draft, 'most'> {
  const isMinutes = rule.of === 'minutes'
  const of = rule.of === 'weekends' ? 'weekend' : rule.of === 'days' ? 'flag' : 'sum'
  return {
    name: rule.name,
    ...both(contractRuleUnit(units, rule, isMinutes)),
    times: rule.weight,
    of,
    column: measures.columnOf(rule),
    windows: countedWindows(schedule.calendar, rule),
    offset: rule.per === 'horizon' ? workedBefore(schedule, rule) : none,
    horizonOnly: rule.per === 'horizon',
    isCredited: isOfAllMinutes(rule) && rule.per !== 'day',
    ...(isMinutes && rule.per !== 'horizon' ? { minutesOf: measures.counts(rule.tags, rule.on) } : {}),
  }
}

/** True where all minutes of work count, whatever the tags of a shift and whenever it starts: those that absences add to. */
export function isOfAllMinutes({ of, tags, on }: Pick<PostedCount, 'of' | 'tags' | 'on'>): boolean {
  return of === 'minutes' && tags.length === 0 && on === undefined
}

/** The quotas of all contracts, each once, with the employees whose contract has it. */
export function distinctQuotas(schedule: Schedule): { readonly quota: Quota; readonly employees: readonly number[] }[] {
  const found = new Map<string, { quota: Quota; employees: number[] }>()
  for (const { contract, employees } of contractsOf(schedule)) {
    if (employees.length === 0) continue
    contract.quotas.forEach((quota, position) => {
      // The position keeps two equal quotas of one contract apart.
      const key = `${position} ${JSON.stringify({ ...quota, ...NO_TITLE })}`
      const entry = found.get(key) ?? { quota, employees: [] }
      found.set(key, entry)
      for (const e of employees) entry.employees.push(e)
    })
  }
  return [...found.values()]
}

/** The tags of which a quota counts shifts; one that nothing carries where its category has none, for without any tag all shifts would count. */
export function countedTagsOf({ shiftTags }: Schedule, { tag, category }: Quota): readonly string[] {
  if (tag !== null) return [tag]
  const tags = shiftTags.filter((one) => one.active && one.category === category).map((one) => one.tag)
  return tags.length === 0 ? [NO_TAG] : tags
}

function quotas(c: Compiling): Draft[] {
  const { schedule } = c
  // Those with a cap are judged row by row: rules/conditional.
  const followed = distinctQuotas(schedule).filter(({ quota }) => quota.cap === undefined)
  const single = followed.map(({ quota, employees }): Draft => ({ ...quotaCount(c, quota), ...limitsOf(maskOf(schedule, employees), quota) }))
  const counted = datedCounts(termsOf(schedule)?.contracts ?? [], (contract) => contract.quotas.filter(({ cap }) => cap === undefined))
  const dated = counted.map(({ rule, most, least }): Draft => {
    const draft = quotaCount(c, rule)
    return { ...draft, ...nothingFor(schedule), dated: datedLimits(schedule, countedFor(schedule, draft), most, least) }
  })
  return [...single, ...dated]
}

function quotaCount({ schedule, measures, units, none }: Compiling, quota: Quota): Omit<Draft, 'most'> {
  const tags = countedTagsOf(schedule, quota)
  return {
    name: quota.name,
    ...both(units.of('categoryShiftQuota')),
    of: 'sum',
    column: measures.sumOf('shifts', tags, quota.on),
    windows: countedWindows(schedule.calendar, { ...quota, days: null }),
    offset: quota.per === 'horizon' ? workedBefore(schedule, { ...quota, of: 'shifts', tags }) : none,
    horizonOnly: quota.per === 'horizon',
  }
}

/** Stands for a set of tags that nothing carries; no posted tag is empty. */
const NO_TAG = ''

function fairShares(c: Compiling): Draft[] {
  const { schedule, demands, measures, units } = c
  const windows = windowsPer(schedule.calendar, 'horizon')
  const shares: { setting: SettingName; column: number; shared: Shared }[] = [
    { setting: 'evenShiftDistribution', column: SHIFTS, shared: { counts: () => true, before: (h) => h.shiftsWorked } },
    {
      setting: 'evenWeekendDistribution',
      column: WEEKEND_SHIFTS,
      shared: { counts: isWeekendShift, before: (h) => 2 * h.weekendsWorked },
    },
    {
      setting: 'evenNightDistribution',
      column: NIGHTS,
      shared: { counts: (shift) => shift.isNight, before: (h) => h.byTag.get('night')?.shiftsWorked ?? 0 },
    },
  ]
  const used = shares.filter(({ setting }) => units.isOn(setting))
  if (used.length === 0) return []
  const candidateLists = findCandidates(schedule, demands, c.staff, c.dayWishes)
  return used.map(({ setting, column, shared }): Draft => {
    const posted = postedAlone(shared)
    const { least, most, offset } = compileFairShare({ schedule, demands, candidateLists }, posted)
    const counted = columnOfPosted({ demands, measures }, setting, posted) ?? column
    return { ...both(units.of(setting)), of: 'sum', column: counted, windows, least, most, offset, squared: 1, horizonOnly: true }
  })
}
