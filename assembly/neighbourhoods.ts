import { propose as ask } from './asked'
import { OFF, withDemand, withoutDemand } from './duties'
import { isSensible } from './fit'
import { byte, int, real, setInt } from './memory'
import { begin, startRow, takeMove } from './move'
import { below, leaveRandom, next as nextRandom, takeRandom } from './random'
import {
  anybodyOneIn,
  askedWords,
  besideOneIn,
  candidateFrom,
  candidateListOf,
  candidates,
  cells,
  coverCost,
  coverOffset,
  dayCount,
  decidedDuty,
  demandCount,
  demandDay,
  demandOfType,
  doubtfulOneIn,
  dutyOffset,
  dutyParts,
  dutySize,
  employeeCount,
  fillBesideOneIn,
  filled,
  freeDayOneIn,
  freeStretchOneIn,
  horizonFirst,
  isDecided,
  maxDays,
  maxWeekends,
  openDemands,
  openFrom,
  openSeatTries,
  partOneIn,
  passBesideOneIn,
  seats,
  typeOf,
  wantedSeatTries,
  weekendCloses,
  weekendCount,
  weekendOpens,
} from './tables'

// The neighbourhoods of `src/engine/local-search/neighbourhoods.ts`, by their place there; each draws what it draws there, in the same order.

/** Makes a random move of a kind; false when chance led nowhere. */
export function propose(neighbourhood: i32): bool {
  switch (neighbourhood) {
    case 0:
      return exchangeDays()
    case 1:
      return changeDay()
    case 2:
      return changeStretch()
    case 3:
      return handOver()
    case 4:
      return passShift()
    case 5:
      return tradeShifts()
    case 6:
      return fillSeat()
    case 7:
      return moveWork()
    case 8:
      return exchangeWeekends()
    default:
      return askFor(neighbourhood)
  }
}

function askFor(neighbourhood: i32): bool {
  leaveRandom(askedWords)
  const packed = ask(neighbourhood)
  takeRandom(askedWords)
  if (packed < 0) return false
  takeMove(packed)
  return true
}

function randomDay(): i32 {
  return horizonFirst + below(dayCount - horizonFirst)
}

function randomOther(employee: i32): i32 {
  const other = employee + 1 + below(employeeCount - 1)
  return other < employeeCount ? other : other - employeeCount
}

function randomColleague(employee: i32, day: i32): i32 {
  if (below(anybodyOneIn) === 0) return randomOther(employee)
  const row = employee * dayCount
  const last = day + maxDays < dayCount ? day + maxDays : dayCount
  let at = day
  while (at < last && int(cells, row + at) === OFF) at += 1
  if (at === last) return randomOther(employee)
  const list = int(candidateListOf, int(dutyParts, int(dutyOffset, int(cells, row + at))))
  const from = int(candidateFrom, list)
  const length = int(candidateFrom, list + 1) - from
  if (length === 0) return -1
  const place = below(length)
  const drawn = int(candidates, from + place)
  if (drawn !== employee) return drawn
  return length === 1 ? -1 : int(candidates, from + (place === 0 ? length - 1 : place - 1))
}

function randomLength(): i32 {
  let length = 1
  while (length < maxDays && (nextRandom() & 1) === 1) length += 1
  return length
}

function isWorthTrying(employee: i32, demand: i32): bool {
  return isSensible(employee, int(demandDay, demand), demand) || below(doubtfulOneIn) === 0
}

function isDutyWorthTrying(employee: i32, duty: i32): bool {
  for (let i = int(dutyOffset, duty), last = i + int(dutySize, duty); i < last; i += 1) if (!isWorthTrying(employee, int(dutyParts, i))) return false
  return true
}

function lastDay(from: i32, length: i32): i32 {
  return from + length - 1 < dayCount - 1 ? from + length - 1 : dayCount - 1
}

/** Whether a demand has a seat that is free. */
function hasFreeSeat(d: i32): bool {
  return int(filled, d) < int(seats, d)
}

function exchangeDays(): bool {
  if (employeeCount < 2) return false
  const a = below(employeeCount)
  const from = randomDay()
  const b = randomColleague(a, from)
  if (b === -1) return false
  const to = lastDay(from, randomLength())
  begin(2, true)
  return exchange(a, b, startRow(0, a, from, to), startRow(1, b, from, to), from, to) === 1
}

/** 1 when the exchange changes anything, 0 when not, −1 where it is not worth trying. */
function exchange(a: i32, b: i32, nextOfA: usize, nextOfB: usize, from: i32, to: i32): i32 {
  let changes = 0
  for (let day = from; day <= to; day += 1) {
    const cellA = a * dayCount + day
    const cellB = b * dayCount + day
    const dutyA = int(cells, cellA)
    const dutyB = int(cells, cellB)
    const isExchanged = dutyA !== dutyB && int(decidedDuty, cellA) === OFF && int(decidedDuty, cellB) === OFF
    setInt(nextOfA, day, isExchanged ? dutyB : dutyA)
    setInt(nextOfB, day, isExchanged ? dutyA : dutyB)
    if (!isExchanged) continue
    if (!isDutyWorthTrying(a, dutyB) || !isDutyWorthTrying(b, dutyA)) return -1
    changes = 1
  }
  return changes
}

function randomOpenDemand(employee: i32, day: i32): i32 {
  const from = int(openFrom, day)
  const length = int(openFrom, day + 1) - from
  if (length === 0) return -1
  for (let attempt = 0; attempt < openSeatTries; attempt += 1) {
    const d = int(openDemands, from + below(length))
    if (hasFreeSeat(d) && isWorthTrying(employee, d)) return d
  }
  return -1
}

function withLess(duty: i32, decided: i32): i32 {
  const size = int(dutySize, duty)
  if (size < 2 || below(partOneIn) === 0) return decided
  const part = int(dutyParts, int(dutyOffset, duty) + below(size))
  return byte(isDecided, part) === 1 ? decided : withoutDemand(duty, part)
}

function changeDay(): bool {
  const employee = below(employeeCount)
  const day = randomDay()
  const cell = employee * dayCount + day
  const decided = int(decidedDuty, cell)
  const now = int(cells, cell)
  const d = below(freeDayOneIn) === 0 ? -1 : randomOpenDemand(employee, day)
  const next = d === -1 ? withLess(now, decided) : withDemand(below(besideOneIn) === 0 ? now : decided, d)
  if (next === now) return false
  begin(1, false)
  setInt(startRow(0, employee, day, day), day, next)
  return true
}

function changeStretch(): bool {
  const employee = below(employeeCount)
  const from = randomDay()
  const to = lastDay(from, randomLength() + 1)
  const d = below(freeStretchOneIn) === 0 ? -1 : randomOpenDemand(employee, from)
  const type = d === -1 ? -1 : int(typeOf, d)
  begin(1, false)
  const next = startRow(0, employee, from, to)
  let changes = false
  for (let day = from; day <= to; day += 1) {
    const cell = employee * dayCount + day
    const now = int(cells, cell)
    const same = type === -1 ? -1 : int(demandOfType, type * dayCount + day)
    const isFree = same !== -1 && hasFreeSeat(same) && isWorthTrying(employee, same)
    const duty = int(decidedDuty, cell) !== OFF || (type !== -1 && !isFree) ? now : type === -1 ? OFF : same + 1
    setInt(next, day, duty)
    if (duty !== now) changes = true
  }
  return changes
}

function handOver(): bool {
  if (employeeCount < 2) return false
  const giver = below(employeeCount)
  const from = randomDay()
  const taker = randomColleague(giver, from)
  if (taker === -1) return false
  const to = lastDay(from, randomLength())
  begin(2, false)
  const nextOfGiver = startRow(0, giver, from, to)
  const nextOfTaker = startRow(1, taker, from, to)
  let changes = false
  for (let day = from; day <= to; day += 1) {
    const given = int(cells, giver * dayCount + day)
    const isFree = given !== OFF && int(decidedDuty, giver * dayCount + day) === OFF && int(decidedDuty, taker * dayCount + day) === OFF
    setInt(nextOfGiver, day, isFree ? OFF : given)
    setInt(nextOfTaker, day, isFree ? given : int(cells, taker * dayCount + day))
    if (!isFree) continue
    if (!isDutyWorthTrying(taker, given)) return false
    changes = true
  }
  return changes
}

function passShift(): bool {
  if (employeeCount < 2) return false
  const giver = below(employeeCount)
  const day = randomDay()
  const duty = int(cells, giver * dayCount + day)
  if (duty === OFF) return false
  const taker = randomColleague(giver, day)
  if (taker === -1) return false
  const d = int(dutyParts, int(dutyOffset, duty) + below(int(dutySize, duty)))
  if (byte(isDecided, d) === 1 || !isWorthTrying(taker, d)) return false
  const cell = taker * dayCount + day
  begin(2, false)
  setInt(startRow(0, giver, day, day), day, withoutDemand(duty, d))
  setInt(startRow(1, taker, day, day), day, withDemand(below(passBesideOneIn) === 0 ? int(cells, cell) : int(decidedDuty, cell), d))
  return true
}

function randomOwnShift(employee: i32, day: i32): i32 {
  const duty = int(cells, employee * dayCount + day)
  if (duty === OFF) return -1
  const d = int(dutyParts, int(dutyOffset, duty) + below(int(dutySize, duty)))
  return byte(isDecided, d) === 1 ? -1 : d
}

/** A day near another one. */
function randomNearDay(day: i32): i32 {
  const drawn = day - maxDays + below(2 * maxDays + 1)
  const known = drawn < dayCount - 1 ? drawn : dayCount - 1
  return known > horizonFirst ? known : horizonFirst
}

function tradeShifts(): bool {
  if (employeeCount < 2) return false
  const a = below(employeeCount)
  const dayOfA = randomDay()
  const dayOfB = randomNearDay(dayOfA)
  if (dayOfA === dayOfB) return false
  const shiftOfA = randomOwnShift(a, dayOfA)
  const b = shiftOfA === -1 ? -1 : randomColleague(a, dayOfA)
  const shiftOfB = b === -1 ? -1 : randomOwnShift(b, dayOfB)
  if (shiftOfB === -1) return false
  if (!isWorthTrying(a, shiftOfB) || !isWorthTrying(b, shiftOfA)) return false
  const from = dayOfA < dayOfB ? dayOfA : dayOfB
  const to = dayOfA < dayOfB ? dayOfB : dayOfA
  begin(2, true)
  const nextOfA = startRow(0, a, from, to)
  const nextOfB = startRow(1, b, from, to)
  for (let day = from; day <= to; day += 1) {
    setInt(nextOfA, day, int(cells, a * dayCount + day))
    setInt(nextOfB, day, int(cells, b * dayCount + day))
  }
  const beforeOfA = int(nextOfA, dayOfB)
  const beforeOfB = int(nextOfB, dayOfA)
  setInt(nextOfA, dayOfA, withoutDemand(int(nextOfA, dayOfA), shiftOfA))
  setInt(nextOfA, dayOfB, withDemand(beforeOfA, shiftOfB))
  setInt(nextOfB, dayOfB, withoutDemand(int(nextOfB, dayOfB), shiftOfB))
  setInt(nextOfB, dayOfA, withDemand(beforeOfB, shiftOfA))
  // Whoever has a seat of the shift already takes no second one.
  return int(nextOfA, dayOfB) !== beforeOfA && int(nextOfB, dayOfA) !== beforeOfB
}

/** True when the next seat of a demand saves something by being filled. */
function isWanted(d: i32): bool {
  const at = 4 * (int(coverOffset, d) + int(filled, d))
  for (let p = 0; p < 4; p += 1) if (real(coverCost, at + 4 + p) < real(coverCost, at + p)) return true
  return false
}

function fillSeat(): bool {
  for (let attempt = 0; attempt < wantedSeatTries; attempt += 1) {
    const d = below(demandCount)
    if (byte(isDecided, d) === 1 || !hasFreeSeat(d) || !isWanted(d)) continue
    const employee = below(employeeCount)
    if (!isWorthTrying(employee, d)) continue
    const day = int(demandDay, d)
    const cell = employee * dayCount + day
    const beside = below(fillBesideOneIn) === 0 ? int(cells, cell) : int(decidedDuty, cell)
    begin(1, false)
    setInt(startRow(0, employee, day, day), day, withDemand(beside, d))
    return true
  }
  return false
}

function moveWork(): bool {
  const employee = below(employeeCount)
  const left = randomDay()
  const row = employee * dayCount
  if (int(cells, row + left) === int(decidedDuty, row + left)) return false
  const taken = randomNearDay(left)
  const d = taken === left ? -1 : randomOpenDemand(employee, taken)
  if (d === -1) return false
  const from = left < taken ? left : taken
  const to = left < taken ? taken : left
  begin(1, false)
  const next = startRow(0, employee, from, to)
  for (let day = from; day <= to; day += 1) setInt(next, day, int(cells, row + day))
  setInt(next, left, int(decidedDuty, row + left))
  setInt(next, taken, withDemand(int(decidedDuty, row + taken), d))
  return true
}

function exchangeWeekends(): bool {
  if (employeeCount < 2 || weekendCount === 0) return false
  const first = below(weekendCount)
  const isRest = (nextRandom() & 1) === 1
  const drawn = isRest ? weekendCount - 1 : first + below(maxWeekends)
  const last = drawn < weekendCount - 1 ? drawn : weekendCount - 1
  const from = int(weekendOpens, first) > horizonFirst ? int(weekendOpens, first) : horizonFirst
  const to = int(weekendCloses, last) < dayCount - 1 ? int(weekendCloses, last) : dayCount - 1
  if (from > to) return false
  const a = below(employeeCount)
  const b = randomColleague(a, from)
  if (b === -1) return false
  begin(2, true)
  const nextOfA = startRow(0, a, from, to)
  const nextOfB = startRow(1, b, from, to)
  let changes = false
  let day = from
  for (let weekend = first; weekend <= last; weekend += 1) {
    for (; day < int(weekendOpens, weekend); day += 1) {
      setInt(nextOfA, day, int(cells, a * dayCount + day))
      setInt(nextOfB, day, int(cells, b * dayCount + day))
    }
    const closes = int(weekendCloses, weekend)
    const changesWeekend = exchange(a, b, nextOfA, nextOfB, day, to < closes ? to : closes)
    if (changesWeekend < 0) return false
    if (changesWeekend === 1) changes = true
    if (closes + 1 > day) day = closes + 1
  }
  return changes
}
