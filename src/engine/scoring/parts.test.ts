import { expect, test } from 'vitest'
import { inParts } from './parts.ts'

const parts = [1, 1, 1, 6_000]

for (const { says, penalty, expected } of [
  { says: 'a part less a machine’s error', penalty: 1 / 6_000 - 1e-12, expected: 1 / 6_000 },
  { says: 'nothing', penalty: 0, expected: 0 },
  // What is added and taken away again may leave less than nothing; −0 is no penalty.
  { says: 'less than nothing by a machine’s error', penalty: -1e-12, expected: 0 },
]) {
  test(`a penalty in parts of a point is the nearest number of them: ${says}`, () => {
    expect(inParts({ parts }, 3, penalty)).toBe(expected)
  })
}
