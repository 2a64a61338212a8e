import type { Shift, SuccessionRule } from '../../model/schedule.ts'
import { rangeOf } from '../naming.ts'
import type { Row, RosterView } from '../roster-view.ts'
import { placesIn, taggedShifts, type RuleMatch } from './rule-match.ts'

/** Where a row has a forbidden shift too soon after another. */
export function successionMatches({ schedule, words }: RosterView, { shifts }: Row, rule: SuccessionRule): RuleMatch[] {
  const matches: RuleMatch[] = []
  const forbidden = taggedShifts(shifts, rule.forbidden)
  const places = placesIn(shifts)
  let from = 0
  for (const before of taggedShifts(shifts, rule.after)) {
    while (from < forbidden.length && places.get(forbidden[from]!)! <= places.get(before)!) from += 1
    for (let next = from; next < forbidden.length; next += 1) {
      const shift = forbidden[next]!
      if (isPast(rule, before, shift)) break
      if ((before.historic && shift.historic) || !isTooSoon(rule, before, shift)) continue
      matches.push({
        day: shift.day,
        units: 1,
        tell: () => ({
          shifts: rangeOf([before, shift]),
          date: schedule.calendar.days[shift.day]!.date,
          claim: `works ${words.shift(shift)} after ${words.shift(before)}`,
          verdict: 'against',
        }),
      })
    }
  }
  return matches
}

function isTooSoon({ nextDay, withinMinutes }: SuccessionRule, before: Shift, shift: Shift): boolean {
  return (nextDay && shift.day === before.day + 1) || (withinMinutes !== null && shift.start - before.end < withinMinutes)
}

/** True when neither this shift nor any later one of the row can be too soon: rows are in order of start. */
function isPast({ nextDay, withinMinutes }: SuccessionRule, before: Shift, shift: Shift): boolean {
  return (!nextDay || shift.day > before.day + 1) && (withinMinutes === null || shift.start - before.end >= withinMinutes)
}
