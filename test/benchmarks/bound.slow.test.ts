// Slow: public instances are solved until something is proved of them.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readKnown } from '../../bench/sets/known.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { nrpToSchedule } from '../../src/formats/nrp.ts'
import { readNrpInstance } from '../../src/formats/nrp-instance.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { benchmarkFolder, textOf } from './folder.ts'

const folder = benchmarkFolder('nrp')
/** Of search: enough for the last proofs of each. Those of 1 to 5 begin within the first 300,000, those of 7 before the first million. */
const ITERATIONS = { 1: 500_000, 2: 500_000, 3: 500_000, 4: 500_000, 5: 500_000, 7: 1_500_000, 8: 3_000_000 }
/** Bounds that are worth something come this near to the best known. */
const NEAR = 0.98

describe.skipIf(folder === null)('bounds on public instances', () => {
  for (const [instance, maxIterations] of Object.entries(ITERATIONS)) {
    test(`no bound of ${instance} is above the best known value, and it comes near`, async () => {
      const document = nrpToSchedule(readNrpInstance(textOf(folder!, `Instance${instance}.txt`)))
      const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
      const { bound } = solve(schedule, solveOptions({ maxIterations, solver: await loadHighs(), proves: true }))
      const { best } = (await readKnown(join(folder!, 'best-known.csv'))).get(instance)!
      expect(bound?.[0]).toBe(0)
      expect(bound![1]).toBeLessThanOrEqual(best)
      expect(bound![1]).toBeGreaterThan(NEAR * best)
    })
  }
})
