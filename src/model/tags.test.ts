import { expect, test } from 'vitest'
import { carriesOneOf, setOfTags } from './tags.ts'

const upTo = (count: number): string[] => Array.from({ length: count }, (_, n) => `tag ${n}`)

for (const { tags, wanted, expected } of [
  { tags: [], wanted: ['a'], expected: false },
  { tags: ['a'], wanted: [], expected: false },
  { tags: ['a', 'b'], wanted: ['b', 'c'], expected: true },
  { tags: upTo(100), wanted: ['tag 99'], expected: true },
  { tags: upTo(100), wanted: ['tag 100'], expected: false },
  { tags: ['tag 99'], wanted: upTo(100), expected: true },
  { tags: ['tag 100'], wanted: upTo(100), expected: false },
]) {
  test(`a shift with ${tags.length} tags ${expected ? 'carries' : 'does not carry'} one of ${wanted.length}: ${wanted.at(-1)}`, () => {
    expect(carriesOneOf(tags, new Set(wanted))).toBe(expected)
  })
}

test('the set of a list is made once', () => {
  const tags = upTo(3)
  expect(setOfTags(tags)).toBe(setOfTags(tags))
  expect([...setOfTags(tags)]).toEqual(tags)
})
