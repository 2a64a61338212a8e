import type { Schedule } from '../model/schedule.ts'
import type { Load } from './load.ts'

const NUMBER_BYTES = 4
const WEEK_BYTES = 100
const DAYS_PER_WEEK = 7
/** A day that is not met: it is looked at and told once by the search, and once where the roster is written. */
const DAY_STEPS = 30

/** The days of those who work a rotation: what each wants is kept, and told where it is not met. */
export function loadOfRotations({ employees, rotations, calendar }: Schedule): Load {
  const days = calendar.days.length
  const turns = employees.filter(({ rotation }) => rotation !== undefined).length
  const weeks = rotations.reduce((sum, { weeks: own }) => sum + own.length, 0)
  return {
    words: `${turns.toLocaleString('en-US')} employees who work rotations over ${days.toLocaleString('en-US')} days`,
    pointer: '/employees',
    // Who is there on which day is kept of everybody while the days are made.
    bytes: (turns === 0 ? 0 : 2 * NUMBER_BYTES * employees.length * days) + WEEK_BYTES * weeks,
    steps: DAY_STEPS * turns * days + DAYS_PER_WEEK * weeks,
  }
}
