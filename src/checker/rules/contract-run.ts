import type { Calendar } from '../../model/calendar.ts'
import type { RunRule, Schedule, Shift } from '../../model/schedule.ts'
import { isWeekendShift, SATURDAY } from '../../model/weekend.ts'
import { rangeOf, rangeOfDays } from '../naming.ts'
import type { Row, RosterView } from '../roster-view.ts'
import { runsOf, tooFew, tooMany, type Run } from '../runs.ts'
import { dayOfWeekend } from '../tally.ts'
import { countOf } from '../words.ts'
import { taggedShifts, tagsInWords, type RuleMatch, type ToldMatch } from './rule-match.ts'

/** Days or weekends of which runs are made: the known days that each of them covers, in order. */
type Places = readonly { readonly first: number; readonly last: number }[]

/** Where a row has runs that are longer or shorter than a run rule says. */
export function runMatches({ schedule }: RosterView, row: Row, rule: RunRule): RuleMatch[] {
  const { calendar } = schedule
  const places = rule.of === 'weekends' ? knownWeekends(schedule) : [...calendar.days.keys()].map((day) => ({ first: day, last: day }))
  const tagged = taggedShifts(row.shifts, rule.tags).filter((shift) => rule.of !== 'weekends' || isWeekendShift(shift))
  const workedPlaces = new Set(tagged.map((shift) => placeOf(calendar, rule, shift)))
  const isWorked = places.map(({ first }) => workedPlaces.has(first))
  const edges = { count: places.length, historic: places.filter(({ first }) => first < calendar.horizonFirst).length }
  const matches: RuleMatch[] = []
  const add = (run: Run, units: number, verdict: () => string): void => {
    const tell = (): ToldMatch => ({ ...tellRun(calendar, tagged, { rule, run, places }), verdict: verdict() })
    matches.push({ day: places[run.first]!.first, units, tell })
  }
  for (const run of runsOf(rule.of === 'daysOff' ? isWorked.map((worked) => !worked) : isWorked)) {
    const beyond = rule.max === null ? 0 : tooMany(run, rule.max, edges)
    if (beyond > 0) add(run, beyond, () => `more than the ${rule.max} of`)
    const missing = rule.min === null ? 0 : tooFew(run, rule.min, edges)
    if (missing > 0) add(run, missing, () => `fewer than the ${rule.min} of`)
  }
  return matches
}

/** The weekends of which a day is known, as the days that are; and one behind the last known day that a shift runs through, as that day. */
function knownWeekends({ calendar, shifts }: Schedule): Places {
  const { days } = calendar
  const known = [...days.keys()].filter((day) => days[day]!.weekday >= SATURDAY)
  const firstDays = new Set(
    [...known, ...shifts.filter(isWeekendShift).map(({ day }) => day)].map((day) => dayOfWeekend(calendar, day)).sort((a, b) => a - b),
  )
  return [...firstDays].map((first) => ({ first, last: days[first]!.weekday === 5 && first + 1 < days.length ? first + 1 : first }))
}

/** The first day of the place that a shift is work on. */
function placeOf(calendar: Calendar, { of }: RunRule, { day }: Shift): number {
  return of === 'weekends' ? dayOfWeekend(calendar, day) : day
}

function tellRun(
  calendar: Calendar,
  tagged: readonly Shift[],
  { rule, run, places }: { rule: RunRule; run: Run; places: Places },
): Omit<ToldMatch, 'verdict'> {
  const { days } = calendar
  const { first } = places[run.first]!
  const { last } = places[run.last]!
  const from = days[first]!.date
  const to = days[last]!.date
  const when = from === to ? `on ${from}` : `from ${from} to ${to}`
  const shifts = ` ${rule.of === 'daysOff' ? 'without' : 'with'} shifts${tagsInWords(rule.tags)}`
  return {
    date: from,
    shifts:
      rule.of === 'weekends'
        ? rangeOf(tagged.filter((shift) => placeOf(calendar, rule, shift) >= first && placeOf(calendar, rule, shift) <= last))
        : rangeOfDays(tagged, { first, last }),
    claim: `has ${countOf(run.length, rule.of === 'weekends' ? 'weekend' : 'day')} in a row${shifts}, ${when}`,
  }
}
