import type { Schedule } from '../model/schedule.ts'
import type { Load } from './load.ts'

/** Groups of one employee, or of different ones, have a table of who works how many of their shifts. */
export function loadOfShiftGroups({ shiftGroups, employees }: Schedule): Load {
  const tallied = shiftGroups.filter(({ mode }) => mode === 'SAME_EMPLOYEE' || mode === 'DIFFERENT_EMPLOYEES').length
  const members = shiftGroups.reduce((sum, { shiftIndexes }) => sum + shiftIndexes.length, 0)
  const [pairs, shifts, groups] = [tallied * employees.length, members, shiftGroups.length].map((count) => count.toLocaleString('en-US'))
  return {
    words: `${pairs} pairs of a shift group and an employee, with ${shifts} shifts in ${groups} groups`,
    pointer: '/shiftGroups',
    bytes: 4 * tallied * employees.length + 40 * members,
    // Each takes its steps when a roster is scored, and is told with its shifts where it is broken.
    steps: tallied * employees.length + 50 * members,
  }
}
