import { dayAt } from '../../model/calendar.ts'
import type { Schedule } from '../../model/schedule.ts'
import type { Demands } from './demands.ts'

/** Days on which a shift can start that overlaps the time from `start` to `end`; first above last when none can. */
export function daysTouching({ calendar }: Schedule, demands: Demands, start: number, end: number): { first: number; last: number } {
  const longestMin = longestOf(demands)
  return {
    first: Math.max(0, dayAt(calendar, start - longestMin)),
    last: Math.min(calendar.days.length - 1, dayAt(calendar, end - 1)),
  }
}

/** Looked at once, not for each of many wishes. */
const LONGEST = new WeakMap<Demands, number>()

function longestOf(demands: Demands): number {
  let longestMin = LONGEST.get(demands)
  if (longestMin !== undefined) return longestMin
  longestMin = 0
  for (let d = 0; d < demands.count; d += 1) longestMin = Math.max(longestMin, demands.end[d]! - demands.start[d]!)
  LONGEST.set(demands, longestMin)
  return longestMin
}
