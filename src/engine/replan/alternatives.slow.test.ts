// Slow: every roster of each schedule is tried.
import { expect, test } from 'vitest'
import { casesOf } from '../../../test/property/cases.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { scoreOf } from '../../checker/check.ts'
import { NOBODY, type Roster, rosterAsPosted } from '../../model/roster.ts'
import { compareScores, type Score } from '../../model/score.ts'
import { compile } from '../instance/compile.ts'
import { findAlternatives } from './alternatives.ts'
import { disrupted, rostersOf } from './disrupted.fixture.ts'

const SCHEDULES = casesOf(25)
const MOST = 3

/** Positions at which two rosters differ. */
const differing = (a: Roster, b: Roster): number[] => [...a.keys()].filter((at) => a[at] !== b[at])

/** As the page says it: two shifts, and a fifth of those that either changes. */
function isClear(kept: Roster, a: Roster, b: Roster): boolean {
  const either = new Set([...differing(kept, a), ...differing(kept, b)]).size
  const apart = differing(a, b).length
  return apart >= 2 && 5 * apart >= either
}

test(`of ${SCHEDULES} weeks the rosters to choose from are as good, clearly different, and two or more where needful changes allow it`, () => {
  let [several, many] = [0, 0]
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const schedule = disrupted(seed)
    const kept = rosterAsPosted(schedule)
    const must = (score: Score): Score => [score[0], score[1], 0, 0]
    let best: { roster: Roster; score: Score } | null = null
    for (const roster of rostersOf(schedule)) {
      const score = scoreOf(schedule, roster)
      if (best === null || compareScores(score, best.score) < 0) best = { roster: roster.slice(), score }
    }
    const target = must(best!.score)
    const good = [...goodRosters()]
    const least = Math.min(...good.map((roster) => differing(kept, roster).length))
    const found = findAlternatives(compile(schedule), { kept, told: kept }, best!.roster, { count: MOST, least: 0, isOver: () => false })
    expect(found.length, `seed ${seed}`).toBeLessThanOrEqual(MOST)
    expect(
      found.some(({ roster }) => differing(roster, best!.roster).length === 0),
      `seed ${seed}: the best is one of them`,
    ).toBe(true)
    for (const [at, { roster, score, changes }] of found.entries()) {
      expect(scoreOf(schedule, roster), `seed ${seed}`).toEqual(score)
      expect(must(score), `seed ${seed}`).toEqual(target)
      expect(changes).toBe(differing(kept, roster).length)
      if (at > 0) expect(changes).toBeGreaterThanOrEqual(found[at - 1]!.changes)
      for (const other of found.slice(0, at)) expect(isClear(kept, roster, other.roster), `seed ${seed}`).toBe(true)
    }
    // A change is needful where no roster does as well in which it is left out, or leaves the shift empty, it and any others.
    const others = good.filter((roster) => differing(kept, roster).length <= least + 2 && isClear(kept, roster, best!.roster) && isNeedful(roster))
    if (others.length > 0) {
      several += 1
      expect(found.length, `seed ${seed}: another is ${others[0]!.join()}`).toBeGreaterThan(1)
    }
    if (found.length === MOST) many += 1

    function* goodRosters(): Generator<Roster> {
      for (const roster of rostersOf(schedule)) if (compareScores(must(scoreOf(schedule, roster)), target) <= 0) yield roster.slice()
    }
    function isNeedful(roster: Roster): boolean {
      const changed = differing(kept, roster)
      for (let without = 1; without < 3 ** changed.length; without += 1) {
        const less = roster.slice()
        for (const [at, shift] of changed.entries()) {
          const how = Math.floor(without / 3 ** at) % 3
          if (how > 0) less[shift] = how === 1 ? kept[shift]! : NOBODY
        }
        if (less.every((employee, shift) => employee === roster[shift])) continue
        if (compareScores(must(scoreOf(schedule, less)), target) <= 0) return false
      }
      return true
    }
  }
  expect(several).toBeGreaterThan(SCHEDULES / 5)
  expect(many).toBeGreaterThan(0)
})

test('between the fewest changes and the best score lie rosters with a part of the changes that the best one makes', () => {
  const pairs = 6
  const day = (n: number): object => ({ spot: 1, start: `2026-03-0${n + 1}T07:00:00Z`, end: `2026-03-0${n + 1}T15:00:00Z` })
  const shifts = Array.from({ length: pairs }, (_, n) => [
    { ...day(n), id: 2 * n + 1, employee: 2 * n + 1, suggestedEmployees: [2 * n + 2] },
    { ...day(n), id: 2 * n + 2, employee: 2 * n + 2, suggestedEmployees: [2 * n + 1], tags: ['other'] },
  ]).flat()
  const { submission } = readSubmission(
    {
      employees: Array.from({ length: 2 * pairs }, (_, e) => ({ id: e + 1 })),
      spots: [{ id: 1 }],
      shifts: [...shifts, { ...day(6), id: 99, employee: null }],
      settings: { others: 'off', assignShift: { secondPriorityWeight: 20 }, useSuggestedEmployee: { thirdPriorityWeight: 1 } },
    },
    { callback: 'optional' },
  )
  const { schedule } = submission!
  const kept = rosterAsPosted(schedule)
  // Everybody has what they are suggested for, and somebody takes what is empty.
  const best = kept.map((employee) => (employee === NOBODY ? 0 : employee ^ 1))
  const found = findAlternatives(compile(schedule), { kept, told: kept }, best, { count: 3, least: 1, isOver: () => false })
  expect(found.map(({ changes }) => changes)).toEqual([1, expect.any(Number), 2 * pairs + 1])
  expect(found[1]!.changes).toBeGreaterThan(1)
  expect(found[1]!.changes).toBeLessThan(2 * pairs + 1)
  for (const at of [1, 2]) expect(compareScores(found[at]!.score, found[at - 1]!.score)).toBeLessThan(0)
  expect(findAlternatives(compile(schedule), { kept, told: kept }, best, { count: 1, least: 1, isOver: () => false })).toHaveLength(1)
  expect(findAlternatives(compile(schedule), { kept, told: kept }, best, { count: 3, least: 1, isOver: () => true })).toHaveLength(1)
})
