import { expect, test } from 'vitest'
import { RULE_WORDS } from '../../answers/rule-words.ts'
import en from '../texts/en.json' with { type: 'json' }
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

test('in English the page has the words of the sentences of the gateway', () => {
  const texts = Object.entries(en).flatMap(([key, text]) => (key.startsWith('rule.') ? [[key.slice('rule.'.length), text] as const] : []))
  expect(Object.fromEntries(texts)).toEqual(RULE_WORDS)
})
