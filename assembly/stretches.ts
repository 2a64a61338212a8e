import { addReal, byte, int } from './memory'
import {
  cells,
  completeUnit,
  dayCount,
  dutyFlags,
  dutyRoom,
  dutyWeekend,
  frequencyUnit,
  runs,
  weekendCloses,
  weekendComplete,
  weekendEvery,
  weekendOpens,
  weekendWhole,
} from './tables'

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

/** Adds `sign` × the units of the weekends from `from` to `to` (inclusive). */
export function addWeekendUnits(row: i32, employee: i32, from: i32, to: i32, sign: f64, units: usize): void {
  const every = int(weekendEvery, employee)
  const isComplete = byte(weekendComplete, employee) === 1
  for (let weekend = from; weekend <= to; weekend += 1) {
    const worked = daysWorked(row, weekend)
    if (worked === 0) continue
    if (isComplete && worked !== ON_BOTH && byte(weekendWhole, weekend) === 1 && dayCount > int(weekendCloses, weekend)) {
      addReal(units, completeUnit, sign)
    }
    const first = weekend - every + 1
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
