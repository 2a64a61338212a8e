import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { solve } from '../../src/engine/index.ts'
import { isDecided, NOBODY, rosterOfDecided } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores, type Score } from '../../src/model/score.ts'
import { createRandom, randomDocument } from './any-schedule.ts'

const WANTED = 40
const MOST_ROSTERS = 3_000

/** The best score of all rosters, by trying every one with the checker. */
function bestByForce(schedule: Schedule): Score {
  const open = schedule.shifts.flatMap((shift, index) => (isDecided(shift) ? [] : [index]))
  const roster = rosterOfDecided(schedule)
  let best: Score | null = null
  const place = (position: number): void => {
    if (position === open.length) {
      const { score } = judge(schedule, roster)
      if (best === null || compareScores(score, best) < 0) best = score
      return
    }
    for (let employee = NOBODY; employee < schedule.employees.length; employee += 1) {
      roster[open[position]!] = employee
      place(position + 1)
    }
  }
  place(0)
  return best!
}

test(`the engine finds the best of all rosters on ${WANTED} tiny schedules`, { timeout: 120_000 }, () => {
  let found = 0
  for (let seed = 1; found < WANTED; seed += 1) {
    const { submission } = readSubmission(randomDocument(createRandom(seed)), { callback: 'optional' })
    const { schedule } = submission!
    const open = schedule.shifts.filter((shift) => !isDecided(shift)).length
    if (open < 3 || (schedule.employees.length + 1) ** open > MOST_ROSTERS) continue
    found += 1
    const result = solve(schedule, {
      seed: 1,
      maxMs: Number.POSITIVE_INFINITY,
      stallMs: null,
      maxIterations: 60_000,
      targetGap: 0,
      start: null,
      clock: () => performance.now(),
      shouldStop: () => false,
      onIncumbent: () => {},
    })
    expect(result.score, `seed ${seed}`).toEqual(bestByForce(schedule))
  }
})
