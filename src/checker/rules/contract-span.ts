import type { HoursRule, Shift, SpanRule } from '../../model/schedule.ts'
import { MINUTES_PER_HOUR } from '../../model/units.ts'
import { rangeOf } from '../naming.ts'
import type { Row, RosterView } from '../roster-view.ts'
import { excess } from '../tally.ts'
import type { Words } from '../words.ts'
import { beginnings, lastDayOf, startingIn } from './contract-rest.ts'
import { countedInWords, countedShifts, isOfSome, PerRow, type RuleMatch } from './rule-match.ts'

/** Where the shifts that start on a day are spread over too long a time, or have too long a gap between them. */
export function spanMatches({ schedule, words }: RosterView, { shifts }: Row, rule: SpanRule): RuleMatch[] {
  const { days } = schedule.calendar
  const { teller } = words
  const { say } = teller
  const matches: RuleMatch[] = []
  for (const { day, ofDay, span, gap } of spreadsOf(countedShifts(schedule.calendar, shifts, { ...rule, tags: [] }))) {
    const { date } = days[day]!
    const report = (units: number, claim: () => string, most: number): void => {
      matches.push({
        day,
        last: day,
        units,
        tell: () => ({ shifts: rangeOf(ofDay), date, claim: claim(), verdict: say('contract.more', { limit: words.duration(most) }) }),
      })
    }
    const { maxMinutes, maxGapMinutes } = rule
    if (maxMinutes !== null && span > maxMinutes)
      report(span - maxMinutes, () => say('contract.span', { span: words.duration(span), date: teller.date(date) }), maxMinutes)
    if (maxGapMinutes !== null && gap > maxGapMinutes)
      report(gap - maxGapMinutes, () => say('contract.gap', { gap: words.duration(gap), date: teller.date(date) }), maxGapMinutes)
  }
  return matches
}

interface Spread {
  readonly day: number
  readonly ofDay: readonly Shift[]
  readonly span: number
  readonly gap: number
}

const SPREADS = new PerRow<readonly Spread[]>()

/** How the planned shifts of each day are spread. */
function spreadsOf(counted: readonly Shift[]): readonly Spread[] {
  return SPREADS.of(counted, '', () => {
    const planned = counted.filter((shift) => !shift.historic)
    return [...Map.groupBy(planned, (shift) => shift.day)].map(([day, ofDay]) => ({ day, ofDay, ...spreadOf(ofDay) }))
  })
}

function spreadOf(shifts: readonly Shift[]): { span: number; gap: number } {
  let [gap, busyUntil] = [0, Number.NEGATIVE_INFINITY]
  for (const { start, end } of shifts) {
    if (busyUntil > Number.NEGATIVE_INFINITY) gap = Math.max(gap, start - busyUntil)
    busyUntil = Math.max(busyUntil, end)
  }
  return { span: busyUntil - shifts[0]!.start, gap }
}

/** Where too much starts within so many hours of the start of a shift that counts. */
export function hoursMatches({ schedule, words }: RosterView, { shifts }: Row, rule: HoursRule): RuleMatch[] {
  const { calendar } = schedule
  const counted = countedShifts(calendar, shifts, rule)
  const { sums, historicSums } = sumsOf(counted, rule.of)
  const { teller } = words
  const { say } = teller
  const inWords = (amount: number): string => (rule.of === 'minutes' ? words.duration(amount) : teller.number(amount))
  const matches: RuleMatch[] = []
  for (const first of beginnings(counted)) {
    const until = first.start + rule.hours * MINUTES_PER_HOUR
    const range = startingIn(counted, first.start, until)
    const amount = sums[range.to]! - sums[range.from]!
    const units = excess(amount, historicSums[range.to]! - historicSums[range.from]!, rule.max)
    if (units === 0) continue
    matches.push({
      day: first.day,
      last: lastDayOf(calendar, until),
      units,
      tell: () => ({
        shifts: range,
        date: calendar.days[first.day]!.date,
        claim: say('contract.has', {
          what: countInWords(rule, amount, words),
          when: say('window.hours', { hours: rule.hours, start: words.time(first.start) }),
        }),
        verdict: say('contract.more', { limit: inWords(rule.max) }),
      }),
    })
  }
  return matches
}

function countInWords(rule: HoursRule, amount: number, { teller, duration }: Words): string {
  const { say } = teller
  if (rule.of === 'shifts') return countedInWords(say('count.shifts', { count: amount }), rule, teller)
  const what = rule.of === 'minutes' ? say('count.work', { duration: duration(amount) }) : say('count.points', { count: amount })
  return isOfSome(rule) ? say('count.with', { what, shifts: countedInWords(say('count.shiftsPlain'), rule, teller) }) : what
}

interface Sums {
  readonly sums: readonly number[]
  readonly historicSums: readonly number[]
}

const SUMS = new PerRow<Sums>()

function sumsOf(counted: readonly Shift[], of: HoursRule['of']): Sums {
  return SUMS.of(counted, of, () => {
    const amountOf = ({ workMin, points = 0 }: Shift): number => (of === 'shifts' ? 1 : of === 'minutes' ? workMin : points)
    return { sums: sumsBefore(counted, amountOf), historicSums: sumsBefore(counted, (shift) => (shift.historic ? amountOf(shift) : 0)) }
  })
}

/** By place: the sum of the amounts of all shifts before it. */
function sumsBefore(shifts: readonly Shift[], amountOf: (shift: Shift) => number): number[] {
  const sums = [0]
  for (const shift of shifts) sums.push(sums.at(-1)! + amountOf(shift))
  return sums
}
