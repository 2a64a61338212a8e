import type { Score } from '../gateway/documents.ts'
import type { Language } from '../../model/language.ts'
import { priorityNames } from '../parts/priority-names.ts'
import { currentLanguage, numberText, t } from '../texts/texts.ts'
import { oneLine } from '../../formats/solved-shifts.ts'
import { NOBODY, type Roster } from '../../model/roster.ts'
import type { Retiming } from './retimings.ts'
import type { Absence } from './working-copy.ts'
import { employeeName, PARTIAL_WISH, PARTLY_AWAY, type RosterModel, spotName, WISH_BITS } from './roster-model.ts'

/** What a shift says in the grid. */
export const LABELS = ['time', 'name', 'spot'] as const
export type Label = (typeof LABELS)[number]

/** Short names of weekdays, Monday first, and of months. */
interface ShortNames {
  readonly weekdays: readonly string[]
  readonly months: readonly string[]
}

// Asked of Intl once for each language: for each cell it takes longer than all the rest of it.
const SHORT_NAMES = new Map<Language, ShortNames>()
// Drawn for each cell, and there are few days.
const DAY_TEXTS = new WeakMap<RosterModel, { readonly language: Language; readonly texts: Map<number, string> }>()

/** `07:00–15:00`, on the local clock. */
export function timesText({ schedule, clock }: RosterModel, shift: number): string {
  const { start, end } = schedule.shifts[shift]!
  return `${clock.timeOf(start)}–${clock.timeOf(end)}`
}

/** `7–15` or `7:30–15`: as short as it can be. */
export function shortTimes({ schedule, clock }: RosterModel, shift: number): string {
  const { start, end } = schedule.shifts[shift]!
  return `${shortTime(clock.timeOf(start))}–${shortTime(clock.timeOf(end))}`
}

/** `7` of `07:00`, `15:30` as it is. */
export function shortTime(time: string): string {
  return time.replace(/^0/, '').replace(/:00$/, '')
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
  const language = currentLanguage()
  let known = DAY_TEXTS.get(model)
  if (known?.language !== language) {
    known = { language, texts: new Map() }
    DAY_TEXTS.set(model, known)
  }
  const text = known.texts.get(day) ?? writeDay(model, day)
  known.texts.set(day, text)
  return text
}

function writeDay(model: RosterModel, day: number): string {
  const { date, weekday } = model.schedule.calendar.days[day]!
  const text = t('day.short', { weekday: weekdayText(weekday), day: Number(date.slice(8)), month: monthText(date) })
  const holiday = holidayText(model, day)
  return holiday === '' ? text : `${text} (${holiday})`
}

/** What the schedule calls the holiday that a day is; '' where it is none, or has no name. */
export function holidayText({ schedule }: RosterModel, day: number): string {
  return oneLine(schedule.calendar.holidays.get(day) ?? '')
}

/** `Karen M., Mon 1 Feb to Wed 3 Feb`; of one day `Karen M., Mon 1 Feb`. */
export function absenceText(model: RosterModel, { employee, firstDay, lastDay }: Absence): string {
  const first = dayText(model, firstDay)
  const days = firstDay === lastDay ? first : t('words.span', { first, last: dayText(model, lastDay) })
  return `${employeeName(model, employee)}, ${days}`
}

/** `Mon 1 Feb: Early, Medical ward, 07:30–15:00`. */
export function retimingText(model: RosterModel, { shift, from, to }: Retiming): string {
  const { day, name, spotIndex } = model.schedule.shifts[shift]!
  const parts = [...(name === null || name.trim() === '' ? [] : [oneLine(name)]), spotName(model, spotIndex), `${from}–${to}`]
  return `${dayText(model, day)}: ${parts.join(', ')}`
}

/** `Mon`. */
export function weekdayText(weekday: number): string {
  return shortNames().weekdays[weekday]!
}

/** `Feb` of `2027-02-01`. */
export function monthText(date: string): string {
  return shortNames().months[Number(date.slice(5, 7)) - 1]!
}

function shortNames(): ShortNames {
  const language = currentLanguage()
  const known = SHORT_NAMES.get(language) ?? readShortNames(language)
  SHORT_NAMES.set(language, known)
  return known
}

/** As the language shortens them, without a dot behind. 1 January 2024 was a Monday. */
function readShortNames(language: Language): ShortNames {
  const write = (part: 'weekday' | 'month', date: number): string =>
    new Intl.DateTimeFormat(language, { [part]: 'short', timeZone: 'UTC' }).format(date).replace(/\.$/, '')
  return {
    weekdays: Array.from({ length: 7 }, (_, weekday) => write('weekday', Date.UTC(2024, 0, 1 + weekday))),
    months: Array.from({ length: 12 }, (_, month) => write('month', Date.UTC(2024, month, 1))),
  }
}

/** Who works it: a name, or `nobody`. */
export function whoText(model: RosterModel, employee: number): string {
  return employee === NOBODY ? t('words.nobody') : employeeName(model, employee)
}

/** `151:30` for 9,090 minutes, `151` for whole hours. */
export function hoursText(minutes: number): string {
  const rest = minutes % 60
  return rest === 0 ? String(minutes / 60) : `${Math.floor(minutes / 60)}:${String(rest).padStart(2, '0')}`
}

/** What the wishes of a day are, in words; '' when there are none. */
export function wishText(bits: number): string {
  return [
    ...((bits & WISH_BITS.UNAVAILABLE) === 0 ? [] : [t('wish.unavailable')]),
    ...((bits & PARTLY_AWAY) === 0 ? [] : [t('wish.partlyUnavailable')]),
    ...((bits & WISH_BITS.UNDESIRED) === 0 ? [] : [t('wish.undesired')]),
    ...((bits & WISH_BITS.DESIRED) === 0 ? [] : [t('wish.desired')]),
    ...((bits & PARTIAL_WISH) === 0 ? [] : [t('wish.partlyAsked')]),
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
  if (verdict === 'same') return t('change.none')
  const changed = [...change.keys()].filter((priority) => change[priority] !== 0)
  const parts = changed.map((priority, at) =>
    t(at === 0 ? 'change.first' : 'change.next', { change: signed(change[priority]!), ordinal: t(`words.ordinalOn.${priority as 0 | 1 | 2 | 3}`) }),
  )
  return t(verdict === 'better' ? 'change.better' : 'change.worse', { parts: parts.join(', ') })
}

/** `2 · Who has to be there: −20`, by the first priority that changes; `…` behind it where others change too. */
export function shortChangeText(change: Score): string {
  const first = change.findIndex((penalty) => penalty !== 0)
  if (first === -1) return t('change.none')
  const more = change.slice(first + 1).some((penalty) => penalty !== 0)
  return `${priorityNames()[first]!}: ${signed(change[first]!)}${more ? ' …' : ''}`
}

/** `−20`, `+5`, `0`; with a real minus sign, which is as wide as the plus. */
export function signed(penalty: number): string {
  if (penalty === 0) return '0'
  return `${penalty < 0 ? '−' : '+'}${numberText(Math.abs(penalty))}`
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
    const state = historic ? [t('cell.historic')] : fixed ? [t('cell.fixed')] : []
    return [shiftText(model, shift), ...state, ...(roster[shift] === NOBODY ? [t('cell.empty')] : [])].join(', ')
  })
  const wishes = wishText(cell.wishes)
  return [dayText(model, cell.day), ...(shown.length === 0 ? [t('cell.free')] : shown), ...(wishes === '' ? [] : [wishes])].join('; ')
}
