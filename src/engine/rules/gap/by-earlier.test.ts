import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byEarlier } from './by-earlier.ts'

/** Followers of `count` demands, and lists of them by holder. */
const cases = fc.integer({ min: 0, max: 6 }).chain((count) =>
  fc.array(fc.uint8Array({ minLength: count, maxLength: count, max: 1 }), { maxLength: 4 }).chain((masks) => {
    const followers = masks.map((isAfter) => ({ isAfter }))
    return fc.record({
      count: fc.constant(count),
      lists: fc.array(fc.subarray(followers), { maxLength: 5 }),
    })
  }),
)

test('a holder’s followers of a demand are those of their list that may come after it, in its order', () => {
  fc.assert(
    fc.property(cases, ({ count, lists }) => {
      const { groupOf, lists: byGroup } = byEarlier(lists, count)
      const found = lists.map((_, holder) => Array.from({ length: count }, (_none, d) => byGroup[holder]![groupOf[d]!]!))
      const wanted = lists.map((list) => Array.from({ length: count }, (_none, d) => list.filter(({ isAfter }) => isAfter[d] === 1)))
      expect(found).toEqual(wanted)
    }),
  )
})

test('holders with the same list share what is made of it, and so do demands of which all say the same', () => {
  const [night, late] = [{ isAfter: Uint8Array.of(1, 1, 0, 0) }, { isAfter: Uint8Array.of(0, 0, 1, 0) }]
  const { groupOf, lists } = byEarlier([[night, late], [late], [night, late]], 4)
  expect([...groupOf]).toEqual([0, 0, 1, 2])
  expect(lists[2]).toBe(lists[0])
  expect(lists[1]).toEqual([[], [late], []])
})
