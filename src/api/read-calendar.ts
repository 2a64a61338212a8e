import { type CalendarRules, epochDayOf, PLAIN_RULES, type PeriodPlan } from '../model/calendar.ts'
import type { Identifier } from '../model/units.ts'
import { choiceOf, integerOf, isGiven, objectOf, objectsOf, shapeOf, shown, textOf } from './fields.ts'
import type { Place } from './fields.ts'
import { WEEKDAY_ADVICE } from './foreign-times.ts'
import { checkTwins, claimId, requiredId } from './identifiers.ts'
import { RANGES } from './limits.ts'
import {
  Calendar as CalendarSchema,
  Holiday as HolidaySchema,
  Period as PeriodSchema,
  PeriodRange as RangeSchema,
  WORK_BELONGS_TO,
} from './schemas/calendar.ts'
import { parseLocalDate } from './times.ts'
import { weekdaysOf } from './read-weekdays.ts'
import { WEEKDAYS } from './weekdays.ts'

const CALENDAR = shapeOf('the calendar', CalendarSchema, {
  synonyms: new Map([
    ['weekStart', 'weekStartsOn'],
    ['firstDayOfWeek', 'weekStartsOn'],
    ['weekendDays', 'weekend'],
    ['publicHolidays', 'holidays'],
  ]),
})
const HOLIDAY = shapeOf('a holiday', HolidaySchema)
const PERIOD = shapeOf('a period', PeriodSchema)
const RANGE = shapeOf('a range', RangeSchema)
const HOLIDAY_TAG = 'holiday'

/** What the calendar of a document says, before its days are known. */
export interface CalendarRead {
  readonly calendarRules: CalendarRules
  /** By local day, in days since 1970: the tags of the shifts that start then. */
  readonly holidays: ReadonlyMap<number, readonly string[]>
}

/** Reads `calendar`. */
export function readCalendar(document: Place): CalendarRead {
  const place = objectOf(document, 'calendar', CALENDAR)
  if (place === null) return { calendarRules: PLAIN_RULES, holidays: new Map() }
  const weekStartsOn = choiceOf(place, 'weekStartsOn', WEEKDAYS, WEEKDAY_ADVICE) ?? 'MONDAY'
  const { tags, names } = readHolidays(place)
  return {
    calendarRules: {
      weekStart: WEEKDAYS.indexOf(weekStartsOn),
      weekend: readWeekend(place),
      periods: readPeriods(place),
      holidayNames: names,
      splitsWork: choiceOf(place, 'workBelongsTo', WORK_BELONGS_TO) === 'SPLIT',
    },
    holidays: tags,
  }
}

function readWeekend(place: Place): CalendarRules['weekend'] {
  if ((place.fields['weekend'] ?? null) === null) return PLAIN_RULES.weekend
  const days = weekdaysOf(place, 'weekend')
  if (days === null || days.includes(null)) return PLAIN_RULES.weekend
  const [one, other] = days as number[]
  if (days.length === 1) return { first: one!, days: 1 }
  if (days.length === 2 && (one! + 1) % 7 === other) return { first: one!, days: 2 }
  if (days.length === 2 && (other! + 1) % 7 === one) return { first: other!, days: 2 }
  const detail = `weekend names ${days.length === 2 ? 'two days that do not follow one another' : `${days.length} days`}.`
  place.issues.error(`${place.pointer}/weekend`, 'weekend-unclear', detail, 'Send one weekday, or two such as ["FRIDAY", "SATURDAY"].')
  return PLAIN_RULES.weekend
}

/** By local day: the tags of its shifts, and what people call it; two names of a day stand beside one another. */
function readHolidays(calendar: Place): { readonly tags: CalendarRead['holidays']; readonly names: CalendarRules['holidayNames'] } {
  const tags = new Map<number, readonly string[]>()
  const names = new Map<number, string>()
  for (const place of objectsOf(calendar, 'holidays', HOLIDAY)) {
    const name = (textOf(place, 'name') ?? '').trim()
    const day = localDayOf(place, 'date')
    const tag = textOf(place, 'tag') ?? HOLIDAY_TAG
    if (tag === '') place.issues.error(`${place.pointer}/tag`, 'text-empty', 'tag is empty.', 'Fill in tag, or leave it out.')
    else if (day !== null) tags.set(day, [...new Set([...(tags.get(day) ?? []), tag])])
    if (day !== null) names.set(day, [...new Set([names.get(day) ?? '', name])].filter((each) => each !== '').join(', '))
  }
  return { tags, names }
}

function readPeriods(calendar: Place): PeriodPlan[] {
  const seen = new Map<Identifier, number>()
  const periods = objectsOf(calendar, 'periods', PERIOD).map((place, index): PeriodPlan => {
    const id = requiredId(place, 'id')
    claimId(place, id, seen, index)
    const isRepeated = ['start', 'days'].some((key) => (place.fields[key] ?? null) !== null)
    if (!isRepeated) return { id, every: null, ranges: readRanges(place) }
    if ((place.fields['ranges'] ?? null) !== null)
      place.issues.warn(`${place.pointer}/ranges`, 'field-ignored', 'ranges has no effect beside start and days.', 'Leave one of the two out.')
    const start = localDayOf(place, 'start')
    const days = isGiven(place, 'days') ? integerOf(place, 'days', RANGES.windowDays) : null
    return { id, every: { start: start ?? 0, days: days ?? 1 }, ranges: [] }
  })
  checkTwins(calendar.issues, 'period', seen, (id) => `/calendar/periods/${seen.get(id)}/id`)
  return periods
}

function readRanges(period: Place): PeriodPlan['ranges'] {
  isGiven(period, 'ranges')
  const ranges = objectsOf(period, 'ranges', RANGE).flatMap((place) => {
    const [first, last] = [localDayOf(place, 'start'), localDayOf(place, 'end')]
    if (first === null || last === null) return []
    if (last >= first) return [{ first, last }]
    const detail = `end ${shown(place.fields['end'])} is before start ${shown(place.fields['start'])}.`
    place.issues.error(`${place.pointer}/end`, 'end-not-after-start', detail, 'Exchange the two, or correct one of them.')
    return []
  })
  const inOrder = ranges.toSorted((a, b) => a.first - b.first)
  if (inOrder.some(({ first }, at) => at > 0 && first <= inOrder[at - 1]!.last))
    period.issues.error(
      `${period.pointer}/ranges`,
      'periods-overlap',
      'Two of the ranges share a day.',
      'Let each begin after the end of the one before.',
    )
  return inOrder
}

/** The local date in a field, in days since 1970; null, with an error, when it is absent or none. */
export function localDayOf(place: Place, key: string): number | null {
  const value = isGiven(place, key) ? textOf(place, key) : null
  if (value === null) return null
  if (!Number.isNaN(parseLocalDate(value))) return epochDayOf(value)
  place.issues.error(`${place.pointer}/${key}`, 'date-invalid', `${key} is ${shown(value)}, which is not a local date.`, 'Write it like 2026-03-02.')
  return null
}
