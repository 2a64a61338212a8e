import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../src/model/language.ts'
import { filesMatching, isTest, readText } from '../source-files.ts'
import { findLiteralTexts, findUses, formsOf, readTexts, valuesOf } from './texts.ts'

/** Names of programs and formats, attributes of workbooks, words of the gateway, keys of the keyboard, and what languages call themselves. */
// biome-ignore format: a line for each kind.
const NO_LANGUAGE = new Set([
  'Turnus', 'English', 'Dansk', 'Deutsch', 'Svenska', 'Refused', 'Unreachable', 'Id', 'Type', 'Target',
  'command line', 'Delete', 'Enter', 'Escape', 'Home', 'End', 'Of', 'input, textarea, select', '(prefers-color-scheme: dark)',
])

/** Texts that are the same in a language and in English. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  da: [
    'admin.id',
    'admin.tokens',
    'audit.actor.token',
    'audit.target.plan',
    'audit.target.token',
    'curve.score',
    'details.teams',
    'filter.team',
    'frame.administration',
    'held.team',
    'job.reference',
    'jobs.status',
    'links.caption',
    'links.link',
    'nodes.node',
    'nodes.version',
    'plan.one',
    'signIn.email',
    'signIn.token',
    'tokens.one',
    'users.email',
    'users.role.administrator',
    'versions.numbered',
    'versions.one',
  ],
  de: [
    'admin.id',
    'admin.name',
    'cell.optional',
    'details.optional',
    'details.teams',
    'filter.team',
    'grid.name',
    'held.team',
    'job.name',
    'jobs.status',
    'links.caption',
    'links.link',
    'nodes.version',
    'plan.one',
    'signIn.token',
    'sums.optional',
    'tokens.one',
    'versions.numbered',
    'versions.one',
  ],
  sv: [
    'admin.id',
    'audit.actor.token',
    'audit.target.plan',
    'audit.target.token',
    'day.short',
    'filter.team',
    'frame.administration',
    'held.team',
    'jobs.status',
    'nodes.version',
    'plan.one',
    'signIn.token',
    'tokens.one',
    'versions.numbered',
    'versions.one',
  ],
}

const en = readTexts('en')
const sources = filesMatching('src/console/**/*.{ts,tsx}').filter((file) => !isTest(file))

describe('every language has the texts of the page', () => {
  for (const language of LANGUAGES) {
    const texts = readTexts(language)

    test(`${language}: all of them, in the order of their names, and no others`, () => {
      expect(Object.keys(texts)).toEqual(Object.keys(en).toSorted())
    })

    test(`${language}: none is empty, and each form that the language has is there`, () => {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
      const wrong = Object.entries(texts).filter(
        ([, text]) =>
          formsOf(text).some((form) => form.trim() === '') || (typeof text !== 'string' && Object.keys(text).toSorted().join() !== forms.join()),
      )
      expect(wrong).toEqual([])
    })

    test(`${language}: each form of a text has the values of the English one`, () => {
      const wrong = Object.entries(texts).filter(([key, text]) =>
        formsOf(text).some((form, at) => {
          const [values, wanted] = [valuesOf(form), valuesOf(formsOf(en[key]!).at(-1)!)]
          // The form of one may say so in a word.
          const isOfOne = typeof text !== 'string' && at === 0
          return values.join() !== wanted.join() && !(isOfOne && values.join() === wanted.filter((name) => name !== 'count').join())
        }),
      )
      expect(wrong).toEqual([])
    })
  }

  for (const language of LANGUAGES.filter((other) => other !== 'en')) {
    test(`${language}: none is the English one, but for words that are the same`, () => {
      const same = Object.entries(readTexts(language)).filter(([key, text]) => formsOf(text).join() === formsOf(en[key]!).join())
      expect(same.map(([key]) => key)).toEqual([...SAME[language]!].sort())
    })
  }
})

describe('the page takes its texts from the files', () => {
  test('no source has texts of its own', () => {
    const found = sources.flatMap((file) => findLiteralTexts(file, readText(file), NO_LANGUAGE).map(({ line, text }) => `${file}:${line} ${text}`))
    expect(found).toEqual([])
  })

  const uses = sources.flatMap((file) => findUses(file, readText(file)).map((use) => ({ file, ...use })))

  test('every text is used, and every one that is used is there', () => {
    const patterns = [...new Set(uses.map(({ text }) => text))].map((name) => new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '\\w+')}$`))
    expect(Object.keys(en).filter((key) => !patterns.some((pattern) => pattern.test(key)))).toEqual([])
    expect(patterns.filter((pattern) => !Object.keys(en).some((key) => pattern.test(key)))).toEqual([])
  })

  test('a text is given the values that it asks for', () => {
    const wrong = uses.filter(({ text, values }) => {
      const forms = en[text] === undefined ? [] : formsOf(en[text])
      const asked = new Set([...forms.flatMap(valuesOf), ...(forms.length > 1 ? ['count'] : [])])
      return forms.length > 0 && values !== null && [...asked].sort().join() !== values.join()
    })
    expect(wrong).toEqual([])
  })
})

describe('what the search for texts finds', () => {
  for (const { why, source, texts } of [
    { why: 'words between tags', source: 'const a = <p>Loading …</p>', texts: ['Loading …'] },
    { why: 'one word that is read out', source: 'const a = <p aria-label="pages" />', texts: ['pages'] },
    { why: 'a word on one side of a condition', source: "const a = <p title={b === 'none' ? t('x') : 'pages'} />", texts: ['pages'] },
    { why: 'a heading of a column', source: "const a = [{ head: 'size' }]", texts: ['size'] },
    { why: 'words in a template', source: 'const a = `${b} shifts are empty`', texts: ['shifts are empty'] },
    { why: 'a word with a capital letter', source: "const a = ['Name', b]", texts: ['Name'] },
    { why: 'no names of classes', source: 'const a = <p class="quiet row">{t("x")}</p>', texts: [] },
    { why: 'no imports, types and signs', source: "import { b } from 'some where'\nconst a: 'Own' = <p>– {b} ·</p>", texts: [] },
  ]) {
    test(`${why}`, () => expect(findLiteralTexts('a.tsx', source, new Set()).map(({ text }) => text)).toEqual(texts))
  }
})
