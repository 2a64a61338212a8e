import { invariant } from '../../model/errors.ts'
import { apply, evaluate, type Move } from './evaluate.ts'
import type { State } from './state.ts'

/** Days of a row, the last one included. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** How many days a span has. */
export function daysOf({ from, to }: Span): number {
  return to - from + 1
}

/** All days that are planned. */
export function wholeSpan({ instance: { horizonFirst, dayCount } }: Pick<State, 'instance'>): Span {
  return { from: horizonFirst, to: dayCount - 1 }
}

/** By day: what the employee does. A copy. */
export function rowOf({ instance: { dayCount }, cells }: State, employee: number): Int32Array {
  return cells.slice(employee * dayCount, (employee + 1) * dayCount)
}

/** Makes the move give one employee a row (by day: the duty) between two days. */
export function fillWithRow(move: Move, employee: number, cells: ArrayLike<number>, { from, to }: Span): void {
  move.rows = 1
  move.keepsCover = false
  move.employee[0] = employee
  move.from[0] = from
  move.to[0] = to
  move.next[0]!.set(cells)
}

/** Makes the move give one employee a shift more, a seat of a demand, beside what they do on its day; false where they have a seat of that shift already. */
export function fillWithSeat({ instance: { demands, duties, dayCount }, cells }: State, move: Move, employee: number, demand: number): boolean {
  const day = demands.day[demand]!
  const now = cells[employee * dayCount + day]!
  const next = duties.with(now, demand)
  move.rows = 1
  move.keepsCover = false
  move.employee[0] = employee
  move.from[0] = day
  move.to[0] = day
  move.next[0]![day] = next
  return next !== now
}

/** Gives one employee a row between two days, for which there must be seats. */
export function setRow(state: State, move: Move, employee: number, cells: Int32Array, span: Span): void {
  fillWithRow(move, employee, cells, span)
  invariant(evaluate(state, move), 'a row that is set finds a seat for every shift')
  apply(state, move)
}

/** Gives one employee what a row has on the days between two, as far as there are seats: else a day stays as it is. */
export function fillDays(state: State, move: Move, employee: number, cells: Int32Array, { from, to }: Span): void {
  for (let day = from; day <= to; day += 1) {
    fillWithRow(move, employee, cells, { from: day, to: day })
    if (evaluate(state, move)) apply(state, move)
  }
}

/** Gives one employee a shift more, an empty seat of a demand, beside what they do on its day. */
export function takeSeat(state: State, move: Move, employee: number, demand: number): void {
  fillWithSeat(state, move, employee, demand)
  invariant(evaluate(state, move), 'a seat that is taken is empty')
  apply(state, move)
}

/** By day: what the employee does, without what is not decided between two days. */
export function clearedRow({ instance: { dayCount, decidedDuty }, cells }: State, employee: number, { from, to }: Span): Int32Array {
  return Int32Array.from({ length: dayCount }, (_, day) => {
    const cell = employee * dayCount + day
    return day >= from && day <= to ? decidedDuty[cell]! : cells[cell]!
  })
}
