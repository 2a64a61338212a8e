import { digitsOf } from '../../model/pay.ts'
import { firstDifference, gapBetween } from '../../model/score.ts'
import { currentLocale, numberText, t } from '../texts/texts.ts'
import type { Entry, Score } from '../gateway/documents.ts'

/** `0 · 12 · 240 · 3`: the four penalties, first priority first; a dash when there are none yet. */
export function scoreText(score: Score | null): string {
  return score === null ? '–' : score.map((penalty) => numberText(penalty)).join(' · ')
}

/** `1.2 % (third)`: the gap, and the priority that it is of; a dash when no bound is proved. */
export function gapText({ score, bound }: Pick<Entry, 'score' | 'bound'>): string {
  if (score === null || bound === null) return '–'
  const priority = firstDifference(score, bound)
  if (priority === null) return percentText(0)
  return `${percentText(gapBetween(score, bound)!)} (${t(`words.ordinal.${priority}`)})`
}

/** A gap with two digits: `1.2 %`. */
export function percentText(gap: number): string {
  return `${numberText(100 * gap, { maximumSignificantDigits: 2 })} %`
}

/** `Ward 3, roster-2026-03`: what the client calls a request; a dash where it calls it nothing. */
export function marksText({ name, reference }: Pick<Entry, 'name' | 'reference'>): string {
  return [name, reference].filter((text) => text !== null).join(', ') || '–'
}

/** A point in time in the reader's own zone, to the second. */
export function momentText(moment: string | null): string {
  return moment === null ? '–' : new Date(moment).toLocaleString(currentLocale(), { dateStyle: 'medium', timeStyle: 'medium' })
}

/** How long ago a moment was: `just now`, `4 min ago`, `3 h ago`, and from a day on the date. `now` in milliseconds since 1970. */
export function agoText(moment: string | null, now: number): string {
  if (moment === null) return '–'
  const minutes = Math.floor((now - Date.parse(moment)) / 60_000)
  if (minutes < 1) return t('words.justNow')
  if (minutes < 60) return t('words.minutesAgo', { minutes })
  if (minutes < 24 * 60) return t('words.hoursAgo', { hours: Math.floor(minutes / 60) })
  return dayText(moment)
}

/** The date of a moment in the reader's own zone: `2 Mar 2026`. */
export function dayText(moment: string | null): string {
  return moment === null ? '–' : new Date(moment).toLocaleDateString(currentLocale(), { day: 'numeric', month: 'short', year: 'numeric' })
}

/** Made once for each locale: to make one takes longer than to write a hundred dates. */
const DATE_FORMATS = new Map<string, Intl.DateTimeFormat>()

/** A local date of a schedule, `2027-02-01`, with its weekday: `Mon 1 Feb`, as the reader's country writes it. */
export function dateText(date: string): string {
  const locale = currentLocale()
  const format = DATE_FORMATS.get(locale) ?? new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
  DATE_FORMATS.set(locale, format)
  return format.format(Date.parse(date))
}

/** A local date of a schedule with its year, as the reader's country writes it: `1 Feb 2027`. */
export function dateYearText(date: string): string {
  return new Date(date).toLocaleDateString(currentLocale(), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
}

/** From one local date to another, both inclusive: `Mon 1 Feb to Fri 5 Feb`; of one day `Mon 1 Feb`. */
export function datesText(first: string, last: string): string {
  return first === last ? dateText(first) : t('words.span', { first: dateText(first), last: dateText(last) })
}

/** `1:05` for 65 s, `1:01:05` for an hour more. */
export function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

/** An amount in minor units as the language writes money: `€312`, `€312.50`; a number where the schedule names no currency. */
export function amountText(amount: number, currency?: string, options: Intl.NumberFormatOptions = {}): string {
  const digits = digitsOf(currency ?? null)
  const style = currency === undefined ? { minimumFractionDigits: digits } : { style: 'currency', currency }
  return numberText(amount / 10 ** digits, { ...style, trailingZeroDisplay: 'stripIfInteger', ...options } as Intl.NumberFormatOptions)
}

/** `a`, `a and b`, `a, b and c`. */
export function listText(words: readonly string[]): string {
  return new Intl.ListFormat(currentLocale()).format(words)
}
