import { dayCount, moveEmployee, moveFrom, moveNext, moveTo } from './tables'
import { setInt } from './memory'

// The move at hand; its rows lie in the memory.
export let rows: i32 = 0
export let keepsCover: bool = false
/** The day whose breaks change alone; −1 = none. */
export let breakDay: i32 = -1

/** Begins a move of so many rows; `keeps` says that every demand keeps its number of employees. */
export function begin(count: i32, keeps: bool): void {
  rows = count
  keepsCover = keeps
  breakDay = -1
}

/** Takes over a move that the engine has made (`propose` of `asked.ts`). */
export function takeMove(packed: i32): void {
  rows = packed & 7
  keepsCover = (packed & 8) !== 0
  breakDay = (packed >> 4) - 1
}

/** Begins row i; answers where its new duties lie, by day. */
export function startRow(i: i32, employee: i32, from: i32, to: i32): usize {
  setInt(moveEmployee, i, employee)
  setInt(moveFrom, i, from)
  setInt(moveTo, i, to)
  return nextOf(i)
}

/** The new duties of row i, by day. */
export function nextOf(i: i32): usize {
  return moveNext + ((<usize>(i * dayCount)) << 2)
}
