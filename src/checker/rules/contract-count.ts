import type { CountRule } from '../../model/schedule.ts'
import { rangeOf, rangeOfDays } from '../naming.ts'
import type { Row, RosterView } from '../roster-view.ts'
import { excess, shortfall, sumBetween, tally } from '../tally.ts'
import { countOf, type Words } from '../words.ts'
import { proRata, type WindowReader } from '../windows.ts'
import { countInHorizon } from './contract-condition.ts'
import { taggedShifts, tagsInWords, type RuleMatch, type ToldMatch } from './rule-match.ts'

/** Where a row holds more or less of something than a count rule says. */
export function countMatches(view: RosterView, row: Row, { rule, windows }: { rule: CountRule; windows: WindowReader }): RuleMatch[] {
  return rule.per === 'horizon' ? inHorizon(view, row, rule) : inWindows(view, row, { rule, windows })
}

function inHorizon({ schedule, words }: RosterView, row: Row, rule: CountRule): RuleMatch[] {
  const { calendar } = schedule
  const { planned, before } = countInHorizon(calendar, row, rule)
  const count = planned + before
  const including = before > 0 ? ` (${amountInWords(rule, before, words)} before)` : ''
  const matches: RuleMatch[] = []
  againstLimits(
    matches,
    { rule, words },
    {
      over: excess(count, before, rule.max),
      under: shortfall(count, rule.min),
      day: calendar.horizonFirst,
      tell: () => ({
        date: null,
        shifts: rangeOf(taggedShifts(row.shifts, rule.tags).filter((shift) => !shift.historic)),
        claim: `has ${claimInWords(rule, count, words)}${including} over the whole horizon`,
      }),
    },
  )
  return matches
}

function inWindows({ schedule, words }: RosterView, row: Row, { rule, windows }: { rule: CountRule; windows: WindowReader }): RuleMatch[] {
  const { calendar } = schedule
  const tagged = taggedShifts(row.shifts, rule.tags)
  const counts = tally(calendar, tagged, rule.of)
  const matches: RuleMatch[] = []
  const told = { rule, words }
  for (const window of windows(rule)) {
    const count = sumBetween(counts.all, window)
    const over = excess(count, sumBetween(counts.historic, window), rule.max)
    const under = rule.min === null ? 0 : shortfall(count, proRata(rule.min, window))
    if (over + under === 0) continue
    againstLimits(matches, told, {
      over,
      under,
      day: window.first,
      tell: () => ({ date: window.date, shifts: rangeOfDays(tagged, window), claim: `has ${claimInWords(rule, count, words)} ${window.phrase}` }),
    })
  }
  return matches
}

interface Counted {
  readonly over: number
  readonly under: number
  readonly day: number
  tell(): Omit<ToldMatch, 'verdict'>
}

function againstLimits(matches: RuleMatch[], { rule, words }: { rule: CountRule; words: Words }, { over, under, day, tell }: Counted): void {
  if (over > 0) matches.push({ day, units: over, tell: () => ({ ...tell(), verdict: `more than the ${amountInWords(rule, rule.max!, words)} of` }) })
  if (under > 0)
    matches.push({ day, units: under, tell: () => ({ ...tell(), verdict: `less than the ${amountInWords(rule, rule.min!, words)} of` }) })
}

function amountInWords({ of }: CountRule, amount: number, words: Words): string {
  return of === 'minutes' ? words.duration(amount) : `${amount}`
}

function claimInWords({ of, tags }: CountRule, amount: number, words: Words): string {
  const tagged = tagsInWords(tags)
  if (of === 'shifts') return `${countOf(amount, 'shift')}${tagged}`
  const ofShifts = tagged === '' ? '' : ` with shifts${tagged}`
  if (of === 'minutes') return `${words.duration(amount)} of work${tagged === '' ? '' : ` on shifts${tagged}`}`
  return `${countOf(amount, of === 'days' ? 'working day' : 'working weekend')}${ofShifts}`
}
