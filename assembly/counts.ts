import { addInt, addReal, byte, int, real, setByte, setInt, setReal } from './memory'
import { cells, countChange, countDiffers, countedWidth, counts, countsFrom, countsOf, countTotal, dayCount, dutyCounted, dutySize } from './tables'

/** A count rule (`src/engine/rules/count/count.ts`). */
@unmanaged
class CountRule {
  times: f64
  timesOf: usize
  overUnit: i32
  underUnit: i32
  slot: i32
  isWeekend: i32
  windowCount: i32
  firstWindow: usize
  lastWindow: usize
  isPartition: i32
  isWhole: i32
  wantsSeveral: i32
  most: usize
  mostAt: usize
  least: usize
  squared: i32
  firstDay: i32
  weekendOf: usize
  opens: usize
  closes: usize
  anchor: usize
  /** By employee × windows + window: the sum so far. */
  sums: usize
}

/** Bytes of a record: each begins at a multiple of 8. */
const SIZE: usize = (offsetof<CountRule>() + 7) & ~7

let hasSeveral: bool = false
let firstTouched: i32 = 0
let lastTouched: i32 = 0

function ruleAt(r: i32): CountRule {
  return changetype<CountRule>(counts + <usize>r * SIZE)
}

function columnOf(duty: i32, slot: i32): i32 {
  return int(dutyCounted, duty * countedWidth + slot)
}

function maxIn(rule: CountRule, employee: i32, window: i32): f64 {
  const at = rule.mostAt === 0 ? -1 : int(rule.mostAt, employee)
  return <f64>int(rule.most, at < 0 ? employee : at + window)
}

function timesFor(rule: CountRule, employee: i32): f64 {
  return rule.timesOf === 0 ? rule.times : real(rule.timesOf, employee)
}

function unitsBeyond(rule: CountRule, far: f64): f64 {
  if (rule.squared === 0) return far
  const steps = Math.floor(far / <f64>rule.squared)
  return steps * steps
}

function addWindowUnits(rule: CountRule, employee: i32, window: i32, value: f64, sign: f64, units: usize): void {
  const over = value - maxIn(rule, employee, window)
  if (over > 0) {
    addReal(units, rule.overUnit, sign * timesFor(rule, employee) * unitsBeyond(rule, over))
    return
  }
  const under = <f64>int(rule.least, employee * rule.windowCount + window) - value
  if (under > 0) addReal(units, rule.underUnit, sign * timesFor(rule, employee) * unitsBeyond(rule, under))
}

function addWindowChange(rule: CountRule, employee: i32, window: i32, change: f64, units: usize): void {
  const now = real(rule.sums, employee * rule.windowCount + window)
  const least = <f64>int(rule.least, employee * rule.windowCount + window)
  const over = now - maxIn(rule, employee, window)
  // Most windows are within their limits, and stay there.
  if (over <= 0 && over + change <= 0 && now >= least && now + change >= least) return
  addWindowUnits(rule, employee, window, now, -1, units)
  addWindowUnits(rule, employee, window, now + change, 1, units)
}

/** Puts into `units`, all zero, what the counts of one row cost now. */
export function findCountUnits(employee: i32, units: usize): void {
  for (let i = int(countsFrom, employee), last = int(countsFrom, employee + 1); i < last; i += 1) {
    const rule = ruleAt(int(countsOf, i))
    for (let window = 0; window < rule.windowCount; window += 1) {
      addWindowUnits(rule, employee, window, real(rule.sums, employee * rule.windowCount + window), 1, units)
    }
  }
}

/** Adds what the counts of one row cost more with the duties `next` on days `from` to `to` (inclusive). */
export function addCountChange(employee: i32, from: i32, to: i32, next: usize, units: usize): void {
  findTotals(employee, from, to, next)
  for (let i = int(countsFrom, employee), last = int(countsFrom, employee + 1); i < last; i += 1) {
    const rule = ruleAt(int(countsOf, i))
    // An exchange of equally long shifts changes no minutes: most rules are done here.
    if (byte(countDiffers, rule.slot) === 0 || (rule.wantsSeveral !== 0 && !hasSeveral)) continue
    if (rule.isWhole !== 0) {
      const change = int(countTotal, rule.slot)
      if (change !== 0) addWindowChange(rule, employee, 0, <f64>change, units)
      continue
    }
    if (rule.isPartition !== 0 && rule.isWeekend === 0) {
      addPartitionChange(rule, employee, from, to, next, units)
      continue
    }
    if (!collect(rule, employee, from, to, next)) continue
    for (let window = firstTouched; window <= lastTouched; window += 1) {
      const change = real(countChange, window)
      if (change === 0) continue
      setReal(countChange, window, 0)
      addWindowChange(rule, employee, window, change, units)
    }
  }
}

function addPartitionChange(rule: CountRule, employee: i32, from: i32, to: i32, next: usize, units: usize): void {
  // −1 where a day lies in no window.
  const windowOf = rule.lastWindow
  const row = employee * dayCount
  const slot = rule.slot
  let window = int(windowOf, from)
  let change = 0
  for (let day = from; day <= to; day += 1) {
    const own = int(windowOf, day)
    if (own !== window) {
      if (change !== 0 && window >= 0) addWindowChange(rule, employee, window, <f64>change, units)
      window = own
      change = 0
    }
    change += columnOf(int(next, day), slot) - columnOf(int(cells, row + day), slot)
  }
  if (change !== 0 && window >= 0) addWindowChange(rule, employee, window, <f64>change, units)
}

function findTotals(employee: i32, from: i32, to: i32, next: usize): void {
  const row = employee * dayCount
  for (let slot = 0; slot < countedWidth; slot += 1) {
    setInt(countTotal, slot, 0)
    setByte(countDiffers, slot, 0)
  }
  hasSeveral = false
  for (let day = from; day <= to; day += 1) {
    const old = int(cells, row + day)
    const duty = int(next, day)
    if (old === duty) continue
    if (int(dutySize, old) > 1 || int(dutySize, duty) > 1) hasSeveral = true
    const first = old * countedWidth
    const after = duty * countedWidth
    for (let slot = 0; slot < countedWidth; slot += 1) {
      const change = int(dutyCounted, after + slot) - int(dutyCounted, first + slot)
      if (change === 0) continue
      addInt(countTotal, slot, change)
      setByte(countDiffers, slot, 1)
    }
  }
}

/** Makes the change in the sums. The cells still hold the old duties. */
export function addCountsToSums(employee: i32, from: i32, to: i32, next: usize): void {
  for (let i = int(countsFrom, employee), last = int(countsFrom, employee + 1); i < last; i += 1) {
    const rule = ruleAt(int(countsOf, i))
    if (!collect(rule, employee, from, to, next)) continue
    for (let window = firstTouched; window <= lastTouched; window += 1) {
      addReal(rule.sums, employee * rule.windowCount + window, real(countChange, window))
      setReal(countChange, window, 0)
    }
  }
}

function addToWindows(rule: CountRule, day: i32, change: i32): void {
  const first = int(rule.firstWindow, day)
  const until = int(rule.lastWindow, day)
  if (first > until) return
  for (let window = first; window <= until; window += 1) addReal(countChange, window, <f64>change)
  if (firstTouched < 0 || first < firstTouched) firstTouched = first
  if (until > lastTouched) lastTouched = until
}

/** Sums the change of every window into `countChange`; false when nothing changes. */
function collect(rule: CountRule, employee: i32, from: i32, to: i32, next: usize): bool {
  const row = employee * dayCount
  firstTouched = -1
  lastTouched = -1
  if (rule.isWeekend !== 0) collectWeekends(rule, row, from, to, next)
  else {
    for (let day = from < rule.firstDay ? rule.firstDay : from; day <= to; day += 1) {
      const change = columnOf(int(next, day), rule.slot) - columnOf(int(cells, row + day), rule.slot)
      if (change !== 0) addToWindows(rule, day, change)
    }
  }
  return firstTouched >= 0
}

function collectWeekends(rule: CountRule, row: i32, from: i32, to: i32, next: usize): void {
  const slot = rule.slot
  let done = -1
  for (let day = from; day <= to; day += 1) {
    const weekend = int(rule.weekendOf, day)
    // A weekend is done once, on the first of its days that the change holds.
    if (weekend < 0 || weekend === done) continue
    done = weekend
    const closes = int(rule.closes, weekend)
    const opens = int(rule.opens, weekend) > rule.firstDay ? int(rule.opens, weekend) : rule.firstDay
    let after = 0
    for (let d = opens; d <= closes && after === 0; d += 1) after = columnOf(d >= from && d <= to ? int(next, d) : int(cells, row + d), slot)
    const last = closes < dayCount - 1 ? closes : dayCount - 1
    let now = 0
    for (let d = opens; d <= last && now === 0; d += 1) if (columnOf(int(cells, row + d), slot) === 1) now = 1
    if (after !== now) addToWindows(rule, int(rule.anchor, weekend), after - now)
  }
}
