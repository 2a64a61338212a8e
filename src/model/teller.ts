import english from './texts/en.json' with { type: 'json' }
import { type Language, type Text, type TextValues, writeText } from './language.ts'

/** A sentence of an answer, or a part of one, as the English file names it. */
export type SentenceName = keyof typeof english

/** What answers say, in one language. */
export type Sentences = Readonly<Record<SentenceName, Text>>

/** Says what answers say, in one language: names, numbers and moments are written as it writes them. */
export interface Teller {
  readonly language: Language
  /** The sentence of that name. Throws for a value that it asks for and is not given. */
  say(name: SentenceName, values?: TextValues): string
  /** `a`, `a and b`, `a, b and c`. */
  listed(texts: readonly string[]): string
  /** `a`, `a or b`, `a, b or c`. */
  oneOf(texts: readonly string[]): string
  /** Some parts as one sentence, with a full stop. */
  sentence(parts: readonly string[]): string
  /** A number with so many digits behind the point. */
  decimal(amount: number, digits: number): string
  /** A number with the digits that it has. */
  number(amount: number): string
  /** A local date such as `2026-03-02`. */
  date(date: string): string
  /** The month of a local date: `2026-03`, or its name and year. */
  month(date: string): string
  /** The weekday of a local date. */
  weekday(date: string): string
  /** A time of day such as `07:00`. */
  clock(time: string): string
}

/** The country whose dates and numbers stand for each language. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', da: 'da-DK', de: 'de-DE', sv: 'sv-SE' }

/** Tells in a language with its sentences. English dates, times and numbers are those of the interface: `2026-03-02`, `07:00`, `1840`. */
export function createTeller(language: Language, sentences: Sentences): Teller {
  const locale = LOCALES[language]
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const choice = new Intl.ListFormat(locale, { type: 'disjunction' })
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const told = {
    language,
    listed: (texts: readonly string[]) => list.format(texts),
    oneOf: (texts: readonly string[]) => choice.format(texts),
    weekday: (date: string) => weekday.format(momentOf(date)),
  }
  if (language === 'en') {
    const say: Teller['say'] = (name, values = {}) => writeText(sentences[name], values, locale, String)
    const asItIs = (text: string): string => text
    const decimal: Teller['decimal'] = (amount, digits) => amount.toFixed(digits)
    return { ...told, say, sentence: stopped, decimal, number: String, date: asItIs, month: (date) => date.slice(0, 7), clock: asItIs }
  }
  const dates = new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' })
  const months = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' })
  const times = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' })
  return {
    ...told,
    say: (name, values = {}) => writeText(sentences[name], values, locale),
    // Hours and minutes are abbreviated with a point, which ends the sentence too.
    sentence: (parts) => (parts.at(-1)?.endsWith('.') === true ? parts.join('; ') : stopped(parts)),
    decimal: (amount, digits) => amount.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    number: (amount) => amount.toLocaleString(locale),
    date: (date) => dates.format(momentOf(date)),
    month: (date) => months.format(momentOf(date)),
    // A day may end at 24:00, which no clock shows.
    clock: (time) => (time === '24:00' ? times.format(momentOf('1970-01-01')).replace('00', '24') : times.format(momentOf(`1970-01-01T${time}`))),
  }
}

/** Tells in English, which is what is told where nobody asks for another language. */
export const ENGLISH: Teller = /* @__PURE__ */ createTeller('en', english)

/** Says nothing of anything. */
export const SILENT_TELLER: Teller = {
  language: 'en',
  say: () => '',
  listed: () => '',
  oneOf: () => '',
  sentence: () => '',
  decimal: () => '',
  number: () => '',
  date: () => '',
  month: () => '',
  weekday: () => '',
  clock: () => '',
}

function stopped(parts: readonly string[]): string {
  return `${parts.join('; ')}.`
}

/** The moment at which a clock of UTC shows a date, or a date and a time. */
function momentOf(wall: string): number {
  return Date.parse(wall.includes('T') ? `${wall}:00Z` : `${wall}T00:00:00Z`)
}
