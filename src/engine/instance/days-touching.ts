import { dayAt } from '../../model/calendar.ts'
import type { Schedule } from '../../model/schedule.ts'
import type { Demands } from './demands.ts'

/** Days on which a shift can start that overlaps the time from `start` to `end`; first above last when none can. */
export function daysTouching({ calendar }: Schedule, { longestMin }: Demands, start: number, end: number): { first: number; last: number } {
  return {
    first: Math.max(0, dayAt(calendar, start - longestMin)),
    last: Math.min(calendar.days.length - 1, dayAt(calendar, end - 1)),
  }
}
