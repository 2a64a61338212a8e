import type { CountRule } from '../../model/schedule.ts'
import { creditOf, holdable, withCredit } from '../absence.ts'
import { rangeOf, rangeOfDays } from '../naming.ts'
import type { Row, RosterView } from '../roster-view.ts'
import { excess, shortfall } from '../tally.ts'
import type { Held } from '../terms.ts'
import type { Words } from '../words.ts'
import { proRata, type Window, type WindowReader } from '../windows.ts'
import { countInHorizon } from './contract-condition.ts'
import { counterOf } from './contract-distinct.ts'
import { countedInWords, countedShifts, isOfSome, type RuleMatch, type ToldMatch } from './rule-match.ts'

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
  const { say } = words.teller
  const told = (): string => {
    const claim = claimInWords(rule, count - credit, words)
    return withCredit(worked > 0 ? say('count.before', { what: claim, before: amountInWords(rule, worked, words) }) : claim, credit, words)
  }
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
      claim: say('contract.has', { what: told(), when: say('window.horizon') }),
      verdict: verdict(),
    }),
  })
  return [
    ...(over > 0 ? [matchOf(over, () => say('contract.more', { limit: amountInWords(rule, most!, words) }))] : []),
    ...(under > 0 ? [matchOf(under, () => say('contract.less', { limit: amountInWords(rule, least!, words) }))] : []),
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
  const { teller } = words
  const claimOf = ({ window, count, credit }: CountMatch): Omit<ToldMatch, 'verdict'> => ({
    date: window.date,
    shifts: rangeOfDays(tagged, window),
    claim: teller.say('contract.has', {
      what: withCredit(claimInWords(rule, count - credit, words), credit, words),
      when: window.phrase(teller),
    }),
  })
  function tellOver(this: CountMatch): ToldMatch {
    return { ...claimOf(this), verdict: teller.say('contract.more', { limit: amountInWords(rule, this.limit, words) }) }
  }
  function tellUnder(this: CountMatch): ToldMatch {
    return { ...claimOf(this), verdict: teller.say('contract.less', { limit: amountInWords(rule, this.limit, words) }) }
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
  return of === 'minutes' ? words.duration(amount) : words.teller.number(amount)
}

function claimInWords(rule: CountRule, amount: number, words: Words): string {
  const { teller } = words
  const { say } = teller
  const counted = (shifts: string): string => countedInWords(shifts, rule, teller)
  const shifts = (): string => counted(say('count.shiftsPlain'))
  switch (rule.of) {
    case 'shifts':
      return counted(say('count.shifts', { count: amount }))
    case 'kinds':
      return counted(say('count.kinds', { count: amount }))
    case 'spots':
      return say('count.atSpots', { shifts: shifts(), count: amount })
    case 'minutes': {
      const what = say('count.work', { duration: words.duration(amount) })
      return isOfSome(rule) ? say('count.on', { what, shifts: shifts() }) : what
    }
    case 'points': {
      const what = say('count.points', { count: amount })
      return isOfSome(rule) ? say('count.of', { what, shifts: shifts() }) : what
    }
    case 'days':
    case 'weekends': {
      const what = say(rule.of === 'days' ? 'count.workingDays' : 'count.workingWeekends', { count: amount })
      return isOfSome(rule) ? say('count.with', { what, shifts: shifts() }) : what
    }
  }
}
