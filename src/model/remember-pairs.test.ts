import { expect, test } from 'vitest'
import { rememberPairs } from './remember-pairs.ts'

interface Named {
  readonly name: string
}

/** Remembers pairs of names; `asked`: those that were made. */
function remember(sizeOf: () => number): { of: (a: Named, b: Named) => number | undefined; asked: string[] } {
  const asked: string[] = []
  const make = (a: Named, b: Named): number | undefined => {
    asked.push(a.name + b.name)
    return a.name === b.name ? undefined : asked.length
  }
  return { of: rememberPairs(make, sizeOf), asked }
}

const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]

test('each of a few pairs is made once, whatever is made of it', () => {
  const { of, asked } = remember(() => 0)
  expect([of(a, b), of(b, a), of(a, a), of(a, b), of(a, a)]).toEqual([1, 2, undefined, 1, undefined])
  expect(asked).toEqual(['ab', 'ba', 'aa'])
})

// Employees × spots can be millions, and each pair a list of thousands.
test('pairs are forgotten when what was made of them is a million entries', () => {
  const { of, asked } = remember(() => 400_000)
  for (const [left, right] of [
    [a, b],
    [a, c],
    [a, b],
    [b, c],
    [a, b],
  ] as const)
    of(left, right)
  expect(asked).toEqual(['ab', 'ac', 'bc', 'ab'])
})

test('pairs are forgotten when there are many of them', () => {
  const { of, asked } = remember(() => 0)
  of(a, b)
  for (let n = 0; n < 100_000; n += 1) of({ name: '' }, b)
  of(a, b)
  expect(asked.filter((name) => name === 'ab')).toHaveLength(2)
})
