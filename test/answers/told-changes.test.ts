// Slow: every roster of each schedule is tried.
import { expect, test } from 'vitest'
import { listReplanned } from '../../src/answers/diff.ts'
import { scoreOf } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { compareWithKept } from '../../src/engine/replan/changed-roster.ts'
import { disrupted, rostersOf } from '../../src/engine/replan/disrupted.fixture.ts'
import { findLeastChanges } from '../../src/engine/replan/least-changes.ts'
import { NOBODY, rosterAsPosted } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores, type Score } from '../../src/model/score.ts'
import { rosterAsTold } from '../../src/model/seats.ts'
import { casesOf } from '../property/cases.ts'
import { chanceOf, createRandom } from '../property/draft.ts'

const SCHEDULES = casesOf(30)

/** A disrupted week whose empty shifts were told to somebody. Most of those who are away were taken off their shifts, and some who are there. */
function toldWeek(seed: number): Schedule {
  const chance = chanceOf(createRandom(seed))
  const schedule = disrupted(seed)
  const shifts = schedule.shifts.map((shift) => {
    if (shift.employeeIndex === null) return { ...shift, takenFrom: [chance.whole(0, schedule.employees.length - 1)] }
    const isAway = schedule.employees[shift.employeeIndex]!.wishes.length > 0
    return chance.is(isAway ? 0.8 : 0.2) ? { ...shift, employeeIndex: null, takenFrom: [shift.employeeIndex] } : shift
  })
  return { ...schedule, shifts }
}

test('the fewest changes count what the list of changes does, with the shifts that stay empty and those that people get back', () => {
  let [stayEmpty, returned, proved] = [0, 0, 0]
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const schedule = toldWeek(seed)
    const instance = compile(schedule)
    const from = { kept: rosterAsPosted(schedule), told: rosterAsTold(schedule) }
    const listed = (roster: Int32Array): number => roster.reduce((sum, employee, at) => sum + (employee === from.told[at] ? 0 : 1), 0)
    let best: { must: Score; changes: number; roster: Int32Array } | null = null
    for (const roster of rostersOf(schedule)) {
      const [first, second] = scoreOf(schedule, roster)
      const must: Score = [first, second, 0, 0]
      const order = best === null ? -1 : compareScores(must, best.must)
      if (order > 0 || (order === 0 && best!.changes <= listed(roster))) continue
      best = { must, changes: listed(roster), roster: roster.slice() }
    }
    const { must, changes, roster } = best!
    expect(listReplanned(schedule, roster).changes, `seed ${seed}`).toHaveLength(changes)
    expect(compareWithKept(instance, from, roster).changes, `seed ${seed}`).toBe(changes)
    const least = findLeastChanges(instance, from, { target: must, below: schedule.shifts.length + 1, isOver: () => false })
    expect(least.count, `seed ${seed}`).toBeGreaterThanOrEqual(changes)
    // Whoever could take back a seat that nobody needs filled is not looked at, and nothing is said to be proved.
    if (least.proved) {
      expect(least.count, `seed ${seed}`).toBe(changes)
      proved += 1
    }
    for (const found of least.rosters) expect(listed(found.roster), `seed ${seed}`).toBe(found.changes)
    for (const [at, employee] of from.told.entries()) {
      if (from.kept[at] !== NOBODY || employee === NOBODY) continue
      if (roster[at] === NOBODY) stayEmpty += 1
      if (roster[at] === employee) returned += 1
    }
  }
  expect(stayEmpty).toBeGreaterThan(0)
  expect(returned).toBeGreaterThan(0)
  expect(proved).toBeGreaterThan(SCHEDULES / 4)
})
