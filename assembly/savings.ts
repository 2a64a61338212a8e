import { ASKS_SHAPES, plainOf, shapesOf } from './asked'
import { findCountUnits } from './counts'
import { byte, int, real, setReal } from './memory'
import { rows } from './move'
import { addShapesNow } from './shapes'
import { asksOf, employeeCount, found, hasPlain, moveEmployee, onCounts, onPlain, onShapes, perUnit, unitCount } from './tables'

function clear(): void {
  for (let k = 0; k < unitCount; k += 1) setReal(found, k, 0)
}

/** What so many units cost local search. */
export function weighted(units: usize): f64 {
  let sum: f64 = 0
  for (let k = 0; k < unitCount; k += 1) sum += real(units, k) * real(perUnit, k)
  return sum
}

function refreshRow(employee: i32): void {
  clear()
  findCountUnits(employee, found)
  setReal(onCounts, employee, weighted(found))
  if ((byte(asksOf, employee) & ASKS_SHAPES) !== 0) setReal(onShapes, employee, shapesOf(employee))
  else {
    clear()
    addShapesNow(employee, found)
    setReal(onShapes, employee, weighted(found))
  }
  if (hasPlain !== 0) setReal(onPlain, employee, plainOf(employee))
}

/** After a move was made. */
export function refreshSavings(): void {
  for (let i = 0; i < rows; i += 1) refreshRow(int(moveEmployee, i))
}

/** After the roster or the penalty weights were replaced. */
export function refreshAll(): void {
  for (let e = 0; e < employeeCount; e += 1) refreshRow(e)
}

/** The most that rows `first` and on can save, by `by`. */
export function savedBy(by: usize, first: i32): f64 {
  let most: f64 = 0
  for (let i = first; i < rows; i += 1) most += real(by, int(moveEmployee, i))
  return most
}
