import { firstLanguage, LANGUAGES, type Language, type Text, type TextValues, writeText } from '../../model/language.ts'
import { createBroadcast, useTold } from '../parts/broadcast.ts'

const loadEnglish = () => import('./en.json', { with: { type: 'json' } })

/** A text of the page, as the English file names it. */
export type TextKey = keyof Awaited<ReturnType<typeof loadEnglish>>['default']
type Texts = Readonly<Record<TextKey, Text>>

/** What each language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', da: 'Dansk', de: 'Deutsch', sv: 'Svenska' }

// Each language is fetched by whoever reads it.
const LOADERS = {
  en: loadEnglish,
  da: () => import('./da.json', { with: { type: 'json' } }),
  de: () => import('./de.json', { with: { type: 'json' } }),
  sv: () => import('./sv.json', { with: { type: 'json' } }),
} satisfies Record<Language, () => Promise<{ readonly default: Texts }>>

/** How dates and numbers are written where the browser names no country for the language. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', da: 'da-DK', de: 'de-DE', sv: 'sv-SE' }

const PLACE = 'turnus.language'
const changes = createBroadcast<Language>()
let language: Language = 'en'
let locale = LOCALES.en
let texts: Partial<Texts> = {}

/** The text of that name in the language of the page; its name where no language could be fetched. */
export function t(key: TextKey, values: TextValues = {}): string {
  const text = texts[key]
  return text === undefined ? key : writeText(text, values, locale)
}

/** Takes the texts of a language that is there already. */
export function takeTexts(given: Texts): void {
  texts = given
}

/** The language of the page. */
export function currentLanguage(): Language {
  return language
}

/** How dates and numbers are written, such as `en-GB`. */
export function currentLocale(): string {
  return locale
}

/** A number as the language writes it: `1,840`. */
export function numberText(amount: number, options?: Intl.NumberFormatOptions): string {
  return amount.toLocaleString(locale, options)
}

/** Begins with the language that was chosen last in this browser, or else with the first of the browser's own that is one of ours; with English where that cannot be fetched. */
export async function beginWithLanguage(): Promise<void> {
  const first = firstLanguage([readChosen() ?? '', ...navigator.languages]) ?? 'en'
  await showLanguage(first)
    .catch(() => showLanguage('en'))
    .catch(() => undefined)
}

/** Changes the language of the page, and keeps that for the next visit. Throws when its texts cannot be fetched; the page stays as it is then. */
export async function chooseLanguage(next: Language): Promise<void> {
  await showLanguage(next)
  try {
    localStorage.setItem(PLACE, next)
  } catch {
    // A browser that stores nothing asks again the next time.
  }
}

/** The language of the page, and a new drawing whenever it changes. */
export function useLanguage(): Language {
  return useTold(changes, currentLanguage)
}

/** Shows the page in a language, with dates and numbers as `as` writes them: the browser's own country where it names one. */
export async function showLanguage(next: Language, as: string = localeOf(next)): Promise<void> {
  const { default: fetched } = await LOADERS[next]()
  takeTexts(fetched)
  language = next
  locale = as
  if (typeof document !== 'undefined') document.documentElement.lang = next
  changes.tell(next)
}

function localeOf(next: Language): string {
  return navigator.languages.find((tag) => tag.includes('-') && firstLanguage([tag]) === next) ?? LOCALES[next]
}

function readChosen(): Language | null {
  try {
    return LANGUAGES.find((known) => known === localStorage.getItem(PLACE)) ?? null
  } catch {
    return null
  }
}
