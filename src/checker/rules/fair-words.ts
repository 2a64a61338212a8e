import type { Fairness, Schedule } from '../../model/schedule.ts'
import { oneLine, type Words } from '../words.ts'
import { countedInWords, taggedInWords } from './rule-match.ts'
import { soundAlike, spotsInWords } from './unnamed.ts'

const DAYS_PER_WEEK = 7

const COUNTS = {
  shifts: 'count.shifts',
  weekends: 'count.weekends',
  points: 'count.points',
  refusedWishes: 'count.refusedWishes',
} as const

/** Words between what is counted and the shifts that are concerned. */
const JOINED = { minutes: 'count.of', points: 'count.of', weekends: 'count.with', refusedWishes: 'count.wishesFor' } as const

/** `2 shifts`, `16 h`: an amount of what a rule shares. */
export function amountInWords({ of }: Fairness, words: Words, amount: number): string {
  return of === 'minutes' ? words.duration(amount) : words.teller.say(COUNTS[of], { count: amount })
}

/**
 * What people call a rule: by its name, or by its place where another without a name would be told in the same words. Null = neither: it is told by what it
 * counts (`loadInWords`).
 */
export function fairName(rule: Fairness, schedule: Schedule, { teller: { say } }: Words): string | null {
  if (rule.name !== null) return oneLine(rule.name)
  const { fairness: rules } = schedule
  const unnamed = unnamedOf(rules)
  const besides = ({ of, tags, weekdays }: Fairness): unknown => [of, tags.toSorted(), weekdays.toSorted((a, b) => a - b)]
  return soundAlike(unnamed, schedule, besides).has(rule) ? say('broken.fairnessNumbered', { number: rules.indexOf(rule) + 1 }) : null
}

/** `3 shifts tagged night at Ward A starting on Saturday`: so much of what a rule shares, by what it counts. */
export function loadInWords(rule: Fairness, schedule: Schedule, words: Words, load: number): string {
  const { teller } = words
  const amount = amountInWords(rule, words, load)
  const { of, tags, weekdays, spotIndexes } = rule
  const isOfAll = tags.length === 0 && spotIndexes.length === 0 && weekdays.length === DAYS_PER_WEEK
  if (isOfAll) return of === 'minutes' ? teller.say('count.work', { duration: amount }) : amount
  const tagged = taggedInWords(of === 'shifts' ? amount : teller.say('count.shiftsPlain'), tags, teller)
  const placed = spotIndexes.length === 0 ? tagged : teller.say('count.at', { shifts: tagged, spots: spotsInWords(rule, schedule, words) })
  const shifts = weekdays.length === DAYS_PER_WEEK ? placed : countedInWords(placed, { tags: [], on: { weekdays, dates: [] } }, teller)
  return of === 'shifts' ? shifts : teller.say(JOINED[of], { what: amount, shifts })
}

/** `…, week by week`: what is shared in each window alone; as it is over the horizon. */
export function byWindow({ per, period }: Fairness, { calendar }: Schedule, { teller: { say } }: Words, what: string): string {
  if (per === 'horizon') return what
  if (per === 'period') return say('count.byPeriod', { what, period: String(calendar.periods[period ?? 0]!.id) })
  return say(per === 'week' ? 'count.byWeek' : 'count.byMonth', { what })
}

/** The rules without a name, as one list for each list of rules. */
function unnamedOf(rules: readonly Fairness[]): readonly Fairness[] {
  const known = UNNAMED.get(rules)
  if (known !== undefined) return known
  const unnamed = rules.filter(({ name }) => name === null)
  UNNAMED.set(rules, unnamed)
  return unnamed
}

const UNNAMED = new WeakMap<readonly Fairness[], readonly Fairness[]>()
