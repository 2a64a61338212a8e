import type { Language } from '../model/language.ts'
import { createTeller, ENGLISH, type Sentences, type Teller } from '../model/teller.ts'
import danish from '../model/texts/da.json' with { type: 'json' }
import german from '../model/texts/de.json' with { type: 'json' }
import swedish from '../model/texts/sv.json' with { type: 'json' }

const SENTENCES: Readonly<Record<Exclude<Language, 'en'>, Sentences>> = { da: danish, de: german, sv: swedish }
const TELLERS = new Map<Language, Teller>([['en', ENGLISH]])

/** Who tells answers in a language. */
export function tellerOf(language: Language): Teller {
  const known = TELLERS.get(language)
  if (known !== undefined) return known
  const made = language === 'en' ? ENGLISH : createTeller(language, SENTENCES[language])
  TELLERS.set(language, made)
  return made
}
