import { expect, test } from 'vitest'
import { createRandom } from '../../test/property/any-schedule.ts'
import { ByTag, carriedAmong, carries, carriesOneOf, indexTags, setOfTags, TagLists } from './tags.ts'

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

/** Lists of few tags and of many, some of which several shifts share, and some equal to others. */
function randomLists(seed: number): { readonly tags: readonly string[] }[] {
  const random = createRandom(seed)
  const list = (): string[] => upTo(200).filter(() => random() < [0.01, 0.05, 0.5][Math.floor(3 * random())]!)
  const lists = Array.from({ length: 8 }, list)
  return Array.from({ length: 40 }, (_, n) => {
    const tags = lists[Math.floor(random() * lists.length)]!
    return { tags: n % 3 === 0 ? [...tags] : tags }
  })
}

test('whatever is shared, an index finds what a look at each list finds', () => {
  for (let seed = 1; seed <= 6; seed += 1) {
    const shifts = randomLists(seed)
    const index = indexTags(shifts)
    const byTag = new ByTag(shifts)
    for (const wanted of [[], ['tag 3'], ['tag 3', 'tag 150'], upTo(90), ['nowhere'], ['nowhere', 'tag 199']]) {
      const expected = shifts.map(({ tags }) => tags.some((tag) => wanted.includes(tag)))
      for (const looks of [0, 1, 1000]) {
        const isCarried = index.carrying(new Set(wanted), looks)
        expect(shifts.map(({ tags }) => isCarried(tags))).toEqual(expected)
        expect(isCarried(['beside the index', ...wanted])).toBe(wanted.length > 0)
      }
      for (const tag of wanted) {
        expect(byTag.of(tag)).toEqual(shifts.filter(({ tags }) => tags.includes(tag)))
        for (const { tags } of shifts) expect(carries(tags, tag)).toBe(tags.includes(tag))
      }
      const map = new Map<string | null, number>([null, ...wanted].map((tag, n) => [tag, n]))
      for (const { tags } of shifts)
        expect(carriedAmong(tags, map).toSorted()).toEqual([...new Set(tags)].filter((tag) => wanted.includes(tag)).toSorted())
    }
  }
})

test('lists with the same tags in the same order have one number', () => {
  const lists = new TagLists()
  const numbers = [['a', 'b'], ['b', 'a'], ['a', 'b'], ['a,b'], []].map((tags) => lists.numberOf(tags))
  expect(numbers).toEqual([0, 1, 0, 2, 3])
  expect(lists.all).toEqual([['a', 'b'], ['b', 'a'], ['a,b'], []])
})
