import type { CountRule } from '../../model/schedule.ts'
import { rangeOf, rangeOfDays, type ShiftRange } from '../naming.ts'
import type { Row, RosterView } from '../roster-view.ts'
import { excess, shortfall, sumBetween, tally } from '../tally.ts'
import { countOf, type Words } from '../words.ts'
import { proRata, type WindowReader } from '../windows.ts'
import { countInHorizon } from './contract-condition.ts'
import { taggedShifts, tagsInWords, type RuleMatch } from './rule-match.ts'

/** Where a row holds more or less of something than a count rule says. */
export function countMatches(view: RosterView, row: Row, { rule, windows }: { rule: CountRule; windows: WindowReader }): RuleMatch[] {
  return rule.per === 'horizon' ? inHorizon(view, row, rule) : inWindows(view, row, { rule, windows })
}

function inHorizon({ schedule, words }: RosterView, row: Row, rule: CountRule): RuleMatch[] {
  const { calendar } = schedule
  const { planned, before } = countInHorizon(calendar, row, rule)
  const count = planned + before
  const including = before > 0 ? ` (${amountInWords(rule, before, words)} before)` : ''
  return againstLimits(rule, words, {
    over: excess(count, before, rule.max),
    under: shortfall(count, rule.min),
    day: calendar.horizonFirst,
    date: null,
    shifts: rangeOf(taggedShifts(row.shifts, rule.tags).filter((shift) => !shift.historic)),
    claim: () => `has ${claimInWords(rule, count, words)}${including} over the whole horizon`,
  })
}

function inWindows({ schedule, words }: RosterView, row: Row, { rule, windows }: { rule: CountRule; windows: WindowReader }): RuleMatch[] {
  const { calendar } = schedule
  const tagged = taggedShifts(row.shifts, rule.tags)
  const counts = tally(calendar, tagged, rule.of)
  const matches: RuleMatch[] = []
  for (const window of windows(rule.per as Exclude<CountRule['per'], 'horizon'>, rule.days ?? 1)) {
    const count = sumBetween(counts.all, window)
    const over = excess(count, sumBetween(counts.historic, window), rule.max)
    const under = rule.min === null ? 0 : shortfall(count, proRata(rule.min, window))
    if (over + under === 0) continue
    matches.push(
      ...againstLimits(rule, words, {
        over,
        under,
        day: window.first,
        date: window.date,
        shifts: rangeOfDays(tagged, window),
        claim: () => `has ${claimInWords(rule, count, words)} ${window.phrase}`,
      }),
    )
  }
  return matches
}

interface Counted {
  readonly over: number
  readonly under: number
  readonly day: number
  readonly date: string | null
  readonly shifts: ShiftRange
  readonly claim: () => string
}

function againstLimits(rule: CountRule, words: Words, { over, under, ...rest }: Counted): RuleMatch[] {
  const matches: RuleMatch[] = []
  if (over > 0) matches.push({ ...rest, units: over, verdict: `more than the ${amountInWords(rule, rule.max!, words)} of` })
  if (under > 0) matches.push({ ...rest, units: under, verdict: `less than the ${amountInWords(rule, rule.min!, words)} of` })
  return matches
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
