import { type Calendar, dayAt } from '../../model/calendar.ts'
import { firstWhere } from '../../model/first-where.ts'
import type { RestRule, RestWindowRule, Shift } from '../../model/schedule.ts'
import { isPermittedOverlap } from '../eligibility.ts'
import { rangeOf, type ShiftRange } from '../naming.ts'
import type { Row, RosterView } from '../roster-view.ts'
import { restBetween, wayInWords } from '../ways.ts'
import { countOf } from '../words.ts'
import { type FreeStretches, freeStretchesOf } from './free-stretches.ts'
import { countedShifts, type RuleMatch, taggedShifts, tagsInWords } from './rule-match.ts'

/** Where a row has too little rest between two shifts that follow on one another. Of the shifts before one, the neighbour is the one that ends last. */
export function restMatches({ schedule, words }: RosterView, { shifts }: Row, rule: RestRule): RuleMatch[] {
  const { calendar } = schedule
  const mayPrecede = new Set(countedShifts(calendar, shifts, { ...rule, tags: rule.after }))
  const mayFollow = new Set(taggedShifts(shifts, rule.before))
  const ends = rule.run === null ? null : endsOfSeries(taggedShifts(shifts, rule.after), rule.run)
  const matches: RuleMatch[] = []
  let neighbour: Shift | null = null
  for (const shift of shifts) {
    const before: Shift | null = neighbour
    if (neighbour === null || shift.end >= neighbour.end) neighbour = shift
    if (before === null || (before.historic && shift.historic) || !mayPrecede.has(before) || !mayFollow.has(shift)) continue
    const days = ends === null ? 0 : ends.get(before)
    if (days === undefined || isPermittedOverlap(schedule, before, shift)) continue
    const rest = restBetween(schedule, before, shift)
    const units = rule.minMinutes - rest
    if (units <= 0) continue
    matches.push({
      day: shift.day,
      last: shift.day,
      units,
      tell: () => {
        const series = days === 0 ? '' : ` after ${countOf(days, 'day')} in a row with shifts${tagsInWords(rule.after)},`
        return {
          shifts: rangeOf([before, shift]),
          date: calendar.days[shift.day]!.date,
          claim: `rests ${words.duration(rest)}${series} between ${words.shift(before)} and ${words.shift(shift)}${wayInWords(schedule, words, before, shift)}`,
          verdict: `${words.duration(units)} less than the ${words.duration(rule.minMinutes)} of`,
        }
      },
    })
  }
  return matches
}

/** The last shift of each series that is long enough, and its days. */
function endsOfSeries(tagged: readonly Shift[], least: number): ReadonlyMap<Shift, number> {
  const byDay = new Map<number, Shift>()
  for (const shift of tagged) byDay.set(shift.day, shift)
  const ends = new Map<Shift, number>()
  let days = 0
  for (const [day, shift] of byDay) {
    days = byDay.has(day - 1) ? days + 1 : 1
    if (days >= least && !byDay.has(day + 1)) ends.set(shift, days)
  }
  return ends
}

/** Where a window that begins with a shift of the row has no stretch without work that is long enough. */
export function restWindowMatches({ schedule, words }: RosterView, { shifts }: Row, rule: RestWindowRule): RuleMatch[] {
  if (shifts.length === 0) return []
  const { calendar } = schedule
  const { free, freeBefore } = freeTimeOf(shifts)
  const lack = (rest: number): number => Math.max(0, rule.minMinutes - rest)
  const matches: RuleMatch[] = []
  for (const first of beginnings(countedShifts(calendar, shifts, { ...rule, tags: [] }))) {
    const until = first.start + rule.inMinutes
    const rest = free.longest(first.start, until)
    const units = lack(rest) - (first.historic && freeBefore !== null ? lack(freeBefore.longest(first.start, until)) : 0)
    if (units <= 0) continue
    matches.push({
      day: first.day,
      last: lastDayOf(calendar, until),
      units,
      tell: () => ({
        shifts: startingIn(shifts, first.start, until),
        date: calendar.days[first.day]!.date,
        claim: `has ${words.duration(rest)} free of work at most in the ${words.duration(rule.inMinutes)} from ${words.time(first.start)}`,
        verdict: `less than the ${words.duration(rule.minMinutes)} of`,
      }),
    })
  }
  return matches
}

interface FreeTime {
  readonly free: FreeStretches
  /** With historic shifts alone; null where there are none. */
  readonly freeBefore: FreeStretches | null
}

/** By row: many rules ask for the same. */
const KNOWN = new WeakMap<readonly Shift[], FreeTime>()

function freeTimeOf(shifts: readonly Shift[]): FreeTime {
  const known = KNOWN.get(shifts)
  if (known !== undefined) return known
  const historic = shifts.filter((shift) => shift.historic)
  const found = { free: freeStretchesOf(shifts), freeBefore: historic.length === 0 ? null : freeStretchesOf(historic) }
  KNOWN.set(shifts, found)
  return found
}

/** Of shifts in order of start, those that start with no earlier one. */
export function beginnings(shifts: readonly Shift[]): Shift[] {
  return shifts.filter((shift, at) => at === 0 || shifts[at - 1]!.start < shift.start)
}

/** The last known day of a window that ends at this minute. */
export function lastDayOf(calendar: Calendar, until: number): number {
  return Math.min(dayAt(calendar, until - 1), calendar.days.length - 1)
}

/** Of shifts in order of start, those that start from one moment on and before the other. */
export function startingIn(shifts: readonly Shift[], from: number, until: number): ShiftRange {
  const placeOf = (minute: number): number => firstWhere(shifts.length, (at) => shifts[at]!.start >= minute)
  return { shifts, from: placeOf(from), to: placeOf(until) }
}
