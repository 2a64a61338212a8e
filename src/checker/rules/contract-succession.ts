import type { Shift, SuccessionRule } from '../../model/schedule.ts'
import { rangeOf } from '../naming.ts'
import type { Row, RosterView } from '../roster-view.ts'
import { taggedShifts, type RuleMatch } from './rule-match.ts'

/** Where a row has a forbidden shift too soon after another. */
export function successionMatches({ schedule, words }: RosterView, { shifts }: Row, rule: SuccessionRule): RuleMatch[] {
  const matches: RuleMatch[] = []
  const isForbidden = new Set(taggedShifts(shifts, rule.forbidden))
  const isBefore = new Set(taggedShifts(shifts, rule.after))
  for (const [position, before] of shifts.entries()) {
    if (!isBefore.has(before)) continue
    for (let next = position + 1; next < shifts.length; next += 1) {
      const shift = shifts[next]!
      if (isPast(rule, before, shift)) break
      if (!isForbidden.has(shift) || (before.historic && shift.historic) || !isTooSoon(rule, before, shift)) continue
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
