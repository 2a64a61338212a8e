import { expect, test } from 'vitest'
import { remarkOnGrowth } from './large.ts'
import { report, row } from './rows.fixture.ts'
import { summarize } from './summary.ts'

test('growth is told against the smallest house', () => {
  const rows = [row('900', 1, 7, { movesPerSecond: 200 }), row('30', 1, 7, { movesPerSecond: 300 }), row('3000', 1, 7, { movesPerSecond: null })]
  expect(remarkOnGrowth(summarize(report(rows)))).toEqual([
    'A move takes 1.50 times as long with 900 employees as with 30; the logarithm of the size is 2.00 times as large.',
  ])
})
