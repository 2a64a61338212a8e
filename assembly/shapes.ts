import { ASKS_SHAPES, shapes } from './asked'
import { addGapUnits } from './gaps'
import { byte, int, setInt } from './memory'
import { nextOf } from './move'
import { addPatternChange, addPatternsNow } from './patterns'
import { addSameTimeUnits } from './same-time'
import { addRunUnits, addWeekendUnits, flagsOf, runAt, RunRule } from './stretches'
import {
  asksOf,
  before,
  cells,
  dayCount,
  dutyEnd,
  dutyReach,
  dutySize,
  dutyStart,
  dutyWeekend,
  moveEmployee,
  moveFrom,
  moveTo,
  runsFrom,
  runsOf,
  sameTimeUnit,
  spanFrom,
  spanTo,
  units,
  weekendApplies,
  weekendCount,
  weekendOf,
  weekendReach,
} from './tables'
import { addMissingRest, addRestChange } from './weekly-rest'

let reach: i32 = 0
let firstWeekend: i32 = -1
let lastWeekend: i32 = -1
let movesTime: bool = false

/** Adds what row i of the move costs more by rules that read stretches; `isBroken` is false only where they cost nothing now. */
export function evaluateShapes(i: i32, isBroken: bool): void {
  const from = int(moveFrom, i)
  const to = int(moveTo, i)
  if (from > to) return
  const employee = int(moveEmployee, i)
  if ((byte(asksOf, employee) & ASKS_SHAPES) !== 0) return shapes(i, isBroken ? 1 : 0)
  const row = employee * dayCount
  const next = nextOf(i)
  findReach(employee, row, from, to, next)
  if (isBroken) addShapeUnits(employee, row, from, to, -1)
  for (let day = from; day <= to; day += 1) {
    setInt(before, day, int(cells, row + day))
    setInt(cells, row + day, int(next, day))
  }
  addShapeUnits(employee, row, from, to, 1)
  if (movesTime) addRestChange(employee, from, to, units)
  addPatternChange(employee, from, to, units)
  for (let day = from; day <= to; day += 1) setInt(cells, row + day, int(before, day))
}

/** Adds to `found` what the rules that read stretches of one row cost now. */
export function addShapesNow(employee: i32, found: usize): void {
  const row = employee * dayCount
  addGapUnits(row, employee, 0, dayCount - 1, 1, found)
  for (let i = int(runsFrom, employee), last = int(runsFrom, employee + 1); i < last; i += 1) {
    addRunUnits(runAt(int(runsOf, i)), row, employee, 0, dayCount - 1, 1, found)
  }
  if (weekendCount > 0) addWeekendUnits(row, employee, 0, weekendCount - 1, 1, found)
  addMissingRest(employee, found)
  addPatternsNow(employee, found)
  if (sameTimeUnit >= 0) addSameTimeUnits(row, 0, dayCount - 1, 1, found)
}

function findReach(employee: i32, row: i32, from: i32, to: i32, next: usize): void {
  reach = to
  movesTime = false
  for (let day = from; day <= to; day += 1) {
    const old = int(cells, row + day)
    const duty = int(next, day)
    const reachOfDuty = int(dutyReach, duty)
    const reachOfOld = int(dutyReach, old)
    if (reachOfDuty > reach) reach = reachOfDuty
    if (reachOfOld > reach) reach = reachOfOld
    if (int(dutyStart, old) !== int(dutyStart, duty) || int(dutyEnd, old) !== int(dutyEnd, duty) || int(dutySize, old) + int(dutySize, duty) > 2) {
      movesTime = true
    }
  }
  for (let i = int(runsFrom, employee), last = int(runsFrom, employee + 1); i < last; i += 1) {
    const r = int(runsOf, i)
    findRunSpan(runAt(r), r, row, from, to, next)
  }
  findWeekends(employee, row, from, to, next)
}

function findWeekends(employee: i32, row: i32, from: i32, to: i32, next: usize): void {
  firstWeekend = -1
  if (weekendOf === 0 || byte(weekendApplies, employee) === 0) return
  for (let day = from; day <= to; day += 1) {
    const weekend = int(weekendOf, day)
    if (weekend < 0 || byte(dutyWeekend, int(cells, row + day)) === byte(dutyWeekend, int(next, day))) continue
    if (firstWeekend < 0) firstWeekend = weekend
    lastWeekend = weekend
  }
}

/** The whole runs around the days whose flag changes; −1 when none does. */
function findRunSpan(rule: RunRule, r: i32, row: i32, from: i32, to: i32, next: usize): void {
  const flags = flagsOf(rule)
  setInt(spanFrom, r, -1)
  let first = from
  while (first <= to && byte(flags, int(cells, row + first)) === byte(flags, int(next, first))) first += 1
  if (first > to) return
  let last = to
  while (byte(flags, int(cells, row + last)) === byte(flags, int(next, last))) last -= 1
  if (first > 0) {
    first -= 1
    const value = byte(flags, int(cells, row + first))
    while (first > 0 && byte(flags, int(cells, row + first - 1)) === value) first -= 1
  }
  const end = dayCount - 1
  if (last < end) {
    last += 1
    const value = byte(flags, int(cells, row + last))
    while (last < end && byte(flags, int(cells, row + last + 1)) === value) last += 1
  }
  setInt(spanFrom, r, first)
  setInt(spanTo, r, last)
}

function addShapeUnits(employee: i32, row: i32, from: i32, to: i32, sign: f64): void {
  addGapUnits(row, employee, from, reach, sign, units)
  for (let i = int(runsFrom, employee), last = int(runsFrom, employee + 1); i < last; i += 1) {
    const r = int(runsOf, i)
    const first = int(spanFrom, r)
    if (first >= 0) addRunUnits(runAt(r), row, employee, first, int(spanTo, r), sign, units)
  }
  if (movesTime && sameTimeUnit >= 0) addSameTimeUnits(row, from, to, sign, units)
  if (firstWeekend < 0) return
  const last = lastWeekend + int(weekendReach, employee) - 1
  addWeekendUnits(row, employee, firstWeekend, last < weekendCount - 1 ? last : weekendCount - 1, sign, units)
}
