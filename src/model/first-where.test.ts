import { expect, test } from 'vitest'
import { firstWhere } from './first-where.ts'

test('of any number of positions, the first of which it is true is found with a look at few', () => {
  for (let count = 0; count <= 40; count += 1) {
    for (let first = 0; first <= count; first += 1) {
      let looks = 0
      expect(firstWhere(count, (position) => ((looks += 1), position >= first))).toBe(first)
      expect(looks).toBeLessThanOrEqual(Math.ceil(Math.log2(count + 1)))
    }
  }
})
