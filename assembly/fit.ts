import { addReal, byte, int, real } from './memory'
import {
  candidateListOf,
  cells,
  dayCount,
  dutyOffset,
  dutyParts,
  dutySize,
  employeeCount,
  fitColumnOf,
  fitCost,
  fitDated,
  fitDatedColumnOf,
  fitGain,
  fitPlain,
  fitRowOf,
  fitRows,
  isMember,
  moveNext,
  named,
  namedEmployee,
  namedFrom,
  penalties,
  placeOf,
  wished,
  wishesOn,
} from './tables'

function spotCost(employee: i32, demand: i32): i32 {
  const columns = byte(fitDated, employee) === 0 ? fitColumnOf : fitDatedColumnOf
  return int(fitRows, int(fitRowOf, employee) + int(columns, demand))
}

function nameCost(employee: i32, demand: i32): i32 {
  const last = int(namedFrom, demand + 1)
  let low = int(namedFrom, demand)
  let high = last
  while (low < high) {
    const middle = (low + high) >> 1
    if (int(namedEmployee, middle) < employee) low = middle + 1
    else high = middle
  }
  return low < last && int(namedEmployee, low) === employee ? int(named, low) : 0
}

function isNamed(demand: i32): bool {
  return int(namedFrom, demand) !== int(namedFrom, demand + 1)
}

/** True where the employee on the demand, which is of this day, costs nothing, or less than one of its seats left empty. */
export function isSensible(employee: i32, day: i32, demand: i32): bool {
  const block = int(wishesOn, employee * dayCount + day)
  const names = isNamed(demand)
  if (block === 0 && !names) return byte(isMember, int(candidateListOf, demand) * employeeCount + employee) === 1
  const ofWishes = block === 0 ? 0 : int(wished, block + int(placeOf, demand))
  return isCheaper(spotCost(employee, demand), ofWishes, names ? nameCost(employee, demand) : 0, demand)
}

function isCheaper(a: i32, b: i32, c: i32, demand: i32): bool {
  if (a === 0 && b === 0 && c === 0) return true
  for (let p = 0; p < 4; p += 1) {
    const sum = real(fitCost, a + p) + real(fitCost, b + p) + real(fitCost, c + p)
    const saved = real(fitGain, 4 * demand + p)
    if (sum !== saved) return sum < saved || isFree(a, b, c)
  }
  return isFree(a, b, c)
}

function isFree(a: i32, b: i32, c: i32): bool {
  for (let p = 0; p < 4; p += 1) if (real(fitCost, a + p) + real(fitCost, b + p) + real(fitCost, c + p) !== 0) return false
  return true
}

function addCost(at: i32, sign: f64): void {
  if (at === 0) return
  for (let p = 0; p < 4; p += 1) addReal(penalties, p, sign * real(fitCost, at + p))
}

function addDuty(employee: i32, day: i32, duty: i32, sign: f64): void {
  const block = int(wishesOn, employee * dayCount + day)
  for (let part = int(dutyOffset, duty), last = part + int(dutySize, duty); part < last; part += 1) {
    const demand = int(dutyParts, part)
    addCost(spotCost(employee, demand), sign)
    if (block !== 0) addCost(int(wished, block + int(placeOf, demand)), sign)
    if (isNamed(demand)) addCost(nameCost(employee, demand), sign)
  }
}

/** Adds what the employee fits worse on days `from` to `to` (inclusive) with the duties of row i of the move. */
export function addFitChange(employee: i32, from: i32, to: i32, i: i32): void {
  const row = employee * dayCount
  const next = moveNext + ((<usize>(i * dayCount)) << 2)
  const isPlain = byte(fitPlain, employee) === 1
  for (let day = from; day <= to; day += 1) {
    const old = int(cells, row + day)
    const duty = int(next, day)
    if (old === duty || (isPlain && int(wishesOn, row + day) === 0)) continue
    addDuty(employee, day, old, -1)
    addDuty(employee, day, duty, 1)
  }
}
