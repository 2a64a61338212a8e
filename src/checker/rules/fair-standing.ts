import type { Employee, Fairness, Schedule } from '../../model/schedule.ts'
import { daysThere } from '../absence.ts'
import { type Window, windowsOf } from '../windows.ts'
import { capacityOf } from './fair-share.ts'

const MILLIONTHS = 1_000_000
const MILLIONTHS_PER_HUNDREDTH = 10_000

/** What one employee has in one window, and should have: shares in hundredths. */
export interface Standing {
  readonly index: number
  readonly window: Window | null
  readonly load: number
  readonly ofMandatory: number
  readonly ofAll: number
  readonly carried: number
}

/** A stretch over which a rule shares; null = the whole horizon. */
export interface Stretch {
  readonly window: Window | null
  /** Known days, both inclusive. */
  readonly first: number
  readonly last: number
}

/** The windows of a rule, none of which overlap, in order. */
export function stretchesOf({ calendar }: Schedule, { per, period }: Fairness): Stretch[] {
  const last = calendar.days.length - 1
  if (per === 'horizon') return [{ window: null, first: 0, last }]
  return windowsOf(calendar, { per, period }).map((window) => ({ window, first: window.first, last: window.last }))
}

/** By known day: the position of the stretch that it lies in; −1 = in none. */
export function stretchByDay({ calendar }: Schedule, stretches: readonly Stretch[]): number[] {
  const found = calendar.days.map(() => -1)
  for (const [at, { first, last }] of stretches.entries()) found.fill(at, first, last + 1)
  return found
}

/** What the share of an employee is in proportion to, where they share in a stretch. */
export function capacityIn(schedule: Schedule, { share }: Fairness, employee: Employee, { first, last }: Stretch): number {
  const sums = daysThere(schedule.calendar, employee.wishes)
  const days = sums[last + 1]! - sums[Math.max(first, schedule.calendar.horizonFirst)]!
  return days * (share === 'EQUAL' ? 1 : capacityOf(employee, schedule))
}

/** The parts of a whole in proportion to capacities, in millionths. */
export function partsOf(capacities: readonly number[]): number[] {
  const total = capacities.reduce((sum, capacity) => sum + capacity, 0)
  return capacities.map((capacity) => (total === 0 ? 0 : Math.floor((MILLIONTHS * capacity) / total)))
}

/** Rounded. */
export function toHundredths(millionths: number): number {
  return Math.floor((millionths + MILLIONTHS_PER_HUNDREDTH / 2) / MILLIONTHS_PER_HUNDREDTH)
}

/** What is carried over of a rule, in hundredths: it belongs to a share of the whole horizon. */
export function carriedOf({ history }: Employee, { id }: Fairness, { window }: Stretch): number {
  return window === null ? (history?.carry?.get(id) ?? 0) : 0
}
