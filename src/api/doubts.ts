import { formatOffset } from '../model/calendar.ts'
import { MINUTES_PER_HOUR } from '../model/units.ts'
import { isJsonObject } from './fields.ts'
import type { Place } from './fields.ts'
import type { CountCondition, Shift } from '../model/schedule.ts'
import { formatDateTime, isInShiftYears, offsetOf, parseDateTime } from './times.ts'
import type { Clock } from './times.ts'

/** One slip of a client fills a list of contracts; a few places show it. */
const SHOWN_OF_A_KIND = 5

/** Warns of minutes so few that hours seem to be meant: above 0 and at most `mostHours`. What is no number is left to others. */
export function doubtMinutes(place: Place, key: string, mostHours: number): void {
  const value = place.fields[key]
  // What has a fraction is an error, which says the same.
  if (typeof value !== 'number' || !Number.isInteger(value) || value <= 0 || value > mostHours) return
  const inMinutes = /hours/i.test(key) ? 'is in minutes whatever its name says' : 'is in minutes'
  place.issues.warn(
    `${place.pointer}/${key}`,
    'looks-like-hours',
    `${key} ${inMinutes}, and ${value} ${value === 1 ? 'minute is' : 'minutes are'} very little.`,
    `If ${value} ${value === 1 ? 'hour is' : 'hours are'} meant, send ${value * MINUTES_PER_HOUR}.`,
    { kind: `looks-like-hours ${key}`, atMost: SHOWN_OF_A_KIND },
  )
}

/** Warns of hours so many that minutes seem to be meant: above `mostHours`. What is no number is left to others. */
export function doubtHours(place: Place, key: string, mostHours: number): void {
  const value = place.fields[key]
  if (typeof value !== 'number' || value <= mostHours) return
  place.issues.warn(`${place.pointer}/${key}`, 'looks-like-minutes', `${key} is in hours, and ${value} hours are very many.`, ifMinutes(value), {
    kind: `looks-like-minutes ${key}`,
    atMost: SHOWN_OF_A_KIND,
  })
}

/** What to send where somebody who gave `value` hours meant minutes. */
export function ifMinutes(value: number): string {
  return `If ${value} minutes are meant, send ${Number((value / MINUTES_PER_HOUR).toFixed(4))}.`
}

/**
 * Warns of a date-time whose offset the time zone has at another time of the year only: the hour that was meant is one off. UTC is never doubted.
 * `instant`: what the field says, in minutes since 1970; null when it could not be read.
 */
export function doubtOffset(place: Place, key: string, instant: number | null, clock: Clock): void {
  if (instant === null || !isInShiftYears(instant)) return
  const given = offsetOf(String(place.fields[key]))
  const actual = clock.offsetAt(instant)
  if (given === 0 || given === actual || !SEASONS_MIN.some((away) => clock.offsetAt(instant + away) === given)) return
  const onClock = formatDateTime(instant, actual)
  place.issues.warn(
    `${place.pointer}/${key}`,
    'offset-of-other-season',
    `${key} has the offset ${formatOffset(given)}; in ${clock.timeZone} it is then ${onClock}.`,
    `If the time is meant as it stands, write it with ${formatOffset(actual)}.`,
    { kind: 'offset-of-other-season', atMost: SHOWN_OF_A_KIND },
  )
}

/** Warns of a document that names no time zone while its first shift has an offset: somebody's nights and days would be those of UTC. */
export function doubtNoTimeZone(document: Place): void {
  const { shifts } = document.fields
  const first: unknown = Array.isArray(shifts) ? shifts[0] : null
  const start = isJsonObject(first) ? first['start'] : null
  if (typeof start !== 'string' || Number.isNaN(parseDateTime(start)) || offsetOf(start) === 0) return
  document.issues.warn(
    '/timeZone',
    'time-zone-absent',
    `No timeZone is named, so days, weeks and nights are those of UTC, while shifts have the offset ${formatOffset(offsetOf(start))}.`,
    'Name the time zone of the shifts, such as Europe/Copenhagen.',
  )
}

/** A quarter of a year, two and three: one of them lies in each season of a time zone. */
const SEASONS_MIN = [91, 182, 273].map((days) => days * 1440)

/** Warns of the limits of a longer period that equal those of a week: one number was copied from the other's line. */
export function doubtEqualLimits(contract: Place): void {
  const { fields, issues, pointer } = contract
  const inKWeeks = fields['inKWeeks']
  const longer: [key: string, week: string, period: string][] = [
    ['maxHoursMonth', 'maxHoursWeek', 'a month'],
    ['minHoursMonth', 'minHoursWeek', 'a month'],
  ]
  if (typeof inKWeeks === 'number' && inKWeeks > 1)
    longer.push(['maxNhours', 'maxHoursWeek', `${inKWeeks} weeks`], ['minNhours', 'minHoursWeek', `${inKWeeks} weeks`])
  for (const [key, week, period] of longer) {
    const value = fields[key]
    if (typeof value !== 'number' || value === 0 || value !== fields[week]) continue
    issues.warn(
      `${pointer}/${key}`,
      'equal-limits',
      `${key} over ${period} and ${week} over one week are both ${value} minutes.`,
      'Check which of the two is meant; the longer period usually has the larger limit.',
      { kind: `equal-limits ${key}`, atMost: SHOWN_OF_A_KIND },
    )
  }
}

/** Warns of a most of 0 that forbids what no contract forbids, and is read as it stands. */
export function doubtZero(contract: Place, key: string, forbidden: string): void {
  if (contract.fields[key] !== 0) return
  contract.issues.warn(
    `${contract.pointer}/${key}`,
    'limit-zero',
    `${key} is 0, which forbids ${forbidden}.`,
    'Leave it out where there is no limit; say UNAVAILABLE for whoever is away.',
    { kind: `limit-zero ${key}`, atMost: SHOWN_OF_A_KIND },
  )
}

/** Warns of a weekend frequency of 0, which no rule can mean; it is read as absent. */
export function doubtNoFrequency(contract: Place, key: string): void {
  contract.issues.warn(
    `${contract.pointer}/${key}`,
    'limit-zero',
    `${key} is 0, and there is no 0th weekend; it is read as if it were absent.`,
    'Send 1 or leave it out for any weekend; for no weekend at all send maxWeekends 0.',
    { kind: `limit-zero ${key}`, atMost: SHOWN_OF_A_KIND },
  )
}

const MOST_WORK_HOURS = { day: 24, week: 80, month: 260 } as const
/** Days of a window; a month as its longest. */
const WINDOW_DAYS = { day: 1, week: 7, month: 31 } as const
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR

/** Most hours that anybody works in a window of so many days: 24 in one, 80 in a week. */
export function mostWorkHours(days: number): number {
  return Math.max(24, Math.ceil((MOST_WORK_HOURS.week * days) / 7))
}

/**
 * Warns of a most of nines, such as 999, that whoever means no limit sends and that limits all the same: it is below what fits into the `days` of its
 * window. True when it did.
 */
export function doubtNines(place: Place, key: string, days: number): boolean {
  const value = place.fields[key]
  if (typeof value !== 'number' || !/^9{2,}$/.test(String(value)) || value >= days * MINUTES_PER_DAY) return false
  const hours = `${Math.floor(value / MINUTES_PER_HOUR)}:${String(value % MINUTES_PER_HOUR).padStart(2, '0')} hours`
  doubtNoLimit(place, key, `${key} is ${value} minutes, so it limits work to ${hours}.`)
  return true
}

/** Warns of a value that whoever means no limit sends, and that limits all the same. */
export function doubtNoLimit(place: Place, key: string, detail: string): void {
  const kind = { kind: `looks-like-no-limit ${key}`, atMost: SHOWN_OF_A_KIND }
  place.issues.warn(`${place.pointer}/${key}`, 'looks-like-no-limit', detail, 'If there is no limit, leave it out.', kind)
}

/** Warns of a count of minutes whose limits seem to be hours. A limit of one minute asks whether there is work at all. */
export function doubtCountedMinutes(
  place: Place,
  count: { readonly of: string; readonly per: CountCondition['per']; readonly days: number | null },
  horizonDays: number,
): void {
  if (count.of !== 'minutes') return
  const isNamed = count.per !== 'rolling' && count.per !== 'horizon' && count.per !== 'period'
  const days = isNamed ? WINDOW_DAYS[count.per] : (count.days ?? (count.per === 'rolling' ? 0 : horizonDays))
  const most = isNamed ? MOST_WORK_HOURS[count.per] : mostWorkHours(days)
  if (doubtNines(place, 'max', days)) return
  for (const key of ['min', 'max']) if (place.fields[key] !== 1) doubtMinutes(place, key, most)
}

/** Warns of overtime from so few minutes on that hours seem to be meant. Of a period or the horizon, whose length is not asked, as of a week. */
export function doubtOvertime(place: Place, per: CountCondition['per']): void {
  doubtMinutes(place, 'overMinutes', per === 'day' || per === 'month' ? MOST_WORK_HOURS[per] : MOST_WORK_HOURS.week)
}

const LONGEST_SHIFT_HOURS = 24

/** Warns of minutes worked before that cannot be those of so many shifts, but could be their hours. */
export function doubtMinutesWorked(worked: Place): void {
  const shifts = worked.fields['shiftsWorked']
  if (typeof shifts === 'number') doubtMinutes(worked, 'minutesWorked', LONGEST_SHIFT_HOURS * shifts)
}

/** Warns of a shift that both suggests and dislikes one employee: the two cancel out. */
export function doubtSuggestions(
  place: Place,
  { suggestedEmployees, dislikedEmployees }: Pick<Shift, 'suggestedEmployees' | 'dislikedEmployees'>,
): void {
  if (suggestedEmployees.length === 0 || dislikedEmployees.length === 0) return
  const disliked = new Set(dislikedEmployees)
  const both = suggestedEmployees.find((id) => disliked.has(id))
  if (both === undefined) return
  const detail = `Employee ${both} is among both suggestedEmployees and dislikedEmployees.`
  place.issues.warn(`${place.pointer}/dislikedEmployees`, 'suggested-and-disliked', detail, 'Take the employee out of one of the two.')
}
