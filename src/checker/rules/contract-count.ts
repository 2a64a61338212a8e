import type { CountRule } from '../../model/schedule.ts'
import { creditInWords, creditOf, holdable } from '../absence.ts'
import { rangeOf, rangeOfDays } from '../naming.ts'
import type { Row, RosterView } from '../roster-view.ts'
import { excess, shortfall } from '../tally.ts'
import type { Held } from '../terms.ts'
import { countOf, type Words } from '../words.ts'
import { proRata, type Window, type WindowReader } from '../windows.ts'
import { countInHorizon } from './contract-condition.ts'
import { counterOf } from './contract-distinct.ts'
import { countedInWords, countedShifts, type RuleMatch, type ToldMatch } from './rule-match.ts'

/** Where a row holds more or less of something than a count rule says. */
export function countMatches(view: RosterView, row: Row, { held, windows }: { held: Held<CountRule>; windows: WindowReader }): RuleMatch[] {
  return held.rule.per === 'horizon' ? inHorizon(view, row, held) : inWindows(view, row, { held, windows })
}

function inHorizon({ schedule, words }: RosterView, row: Row, { rule, ...limits }: Held<CountRule>): RuleMatch[] {
  const { calendar } = schedule
  const { planned, before: worked } = countInHorizon(calendar, row, rule)
  const horizon = { first: calendar.horizonFirst, last: calendar.days.length - 1 }
  const credit = creditFor(rule, row, horizon)
  const before = worked + credit
  const count = planned + before
  const including = `${worked > 0 ? ` (${amountInWords(rule, worked, words)} before)` : ''}${creditInWords(credit, words.duration)}`
  const [most, least] = [limits.most(horizon), limits.least(horizon)]
  const over = excess(count, before, most)
  const under = shortfall(count, leastFor(rule, row, { window: horizon, least, given: before }))
  const matchOf = (units: number, verdict: () => string): RuleMatch => ({
    day: horizon.first,
    last: horizon.last,
    units,
    tell: () => ({
      date: null,
      shifts: rangeOf(countedShifts(calendar, row.shifts, rule).filter((shift) => !shift.historic)),
      claim: `has ${claimInWords(rule, count - credit, words)}${including} over the whole horizon`,
      verdict: verdict(),
    }),
  })
  return [
    ...(over > 0 ? [matchOf(over, () => `more than the ${amountInWords(rule, most!, words)} of`)] : []),
    ...(under > 0 ? [matchOf(under, () => `less than the ${amountInWords(rule, least!, words)} of`)] : []),
  ]
}

/** Where one of the windows of a rule holds too much or too little. What is said of it is made of this alone: a contract may be broken in millions of windows. */
interface CountMatch extends RuleMatch {
  readonly window: Window
  /** Credits of absences are in it. */
  readonly count: number
  readonly credit: number
  readonly limit: number
  tell(this: CountMatch): ToldMatch
}

function inWindows({ schedule, words }: RosterView, row: Row, { held, windows }: { held: Held<CountRule>; windows: WindowReader }): RuleMatch[] {
  const { rule } = held
  const { calendar } = schedule
  const tagged = countedShifts(calendar, row.shifts, rule)
  const counts = counterOf(calendar, tagged, rule)
  const claimOf = ({ window, count, credit }: CountMatch): Omit<ToldMatch, 'verdict'> => ({
    date: window.date,
    shifts: rangeOfDays(tagged, window),
    claim: `has ${claimInWords(rule, count - credit, words)}${creditInWords(credit, words.duration)} ${window.phrase}`,
  })
  function tellOver(this: CountMatch): ToldMatch {
    return { ...claimOf(this), verdict: `more than the ${amountInWords(rule, this.limit, words)} of` }
  }
  function tellUnder(this: CountMatch): ToldMatch {
    return { ...claimOf(this), verdict: `less than the ${amountInWords(rule, this.limit, words)} of` }
  }
  const matches: CountMatch[] = []
  for (const window of windows(rule)) {
    const credit = creditFor(rule, row, window)
    const count = counts.all(window) + credit
    const [most, least] = [held.most(window), held.least(window)]
    const over = excess(count, counts.historic(window) + credit, most)
    const asked = least === null ? null : proRata(least, window)
    const under = shortfall(count, leastFor(rule, row, { window, least: asked, given: credit }))
    const { first: day, last } = window
    if (over > 0) matches.push({ day, last, units: over, window, count, credit, limit: most!, tell: tellOver })
    if (under > 0) matches.push({ day, last, units: under, window, count, credit, limit: least!, tell: tellUnder })
  }
  return matches
}

type Days = { readonly first: number; readonly last: number }

/** What absences add to a count: to minutes of all work alone, and not on single days. */
function creditFor(rule: CountRule, { employee }: Row, days: Days): number {
  return isOfAllMinutes(rule) ? creditOf(employee, days) : 0
}

function leastFor(
  rule: CountRule,
  { employee }: Row,
  { window, least, given }: { readonly window: Days; readonly least: number | null; readonly given: number },
): number | null {
  return least === null || !isOfAllMinutes(rule) ? least : holdable(employee, window, { least, given })
}

function isOfAllMinutes({ of, tags, on, per }: CountRule): boolean {
  return of === 'minutes' && tags.length === 0 && on === undefined && per !== 'day'
}

function amountInWords({ of }: CountRule, amount: number, words: Words): string {
  return of === 'minutes' ? words.duration(amount) : `${amount}`
}

function claimInWords(rule: CountRule, amount: number, words: Words): string {
  const { of } = rule
  const tagged = countedInWords(rule)
  if (of === 'shifts') return `${countOf(amount, 'shift')}${tagged}`
  if (of === 'kinds') return `${countOf(amount, 'kind')} of shifts${tagged}`
  if (of === 'spots') return `shifts${tagged} at ${countOf(amount, 'spot')}`
  const ofShifts = tagged === '' ? '' : ` with shifts${tagged}`
  if (of === 'minutes') return `${words.duration(amount)} of work${tagged === '' ? '' : ` on shifts${tagged}`}`
  if (of === 'points') return `${countOf(amount, 'point')}${tagged === '' ? '' : ` of shifts${tagged}`}`
  return `${countOf(amount, of === 'days' ? 'working day' : 'working weekend')}${ofShifts}`
}
