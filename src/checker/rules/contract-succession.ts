import type { Calendar } from '../../model/calendar.ts'
import { firstWhere } from '../../model/first-where.ts'
import type { Shift, SuccessionRule } from '../../model/schedule.ts'
import { rangeOf } from '../naming.ts'
import type { Row, RosterView } from '../roster-view.ts'
import { countedShifts, placesIn, taggedInWords, taggedShifts, type RuleMatch } from './rule-match.ts'

/** Where a row has a forbidden shift too soon after another, or lacks one that must follow. */
export function successionMatches(view: RosterView, row: Row, rule: SuccessionRule): RuleMatch[] {
  return rule.required === undefined ? forbiddenMatches(view, row, rule) : missingMatches(view, row, { rule, required: rule.required })
}

function forbiddenMatches({ schedule, words }: RosterView, { shifts }: Row, rule: SuccessionRule): RuleMatch[] {
  const matches: RuleMatch[] = []
  const forbidden = taggedShifts(shifts, rule.forbidden)
  const places = placesIn(shifts)
  let from = 0
  for (const before of countedShifts(schedule.calendar, shifts, { ...rule, tags: rule.after })) {
    while (from < forbidden.length && places.get(forbidden[from]!)! <= places.get(before)!) from += 1
    for (let next = from; next < forbidden.length; next += 1) {
      const shift = forbidden[next]!
      if (isPast(rule, before, shift)) break
      if ((before.historic && shift.historic) || !isTooSoon(rule, before, shift)) continue
      matches.push({
        day: shift.day,
        last: shift.day,
        units: 1,
        tell: () => ({
          shifts: rangeOf([before, shift]),
          date: schedule.calendar.days[shift.day]!.date,
          claim: words.teller.say('contract.worksAfter', { shift: words.shift(shift), before: words.shift(before) }),
          verdict: words.teller.say('contract.against'),
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

function missingMatches(
  { schedule, words }: RosterView,
  { shifts }: Row,
  { rule, required }: { readonly rule: SuccessionRule; readonly required: readonly string[] },
): RuleMatch[] {
  const { calendar } = schedule
  const wanted = taggedShifts(shifts, required)
  const places = placesIn(shifts)
  const { teller } = words
  const claimOf = (before: Shift): string => {
    const told = { before: words.shift(before), shift: taggedInWords(teller.say('count.shift'), required, teller) }
    return rule.withinMinutes === null
      ? teller.say('contract.noneNextDay', told)
      : teller.say('contract.noneWithin', { ...told, duration: words.duration(rule.withinMinutes) })
  }
  const matches: RuleMatch[] = []
  for (const before of countedShifts(calendar, shifts, { ...rule, tags: rule.after })) {
    if (!isKnown(calendar, rule, before)) continue
    // Rows are in order of start, so of the shifts behind this one the first may be soonest.
    const first = firstWhere(wanted.length, (at) => places.get(wanted[at]!)! > places.get(before)!)
    const isSoon = (shift: Shift | undefined): boolean => shift !== undefined && isTooSoon(rule, before, shift)
    const next = rule.nextDay ? firstWhere(wanted.length, (at) => wanted[at]!.day > before.day) : first
    if (isSoon(wanted[next])) continue
    matches.push({
      day: before.day,
      last: before.day,
      units: 1,
      tell: () => ({
        shifts: rangeOf([before]),
        date: calendar.days[before.day]!.date,
        claim: claimOf(before),
        verdict: teller.say('contract.against'),
      }),
    })
  }
  return matches
}

/** True where all the time in which a shift must follow is known, and some of it lies in the horizon. */
function isKnown({ days, horizonFirst }: Calendar, { withinMinutes }: SuccessionRule, before: Shift): boolean {
  if (withinMinutes === null) return before.day + 1 < days.length && before.day + 1 >= horizonFirst
  const until = before.end + withinMinutes
  return until <= days.at(-1)!.end && until > days[horizonFirst]!.start
}
