import { expect, test } from 'vitest'
import { rememberPairs } from './remember-pairs.ts'

test('each pair is made once, whatever is made of it', () => {
  const asked: string[] = []
  const remembered = rememberPairs((a: { name: string }, b: { name: string }) => {
    asked.push(a.name + b.name)
    return a.name === b.name ? undefined : asked.length
  })
  const [a, b] = [{ name: 'a' }, { name: 'b' }]
  expect([remembered(a, b), remembered(b, a), remembered(a, a), remembered(a, b), remembered(a, a)]).toEqual([1, 2, undefined, 1, undefined])
  expect(asked).toEqual(['ab', 'ba', 'aa'])
})
