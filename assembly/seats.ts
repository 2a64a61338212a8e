import { rowRest, ties, ASKS_ROW, TIES } from './asked'
import { OFF } from './duties'
import { addFitChange } from './fit'
import { addInt, addReal, byte, int, real, setByte, setInt, setReal } from './memory'
import { breakDay, keepsCover, rows } from './move'
import {
  asksOf,
  cells,
  coverCost,
  coverOffset,
  dayCount,
  demandEnd,
  demandStart,
  dutyOffset,
  dutyParts,
  dutySize,
  dutySpoken,
  filled,
  fillChange,
  hasTies,
  isTouched,
  meetChange,
  met,
  moveEmployee,
  moveFrom,
  moveNext,
  moveTo,
  penalties,
  refusedOn,
  seats,
  tagBits,
  tagList,
  tagWords,
  touchedDemands,
  unitCount,
  units,
  wishEnd,
  wishList,
  wishOffset,
  wishStart,
  wishTag,
  wishUnit,
  wishWeight,
} from './tables'

/** Of how many cells of the move the rules speak that tie employees. */
export let tied: i32 = 0

/** What follows from who sits where, and what ties employees; false when a demand would get more employees than it has seats. */
export function evaluateSeats(): bool {
  for (let k = 0; k < unitCount; k += 1) setReal(units, k, 0)
  for (let p = 0; p < 4; p += 1) setReal(penalties, p, 0)
  if (!keepsCover && !addCoverChange()) return false
  for (let i = 0; i < rows; i += 1) addRowChange(i)
  tied = hasTies !== 0 && mayBeTied() ? ties(rows, breakDay) : 0
  return true
}

/** Whether rules that tie employees may speak of a cell that changes: the engine looks closer. */
function mayBeTied(): bool {
  if (breakDay >= 0) return true
  for (let i = 0; i < rows; i += 1) {
    const employee = int(moveEmployee, i)
    const isTied = (byte(asksOf, employee) & TIES) !== 0
    const next = moveNext + ((<usize>(i * dayCount)) << 2)
    for (let day = int(moveFrom, i), to = int(moveTo, i); day <= to; day += 1) {
      const cell = employee * dayCount + day
      const old = int(cells, cell)
      const duty = int(next, day)
      if (old === duty) continue
      if (isTied || byte(dutySpoken, old) !== 0 || byte(dutySpoken, duty) !== 0 || (refusedOn !== 0 && byte(refusedOn, cell) !== 0)) return true
    }
  }
  return false
}

function touch(duty: i32, change: i32, touched: i32): i32 {
  for (let part = int(dutyOffset, duty), last = part + int(dutySize, duty); part < last; part += 1) {
    const d = int(dutyParts, part)
    if (byte(isTouched, d) === 0) {
      setByte(isTouched, d, 1)
      setInt(touchedDemands, touched, d)
      touched += 1
    }
    addInt(fillChange, d, change)
  }
  return touched
}

function addCoverChange(): bool {
  let touched = 0
  let fits = true
  for (let i = 0; i < rows; i += 1) {
    const row = int(moveEmployee, i) * dayCount
    const next = moveNext + ((<usize>(i * dayCount)) << 2)
    for (let day = int(moveFrom, i), to = int(moveTo, i); day <= to; day += 1) {
      const old = int(cells, row + day)
      const duty = int(next, day)
      if (old === duty) continue
      // A demand belongs to one day: where one row changes, each day can be looked at by itself.
      if (rows === 1 && int(dutySize, old) < 2 && int(dutySize, duty) < 2) {
        if (old !== OFF) addSeatChange(old - 1, -1)
        if (duty !== OFF && !addSeatChange(duty - 1, 1)) fits = false
        continue
      }
      touched = touch(old, -1, touched)
      touched = touch(duty, 1, touched)
    }
  }
  for (let t = 0; t < touched; t += 1) {
    const d = int(touchedDemands, t)
    const change = int(fillChange, d)
    setByte(isTouched, d, 0)
    setInt(fillChange, d, 0)
    if (change !== 0 && !addSeatChange(d, change)) fits = false
  }
  return fits
}

function addSeatChange(d: i32, change: i32): bool {
  const now = int(filled, d)
  if (now + change > int(seats, d)) return false
  const first = 4 * (int(coverOffset, d) + now)
  const after = first + 4 * change
  for (let p = 0; p < 4; p += 1) addReal(penalties, p, real(coverCost, after + p) - real(coverCost, first + p))
  return true
}

function addRowChange(i: i32): void {
  const employee = int(moveEmployee, i)
  const row = employee * dayCount
  const next = moveNext + ((<usize>(i * dayCount)) << 2)
  let from = int(moveFrom, i)
  let to = int(moveTo, i)
  while (from <= to && int(cells, row + from) === int(next, from)) from += 1
  while (to > from && int(cells, row + to) === int(next, to)) to -= 1
  setInt(moveFrom, i, from)
  setInt(moveTo, i, to)
  if (from > to) return
  addFitChange(employee, from, to, i)
  if (wishOffset !== 0) addWishChange(employee, from, to, next)
  if ((byte(asksOf, employee) & ASKS_ROW) !== 0) rowRest(i)
}

/** How many demands of a duty meet a wish. */
export function meetings(duty: i32, wish: i32): i32 {
  let met = 0
  for (let part = int(dutyOffset, duty), last = part + int(dutySize, duty); part < last; part += 1) {
    const d = int(dutyParts, part)
    if (<f64>int(demandStart, d) >= real(wishEnd, wish) || <f64>int(demandEnd, d) <= real(wishStart, wish)) continue
    const tag = int(wishTag, wish)
    if (tag === -1 || (tag >= 0 && (int(tagBits, int(tagList, d) * tagWords + (tag >> 5)) & (1 << (tag & 31))) !== 0)) met += 1
  }
  return met
}

function addWishChange(employee: i32, from: i32, to: i32, next: usize): void {
  const row = employee * dayCount
  const first = int(wishOffset, row + from)
  const last = int(wishOffset, row + to + 1)
  if (first === last) return
  for (let day = from; day <= to; day += 1) {
    const old = int(cells, row + day)
    const duty = int(next, day)
    if (old === duty) continue
    for (let k = int(wishOffset, row + day), until = int(wishOffset, row + day + 1); k < until; k += 1) {
      const wish = int(wishList, k)
      addInt(meetChange, wish, meetings(duty, wish) - meetings(old, wish))
    }
  }
  for (let k = first; k < last; k += 1) {
    const wish = int(wishList, k)
    const change = int(meetChange, wish)
    if (change === 0) continue
    setInt(meetChange, wish, 0)
    const now = int(met, wish)
    if (now === 0) addReal(units, wishUnit, -(<f64>int(wishWeight, wish)))
    else if (now + change === 0) addReal(units, wishUnit, <f64>int(wishWeight, wish))
  }
}
