// Slow: what can be filled is held against all rosters of hundreds of schedules.
import { describe, expect, test } from 'vitest'
import { canBeWorked } from '../../../test/filled-by-force.ts'
import { randomRoster } from '../../../test/property/any-schedule.ts'
import { drawnSchedule } from '../../../test/property/random-schedule.ts'
import { casesOf } from '../../../test/property/cases.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { scoreOf } from '../../checker/check.ts'
import { isDecided, NOBODY } from '../../model/roster.ts'
import { askFillable } from './fillable.ts'
import { findShortages } from './shortages.ts'
import { hardRulesOf, strictSchedule } from './strict.ts'

const DOCUMENTS = casesOf(200)
/** Rosters that are tried for one question, at most. */
const MAX_ROSTERS = 250
const OPTIONS = { solver: null, clock: () => 0, until: -1 }

const randomSchedule = (seed: number) => drawnSchedule(seed, seed % 2 === 0 ? 'all' : 'plain')

describe('a strict schedule', () => {
  test('is broken only where the schedule itself breaks its first priority', () => {
    let broken = 0
    for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
      const { random, schedule } = randomSchedule(seed)
      const strict = strictSchedule(schedule, hardRulesOf(schedule))
      for (let k = 0; k < 5; k += 1) {
        const roster = randomRoster(schedule, random)
        if (scoreOf(strict, roster)[0] === 0) continue
        expect(scoreOf(schedule, roster)[0], `seed ${seed}`).toBeGreaterThan(0)
        broken += 1
      }
    }
    expect(broken).toBeGreaterThan(DOCUMENTS / 2)
  })

  test('is never broken more by who works less', () => {
    let compared = 0
    for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
      const { random, schedule } = randomSchedule(seed)
      const strict = strictSchedule(schedule, hardRulesOf(schedule))
      const roster = randomRoster(schedule, random)
      const [before] = scoreOf(strict, roster)
      for (const [index, shift] of schedule.shifts.entries()) {
        if (isDecided(shift) || roster[index] === NOBODY) continue
        expect(scoreOf(strict, roster.with(index, NOBODY))[0], `seed ${seed} without shift ${index}`).toBeLessThanOrEqual(before)
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(2.5 * DOCUMENTS)
  })
})

test('free periods whose counting may punish more freedom are left out', () => {
  const { schedule } = readSubmission(
    { employees: [{ id: 1 }], spots: [{ id: 1 }], shifts: [SHIFT], freePeriodRequirements: [USUAL, ODD] },
    { callback: 'optional' },
  ).submission!
  expect(strictSchedule(schedule, ['freePeriod']).freePeriodRequirements.map(({ id }) => id)).toEqual([USUAL.id])
})

const SHIFT = { id: 1, spot: 1, start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z', importance: 'MANDATORY' }
const USUAL = { id: 1, employeeId: 1, windowStart: '2026-03-02', windowEnd: '2026-03-30', demand: { requiredUnitCount: 2 } }
/** Two short intervals count 2, and the one that they become together 1. */
const ODD = { ...USUAL, id: 2, counting: { shortUnitMinimumMinutes: 2100, connectedTwoUnitMinimumMinutes: 10_000, extraUnitMinutes: 1440 } }

describe('on random schedules, by trying every roster,', () => {
  test('whether shifts can be worked is answered right', () => {
    const answers = { yes: 0, no: 0, unknown: 0 }
    for (let seed = 1; seed <= 2 * DOCUMENTS; seed += 1) {
      const { random, schedule } = randomSchedule(seed)
      const rules = hardRulesOf(schedule)
      const open = schedule.shifts.flatMap((shift, index) => (isDecided(shift) ? [] : [index]))
      const shifts = open.filter(() => random() < 0.6).slice(0, 6)
      const truth = canBeWorked(strictSchedule(schedule, rules), shifts, rules, MAX_ROSTERS)
      if (truth === null || shifts.length < 2) continue
      const { answer } = askFillable(schedule, shifts, rules, OPTIONS)
      if (answer !== 'unknown') expect(answer, `seed ${seed}, ${shifts.join()}`).toBe(truth ? 'yes' : 'no')
      answers[answer] += 1
    }
    expect(answers.yes).toBeGreaterThan(DOCUMENTS / 8)
    expect(answers.no).toBeGreaterThan(DOCUMENTS / 8)
    expect(answers.unknown).toBe(0)
  })

  test('a shortage is one', () => {
    let tried = 0
    for (let seed = 1; seed <= 2 * DOCUMENTS; seed += 1) {
      const { schedule } = randomSchedule(seed)
      const rules = hardRulesOf(schedule)
      const strict = strictSchedule(schedule, rules)
      for (const { shifts, missing } of findShortages(strict)) {
        const isMet = canBeWorked(strict, shifts.slice(0, shifts.length - missing + 1), rules, MAX_ROSTERS)
        if (isMet === null) continue
        expect(isMet, `seed ${seed}, ${shifts.join()}`).toBe(false)
        tried += 1
      }
    }
    expect(tried).toBeGreaterThan(DOCUMENTS / 4)
  })
})
