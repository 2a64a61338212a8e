import type { Instance } from '../../instance/instance.ts'
import { addWindowChange, addWindowUnits, countColumn, countWeekend, type CountRule } from './count.ts'
import type { State } from '../../scoring/state.ts'

/** Where the changes of overlapping windows meet: all zero between two uses. */
export interface CountScratch {
  readonly change: Float64Array
  /** By slot: by how much the row at hand changes that column in all, and whether any day of it does. */
  readonly total: Int32Array
  readonly differs: Uint8Array
  /** Whether one of the changed days has several shifts, before or after. */
  hasSeveral: boolean
}

/** Scratch for counts of this instance. */
export function createCountScratch(instance: Instance): CountScratch {
  const most = instance.counts.reduce((windows, rule) => Math.max(windows, rule.windowCount), 0)
  return {
    change: new Float64Array(most),
    total: new Int32Array(instance.duties.countedWidth),
    differs: new Uint8Array(instance.duties.countedWidth),
    hasSeveral: false,
  }
}

/** Puts into `units` what the counts of one row cost now: no change of the row can save more. */
export function findCountUnits(state: State, employee: number, units: Float64Array): void {
  const { counts, countsOf } = state.instance
  units.fill(0)
  for (const r of countsOf[employee]!) {
    const rule = counts[r]!
    for (let window = 0; window < rule.windowCount; window += 1) {
      addWindowUnits(rule, employee, window, state.sums[r]![employee * rule.windowCount + window]!, 1, units)
    }
  }
}

/** Adds what the counts of one row cost more with the duties `next` on days `from` to `to` (inclusive). */
export function addCountChange(
  state: State,
  employee: number,
  from: number,
  to: number,
  next: Int32Array,
  scratch: CountScratch,
  units: Float64Array,
): void {
  const { counts, countsOf } = state.instance
  const mine = countsOf[employee]!
  findTotals(state, employee, from, to, next, scratch)
  for (let i = 0; i < mine.length; i += 1) {
    const rule = counts[mine[i]!]!
    // An exchange of equally long shifts changes no minutes: most rules are done here.
    if (scratch.differs[rule.slot] === 0 || (rule.wantsSeveral && !scratch.hasSeveral)) continue
    const sums = state.sums[mine[i]!]!
    if (rule.isWhole) {
      const change = scratch.total[rule.slot]!
      if (change !== 0) addWindowChange(rule, employee, 0, sums[employee]!, change, units)
      continue
    }
    if (rule.isPartition && rule.of !== 'weekend') {
      addPartitionChange(state, rule, sums, employee, from, to, next, units)
      continue
    }
    const span = collect(state, rule, employee, from, to, next, scratch)
    if (span < 0) continue
    const first = Math.floor(span / SPAN_STEP)
    const last = span % SPAN_STEP
    for (let window = first; window <= last; window += 1) {
      const change = scratch.change[window]!
      if (change === 0) continue
      scratch.change[window] = 0
      addWindowChange(rule, employee, window, sums[employee * rule.windowCount + window]!, change, units)
    }
  }
}

/** Windows that do not overlap are met one after another: no sums need be kept apart. */
function addPartitionChange(
  state: State,
  rule: CountRule,
  sums: Float64Array,
  employee: number,
  from: number,
  to: number,
  next: Int32Array,
  units: Float64Array,
): void {
  const { instance, cells } = state
  // −1 where a day lies in no window.
  const windowOf = rule.lastWindow
  const row = employee * instance.dayCount
  const column = countColumn(rule, instance.duties)
  let window = windowOf[from]!
  let change = 0
  for (let day = from; day <= to; day += 1) {
    if (windowOf[day] !== window) {
      if (change !== 0 && window >= 0) addWindowChange(rule, employee, window, sums[employee * rule.windowCount + window]!, change, units)
      window = windowOf[day]!
      change = 0
    }
    change += column[next[day]!]! - column[cells[row + day]!]!
  }
  if (change !== 0 && window >= 0) addWindowChange(rule, employee, window, sums[employee * rule.windowCount + window]!, change, units)
}

/** What the row at hand changes in the columns that counts read. */
function findTotals(state: State, employee: number, from: number, to: number, next: Int32Array, scratch: CountScratch): void {
  const { instance, cells } = state
  const { counted, countedWidth, size } = instance.duties
  const { total, differs } = scratch
  const row = employee * instance.dayCount
  for (let slot = 0; slot < countedWidth; slot += 1) {
    total[slot] = 0
    differs[slot] = 0
  }
  let hasSeveral = false
  for (let day = from; day <= to; day += 1) {
    const old = cells[row + day]!
    const duty = next[day]!
    if (old === duty) continue
    if (size[old]! > 1 || size[duty]! > 1) hasSeveral = true
    const before = old * countedWidth
    const after = duty * countedWidth
    for (let slot = 0; slot < countedWidth; slot += 1) {
      const change = counted[after + slot]! - counted[before + slot]!
      if (change === 0) continue
      total[slot]! += change
      differs[slot] = 1
    }
  }
  scratch.hasSeveral = hasSeveral
}

/** Makes the change in the sums. The cells still hold the old duties. */
export function addCountsToSums(state: State, employee: number, from: number, to: number, next: Int32Array, scratch: CountScratch): void {
  const { counts, countsOf } = state.instance
  for (const r of countsOf[employee]!) {
    const rule = counts[r]!
    const span = collect(state, rule, employee, from, to, next, scratch)
    if (span < 0) continue
    for (let window = Math.floor(span / SPAN_STEP); window <= span % SPAN_STEP; window += 1) {
      state.sums[r]![employee * rule.windowCount + window]! += scratch.change[window]!
      scratch.change[window] = 0
    }
  }
}

/** Packs two window numbers into one: more windows than days there are never. */
const SPAN_STEP = 65_536

/** Sums the change of every window into `scratch.change`; the first and the last window touched, packed, or −1 when nothing changes. */
function collect(state: State, rule: CountRule, employee: number, from: number, to: number, next: Int32Array, scratch: CountScratch): number {
  const { instance, cells } = state
  const row = employee * instance.dayCount
  const column = countColumn(rule, instance.duties)
  if (rule.of === 'weekend') return collectWeekends(state, rule, row, from, to, next, scratch)
  let first = -1
  let last = -1
  for (let day = from < rule.firstDay ? rule.firstDay : from; day <= to; day += 1) {
    const change = column[next[day]!]! - column[cells[row + day]!]!
    if (change === 0) continue
    const until = rule.lastWindow[day]!
    for (let window = rule.firstWindow[day]!; window <= until; window += 1) {
      scratch.change[window]! += change
      if (first < 0 || window < first) first = window
      if (window > last) last = window
    }
  }
  return first < 0 ? -1 : first * SPAN_STEP + last
}

function collectWeekends(state: State, rule: CountRule, row: number, from: number, to: number, next: Int32Array, scratch: CountScratch): number {
  const { instance, cells } = state
  const { dayCount, duties } = instance
  const flags = countColumn(rule, duties)
  const weekends = rule.weekends!
  let first = -1
  let last = -1
  let done = -1
  for (let day = from; day <= to; day += 1) {
    const weekend = weekends.weekendOf[day]!
    // A weekend is done once, on the first of its days that the change holds.
    if (weekend < 0 || weekend === done) continue
    done = weekend
    const closes = weekends.closes[weekend]!
    let after = 0
    for (let d = Math.max(weekends.opens[weekend]!, rule.firstDay); d <= closes && after === 0; d += 1) {
      after = flags[d >= from && d <= to ? next[d]! : cells[row + d]!]!
    }
    const change = after - countWeekend(rule, flags, cells, row, weekend, dayCount)
    if (change === 0) continue
    const anchor = weekends.anchor[weekend]!
    for (let window = rule.firstWindow[anchor]!; window <= rule.lastWindow[anchor]!; window += 1) {
      scratch.change[window]! += change
      if (first < 0 || window < first) first = window
      if (window > last) last = window
    }
  }
  return first < 0 ? -1 : first * SPAN_STEP + last
}
