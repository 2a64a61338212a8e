/** The languages that people are answered in, by their ISO 639 codes. The first one is answered where none fits. */
export const LANGUAGES = ['en', 'da', 'de', 'sv'] as const

export type Language = (typeof LANGUAGES)[number]

/** One text, or its forms by the number `count`: `{ "one": "{count} shift", "other": "{count} shifts" }`. Names of values stand in braces. */
export type Text = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>

/** What is put in the place of the names of a text. Numbers are written as the language writes them. */
export type TextValues = Readonly<Record<string, string | number>>

/** The first of these language tags that is a language of ours, in whatever country: `['nl', 'de-AT']` is `de`. Null when none is. */
export function firstLanguage(tags: readonly string[]): Language | null {
  for (const tag of tags) {
    const found = LANGUAGES.find((language) => language === tag.split('-')[0]!.toLowerCase())
    if (found !== undefined) return found
  }
  return null
}

/** Writes a text with its values, as `locale` chooses forms and `writeNumber` writes numbers: as the locale does, where it is not given. Throws for a value that is not given. */
export function writeText(
  text: Text,
  values: TextValues,
  locale: string,
  writeNumber: (amount: number) => string = (amount) => numberFormat(locale).format(amount),
): string {
  let written = ''
  for (const [at, part] of partsOf(formOf(text, values, locale)).entries()) {
    const value = at % 2 === 0 ? part : values[part]
    if (value === undefined) throw new Error(`The text ${JSON.stringify(text)} asks for ${part}.`)
    written += typeof value === 'number' ? writeNumber(value) : value
  }
  return written
}

// A bad roster takes the same few texts a hundred thousand times.
const knownParts = new Map<string, readonly string[]>()

/** What a form says, and in the odd places the names of values. */
function partsOf(form: string): readonly string[] {
  const known = knownParts.get(form) ?? form.split(/\{(\w+)\}/)
  knownParts.set(form, known)
  return known
}

function formOf(text: Text, values: TextValues, locale: string): string {
  if (typeof text === 'string') return text
  return text[pluralRules(locale).select(Number(values['count']))] ?? text.other ?? ''
}

// To make one of these takes longer than to use it a hundred times.
const numberFormats = new Map<string, Intl.NumberFormat>()
const rulesByLocale = new Map<string, Intl.PluralRules>()

function numberFormat(locale: string): Intl.NumberFormat {
  const known = numberFormats.get(locale) ?? new Intl.NumberFormat(locale)
  numberFormats.set(locale, known)
  return known
}

function pluralRules(locale: string): Intl.PluralRules {
  const known = rulesByLocale.get(locale) ?? new Intl.PluralRules(locale)
  rulesByLocale.set(locale, known)
  return known
}
