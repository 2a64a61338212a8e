// Slow: shortages are held against all rosters of schedules small enough for that.
import { describe, expect, test } from 'vitest'
import { bestByForce } from '../../../test/golden/rule-examples.ts'
import { canBeWorked } from '../../../test/filled-by-force.ts'
import { overConstrained } from '../../../test/over-constrained.ts'
import { drawnSchedule } from '../../../test/property/random-schedule.ts'
import { estimate } from '../../answers/estimate.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { compareScores } from '../../model/score.ts'
import { isDecided } from '../../model/roster.ts'
import { findShortages } from './shortages.ts'
import { hardRulesOf, strictSchedule } from './strict.ts'

/** As many cases as with five times as many, and a quarter of the rosters. */
const MAX_ROSTERS = 600

describe('a shortage', () => {
  test('is more shifts than employees, and so many of them cannot be worked', () => {
    let tried = 0
    for (let seed = 1; seed <= 100; seed += 1) {
      const { schedule } = readSubmission(overConstrained(seed).document, { callback: 'optional' }).submission!
      const rules = hardRulesOf(schedule)
      for (const { shifts, employees, missing } of findShortages(strictSchedule(schedule, rules))) {
        expect(shifts.length - employees.length, `seed ${seed}`).toBe(missing)
        expect(missing).toBeGreaterThan(0)
        const fewer = shifts.slice(0, shifts.length - missing + 1)
        const isMet = canBeWorked(schedule, fewer, rules)
        if (isMet === null) continue
        expect(isMet, `seed ${seed}: ${fewer.length} of ${shifts.length} shifts`).toBe(false)
        tried += 1
      }
    }
    expect(tried).toBeGreaterThan(20)
  })
})

test('no roster is better than the least score that shortages prove', () => {
  let positive = 0
  let tried = 0
  for (let seed = 1; seed <= 3_000 && tried < 70; seed += 1) {
    const { schedule } = drawnSchedule(seed, 'all')
    const open = schedule.shifts.filter((shift) => !isDecided(shift)).length
    if ((schedule.employees.length + 1) ** open > MAX_ROSTERS) continue
    tried += 1
    const { leastScore } = estimate({ schedule })
    if (leastScore.every((penalty) => penalty === 0)) continue
    positive += 1
    expect(compareScores(leastScore, bestByForce(schedule).score), `seed ${seed}`).toBeLessThanOrEqual(0)
  }
  expect(positive).toBeGreaterThan(5)
})

test('where a competence is short, every roster breaks the first priority', () => {
  let tried = 0
  for (let seed = 1; seed <= 2_000 && tried < 12; seed += 1) {
    const { schedule } = drawnSchedule(seed, 'all')
    const open = schedule.shifts.filter((shift) => !isDecided(shift)).length
    if ((schedule.employees.length + 1) ** open > MAX_ROSTERS) continue
    const weights = { ...schedule.settings.weights, coverageCompetency: [1, 0, 0, 0] } as const
    const asked = { ...schedule, settings: { ...schedule.settings, weights } }
    if (!estimate({ schedule: asked }).bottlenecks.some(({ of }) => of === 'competence')) continue
    tried += 1
    expect(bestByForce(asked).score[0], `seed ${seed}`).toBeGreaterThan(0)
  }
  expect(tried).toBe(12)
})
