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
    expect(boundLine({ score: SCORE, bound, noBoundReason: bound === null ? 'NOT_PROVED' : null, boundLeavesOut })).toMatch(expected)
  })
}
