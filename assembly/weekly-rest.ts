import { addReal, byte, int, setByte, setInt } from './memory'
import { OFF } from './duties'
import {
  cells,
  dayCount,
  demandEnd,
  demandStart,
  dutyOffset,
  dutyParts,
  dutySize,
  endWeek,
  lackedBefore,
  longestSpanDays,
  restNow,
  restOf,
  weekCount,
  weekFirstDay,
  weekJudged,
  weekLastDay,
  weekLongest,
  weeklyLeast,
  weeklyUnit,
  weekMissing,
  weekOfDay,
  weekStart,
  weekWorked,
} from './tables'
import { holderOn } from './terms'

const FOREVER: i32 = 0x3fff_ffff

/** Where the minutes that an employee's weeks lack now begin in `restNow`; −1 where no rule asks. */
function restAt(employee: i32): i32 {
  return restOf === 0 ? -1 : int(restOf, employee)
}

/** Adds what weekly rest costs more, now that days `from` to `to` (inclusive) of the row are changed. */
export function addRestChange(employee: i32, from: i32, to: i32, units: usize): void {
  const at = restAt(employee)
  if (at < 0) return
  const row = employee * dayCount
  const early = from - longestSpanDays
  const late = to + longestSpanDays
  const first = int(weekOfDay, workedBefore(row, early > 0 ? early : 0))
  const last = int(weekOfDay, workedAfter(row, late < dayCount - 1 ? late : dayCount - 1))
  findMissingRest(row, employee, first, last)
  let change = 0
  for (let week = first; week <= last; week += 1) change += int(weekMissing, week) - int(restNow, at + week)
  addReal(units, weeklyUnit, <f64>change)
}

/** Counts an employee's row anew. */
export function refreshRest(employee: i32): void {
  const at = restAt(employee)
  if (at < 0) return
  findMissingRest(employee * dayCount, employee, 0, weekCount - 1)
  for (let week = 0; week < weekCount; week += 1) setInt(restNow, at + week, int(weekMissing, week))
}

/** Adds the minutes that an employee's weeks lack now. */
export function addMissingRest(employee: i32, units: usize): void {
  const at = restAt(employee)
  if (at < 0) return
  for (let week = 0; week < weekCount; week += 1) addReal(units, weeklyUnit, <f64>int(restNow, at + week))
}

function findMissingRest(row: i32, employee: i32, firstWeek: i32, lastWeek: i32): void {
  for (let week = firstWeek; week <= lastWeek; week += 1) {
    setInt(weekLongest, week, 0)
    setByte(weekWorked, week, 0)
  }
  const before = workedBefore(row, int(weekFirstDay, firstWeek))
  let day = before > longestSpanDays ? before - longestSpanDays : 0
  // Before the first shift everything since the first known day is free; a stretch cut off later ends before `firstWeek`.
  let busyWeek = int(weekOfDay, day)
  let busyUntil = int(weekStart, busyWeek)
  const until = workedAfter(row, int(weekLastDay, lastWeek))
  for (; day <= until; day += 1) {
    const duty = int(cells, row + day)
    if (duty === OFF) continue
    for (let i = int(dutyOffset, duty), last = i + int(dutySize, duty); i < last; i += 1) {
      const d = int(dutyParts, i)
      const start = int(demandStart, d)
      const end = int(demandEnd, d)
      if (start > busyUntil) addStretch(busyUntil, busyWeek, start, lastWeek)
      for (let week = int(weekOfDay, day); week <= lastWeek && int(weekStart, week) < end; week += 1) setByte(weekWorked, week, 1)
      if (end > busyUntil) {
        busyUntil = end
        busyWeek = int(endWeek, d)
      }
    }
  }
  addStretch(busyUntil, busyWeek, FOREVER, lastWeek)
  for (let week = firstWeek; week <= lastWeek; week += 1) {
    const longest = int(weekLongest, week)
    const least = int(weeklyLeast, holderOn(employee, int(weekLastDay, week)))
    const missing = byte(weekJudged, week) === 1 && byte(weekWorked, week) === 1 && longest < least ? least - longest : 0
    setInt(weekMissing, week, missing - int(lackedBefore, employee * weekCount + week))
  }
}

/** A stretch counts with its whole length for the week in which it begins, and for later ones with what is left of it. */
function addStretch(begin: i32, beginWeek: i32, end: i32, lastWeek: i32): void {
  for (let week = beginWeek; week <= lastWeek && int(weekStart, week) < end; week += 1) {
    const start = int(weekStart, week)
    const rest = end - (begin > start ? begin : start)
    if (rest > int(weekLongest, week)) setInt(weekLongest, week, rest)
  }
}

function workedBefore(row: i32, day: i32): i32 {
  let before = day - 1
  while (before > 0 && int(cells, row + before) === OFF) before -= 1
  return before > 0 ? before : 0
}

function workedAfter(row: i32, day: i32): i32 {
  let after = day + 1
  while (after < dayCount - 1 && int(cells, row + after) === OFF) after += 1
  return after < dayCount - 1 ? after : dayCount - 1
}
