import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexSpans } from './spans.ts'

const span = fc
  .record({ start: fc.integer({ min: 0, max: 50 }), lasting: fc.integer({ min: 1, max: 20 }) })
  .map(({ start, lasting }) => ({ start, end: start + lasting }))

test('an index finds and counts the same spans as a look at each of them', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 40 }), span, (spans, asked) => {
      const index = indexSpans(spans)
      const expected = [...spans.keys()].filter((at) => spans[at]!.start < asked.end && spans[at]!.end > asked.start)
      expect(index.overlapping(asked)).toEqual(expected)
      expect(index.someOverlap(asked)).toBe(expected.length > 0)
      expect(index.countOverlapping(asked)).toBe(expected.length)
    }),
  )
})

test('of many that overlap, those that start first are found', () => {
  const index = indexSpans([4, 2, 0, 3, 1].map((start) => ({ start, end: 9 })))
  expect(index.overlapping({ start: 0, end: 9 }, 2)).toEqual([2, 4])
})
