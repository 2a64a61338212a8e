import { expect, test } from 'vitest'
import { shareOut } from '../../scripts/testing/share-out.ts'

for (const { weights, count, shares } of [
  {
    weights: [9, 5, 4, 1],
    count: 2,
    shares: [
      [9, 1],
      [5, 4],
    ],
  },
  { weights: [3, 3, 2, 2, 2], count: 3, shares: [[3, 2], [3], [2, 2]] },
  { weights: [4], count: 2, shares: [[4], []] },
  { weights: [2, 1], count: 1, shares: [[2, 1]] },
]) {
  test(`${weights.join(', ')} are ${JSON.stringify(shares)} in ${count} shares`, () => {
    expect(shareOut(weights, count, (weight) => weight)).toEqual(shares)
  })
}
