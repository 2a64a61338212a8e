import { expect, test } from 'vitest'
import { remarkOnHours } from './retail.ts'
import { report, row } from './rows.fixture.ts'
import { summarize } from './summary.ts'

test('what is too much and what is paid is told of the best run, beside what is proved of it', () => {
  const rows = [
    row('a', 1, 0, { scores: { score: [0, 0, 90, 6300], bound: [0, 0, 80, 6000] } }),
    row('a', 2, 0, { scores: { score: [0, 0, 80, 6300], bound: [0, 0, 80, 6000] } }),
    row('b', 1, 3, { scores: { score: [0, 3, 0, 1200], bound: null } }),
    row('c', 1, 0),
  ]
  expect(remarkOnHours(summarize(report(rows)))).toEqual([
    'a: below the least 0 (proved 0), above the most 80 (proved 80), paid minutes 6,300 (proved 6,000); at the best on the first three priorities, and at most 4.8 % from it on the fourth.',
    'b: below the least 3 (proved -), above the most 0 (proved -), paid minutes 1,200 (proved -).',
  ])
})
