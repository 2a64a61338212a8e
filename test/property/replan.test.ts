// Slow: each schedule is searched, and what it says of its changes is tried anew.
import { expect, test } from 'vitest'
import { disrupt, publish } from '../../bench/replan/disrupt.ts'
import { listReplanned } from '../../src/answers/diff.ts'
import { explainLeastChanges } from '../../src/answers/least-changes.ts'
import { judge } from '../../src/checker/check.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { casesOf } from './cases.ts'

const CASES = casesOf(4)
const ITERATIONS = 20_000
/** Places that the search for fewest changes looks at. */
const PLACES = 300

test(`a published roster that is disrupted is planned again without a breach, without those who are away, and with few changes, ${CASES} times`, () => {
  const published = publish(12)
  let within = 0
  for (let seed = 1; seed <= CASES; seed += 1) {
    const { schedule, absent } = disrupt(published, seed)
    const { roster, score } = solve(schedule, solveOptions({ maxIterations: ITERATIONS }))
    expect(judge(schedule, roster).score, `seed ${seed}`).toEqual(score)
    expect(score[0], `seed ${seed} breaks nothing`).toBe(0)
    for (const employee of absent) {
      const away = schedule.employees[employee]!.wishes.filter(({ type }) => type === 'UNAVAILABLE')
      const isAway = (start: number, end: number): boolean => away.some((wish) => wish.start < end && wish.end > start)
      expect(schedule.shifts.filter(({ start, end }, at) => roster[at] === employee && isAway(start, end))).toEqual([])
    }
    const { changes } = listReplanned(schedule, roster)
    let places = 0
    const { leastChanges } = explainLeastChanges(schedule, roster, () => (places += 1) > PLACES)
    expect(leastChanges!.count).toBeLessThanOrEqual(changes.length)
    if (changes.length <= leastChanges!.count + 1) within += 1
  }
  expect(within).toBeGreaterThanOrEqual(0.95 * CASES)
})
