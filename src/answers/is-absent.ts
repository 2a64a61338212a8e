import { applies } from '../engine/rules/fit/fit-units.ts'
import type { Schedule } from '../model/schedule.ts'

/** Whether an employee has said that they are not there, where that counts for anything. */
export function isAbsent({ employees, shifts, settings }: Schedule, employee: number, shift: number): boolean {
  if (settings.weights.unavailable.every((weight) => weight === 0)) return false
  return employees[employee]!.wishes.some((wish) => wish.type === 'UNAVAILABLE' && applies(wish, shifts[shift]!))
}
