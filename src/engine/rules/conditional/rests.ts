import { firstWhere } from '../../../model/first-where.ts'
import type { Demands } from '../../instance/demands.ts'
import { OFF } from '../../instance/duties.ts'
import { minutesBetween } from '../../instance/travel.ts'
import { isOverlapPermitted, type Overlaps } from '../gap/gap.ts'
import { minutesBeyond, type Span } from '../span/span.ts'
import { applies, isHeld } from './applies.ts'
import type { ConditionalRule, RowContext } from './conditional.ts'

/** Rest between neighbours of a row. */
export interface RestBody {
  readonly kind: 'rest'
  /** By demand: 1 when the rest may follow on it, when it may come before it, and when it is of a series. */
  readonly isAfter: Uint8Array
  readonly isBefore: Uint8Array
  readonly isOfRun: Uint8Array
  /** Days of the shortest series; null = no series is asked for. */
  readonly run: number | null
  readonly minMin: number
  readonly overlaps: Overlaps
}

/** What windows that begin with a shift need. */
interface Windowed {
  /** By demand: 1 when a window begins with it. */
  readonly begins: Uint8Array
  readonly lengthMin: number
  /** By known day: when it begins. */
  readonly dayStart: Int32Array
}

/** One stretch without work in every window. */
export interface RestWindowBody extends Windowed {
  readonly kind: 'restWindow'
  readonly minMin: number
  /** By employee: what windows that begin in history lack with nothing planned; absent until it is first asked for. History never changes. */
  readonly historicLack: Int32Array[]
}

/** A most in every window. */
export interface HoursBody extends Windowed {
  readonly kind: 'hours'
  /** By demand: what it adds; 0 where it does not count. */
  readonly amount: Int32Array
  readonly max: number
}

/** How far apart the shifts of a day may lie. */
export interface SpanBody extends Span {
  readonly kind: 'span'
}

export type StretchBody = RestBody | RestWindowBody | HoursBody | SpanBody

const FOREVER = 0x3fff_ffff

/** Written anew for each row: its demands, in order, and what is worked out of them. */
let parts = new Int32Array(64)
let gapFrom = new Int32Array(64)
let gapTo = new Int32Array(64)
let firstGap = new Int32Array(64)
let queue = new Int32Array(64)
let lacking = new Int32Array(64)
let seriesDays = new Int32Array(64)

/** Units of one rule about rests and spans over one row, without its factor. */
export function stretchUnits(
  rule: ConditionalRule,
  body: StretchBody,
  context: RowContext,
  cells: Int32Array,
  row: number,
  employee: number,
): number {
  if (body.kind === 'span') return spanUnits(rule, body, context, cells, row, employee)
  if (body.kind === 'restWindow') return restWindowUnits(rule, body, context, cells, row, employee)
  const count = readParts(context, cells, row, context.dayCount)
  return body.kind === 'hours'
    ? hoursUnits(rule, body, context, count, employee)
    : Math.min(rule.cap, restUnits(rule, body, context, count, employee))
}

/** Puts the demands of the days before `days` into `parts`; how many there are. */
function readParts({ duties }: RowContext, cells: Int32Array, row: number, days: number): number {
  let count = 0
  for (let day = 0; day < days; day += 1) {
    const duty = cells[row + day]!
    if (duty === OFF) continue
    const from = duties.partOffset[duty]!
    const size = duties.size[duty]!
    if (count + size > parts.length) grow(2 * (count + size))
    for (let i = 0; i < size; i += 1) parts[count + i] = duties.parts[from + i]!
    count += size
  }
  return count
}

function grow(length: number): void {
  const grown = new Int32Array(length)
  grown.set(parts)
  parts = grown
  gapFrom = new Int32Array(length)
  gapTo = new Int32Array(length)
  firstGap = new Int32Array(length)
  queue = new Int32Array(length)
  lacking = new Int32Array(length)
  seriesDays = new Int32Array(length)
}

function restUnits(rule: ConditionalRule, body: RestBody, { demands, horizonFirst }: RowContext, count: number, employee: number): number {
  const { start, end, day } = demands
  if (body.run !== null) findSeries(body, demands, count)
  let units = 0
  let at = -1
  for (let i = 0; i < count; i += 1) {
    const shift = parts[i]!
    const before = at < 0 ? -1 : parts[at]!
    if (at >= 0 && day[shift]! >= horizonFirst && body.isAfter[before] === 1 && body.isBefore[shift] === 1) {
      const missing = body.minMin - Math.max(0, start[shift]! - end[before]! - minutesBetween(body.overlaps.travel, before, shift))
      const isAsked = missing > 0 && (body.run === null || seriesDays[at]! >= body.run)
      if (isAsked && !(end[before]! > start[shift]! && isOverlapPermitted(body.overlaps, before, shift))) {
        if (isHeld(rule, employee, day[shift]!) && applies(rule, day[shift]!)) units += missing
      }
    }
    if (at < 0 || end[shift]! >= end[before]!) at = i
  }
  return units
}

/** Puts the days of each series into `seriesDays`, at the place of its last shift; 0 at all others. */
function findSeries({ isOfRun }: RestBody, { day }: Demands, count: number): void {
  let last = -1
  let days = 0
  for (let i = 0; i < count; i += 1) {
    seriesDays[i] = 0
    if (isOfRun[parts[i]!] === 0) continue
    const apart = last < 0 ? 2 : day[parts[i]!]! - day[parts[last]!]!
    if (apart > 1 && last >= 0) seriesDays[last] = days
    days = apart > 1 ? 1 : days + apart
    last = i
  }
  if (last >= 0) seriesDays[last] = days
}

function restWindowUnits(rule: ConditionalRule, body: RestWindowBody, context: RowContext, cells: Int32Array, row: number, employee: number): number {
  const { demands, horizonFirst } = context
  let before = body.historicLack[employee]
  if (before === undefined) {
    const historic = readParts(context, cells, row, horizonFirst)
    findLacks(body, demands, historic)
    before = lacking.slice(0, historic)
    body.historicLack[employee] = before
  }
  const count = readParts(context, cells, row, context.dayCount)
  findLacks(body, demands, count)
  let units = 0
  for (let i = 0; i < count; i += 1) {
    const lack = lacking[i]! - (i < before.length ? before[i]! : 0)
    if (lack <= 0) continue
    const shift = parts[i]!
    if (isHeldAtEnd(rule, body, employee, demands.start[shift]!) && applies(rule, demands.day[shift]!)) units += Math.min(rule.cap, lack)
  }
  return units
}

/** Puts the minutes that the windows which begin with the demands in `parts` lack into `lacking`: 0 where none begins. The windows go on as the row does, so each gap is looked at once. */
function findLacks({ begins, lengthMin, minMin }: RestWindowBody, { start, end }: Demands, count: number): void {
  const gaps = findGaps(start, end, count)
  let [head, tail, next] = [0, 0, 0]
  for (let i = 0; i < count; i += 1) {
    const from = start[parts[i]!]!
    lacking[i] = 0
    if (begins[parts[i]!] === 0 || (i > 0 && start[parts[i - 1]!] === from)) continue
    const until = from + lengthMin
    for (; next < gaps && gapTo[next]! <= until; next += 1) {
      // Of the gaps that lie in the window whole, those that no later one is as long as.
      while (tail > head && lengthOf(queue[tail - 1]!) <= lengthOf(next)) tail -= 1
      queue[tail] = next
      tail += 1
    }
    while (head < tail && queue[head]! < firstGap[i]!) head += 1
    const whole = head < tail ? lengthOf(queue[head]!) : 0
    const cut = next < gaps ? until - gapFrom[next]! : 0
    lacking[i] = Math.max(0, minMin - Math.max(whole, cut))
  }
}

function lengthOf(gap: number): number {
  return gapTo[gap]! - gapFrom[gap]!
}

/** The stretches without work behind the first shift; the last has no end. By place in the row: the first that lies behind it. */
function findGaps(start: Int32Array, end: Int32Array, count: number): number {
  let gaps = 0
  let busyUntil = 0
  for (let i = 0; i < count; i += 1) {
    const shift = parts[i]!
    if (i > 0 && start[shift]! > busyUntil) {
      gapFrom[gaps] = busyUntil
      gapTo[gaps] = start[shift]!
      gaps += 1
    }
    firstGap[i] = gaps
    if (i === 0 || end[shift]! > busyUntil) busyUntil = end[shift]!
  }
  gapFrom[gaps] = busyUntil
  gapTo[gaps] = FOREVER
  return gaps + 1
}

function hoursUnits(
  rule: ConditionalRule,
  body: HoursBody,
  { demands: { start, day }, horizonFirst }: RowContext,
  count: number,
  employee: number,
): number {
  const { amount, begins, lengthMin, max } = body
  let [next, sum, historic, units] = [0, 0, 0, 0]
  for (let i = 0; i < count; i += 1) {
    const shift = parts[i]!
    const from = start[shift]!
    for (; next < count && start[parts[next]!]! < from + lengthMin; next += 1) {
      sum += amount[parts[next]!]!
      if (day[parts[next]!]! < horizonFirst) historic += amount[parts[next]!]!
    }
    const over = Math.max(0, sum - max) - Math.max(0, historic - max)
    // Of shifts that start together the first begins a window.
    const isFirst = begins[shift] === 1 && !startsWithBefore(begins, start, i)
    if (over > 0 && isFirst && isHeldAtEnd(rule, body, employee, from) && applies(rule, day[shift]!)) units += Math.min(rule.cap, over)
    sum -= amount[shift]!
    if (day[shift]! < horizonFirst) historic -= amount[shift]!
  }
  return units
}

/** True where a shift before place `at` starts with it and begins a window. */
function startsWithBefore(begins: Uint8Array, start: Int32Array, at: number): boolean {
  for (let i = at - 1; i >= 0 && start[parts[i]!] === start[parts[at]!]; i -= 1) if (begins[parts[i]!] === 1) return true
  return false
}

/** True where the contract of the last known day of a window has the rule. */
function isHeldAtEnd(rule: ConditionalRule, { lengthMin, dayStart }: Windowed, employee: number, from: number): boolean {
  if (rule.held === null) return true
  const behind = firstWhere(dayStart.length, (day) => dayStart[day]! >= from + lengthMin)
  return isHeld(rule, employee, Math.max(0, behind - 1))
}

function spanUnits(
  rule: ConditionalRule,
  body: SpanBody,
  { demands, duties, dayCount, horizonFirst }: RowContext,
  cells: Int32Array,
  row: number,
  employee: number,
): number {
  let units = 0
  for (let day = horizonFirst; day < dayCount; day += 1) {
    const beyond = minutesBeyond(body, demands, duties, cells[row + day]!)
    if (beyond > 0 && isHeld(rule, employee, day) && applies(rule, day)) units += Math.min(rule.cap, beyond)
  }
  return units
}
