import { expect, test } from 'vitest'
import { chooseTests, sumOf } from '../../scripts/testing/choose-tests.ts'

const CHANGED = ['src/engine/rows/sum-limit.ts', 'src/http/app.test.ts']
const CANDIDATES = [
  { file: 'test/e2e/gateway.test.ts', seconds: 3 },
  { file: 'src/engine/rows/sum-limit.test.ts', seconds: 30 },
  { file: 'src/engine/rows/other.test.ts', seconds: 2 },
  { file: 'src/engine/rows/quick.test.ts', seconds: 1 },
  { file: 'src/engine/local-search/cycles.test.ts', seconds: 2 },
  { file: 'src/http/app.test.ts', seconds: 5 },
]

test('changed tests and those beside a changed file come first, then the nearest folder, in it the quickest', () => {
  const { chosen, leftOut } = chooseTests(CANDIDATES, CHANGED, { own: 40, others: 100 })
  expect(chosen).toEqual([
    'src/http/app.test.ts',
    'src/engine/rows/sum-limit.test.ts',
    'src/engine/rows/quick.test.ts',
    'src/engine/rows/other.test.ts',
    'src/engine/local-search/cycles.test.ts',
    'test/e2e/gateway.test.ts',
  ])
  expect(leftOut).toEqual([])
})

test('what does not fit into the budget is left out, and something smaller that is farther away is taken', () => {
  const { chosen, leftOut } = chooseTests(CANDIDATES, CHANGED, { own: 34, others: 9 })
  expect(chosen).toEqual(['src/http/app.test.ts', 'src/engine/rows/quick.test.ts', 'src/engine/rows/other.test.ts'])
  expect(leftOut.map(({ file }) => file)).toEqual([
    'src/engine/rows/sum-limit.test.ts',
    'src/engine/local-search/cycles.test.ts',
    'test/e2e/gateway.test.ts',
  ])
  expect(sumOf(leftOut)).toBe(35)
})

test('what changed tests take is not there for others', () => {
  const { chosen } = chooseTests(CANDIDATES, CHANGED, { own: 40, others: 35 })
  expect(chosen).toEqual(['src/http/app.test.ts', 'src/engine/rows/sum-limit.test.ts'])
})

test('many quick tests take the time in which they start', () => {
  const quick = Array.from({ length: 100 }, (_, at) => ({ file: `src/engine/rows/${at}.test.ts`, seconds: 0 }))
  const { chosen } = chooseTests(quick, CHANGED, { own: 40, others: 3 })
  expect(chosen.length).toBeGreaterThan(5)
  expect(chosen.length).toBeLessThan(15)
})
