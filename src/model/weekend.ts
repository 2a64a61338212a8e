import type { Shift } from './schedule.ts'

/** Where the first and the second day of a weekend stand in `LocalDay.weekendPlace`: Saturday and Sunday, unless the calendar says otherwise. */
export const SATURDAY = 5
export const SUNDAY = 6

/** Whether a shift works on a weekend: it starts on one of its days or runs through one. */
export function isWeekendShift({ worksSaturday, worksSunday }: Pick<Shift, 'worksSaturday' | 'worksSunday'>): boolean {
  return worksSaturday || worksSunday
}
