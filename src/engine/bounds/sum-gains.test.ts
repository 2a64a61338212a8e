import { expect, test } from 'vitest'
import { SumGains } from './sum-gains.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'

const NIGHTS = { who: 0, rule: 1, mean: 3.5 }
const SHIFTS = { who: 0, rule: 2, mean: 18.5 }

test('before anything is known, half of a night among four promises more than half of a shift among eighteen', () => {
  const gains = new SumGains(DEFAULT_PARAMS.bounds)
  expect(gains.guess(NIGHTS)).toBeGreaterThan(gains.guess(SHIFTS))
  expect(gains.guess({ ...NIGHTS, mean: 3.1 })).toBeLessThan(gains.guess(NIGHTS))
})

test('what was gained by a sum is what it promises, by how far it is from a whole number', () => {
  const gains = new SumGains(DEFAULT_PARAMS.bounds)
  gains.note(NIGHTS, 2)
  expect(gains.guess(NIGHTS)).toBeCloseTo(2)
  expect(gains.guess({ ...NIGHTS, mean: 2.75 })).toBeCloseTo(1)
})

test('a rule promises others what it gained on average, and a sum that gained nothing next to nothing', () => {
  const gains = new SumGains(DEFAULT_PARAMS.bounds)
  gains.note(NIGHTS, 2)
  gains.note({ ...NIGHTS, who: 1 }, 0)
  expect(gains.guess({ ...NIGHTS, who: 2 })).toBeCloseTo(1, 1)
  expect(gains.guess({ ...NIGHTS, who: 1 })).toBeLessThan(0.02)
})
