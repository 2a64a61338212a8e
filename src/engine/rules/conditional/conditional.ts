import type { Terms } from '../../instance/terms.ts'
import type { RunRule } from '../../../model/schedule.ts'
import type { Demands } from '../../instance/demands.ts'
import { OFF, type Duties } from '../../instance/duties.ts'
import type { Instance } from '../../instance/instance.ts'
import type { Windows } from '../../instance/windows.ts'
import type { WeekendDays } from '../count/count.ts'
import { applies, isHeld } from './applies.ts'
import { type Distinct, sumDistinct } from './distinct.ts'
import { type StretchBody, stretchUnits } from './rests.ts'
import { countEnds, type PatternShape, windowUnits } from '../pattern/pattern.ts'

/**
 * The general rules that need the whole row at once: those with `when`, and runs of weekends. Judged from scratch before and after a
 * move; few contracts have them.
 */
export interface ConditionalRule {
  /** What the schedule calls it; absent where it has no name. */
  readonly name?: string | undefined
  readonly unit: number
  /** Of as many units as decided shifts alone break: their own unit, and by employee how many, not a number until first asked for. Null where they count as all others. */
  readonly decided: { readonly unit: number; readonly known: Float64Array } | null
  readonly times: number
  /** The most units of one window, or of what has none; `NO_LIMIT` where any number is charged. */
  readonly cap: number
  readonly body: CountBody | RunBody | SuccessionBody | RequirementBody | PatternBody | StretchBody
  readonly when: Condition | null
  /** Where contracts change: who has the rule when, by holder. What ends on a day is judged where its holder has it; a count has limits of its own instead. */
  readonly held: { readonly terms: Terms; readonly has: Uint8Array } | null
  /** Columns of `duties.sums` and `duties.flags` that it reads: where none of them changes, neither does its cost. */
  readonly readsSums: readonly number[]
  readonly readsFlags: readonly number[]
  /** Reads more than columns: any change of the row may change its cost. */
  readonly readsAll: boolean
}

/** A count condition with its columns. */
export interface Condition {
  readonly windows: Windows
  readonly measure: Measure
  readonly min: number
  readonly max: number
  /** By employee. */
  readonly offset: Int32Array
  /** Written anew for each row: the sum of every window. */
  readonly sums: Float64Array
}

/** What a day or weekend adds: a sum column, a flag column, weekends with the flag, or what is different from what was counted. */
export interface Measure {
  readonly of: 'sum' | 'flag' | 'weekend' | 'split' | 'distinct'
  readonly column: number
  readonly firstDay: number
  /** Of `split`, minutes that are cut at midnight: by demand, 1 when it counts. */
  readonly carries?: Uint8Array
  /** Of `distinct`. */
  readonly distinct?: Distinct
}

export interface CountBody extends Condition {
  readonly kind: 'count'
  /** By window: the day whose condition decides. */
  readonly decidedBy: Int32Array
  /** By employee with absences or a contract that changes: what absences add to each window, and its limits; absent for the others. */
  readonly own: readonly (OwnWindows | undefined)[]
  /** By employee: what history alone has too much of, by window; absent until it is first asked for. History never changes. */
  readonly historicExcess: Float64Array[]
}

/** By window. */
export interface OwnWindows {
  readonly credit: Float64Array
  readonly least: Float64Array
  /** Absent where the most of the rule is that of all windows. */
  readonly most?: Int32Array
}

export interface RunBody {
  readonly kind: 'run'
  readonly of: RunRule['of']
  readonly flag: number
  readonly min: number
  readonly max: number
  /** A run at the edge of the known days ends there. */
  readonly isClosed: boolean
}

export interface SuccessionBody {
  readonly kind: 'succession'
  readonly isAfter: Uint8Array
  readonly isForbidden: Uint8Array
  readonly nextDay: boolean
  readonly withinMin: number | null
}

/** What must follow on some shifts. */
export interface RequirementBody {
  readonly kind: 'requirement'
  readonly isAfter: Uint8Array
  readonly isRequired: Uint8Array
  readonly nextDay: boolean
  readonly withinMin: number | null
  /** When the horizon begins, and the last known day ends. */
  readonly horizonStart: number
  readonly knownEnd: number
}

export interface PatternBody extends PatternShape {
  readonly kind: 'pattern'
  /** By window: the day whose condition decides. */
  readonly decidedBy: Int32Array
  /** Written anew for each row: the days on which a match ends, by window. */
  readonly ends: Int32Array
}

/** What the judging of a row needs besides the rule. */
export interface RowContext {
  readonly demands: Demands
  readonly duties: Duties
  readonly weekends: WeekendDays
  readonly dayCount: number
  readonly horizonFirst: number
  /** By demand: its minutes on the day on which it starts, on the next, and so on. */
  readonly splitMin: readonly (readonly number[])[]
}

/** True when new duties on days `from` to `to` (inclusive) of a row can change what the rule costs. */
export function isConcerned(
  rule: ConditionalRule,
  duties: Duties,
  cells: Int32Array,
  row: number,
  from: number,
  to: number,
  next: Int32Array,
): boolean {
  if (rule.readsAll) return true
  for (let day = from; day <= to; day += 1) {
    const old = cells[row + day]!
    const duty = next[day]!
    for (let i = 0; i < rule.readsSums.length; i += 1) {
      const column = duties.sums[rule.readsSums[i]!]!
      if (column[old] !== column[duty]) return true
    }
    for (let i = 0; i < rule.readsFlags.length; i += 1) {
      const column = duties.flags[rule.readsFlags[i]!]!
      if (column[old] !== column[duty]) return true
    }
  }
  return false
}

/** Units of one rule over one row: what the whole row breaks, less what history alone broke. */
export function conditionalUnits(rule: ConditionalRule, context: RowContext, cells: Int32Array, row: number, employee: number): number {
  if (rule.when !== null) sumWindows(rule.when, context, cells, row, employee, context.dayCount)
  const { body } = rule
  if (body.kind === 'count') return rule.times * countBody(rule, body, context, cells, row, employee)
  if (body.kind === 'pattern') return rule.times * patternBody(rule, body, context, cells, row)
  if (body.kind === 'run') return rule.times * Math.min(rule.cap, runBody(rule, body, context, cells, row, employee))
  if (body.kind === 'succession') return rule.times * Math.min(rule.cap, successionBody(rule, body, context, cells, row, employee))
  if (body.kind !== 'requirement') return rule.times * stretchUnits(rule, body, context, cells, row, employee)
  return rule.times * Math.min(rule.cap, requirementBody(rule, body, context, cells, row, employee))
}

/** What judging a row needs of an instance. */
type Judging = Pick<Instance, 'rowContext' | 'dayCount' | 'decidedDuty'>

/** Adds `times` times an amount of units of a rule that one employee breaks: as many as decided shifts alone break count by a unit of their own. */
export function addConditionalUnits(
  { rowContext, dayCount, decidedDuty }: Judging,
  rule: ConditionalRule,
  { employee, amount, times }: { readonly employee: number; readonly amount: number; readonly times: number },
  units: Float64Array,
): void {
  const { decided } = rule
  if (decided === null) {
    units[rule.unit]! += times * amount
    return
  }
  if (Number.isNaN(decided.known[employee])) {
    decided.known[employee] = conditionalUnits(rule, rowContext, decidedDuty, employee * dayCount, employee)
  }
  const first = Math.min(amount, decided.known[employee]!)
  units[decided.unit]! += times * first
  units[rule.unit]! += times * (amount - first)
}

/** The most of a window of an employee. */
function mostOf(body: CountBody, employee: number, window: number): number {
  return body.own[employee]?.most?.[window] ?? body.max
}

/** Puts the value of every window, of days before `days`, into `counted.sums`. */
function sumWindows(counted: Condition, context: RowContext, cells: Int32Array, row: number, employee: number, days: number): void {
  const { windows, measure, sums } = counted
  sums.fill(counted.offset[employee]!)
  if (measure.of === 'weekend') {
    for (let weekend = 0; weekend < context.weekends.count; weekend += 1) {
      if (isWeekendWorked(context, measure, cells, row, weekend, days)) addToWindows(windows, sums, context.weekends.anchor[weekend]!, 1)
    }
    return
  }
  if (measure.of === 'distinct') return sumDistinct(measure.distinct!, context.duties, cells, { row, firstDay: measure.firstDay, days }, sums)
  if (measure.of === 'split') return sumPieces(counted, measure.carries!, context, cells, row, days)
  const column = measure.of === 'sum' ? context.duties.sums[measure.column]! : context.duties.flags[measure.column]!
  for (let day = measure.firstDay; day < days; day += 1) {
    const amount = column[cells[row + day]!]!
    if (amount !== 0) addToWindows(windows, sums, day, amount)
  }
}

function sumPieces({ windows, sums }: Condition, carries: Uint8Array, context: RowContext, cells: Int32Array, row: number, days: number): void {
  const { duties, dayCount, splitMin } = context
  for (let day = 0; day < days; day += 1) {
    const duty = cells[row + day]!
    if (duty === OFF) continue
    const from = duties.partOffset[duty]!
    for (let i = from; i < from + duties.size[duty]!; i += 1) {
      const demand = duties.parts[i]!
      const pieces = carries[demand] === 1 ? splitMin[demand]! : []
      for (let at = 0; at < pieces.length && day + at < dayCount; at += 1) addToWindows(windows, sums, day + at, pieces[at]!)
    }
  }
}

function addToWindows(windows: Windows, sums: Float64Array, day: number, amount: number): void {
  for (let window = windows.firstWindow[day]!; window <= windows.lastWindow[day]!; window += 1) sums[window]! += amount
}

function isWeekendWorked(
  context: RowContext,
  measure: Pick<Measure, 'column' | 'firstDay'>,
  cells: Int32Array,
  row: number,
  weekend: number,
  days: number,
): boolean {
  const flags = context.duties.flags[measure.column]!
  const { opens, closes } = context.weekends
  const last = Math.min(closes[weekend]!, days - 1)
  for (let day = Math.max(opens[weekend]!, measure.firstDay); day <= last; day += 1) if (flags[cells[row + day]!] === 1) return true
  return false
}

function countBody(rule: ConditionalRule, body: CountBody, context: RowContext, cells: Int32Array, row: number, employee: number): number {
  const { windows, sums } = body
  let excess = body.historicExcess[employee]
  if (excess === undefined) {
    sumWindows(body, context, cells, row, employee, context.horizonFirst)
    addCredit(body, employee)
    excess = sums.map((sum, window) => Math.max(0, sum - mostOf(body, employee, window)))
    body.historicExcess[employee] = excess
  }
  sumWindows(body, context, cells, row, employee, context.dayCount)
  addCredit(body, employee)
  let units = 0
  for (let window = 0; window < windows.count; window += 1) {
    if (windows.inHorizon[window] === 0 || !applies(rule, body.decidedBy[window]!)) continue
    const sum = sums[window]!
    const least = body.own[employee]?.least[window] ?? Math.floor((body.min * windows.known[window]!) / windows.full[window]!)
    const most = mostOf(body, employee, window)
    const beyond = sum > most ? sum - most : Math.max(0, least - sum)
    units += Math.min(rule.cap, beyond - excess[window]!)
  }
  return units
}

function addCredit({ own, sums }: CountBody, employee: number): void {
  const credit = own[employee]?.credit
  if (credit !== undefined) for (let window = 0; window < sums.length; window += 1) sums[window]! += credit[window]!
}

function runBody(rule: ConditionalRule, body: RunBody, context: RowContext, cells: Int32Array, row: number, employee: number): number {
  const isWeekends = body.of === 'weekends'
  const count = isWeekends ? context.weekends.count : context.dayCount
  const dayOf = (position: number): number => (isWeekends ? context.weekends.anchor[position]! : position)
  const isOn = (position: number): boolean => {
    if (isWeekends) return isWeekendWorked(context, { column: body.flag, firstDay: 0 }, cells, row, position, context.dayCount)
    const flagged = context.duties.flags[body.flag]![cells[row + position]!] === 1
    return body.of === 'days' ? flagged : !flagged
  }
  const isHistoric = (position: number): boolean => dayOf(position) >= 0 && dayOf(position) < context.horizonFirst
  let units = 0
  for (let position = 0; position < count; ) {
    if (!isOn(position)) {
      position += 1
      continue
    }
    const first = position
    while (position < count && isOn(position)) position += 1
    const last = isWeekends ? context.weekends.judgedOn[position - 1]! : position - 1
    if (!isHeld(rule, employee, last) || !applies(rule, Math.max(0, dayOf(first)))) continue
    let historic = 0
    for (let p = first; p < position; p += 1) if (isHistoric(p)) historic += 1
    units += Math.max(0, position - first - body.max) - Math.max(0, historic - body.max)
    const closedInHistory = position < count && isHistoric(position)
    const isWhole = body.isClosed || (first > 0 && position < count)
    if (isWhole && !closedInHistory) units += Math.max(0, body.min - (position - first))
  }
  return units
}

function patternBody(rule: ConditionalRule, body: PatternBody, { duties }: RowContext, cells: Int32Array, row: number): number {
  countEnds(body, duties, cells, row, body.ends, null)
  return body.ends.reduce((units, ends, window) => {
    const broken = Math.min(rule.cap, windowUnits(body, window, ends))
    return broken > 0 && applies(rule, body.decidedBy[window]!) ? units + broken : units
  }, 0)
}

/** The demands of a row, in its order. */
function partsOfRow({ duties, dayCount }: RowContext, cells: Int32Array, row: number): number[] {
  const parts: number[] = []
  for (let day = 0; day < dayCount; day += 1) {
    const duty = cells[row + day]!
    if (duty === OFF) continue
    const from = duties.partOffset[duty]!
    for (let i = from; i < from + duties.size[duty]!; i += 1) parts.push(duties.parts[i]!)
  }
  return parts
}

/** Pairs of a shift and a later one are counted and not gone through: there may be thousands of fixed shifts. */
function successionBody(rule: ConditionalRule, body: SuccessionBody, context: RowContext, cells: Int32Array, row: number, employee: number): number {
  const { day, start } = context.demands
  const parts = partsOfRow(context, cells, row)
  const past = pastOf(body, context.demands, parts)
  let before = 0
  let units = 0
  for (const b of parts) {
    const on = day[b]!
    if (body.isForbidden[b] === 1 && on >= context.horizonFirst && isHeld(rule, employee, on) && applies(rule, on)) {
      const over = past.countUntil(start[b]!)
      units += (body.withinMin === null ? 0 : before - over) + (body.nextDay ? past.onDay(on - 1) : 0)
    }
    if (body.isAfter[b] === 1) before += 1
  }
  return units
}

/** Of the earlier ones of a succession, those that ended so long before a moment that `withinMin` does not reach it; asked about moments in order. */
interface Past {
  countUntil(minute: number): number
  /** Of these, and without `withinMin` of all, how many start on a day. */
  onDay(day: number): number
}

function pastOf({ isAfter, withinMin }: SuccessionBody, { day, end }: Demands, parts: readonly number[]): Past {
  const byEnd = parts.filter((a) => isAfter[a] === 1)
  const ofDay = new Map<number, number>()
  let count = 0
  const pass = (): void => {
    const on = day[byEnd[count]!]!
    ofDay.set(on, 1 + (ofDay.get(on) ?? 0))
    count += 1
  }
  if (withinMin === null) while (count < byEnd.length) pass()
  else byEnd.sort((a, b) => end[a]! - end[b]!)
  return {
    countUntil(minute) {
      while (withinMin !== null && count < byEnd.length && minute - end[byEnd[count]!]! >= withinMin) pass()
      return count
    },
    onDay: (on) => ofDay.get(on) ?? 0,
  }
}

function requirementBody(
  rule: ConditionalRule,
  body: RequirementBody,
  context: RowContext,
  cells: Int32Array,
  row: number,
  employee: number,
): number {
  const { day, start, end } = context.demands
  const parts = partsOfRow(context, cells, row)
  const days = new Set(parts.filter((b) => body.isRequired[b] === 1).map((b) => day[b]!))
  let units = 0
  let nextStart = Number.POSITIVE_INFINITY
  // From the last to the first: of those that may follow, the next one in the row may be soonest.
  for (let position = parts.length - 1; position >= 0; position -= 1) {
    const a = parts[position]!
    const on = day[a]!
    if (body.isAfter[a] === 1 && isJudged(body, context, a) && isHeld(rule, employee, on) && applies(rule, on)) {
      const isFollowed = body.withinMin === null ? days.has(on + 1) : nextStart - end[a]! < body.withinMin
      if (!isFollowed) units += 1
    }
    if (body.isRequired[a] === 1) nextStart = start[a]!
  }
  return units
}

/** True where what may follow on a shift is known, and does not lie in history wholly. */
function isJudged({ withinMin, horizonStart, knownEnd }: RequirementBody, { demands, dayCount, horizonFirst }: RowContext, a: number): boolean {
  if (withinMin === null) return demands.day[a]! + 1 >= horizonFirst && demands.day[a]! + 1 < dayCount
  const until = demands.end[a]! + withinMin
  return until > horizonStart && until <= knownEnd
}
