import { expect, test } from 'vitest'
import { describeGap, formatGap, gapBetween, type Score } from './score.ts'

const score: Score = [0, 10, 200, 390]

for (const { bound, gap, text } of [
  { bound: [0, 10, 200, 390], gap: 0, text: 'the best there is' },
  { bound: [0, 10, 200, 39], gap: 0.9, text: 'at the best on the first three priorities, and at most 90 % from it on the fourth' },
  { bound: [0, 10, 197, 0], gap: 0.015, text: 'at the best on the first two priorities, and at most 1.5 % from it on the third' },
  { bound: [0, 10, 0, 0], gap: 1, text: 'at the best on the first two priorities; nothing is proved of the third' },
  { bound: [0, 9, 0, 0], gap: 0.1, text: 'at the best on the first priority, and at most 10 % from it on the second' },
] as const) {
  test(`0 / 10 / 200 / 390 with a bound of ${bound.join(' / ')} is ${text}`, () => {
    expect(gapBetween(score, bound)).toBeCloseTo(gap, 10)
    expect(describeGap(score, bound)).toBe(text)
  })
}

test('where the first priority is open nothing is said of others', () => {
  expect(describeGap([20, 0, 0, 0], [15, 0, 0, 0])).toBe('at most 25 % from the best on the first priority')
  expect(describeGap([20, 10, 0, 0], [0, 10, 0, 0])).toBe('nothing is proved of the first priority')
})

test('without a bound there is no gap', () => {
  expect(gapBetween(score, null)).toBeNull()
})

test('a gap is written with two digits', () => {
  expect([0, 0.00544, 0.0123, 0.5, 1].map(formatGap)).toEqual(['0 %', '0.54 %', '1.2 %', '50 %', '100 %'])
})
