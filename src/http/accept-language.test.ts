import { expect, test } from 'vitest'
import { languageOf } from './accept-language.ts'

for (const { header, language } of [
  { header: undefined, language: 'en' },
  { header: '', language: 'en' },
  { header: 'de', language: 'de' },
  { header: 'de-AT, en;q=0.5', language: 'de' },
  { header: 'en;q=0.5, DA-dk', language: 'da' },
  { header: 'en;q=0.5,sv;q=0.9, da; q=0.7', language: 'sv' },
  // Of equal quality the first.
  { header: 'sv, da', language: 'sv' },
  { header: 'fr, nl;q=0.9, da;q=0.1', language: 'da' },
  { header: 'fr', language: 'en' },
  // What is not accepted is not taken, nor in the place of a star.
  { header: 'de;q=0, da;q=0.1', language: 'da' },
  { header: '*', language: 'en' },
  { header: 'en;q=0, *', language: 'da' },
  { header: 'fr, *;q=0.5', language: 'en' },
  { header: 'de;q=0', language: 'en' },
  { header: 'de;q=high', language: 'de' },
  { header: ';;,,=', language: 'en' },
  { header: `${'x,'.repeat(600)}de`, language: 'en' },
]) {
  test(`${String(header).slice(0, 40)} is answered in ${language}`, () => expect(languageOf(header)).toBe(language))
}
