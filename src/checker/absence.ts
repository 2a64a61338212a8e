import type { Employee } from '../model/schedule.ts'
import { type DayIndex, MINUTES_PER_DAY } from '../model/units.ts'

/** Known days, both inclusive. */
interface Days {
  readonly first: number
  readonly last: number
}

/** What absences add to the hours of some days, in minutes. */
export function creditOf({ absence }: Employee, { first, last }: Days): number {
  if (absence === null) return 0
  let sum = 0
  for (let day = first; day <= last; day += 1) sum += absence.credits.get(day as DayIndex) ?? 0
  return sum
}

/** A least of some days, in minutes: where some of them are wholly absent, no more than what is `given` already and what the others can hold. */
export function holdable({ absence }: Employee, days: Days, { least, given }: { readonly least: number; readonly given: number }): number {
  if (absence === null) return least
  const all = Array.from({ length: days.last - days.first + 1 }, (_, i) => (days.first + i) as DayIndex)
  const present = all.filter((day) => !absence.days.has(day)).length
  return present === all.length ? least : Math.min(least, given + MINUTES_PER_DAY * present)
}

/** ` and is credited 7 h 24 min`; empty without a credit. */
export function creditInWords(credit: number, duration: (minutes: number) => string): string {
  return credit === 0 ? '' : ` and is credited ${duration(credit)}`
}
