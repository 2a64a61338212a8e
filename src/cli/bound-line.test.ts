import { expect, test } from 'vitest'
import { boundLine } from './bound-line.ts'

const SCORE = [0, 10, 0, 0] as const

for (const { title, bound, boundLeavesOut, expected } of [
  {
    title: 'a bound that leaves something out',
    bound: [0, 9, 0, 0] as const,
    boundLeavesOut: ['pairings: 1', 'freePeriod'],
    expected: / It leaves out pairings: 1, freePeriod\.$/,
  },
  { title: 'a bound that follows all rules', bound: [0, 9, 0, 0] as const, boundLeavesOut: [], expected: /^Proved bound [^.]*: [^I]*\.$/ },
  { title: 'a bound that the roster reaches', bound: SCORE, boundLeavesOut: ['freePeriod'], expected: /^(?!.*leaves out).*$/ },
  { title: 'no bound', bound: null, boundLeavesOut: ['freePeriod'], expected: /^No bound is proved \(NOT_PROVED\)\.$/ },
]) {
  test(`the line of ${title}`, () => {
    expect(
      boundLine({ score: SCORE, bound, noBoundReason: bound === null ? 'NOT_PROVED' : null, boundLeavesOut, costs: { paidMinutes: 0 } }),
    ).toMatch(expected)
  })
}

test('the line says a bound in money, where one is proved', () => {
  const line = (costs: object): string =>
    boundLine({ score: SCORE, bound: [0, 9, 0, 0], noBoundReason: null, boundLeavesOut: [], costs: { paidMinutes: 0, ...costs } })
  expect(line({ total: 100_000, bound: 99_600, currency: 'EUR' })).toMatch(
    / It costs 1000\.00 EUR; no roster that is as good in everything else costs less than 996\.00 EUR, which is 0\.4 % less\.$/,
  )
  expect(line({ total: 100_000 })).not.toContain('costs')
})
