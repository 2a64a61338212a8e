import type { Score } from '../gateway/documents.ts'
import { oneLine } from '../../formats/solved-shifts.ts'
import { NOBODY, type Roster } from '../../model/roster.ts'
import type { Absence } from './working-copy.ts'
import { employeeName, PARTIAL_WISH, PARTLY_AWAY, type RosterModel, spotName, WISH_BITS } from './roster-model.ts'

/** What a shift says in the grid. */
export const LABELS = { time: 'Times', name: 'Names of shifts', spot: 'Spots' } as const
export type Label = keyof typeof LABELS

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
// Not by Intl, which takes longer for each cell than all the rest of it.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const PRIORITIES = ['first', 'second', 'third', 'fourth'] as const

/** `07:00–15:00`, on the local clock. */
export function timesText({ schedule, clock }: RosterModel, shift: number): string {
  const { start, end } = schedule.shifts[shift]!
  return `${clock.timeOf(start)}–${clock.timeOf(end)}`
}

/** `7–15` or `7:30–15`: as short as it can be. */
export function shortTimes({ schedule, clock }: RosterModel, shift: number): string {
  const { start, end } = schedule.shifts[shift]!
  const short = (time: string): string => time.replace(/^0/, '').replace(/:00$/, '')
  return `${short(clock.timeOf(start))}–${short(clock.timeOf(end))}`
}

/** What the shift says in the grid. */
export function labelText(model: RosterModel, shift: number, label: Label): string {
  const { name, spotIndex } = model.schedule.shifts[shift]!
  if (label === 'spot') return spotName(model, spotIndex)
  return label === 'name' && name !== null && name.trim() !== '' ? oneLine(name) : shortTimes(model, shift)
}

/** `Early, 07:00–15:00, Medical ward`. */
export function shiftText(model: RosterModel, shift: number): string {
  const { name, spotIndex } = model.schedule.shifts[shift]!
  return [...(name === null || name.trim() === '' ? [] : [oneLine(name)]), timesText(model, shift), spotName(model, spotIndex)].join(', ')
}

/** `Mon 1 Feb`, with the name of a holiday `Fri 25 Dec (Christmas)`. */
export function dayText(model: RosterModel, day: number): string {
  const { calendar } = model.schedule
  const holiday = holidayText(model, day)
  const { date, weekday } = calendar.days[day]!
  return `${WEEKDAYS[weekday]} ${Number(date.slice(8))} ${monthText(date)}${holiday === '' ? '' : ` (${holiday})`}`
}

/** What the schedule calls the holiday that a day is; '' where it is none, or has no name. */
export function holidayText({ schedule }: RosterModel, day: number): string {
  return oneLine(schedule.calendar.holidays.get(day) ?? '')
}

/** `Karen M., Mon 1 Feb to Wed 3 Feb`; of one day `Karen M., Mon 1 Feb`. */
export function absenceText(model: RosterModel, { employee, firstDay, lastDay }: Absence): string {
  const days = firstDay === lastDay ? dayText(model, firstDay) : `${dayText(model, firstDay)} to ${dayText(model, lastDay)}`
  return `${employeeName(model, employee)}, ${days}`
}

/** `Mon`. */
export function weekdayText(weekday: number): string {
  return WEEKDAYS[weekday]!
}

/** `Feb` of `2027-02-01`. */
export function monthText(date: string): string {
  return MONTHS[Number(date.slice(5, 7)) - 1]!
}

/** Who works it: a name, or `nobody`. */
export function whoText(model: RosterModel, employee: number): string {
  return employee === NOBODY ? 'nobody' : employeeName(model, employee)
}

/** `151:30` for 9,090 minutes, `151` for whole hours. */
export function hoursText(minutes: number): string {
  const rest = minutes % 60
  return rest === 0 ? String(minutes / 60) : `${Math.floor(minutes / 60)}:${String(rest).padStart(2, '0')}`
}

/** What the wishes of a day are, in words; '' when there are none. */
export function wishText(bits: number): string {
  return [
    ...((bits & WISH_BITS.UNAVAILABLE) === 0 ? [] : ['unavailable']),
    ...((bits & PARTLY_AWAY) === 0 ? [] : ['unavailable for a part of the day']),
    ...((bits & WISH_BITS.UNDESIRED) === 0 ? [] : ['wishes to be free']),
    ...((bits & WISH_BITS.DESIRED) === 0 ? [] : ['wishes to work']),
    ...((bits & PARTIAL_WISH) === 0 ? [] : ['a wish about some shifts']),
  ].join(', ')
}

/** What two scores differ by. */
export function scoreDifference(after: Score, before: Score): Score {
  return after.map((penalty, priority) => penalty - before[priority]!)
}

/** How good a change of the score is: the first priority that changes decides. */
export function verdictOf(change: Score): 'better' | 'worse' | 'same' {
  const first = change.find((penalty) => penalty !== 0) ?? 0
  if (first === 0) return 'same'
  return first < 0 ? 'better' : 'worse'
}

/** `Better: −20 on the first priority, +5 on the third`. */
export function changeText(change: Score): string {
  const verdict = verdictOf(change)
  if (verdict === 'same') return 'No change of the score'
  const parts = change.flatMap((penalty, priority) => (penalty === 0 ? [] : [`${signed(penalty)} on the ${PRIORITIES[priority]}`]))
  return `${verdict === 'better' ? 'Better' : 'Worse'}: ${parts.join(', ').replace(/(first|second|third|fourth)/, '$1 priority')}`
}

/** `−20`, `+5`, `0`; with a real minus sign, which is as wide as the plus. */
export function signed(penalty: number): string {
  if (penalty === 0) return '0'
  return `${penalty < 0 ? '−' : '+'}${Math.abs(penalty).toLocaleString('en')}`
}

/** What a screen reader says of a cell of the grid. */
export function cellText(
  model: RosterModel,
  roster: Roster,
  cell: { readonly shifts: readonly number[]; readonly day: number; readonly wishes: number },
): string {
  const { shifts } = model.schedule
  const shown = cell.shifts.map((shift) => {
    const { fixed, historic } = shifts[shift]!
    const state = historic ? ', historic' : fixed ? ', fixed' : ''
    return `${shiftText(model, shift)}${state}${roster[shift] === NOBODY ? ', empty' : ''}`
  })
  const wishes = wishText(cell.wishes)
  return [dayText(model, cell.day), ...(shown.length === 0 ? ['free'] : shown), ...(wishes === '' ? [] : [wishes])].join('; ')
}
