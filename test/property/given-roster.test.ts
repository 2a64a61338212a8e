// Slow: searches begin at random rosters.
import { expect, test } from 'vitest'
import { judge } from '../../src/checker/check.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { NOBODY, rosterAsPosted, type Roster } from '../../src/model/roster.ts'
import { compareScores } from '../../src/model/score.ts'
import { randomRoster } from './any-schedule.ts'
import { casesOf } from './cases.ts'
import { randomSchedule } from './random-schedule.ts'

/** 13 notice both mutants of the start that are known. */
const SCHEDULES = casesOf(30)
/** So few that a search from nothing could not make up for a roster that it threw away. */
const FEW_ITERATIONS = 20

/** The schedule as it comes when somebody sends it again with this roster. */
function sentAgain(schedule: Schedule, roster: Roster): Schedule {
  return { ...schedule, shifts: schedule.shifts.map((shift, i) => ({ ...shift, employeeIndex: roster[i] === NOBODY ? null : roster[i]! })) }
}

test('a roster that is sent again is never made worse, whatever it is', () => {
  let better = 0
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const { schedule, random } = randomSchedule(seed)
    const again = sentAgain(
      schedule,
      randomRoster(schedule, () => random.unit()),
    )
    const given = judge(again, rosterAsPosted(again)).score
    const { score } = solve(again, solveOptions({ seed, maxIterations: FEW_ITERATIONS }))
    expect(compareScores(score, given), `seed ${seed}: ${score} after ${given}`).toBeLessThanOrEqual(0)
    if (compareScores(score, given) < 0) better += 1
  }
  expect(better).toBeGreaterThan(SCHEDULES / 2)
})

test('a roster that was searched for long is what a short search goes on from', () => {
  let kept = 0
  for (let seed = 1; seed <= 40; seed += 1) {
    const { schedule } = randomSchedule(seed)
    const long = solve(schedule, solveOptions({ seed, maxIterations: 20_000 }))
    const again = sentAgain(schedule, long.roster)
    const given = judge(again, long.roster).score
    const short = solve(again, solveOptions({ seed: seed + 1, maxIterations: FEW_ITERATIONS }))
    expect(compareScores(short.score, given), `seed ${seed}: ${short.score} after ${given}`).toBeLessThanOrEqual(0)
    if (short.roster.every((employee, shift) => employee === long.roster[shift])) kept += 1
  }
  expect(kept).toBeGreaterThan(10)
})
