import type { Calendar } from '../../model/calendar.ts'
import type { CountCondition, Employee, StartDays, WorkedBefore } from '../../model/schedule.ts'
import type { Row, RosterView } from '../roster-view.ts'
import { sumOfAll, sumsOf } from '../tally.ts'
import { allWindows, periodWindows } from '../windows.ts'
import { countDifferent, counterOf, isOfDifferent } from './contract-distinct.ts'
import { countedShifts, taggedShifts } from './rule-match.ts'

/** Tells for a known day whether a rule with this condition applies there. */
export function conditionOf({ schedule }: RosterView, row: Row, condition: CountCondition): (day: number) => boolean {
  const { calendar } = schedule
  if (condition.per === 'horizon') {
    const { planned, before } = countInHorizon(calendar, row, condition)
    const isMet = isWithin(condition, planned + before)
    return () => isMet
  }
  const count = counterOf(calendar, taggedShifts(row.shifts, condition.tags), condition).all
  const stretchAt = stretchesOf(calendar, condition)
  return (day) => {
    const stretch = stretchAt(day)
    return stretch !== NO_STRETCH && isWithin(condition, count(stretch))
  }
}

/** What a row counts in the horizon, and what the employee's history adds. */
export function countInHorizon(
  calendar: Calendar,
  { employee, shifts }: Row,
  condition: CountCondition & { readonly on?: StartDays },
): { planned: number; before: number } {
  const tagged = countedShifts(calendar, shifts, condition).filter((shift) => !shift.historic)
  // Over the horizon a shift counts whole, also where minutes are cut at midnight and the last of them lie behind it.
  const minutes = (): number => tagged.reduce((sum, { workMin }) => sum + workMin, 0)
  const days = { first: 0, last: calendar.days.length - 1 }
  const others = (): number => (isOfDifferent(condition) ? countDifferent(tagged, condition)(days) : sumOfAll(sumsOf(calendar, tagged, condition.of)))
  const planned = condition.of === 'minutes' ? minutes() : others()
  return { planned, before: countBefore(employee, condition) }
}

/** What history tells of; of all else it knows nothing. */
const FIELDS: Partial<Record<CountCondition['of'], keyof WorkedBefore>> = {
  shifts: 'shiftsWorked',
  minutes: 'minutesWorked',
  weekends: 'weekendsWorked',
}

function countBefore({ history }: Employee, { of, tags, on }: CountCondition & { readonly on?: StartDays }): number {
  // History does not tell on which days shifts were worked.
  if (history === null || on !== undefined) return 0
  const field = FIELDS[of]
  if (field === undefined) return 0
  if (tags.length === 0) return history[field]
  return [...new Set(tags)].reduce((sum, tag) => sum + (history.byTag.get(tag)?.[field] ?? 0), 0)
}

function isWithin({ min, max }: CountCondition, count: number): boolean {
  return (min === null || count >= min) && (max === null || count <= max)
}

/** Empty, with its last day before its first, for a day in no window. */
type Stretch = { readonly first: number; readonly last: number }
const NO_STRETCH: Stretch = { first: 0, last: -1 }

/** The known days among which a condition counts for one of them. */
function stretchesOf(calendar: Calendar, { per, days, period }: CountCondition): (day: number) => Stretch {
  if (per === 'period') {
    const windows = periodWindows(calendar, period!)
    return (day) => windows.find(({ first, last }) => day >= first && day <= last) ?? NO_STRETCH
  }
  if (per !== 'week' && per !== 'month') return (day) => ({ first: Math.max(0, day - (days ?? 1) + 1), last: day })
  const windows = allWindows(calendar, per)
  return (day) => windows.find(({ first, last }) => day >= first && day <= last)!
}
