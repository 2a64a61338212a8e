import type { Calendar } from '../model/calendar.ts'
import type { CountCondition, Shift } from '../model/schedule.ts'
import { isWeekendShift, SATURDAY } from '../model/weekend.ts'

/** What shifts add up to, by known day: entry d is the sum of all days before d. */
export type Sums = readonly number[]

/** What a row holds of something, and what its historic shifts alone hold of it. */
export interface Tally {
  readonly all: Sums
  readonly historic: Sums
}

/** Adds up the shifts of a row day by day; a weekend counts on its Saturday, or on the known day nearest to it. */
export function tally(calendar: Calendar, shifts: readonly Shift[], of: CountCondition['of']): Tally {
  const known = TALLIES.get(shifts)?.get(of)
  if (known !== undefined) return known
  const added = {
    all: sumsOf(calendar, shifts, of),
    historic: sumsOf(
      calendar,
      shifts.filter((shift) => shift.historic),
      of,
    ),
  }
  if (shifts.length > calendar.days.length) TALLIES.set(shifts, (TALLIES.get(shifts) ?? new Map()).set(of, added))
  return added
}

/** Of lists with more shifts than there are days: many rules add up the same ones. */
const TALLIES = new WeakMap<readonly Shift[], Map<CountCondition['of'], Tally>>()

/** As `tally`, of one kind of shifts. */
export function sumsOf(calendar: Calendar, shifts: readonly Shift[], of: CountCondition['of']): Sums {
  const { days } = calendar
  const amounts = days.map(() => 0)
  for (const shift of shifts) {
    const { day, workMin, splitMin = [workMin] } = shift
    if (of === 'shifts') amounts[day]! += 1
    else if (of === 'minutes') addMinutes(amounts, day, splitMin)
    else if (of === 'days') amounts[day] = 1
    else if (of === 'points') amounts[day]! += shift.points ?? 0
    else if (isWeekendShift(shift)) amounts[dayOfWeekend(calendar, day)] = 1
  }
  const sums = [0]
  for (const [day, amount] of amounts.entries()) sums.push(sums[day]! + amount)
  return sums
}

/** Minutes of one day and of those that follow it, as far as they are known. */
function addMinutes(amounts: number[], day: number, minutes: readonly number[]): void {
  for (let at = 0; at < minutes.length && day + at < amounts.length; at += 1) amounts[day + at]! += minutes[at]!
}

/** The sum of the days from `first` to `last`, both inclusive. */
export function sumBetween(sums: Sums, { first, last }: { readonly first: number; readonly last: number }): number {
  return sums[last + 1]! - sums[first]!
}

/** The sum of all known days. */
export function sumOfAll(sums: Sums): number {
  return sums.at(-1)!
}

/** The known day that a weekend lies with, by a day of its week: its Saturday, or the known day nearest to that. */
export function dayOfWeekend({ days }: Calendar, day: number): number {
  return Math.min(days.length - 1, Math.max(0, day + SATURDAY - days[day]!.weekendPlace))
}

/** How far `amount` is over a limit, less how far its historic part alone was; 0 without a limit. */
export function excess(amount: number, historic: number, most: number | null): number {
  return most === null ? 0 : Math.max(0, amount - most) - Math.max(0, historic - most)
}

/** How far `amount` falls short of a limit; 0 without one. */
export function shortfall(amount: number, least: number | null): number {
  return least === null ? 0 : Math.max(0, least - amount)
}
