// Slow: conflicts of schedules that cannot be filled are tried by force.
import { describe, expect, test } from 'vitest'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { TROUBLES } from '../over-constrained.ts'
import { CORPUS_SIZE, examineCase, type CorpusCase } from './corpus.ts'

/** Every fifth seed here; `npm run bench:answers` takes all of them. */
const SEEDS = Array.from({ length: CORPUS_SIZE / 5 }, (_, i) => 5 * i + 1 + (i % 5))

describe('on schedules that cannot be filled', async () => {
  const solver = await loadHighs()
  const cases: CorpusCase[] = []

  for (const seed of SEEDS) {
    test(`seed ${seed} has a cause for each empty shift, conflicts that stand, and a repair that helps`, () => {
      const examined = examineCase(seed, { limits: {}, solver, clock: () => performance.now(), mostSeconds: Infinity })
      cases.push(examined)
      expect(examined.faults).toEqual([])
    })
  }

  test('most conflicts were tried by force, and every trouble was met', () => {
    const conflicts = cases.reduce((sum, examined) => sum + examined.conflicts, 0)
    expect(cases.reduce((sum, { conflictsTried }) => sum + conflictsTried, 0)).toBeGreaterThan(conflicts / 2)
    expect(new Set(cases.map(({ trouble }) => trouble)).size).toBe(TROUBLES.length)
  })
})
