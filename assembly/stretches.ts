import { addReal, byte, int } from './memory'
import {
  cells,
  completeUnit,
  dayCount,
  dutyFlags,
  dutyRoom,
  dutyWeekend,
  frequencyUnit,
  horizonFirst,
  runs,
  weekendCloses,
  weekendComplete,
  weekendEvery,
  weekendJudgedOn,
  weekendOpens,
  weekendWhole,
} from './tables'
import { holderOn, isDated } from './terms'

/** A run rule (`src/engine/rules/run/run.ts`). */
@unmanaged
export class RunRule {
  times: f64
  /** Its column of `dutyFlags`. */
  flag: i32
  most: usize
  least: usize
  mostOff: usize
  leastOff: usize
  maxUnit: i32
  minUnit: i32
  offUnit: i32
  openFrom: i32
  closedAt: i32
}

const ON_BOTH: i32 = 3

export function runAt(r: i32): RunRule {
  return changetype<RunRule>(runs + <usize>r * offsetof<RunRule>())
}

export function flagsOf(rule: RunRule): usize {
  return dutyFlags + <usize>(rule.flag * dutyRoom)
}

/** Adds `sign` × the units of the runs on days `from` to `to` (inclusive), both ends of whole runs or of the row. */
export function addRunUnits(rule: RunRule, row: i32, employee: i32, from: i32, to: i32, sign: f64, units: usize): void {
  if (isDated(employee)) return addDatedRuns(rule, row, employee, from, to, sign, units)
  const flags = flagsOf(rule)
  const amount = sign * rule.times
  let day = from
  while (day <= to) {
    const value = byte(flags, int(cells, row + day))
    const first = day
    day += 1
    while (day <= to && byte(flags, int(cells, row + day)) === value) day += 1
    const length = day - first
    const most = int(value === 1 ? rule.most : rule.mostOff, employee)
    const least = int(value === 1 ? rule.least : rule.leastOff, employee)
    if (length > most) addReal(units, value === 1 ? rule.maxUnit : rule.offUnit, amount * <f64>(length - most))
    if (length < least && first > rule.openFrom && (day < dayCount || day === rule.closedAt)) {
      addReal(units, value === 1 ? rule.minUnit : rule.offUnit, amount * <f64>(least - length))
    }
  }
}

/** The same for somebody whose contract changes: a run is judged by that of its last day, and what history alone broke is taken off. */
function addDatedRuns(rule: RunRule, row: i32, employee: i32, from: i32, to: i32, sign: f64, units: usize): void {
  const flags = flagsOf(rule)
  const amount = sign * rule.times
  let day = from
  while (day <= to) {
    const value = byte(flags, int(cells, row + day))
    const first = day
    day += 1
    while (day <= to && byte(flags, int(cells, row + day)) === value) day += 1
    const length = day - first
    const holder = holderOn(employee, day - 1)
    const most = int(value === 1 ? rule.most : rule.mostOff, holder)
    const least = int(value === 1 ? rule.least : rule.leastOff, holder)
    const known = (day < horizonFirst ? day : horizonFirst) - first
    const over = beyond(length, most) - beyond(known > 0 ? known : 0, most)
    if (over > 0) addReal(units, value === 1 ? rule.maxUnit : rule.offUnit, amount * <f64>over)
    if (length < least && first > rule.openFrom && (day < dayCount || day === rule.closedAt) && day >= horizonFirst) {
      addReal(units, value === 1 ? rule.minUnit : rule.offUnit, amount * <f64>(least - length))
    }
  }
}

function beyond(length: i32, most: i32): i32 {
  return length > most ? length - most : 0
}

/** Adds `sign` × the units of the weekends from `from` to `to` (inclusive). */
export function addWeekendUnits(row: i32, employee: i32, from: i32, to: i32, sign: f64, units: usize): void {
  for (let weekend = from; weekend <= to; weekend += 1) {
    const worked = daysWorked(row, weekend)
    if (worked === 0) continue
    const holder = holderOn(employee, int(weekendJudgedOn, weekend))
    if (byte(weekendComplete, holder) === 1 && worked !== ON_BOTH && byte(weekendWhole, weekend) === 1 && dayCount > int(weekendCloses, weekend)) {
      addReal(units, completeUnit, sign)
    }
    const first = weekend - int(weekendEvery, holder) + 1
    for (let before = first > 0 ? first : 0; before < weekend; before += 1) {
      if (daysWorked(row, before) !== 0) {
        addReal(units, frequencyUnit, sign)
        break
      }
    }
  }
}

function daysWorked(row: i32, weekend: i32): i32 {
  const closes = int(weekendCloses, weekend)
  const last = closes < dayCount - 1 ? closes : dayCount - 1
  let worked = 0
  for (let day = int(weekendOpens, weekend); day <= last; day += 1) worked |= byte(dutyWeekend, int(cells, row + day))
  return worked
}
