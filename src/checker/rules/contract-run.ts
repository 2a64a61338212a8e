import type { Calendar } from '../../model/calendar.ts'
import type { RunRule, Shift } from '../../model/schedule.ts'
import { rangeOfDays } from '../naming.ts'
import type { Row, RosterView } from '../roster-view.ts'
import { runsOf, tooFew, tooMany, type Run } from '../runs.ts'
import { dayOfWeekend } from '../tally.ts'
import { countOf } from '../words.ts'
import { taggedShifts, tagsInWords, type RuleMatch } from './rule-match.ts'

/** Days or weekends of which runs are made: the known days that each of them covers, in order. */
type Places = readonly { readonly first: number; readonly last: number }[]

/** Where a row has runs that are longer or shorter than a run rule says. */
export function runMatches({ schedule }: RosterView, row: Row, rule: RunRule): RuleMatch[] {
  const { calendar } = schedule
  const places = rule.of === 'weekends' ? knownWeekends(calendar) : [...calendar.days.keys()].map((day) => ({ first: day, last: day }))
  const tagged = taggedShifts(row.shifts, rule.tags)
  const workedDays = new Set<number>(tagged.map(({ day }) => day))
  const isWorked = places.map(({ first, last }) => workedDays.has(first) || workedDays.has(last))
  const edges = { count: places.length, historic: places.filter(({ first }) => first < calendar.horizonFirst).length }
  const matches: RuleMatch[] = []
  for (const run of runsOf(rule.of === 'daysOff' ? isWorked.map((worked) => !worked) : isWorked)) {
    const beyond = rule.max === null ? 0 : tooMany(run, rule.max, edges)
    if (beyond > 0) matches.push({ ...tellRun(calendar, tagged, { rule, run, places }), units: beyond, verdict: `more than the ${rule.max} of` })
    const missing = rule.min === null ? 0 : tooFew(run, rule.min, edges)
    if (missing > 0) matches.push({ ...tellRun(calendar, tagged, { rule, run, places }), units: missing, verdict: `fewer than the ${rule.min} of` })
  }
  return matches
}

/** The weekends of which a day is known, as the days that are. */
function knownWeekends(calendar: Calendar): Places {
  const { days } = calendar
  const firstDays = new Set([...days.keys()].filter((day) => days[day]!.weekday >= 5).map((day) => dayOfWeekend(calendar, day)))
  return [...firstDays].map((first) => ({ first, last: days[first]!.weekday === 5 && first + 1 < days.length ? first + 1 : first }))
}

function tellRun(
  { days }: Calendar,
  tagged: readonly Shift[],
  { rule, run, places }: { rule: RunRule; run: Run; places: Places },
): Omit<RuleMatch, 'units' | 'verdict'> {
  const { first } = places[run.first]!
  const { last } = places[run.last]!
  const from = days[first]!.date
  const to = days[last]!.date
  const when = from === to ? `on ${from}` : `from ${from} to ${to}`
  const shifts = ` ${rule.of === 'daysOff' ? 'without' : 'with'} shifts${tagsInWords(rule.tags)}`
  return {
    day: first,
    date: from,
    shifts: rangeOfDays(tagged, { first, last }),
    claim: `has ${countOf(run.length, rule.of === 'weekends' ? 'weekend' : 'day')} in a row${shifts}, ${when}`,
  }
}
