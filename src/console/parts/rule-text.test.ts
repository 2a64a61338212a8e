import { expect, test } from 'vitest'
import { readText } from '../../../test/source-files.ts'
import { LANGUAGES } from '../../model/language.ts'
import { leftOutText, ruleText } from './rule-text.ts'

for (const { leftOut, expected } of [
  { leftOut: 'pairings', expected: ruleText('pairings').toLowerCase() },
  { leftOut: 'pairings: mentor', expected: `${ruleText('pairings').toLowerCase()} (mentor)` },
  { leftOut: 'pairings: a: b', expected: `${ruleText('pairings').toLowerCase()} (a: b)` },
  { leftOut: 'ofALaterVersion', expected: 'ofALaterVersion' },
]) {
  test(`a rule that a bound leaves out, ${leftOut}, is told as ${expected}`, () => {
    const told = leftOutText(leftOut)
    expect(told.charAt(0).toLowerCase() + told.slice(1)).toBe(expected)
  })
}

for (const language of LANGUAGES)
  test(`${language}: the page has the words of the sentences of the gateway`, () => {
    const wordsIn = (file: string): unknown =>
      Object.fromEntries(Object.entries(JSON.parse(readText(file)) as object).filter(([name]) => name.startsWith('rule.')))
    expect(wordsIn(`src/console/texts/${language}.json`)).toEqual(wordsIn(`src/model/texts/${language}.json`))
  })
