// Slow: engines of two checkouts are run against one another.
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { raceAgainst, verdictOf } from './against.ts'

test('a race says by which ratio the medians differ, whatever single runs do', () => {
  const verdict = verdictOf({ ours: [100, 980_000, 990_000], theirs: [1_000_000, 1_000_000, 9_000_000] })
  expect(verdict).toBe('hospital month: median 980,000 moves/s of processor time here, 1,000,000 there, ratio 0.980')
  expect(verdictOf({ ours: [1, 3], theirs: [4, 4] })).toContain('ratio 0.500')
})

test('two checkouts run as often, each with its own engine', () => {
  const lines: string[] = []
  const { ours, theirs } = raceAgainst(resolve(import.meta.dirname, '../..'), { runs: 2, iterations: 20_000 }, (line) => lines.push(line))
  expect([ours.length, theirs.length, lines.length]).toEqual([2, 2, 2])
  for (const rate of [...ours, ...theirs]) expect(rate).toBeGreaterThan(0)
  expect(() => raceAgainst('/nowhere', { runs: 1, iterations: 1000 }, () => {})).toThrow()
})
