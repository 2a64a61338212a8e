import type { PatternRule, Schedule } from '../../model/schedule.ts'
import { rangeOfDays } from '../naming.ts'
import type { Row, RosterView } from '../roster-view.ts'
import { oneLine } from '../words.ts'
import type { Teller } from '../../model/teller.ts'
import type { Window, WindowReader } from '../windows.ts'
import { matchEnds, type MatchEnd } from './match-days.ts'
import { taggedShifts, type RuleMatch, type ToldMatch } from './rule-match.ts'

/** What is known of a rule of one employee: the known days whose contract has it. */
interface HeldPattern {
  readonly rule: PatternRule
  readonly windows: WindowReader
  isOn(day: number): boolean
}

/** Where a row has more or fewer matches of a pattern than a rule says. A match is judged by the contract of its last day. */
export function patternMatches({ schedule, words: { teller } }: RosterView, row: Row, { rule, windows, isOn }: HeldPattern): RuleMatch[] {
  const { days, horizonFirst } = schedule.calendar
  const ends = endsOf(schedule, row, { rule, isOn })
  const matches: RuleMatch[] = []
  for (const span of spansOf(rule, horizonFirst, { windows, days: days.length })) {
    const within = ends.filter(({ day }) => day >= span.first && day <= span.last)
    const over = rule.max === null ? 0 : within.length - rule.max
    const under = rule.min === null ? 0 : leastOf(rule.min, { span, isOn }) - within.length
    if (rule.max === 0)
      for (const end of within) matches.push({ day: span.decides, last: end.day, units: 1, tell: () => tellEnd(row, rule, { end, days, teller }) })
    else if (over > 0)
      matches.push({
        day: span.decides,
        last: span.last,
        units: over,
        tell: () => tellSpan(row, rule, { span, count: within.length, verdict: teller.say('contract.more', { limit: rule.max! }), teller }),
      })
    if (under > 0)
      matches.push({
        day: span.decides,
        last: span.last,
        units: under,
        tell: () => tellSpan(row, rule, { span, count: within.length, verdict: teller.say('contract.less', { limit: rule.min! }), teller }),
      })
  }
  return matches
}

/**
 * The same, by whether the row with its decided shifts alone has them too: in a window in which that has too many, the days on which it ends one are counted alone, and a match that ends
 * on any other day is one too many.
 */
export function patternMatchesApart(
  view: RosterView,
  { row, alone }: { readonly row: Row; readonly alone: Row },
  { rule, windows, isOn }: HeldPattern,
): { readonly planned: RuleMatch[]; readonly decided: RuleMatch[] } {
  const { days, horizonFirst } = view.schedule.calendar
  const ends = endsOf(view.schedule, alone, { rule, isOn }).map(({ day }) => day)
  const tooMany = new Set<number>()
  const broken = new Set<number>()
  for (const { first, last } of spansOf(rule, horizonFirst, { windows, days: days.length })) {
    const within = ends.filter((day) => day >= first && day <= last)
    if (rule.max === null || within.length <= rule.max) continue
    for (const day of within) tooMany.add(day)
    for (let day = first; day <= last; day += 1) broken.add(day)
  }
  const matchesOn = (isMeant: (day: number) => boolean, most: number | null): RuleMatch[] =>
    patternMatches(view, row, { rule: { ...rule, max: most }, windows, isOn: (day) => isOn(day) && isMeant(day) })
  return {
    planned: [...matchesOn((day) => !broken.has(day), rule.max), ...matchesOn((day) => broken.has(day) && !tooMany.has(day), 0)],
    decided: matchesOn((day) => tooMany.has(day), rule.max),
  }
}

function endsOf({ calendar: { days, horizonFirst } }: Schedule, row: Row, { rule, isOn }: Pick<HeldPattern, 'rule' | 'isOn'>): MatchEnd[] {
  return matchEnds(rule.pattern, {
    weekdays: days.map(({ weekday }) => weekday),
    first: horizonFirst,
    fits: rule.pattern.days.map((name) => daysOf(row, name, days.length)),
  }).filter(({ day }) => day >= horizonFirst && isOn(day))
}

/** A window cut to the horizon, the day by which a condition is looked at, and how people call it. */
interface Span {
  readonly first: number
  readonly last: number
  readonly decides: number
  /** Null = the horizon. */
  readonly window: Window | null
}

function spansOf(rule: PatternRule, horizonFirst: number, { windows, days }: { readonly windows: WindowReader; readonly days: number }): Span[] {
  if (rule.per === 'horizon') return [{ first: horizonFirst, last: days - 1, decides: horizonFirst, window: null }]
  return windows(rule).map((window) => ({ first: Math.max(horizonFirst, window.first), last: window.last, decides: window.first, window }))
}

/** Only days of the horizon count whose contract has the rule, so the least is that of these alone. */
function leastOf(min: number, { span: { first, last, window }, isOn }: { readonly span: Span } & Pick<HeldPattern, 'isOn'>): number {
  let days = 0
  for (let day = first; day <= last; day += 1) if (isOn(day)) days += 1
  return Math.floor((min * days) / (window === null ? last - first + 1 : window.length))
}

/** By known day: 1 where the name fits. */
function daysOf({ shifts }: Row, { tags, off }: PatternRule['pattern']['days'][number], days: number): Uint8Array {
  const fits = new Uint8Array(days)
  if (off) {
    fits.fill(1)
    for (const { day } of shifts) fits[day] = 0
  }
  if (!off || tags.length > 0) for (const { day } of taggedShifts(shifts, tags)) fits[day] = 1
  return fits
}

const MOST_SHOWN = 60

/** `the days "N o"`. */
function inWords({ pattern }: PatternRule, { say }: Teller): string {
  const text = oneLine(pattern.text)
  return say('contract.days', { pattern: text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text })
}

interface ToldEnd {
  readonly end: MatchEnd
  readonly days: readonly { readonly date: string }[]
  readonly teller: Teller
}

function tellEnd({ shifts }: Row, rule: PatternRule, { end, days, teller }: ToldEnd): ToldMatch {
  const { say, date } = teller
  const from = days[end.start]!.date
  const to = days[end.day]!.date
  return {
    shifts: rangeOfDays(shifts, { first: end.start, last: end.day }),
    date: to,
    claim: say('contract.has', {
      what: inWords(rule, teller),
      when: from === to ? say('window.on', { date: date(from) }) : say('window.fromTo', { from: date(from), to: date(to) }),
    }),
    verdict: say('contract.against'),
  }
}

interface ToldSpan {
  readonly span: Span
  readonly count: number
  readonly verdict: string
  readonly teller: Teller
}

function tellSpan({ shifts }: Row, rule: PatternRule, { span, count, verdict, teller }: ToldSpan): ToldMatch {
  const { say } = teller
  return {
    shifts: rangeOfDays(shifts, span),
    date: span.window?.date ?? null,
    claim: say('contract.has', {
      what: say('count.times', { what: inWords(rule, teller), count }),
      when: span.window?.phrase(teller) ?? say('window.horizon'),
    }),
    verdict,
  }
}
