import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { isDecided } from '../../src/model/roster.ts'
import { compareScores } from '../../src/model/score.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { bestByForce } from '../golden/rule-examples.ts'
import { createRandom, randomDocument } from './any-schedule.ts'

const WANTED = Number(process.env.TURNUS_BOUNDS ?? 150)
const MOST_ROSTERS = 3_000
const ITERATIONS = 30_000

test(`no roster goes below a bound, on ${WANTED} tiny schedules`, { timeout: 600_000 }, async () => {
  const solver = await loadHighs()
  let proved = 0
  let closed = 0
  let tried = 0
  for (let seed = 1; tried < WANTED; seed += 1) {
    const { submission } = readSubmission(randomDocument(createRandom(seed), { rules: seed % 2 === 0 ? 'plain' : 'all' }), { callback: 'optional' })
    const { schedule } = submission!
    const open = schedule.shifts.filter((shift) => !isDecided(shift)).length
    if (open < 2 || (schedule.employees.length + 1) ** open > MOST_ROSTERS) continue
    tried += 1
    const { bound, score, stopReason } = solve(schedule, solveOptions({ seed, maxIterations: ITERATIONS, solver, proves: true }))
    if (bound === null) continue
    proved += 1
    const best = bestByForce(schedule).score
    expect(compareScores(bound, best), `seed ${seed}: ${bound.join()} is proved, ${best.join()} is there`).toBeLessThanOrEqual(0)
    if (stopReason === 'OPTIMAL') expect(score, `seed ${seed}`).toEqual(best)
    if (compareScores(bound, best) === 0) closed += 1
  }
  expect(proved).toBeGreaterThan(WANTED / 10)
  expect(closed).toBeGreaterThan(WANTED / 20)
})
