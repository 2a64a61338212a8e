// Slow: each schedule is proved by prices and solved by trying all rosters.
import { expect, test } from 'vitest'
import { scoreOf } from '../../src/checker/check.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { type GeneratedShift, materialised, withGenerated } from '../../src/model/generated-shifts.ts'
import { rosterOfDecided } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores, type Score } from '../../src/model/score.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { randomDemand, TINY } from './any-demand.ts'
import { boundByPrices } from './bound-by-prices.ts'
import { casesOf } from './cases.ts'

const SCHEDULES = casesOf(30)
const SOLVED = casesOf(10)

/** The score of the best roster in which nobody has two shifts on a day. */
function bestByForce(schedule: Schedule): Score {
  const { candidates = [], employees, calendar } = schedule
  const found: GeneratedShift[] = []
  let best: Score | null = null
  const place = (cell: number): void => {
    if (cell === employees.length * calendar.days.length) {
      const whole = materialised(schedule, withGenerated(rosterOfDecided(schedule), found))
      const score = scoreOf(whole.schedule, whole.roster)
      if (best === null || compareScores(score, best) < 0) best = score
      return
    }
    place(cell + 1)
    const day = cell % calendar.days.length
    for (const [candidate, shift] of candidates.entries()) {
      if (shift.day !== day) continue
      found.push({ candidate, employeeIndex: Math.floor(cell / calendar.days.length) })
      place(cell + 1)
      found.pop()
    }
  }
  place(0)
  return best!
}

test(`no roster costs less than prices say where shifts are found, on ${SCHEDULES} tiny schedules`, () => {
  let [near, charged] = [0, 0]
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const schedule = randomDemand(seed, TINY)
    if (schedule.candidates === undefined) continue
    const best = bestByForce(schedule)
    const { least, costOf } = boundByPrices(schedule)
    expect(least, `seed ${seed}`).toBeLessThanOrEqual(costOf(best) + 1e-3)
    if (best[1] === 0) continue
    charged += 1
    if (least > 0.8 * costOf(best)) near += 1
  }
  expect(near).toBeGreaterThan(charged / 2)
})

test(`searches find the best shifts, and prove no more than them, on ${SOLVED} tiny schedules`, async () => {
  const solver = await loadHighs()
  let [solved, proved] = [0, 0]
  for (let seed = 1; solved < SOLVED; seed += 1) {
    const schedule = randomDemand(seed, TINY)
    if (schedule.candidates === undefined) continue
    const best = bestByForce(schedule)
    const { bound, score } = solve(schedule, solveOptions({ seed, maxIterations: 20_000, solver, proves: true }))
    expect(score, `seed ${seed}`).toEqual(best)
    solved += 1
    if (bound === null) continue
    proved += 1
    expect(compareScores(bound, best), `seed ${seed}: ${bound.join()} is proved, ${best.join()} is there`).toBeLessThanOrEqual(0)
  }
  expect(proved).toBeGreaterThan(0)
})
