// Slow: each schedule is solved by trying all rosters.
import { expect, test } from 'vitest'
import { judge } from '../../src/checker/check.ts'
import { isDecided } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores, type Score } from '../../src/model/score.ts'
import { bestByForce } from '../golden/rule-examples.ts'
import { casesOf } from './cases.ts'
import { drawnSchedule } from './random-schedule.ts'
import { searchFor } from './search-for.ts'

const WANTED = casesOf(20)
const MAX_ROSTERS = 1_000
const SEARCH_SEEDS = [1, 2, 3]

/** The best of a few searches, up to the first that finds `best`: these schedules weigh rules against one another as no client would. */
function bestOfSearches(schedule: Schedule, best: Score): Score {
  let found: Score | null = null
  for (const seed of SEARCH_SEEDS) {
    const { score, roster } = searchFor(schedule, best, { seed, maxIterations: 150_000 })
    expect(judge(schedule, roster).score).toEqual(score)
    if (found === null || compareScores(score, found) < 0) found = score
    if (compareScores(found, best) <= 0) break
  }
  return found!
}

/** Of 80 such schedules one has a best roster that three searches miss. */
const MISSED_SHARE = 0.05

test(`the engine finds the best of all rosters on ${WANTED} tiny schedules, but for one in twenty, and never a better one`, () => {
  const missed: number[] = []
  let found = 0
  for (let seed = 1; found < WANTED; seed += 1) {
    const { schedule } = drawnSchedule(seed, 'all')
    const open = schedule.shifts.filter((shift) => !isDecided(shift)).length
    if (open < 3 || (schedule.employees.length + 1) ** open > MAX_ROSTERS) continue
    found += 1
    const best = bestByForce(schedule).score
    const distance = compareScores(bestOfSearches(schedule, best), best)
    expect(distance, `seed ${seed}`).toBeGreaterThanOrEqual(0)
    if (distance > 0) missed.push(seed)
  }
  expect(missed.length, `missed: seeds ${missed.join(', ')}`).toBeLessThanOrEqual(WANTED * MISSED_SHARE)
})
