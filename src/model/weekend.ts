import type { Shift } from './schedule.ts'

/** Weekdays, 0 = Monday. */
export const SATURDAY = 5
export const SUNDAY = 6

/** Whether a shift works on a weekend: it starts on one of its days or runs through one. */
export function isWeekendShift({ worksSaturday, worksSunday }: Pick<Shift, 'worksSaturday' | 'worksSunday'>): boolean {
  return worksSaturday || worksSunday
}
