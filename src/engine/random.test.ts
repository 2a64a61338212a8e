import { expect, test } from 'vitest'
import { Random } from './random.ts'

test('a seed gives the same stream on every machine', () => {
  const random = new Random(1)
  expect(Array.from({ length: 5 }, () => random.next())).toMatchInlineSnapshot(`
    [
      3568522572,
      2118479590,
      2258263061,
      3685413526,
      628251110,
    ]
  `)
})

test('different seeds give different streams', () => {
  expect(new Random(1).next()).not.toBe(new Random(2).next())
  expect(new Random(0).next()).not.toBe(new Random(2 ** 32 - 1).next())
})

test('below(n) gives every whole number from 0 to n − 1, and no other', () => {
  const random = new Random(3)
  const seen = new Set(Array.from({ length: 1000 }, () => random.below(7)))
  expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('unit() stays in [0, 1) and has a mean near one half', () => {
  const random = new Random(4)
  const values = Array.from({ length: 10_000 }, () => random.unit())
  expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...values)).toBeLessThan(1)
  expect(values.reduce((a, b) => a + b) / values.length).toBeCloseTo(0.5, 1)
})

test('shuffled, three things come in each of their six orders', () => {
  const random = new Random(5)
  const seen = new Set(Array.from({ length: 200 }, () => random.shuffle([1, 2, 3]).join('')))
  expect([...seen].sort()).toEqual(['123', '132', '213', '231', '312', '321'])
})

test('where a stream stands fits into four words, from which another goes on', () => {
  const [random, other] = [new Random(6), new Random(7)]
  random.next()
  const words = new Int32Array(4)
  random.leave(words)
  other.take(words)
  expect([other.next(), other.next()]).toEqual([random.next(), random.next()])
})
