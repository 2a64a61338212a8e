// Slow: every roster of each schedule is tried.
import { expect, test } from 'vitest'
import { chanceOf, createRandom } from '../../../test/property/draft.ts'
import { casesOf } from '../../../test/property/cases.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { isDecided, NOBODY, type Roster, rosterAsPosted } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import { compareScores, type Score } from '../../model/score.ts'
import { compile } from '../instance/compile.ts'
import { scoreOf } from '../../checker/check.ts'
import { compareWithKept } from './changed-roster.ts'
import { findLeastChanges } from './least-changes.ts'

const SCHEDULES = casesOf(25)

/** A published week of three or four people, of whom one is away, with rules that make chains needful. */
function disrupted(seed: number): Schedule {
  const chance = chanceOf(createRandom(seed))
  const people = chance.whole(3, 4)
  const count = chance.whole(4, 6)
  const away = chance.whole(1, people)
  const employees = Array.from({ length: people }, (_, e) => ({
    id: e + 1,
    skills: chance.is(0.6) ? [{ id: 1 }] : [],
    contract: { minRestBetweenShifts: 660, maxConsecutiveDays: chance.whole(2, 4), maxHoursPerWeek: 480 * chance.whole(2, 4) },
    wishes: e + 1 === away ? [{ type: 'UNAVAILABLE', start: '2026-03-02', end: '2026-03-08' }] : [],
  }))
  const shifts = Array.from({ length: count }, (_, s) => {
    const day = 2 + Math.floor((s * 7) / count)
    const late = chance.is(0.4)
    return {
      id: s + 1,
      spot: 1,
      start: `2026-03-0${day}T${late ? '15' : '07'}:00Z`,
      end: `2026-03-0${day}T${late ? '23' : '15'}:00Z`,
      skills: chance.is(0.5) ? [1] : [],
      employee: chance.is(0.9) ? chance.whole(1, people) : null,
      ...(chance.is(0.15) ? { importance: 'OPTIONAL' } : {}),
    }
  })
  const settings = {
    others: 'off',
    ...Object.fromEntries(RULES.map((name) => [name, { firstPriorityWeight: 20 }])),
    assignShift: { secondPriorityWeight: 20 },
    keepAssignment: { thirdPriorityWeight: 1 },
  }
  const document = { timeZone: 'UTC', employees, shifts, spots: [{ id: 1 }], settings }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (submission === null) throw new Error(JSON.stringify(errors))
  return submission.schedule
}

const RULES = ['shiftCollision', 'oneShiftPerDay', 'unavailable', 'spotSkills', 'minRestBetweenShifts', 'maxConsecutiveDays', 'maxMinutesPerWeek']

function* rostersOf(schedule: Schedule): Generator<Roster> {
  const open = schedule.shifts.flatMap((shift, index) => (isDecided(shift) ? [] : [index]))
  const roster = rosterAsPosted(schedule)
  const place = function* (at: number): Generator<Roster> {
    if (at === open.length) yield roster
    else
      for (let employee = NOBODY; employee < schedule.employees.length; employee += 1) {
        roster[open[at]!] = employee
        yield* place(at + 1)
      }
  }
  yield* place(0)
}

test('the fewest changes are those of all rosters that are as good, and are proved', () => {
  const counts = new Map<number, number>()
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const schedule = disrupted(seed)
    const kept = rosterAsPosted(schedule)
    const changesOf = (roster: Roster): number => roster.reduce((sum, employee, at) => sum + (employee === kept[at] ? 0 : 1), 0)
    let best: { must: Score; changes: number } | null = null
    for (const roster of rostersOf(schedule)) {
      const [first, second] = scoreOf(schedule, roster)
      const must: Score = [first, second, 0, 0]
      const order = best === null ? -1 : compareScores(must, best.must)
      if (order > 0 || (order === 0 && best!.changes <= changesOf(roster))) continue
      best = { must, changes: changesOf(roster) }
    }
    const { must, changes } = best!
    const instance = compile(schedule)
    const least = findLeastChanges(instance, kept, { target: must, below: schedule.shifts.length + 1, isOver: () => false })
    expect({ seed, count: least.count, proved: least.proved }).toEqual({ seed, count: changes, proved: true })
    for (const found of least.rosters) {
      expect(compareWithKept(instance, kept, found.roster)).toMatchObject({ changes, score: found.score })
      expect(scoreOf(schedule, found.roster)).toEqual(found.score)
      expect(changesOf(found.roster)).toBe(changes)
    }
    // Nothing better is known: then the proof is that there is nothing with fewer.
    expect(findLeastChanges(instance, kept, { target: must, below: changes, isOver: () => false })).toEqual({
      count: changes,
      proved: true,
      rosters: [],
    })
    counts.set(changes, (counts.get(changes) ?? 0) + 1)
  }
  expect([...counts.keys()].sort((a, b) => a - b).length, `changes: ${JSON.stringify([...counts])}`).toBeGreaterThan(3)
})
