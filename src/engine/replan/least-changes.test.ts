// Slow: every roster of each schedule is tried.
import { expect, test, vi } from 'vitest'
import { readSubmission } from '../../api/read-schedule.ts'
import { GROWTHS, grown } from '../../../test/heavy/heavy-schedules.ts'
import { casesOf } from '../../../test/property/cases.ts'
import { NOBODY, type Roster, rosterAsPosted } from '../../model/roster.ts'
import { compareScores, PERFECT, type Score } from '../../model/score.ts'
import { compile } from '../instance/compile.ts'
import { scoreOf } from '../../checker/check.ts'
import { ChangedRoster, compareWithKept } from './changed-roster.ts'
import { disrupted, rostersOf } from './disrupted.fixture.ts'
import { findLeastChanges } from './least-changes.ts'

const SCHEDULES = casesOf(25)

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
    const least = findLeastChanges(instance, { kept, told: kept }, { target: must, below: schedule.shifts.length + 1, isOver: () => false })
    expect({ seed, count: least.count, proved: least.proved }).toEqual({ seed, count: changes, proved: true })
    for (const found of least.rosters) {
      expect(compareWithKept(instance, { kept, told: kept }, found.roster)).toMatchObject({ changes, score: found.score })
      expect(scoreOf(schedule, found.roster)).toEqual(found.score)
      expect(changesOf(found.roster)).toBe(changes)
    }
    // Nothing better is known: then the proof is that there is nothing with fewer.
    expect(findLeastChanges(instance, { kept, told: kept }, { target: must, below: changes, isOver: () => false })).toEqual({
      count: changes,
      proved: true,
      rosters: [],
    })
    counts.set(changes, (counts.get(changes) ?? 0) + 1)
  }
  expect([...counts.keys()].sort((a, b) => a - b).length, `changes: ${JSON.stringify([...counts])}`).toBeGreaterThan(3)
})

test('the time is asked before each shift of a long row, and each seat that is missed', () => {
  const growth = GROWTHS.find(({ name }) => name === 'shifts with seats that keep their employees')!
  const { schedule } = readSubmission(grown([growth], 0.02), { callback: 'optional' }).submission!
  const kept = rosterAsPosted(schedule)
  let [looks, work, most] = [0, 0, 0]
  const count = (method: 'breachOf' | 'evaluate'): void => {
    const original = ChangedRoster.prototype[method] as (this: ChangedRoster, ...args: unknown[]) => unknown
    vi.spyOn(ChangedRoster.prototype, method).mockImplementation(function (this: ChangedRoster, ...args: unknown[]) {
      work += 1
      return original.apply(this, args)
    } as never)
  }
  count('breachOf')
  count('evaluate')
  const isOver = (): boolean => {
    // The first look comes after the rows have been looked at once.
    if (looks > 0) most = Math.max(most, work)
    work = 0
    return (looks += 1) > 200
  }
  findLeastChanges(compile(schedule), { kept, told: kept }, { target: PERFECT, below: 600, isOver })
  vi.restoreAllMocks()
  expect(looks).toBeGreaterThan(200)
  expect(most).toBeLessThanOrEqual(2 * schedule.employees.length)
})

test('a row of hundreds of shifts is followed to another day by day, and not through each shift', () => {
  const growth = GROWTHS.find(({ name }) => name === 'shifts with seats that keep their employees')!
  const { schedule } = readSubmission(grown([growth], 0.1), { callback: 'optional' }).submission!
  const kept = rosterAsPosted(schedule)
  const isMoved = (at: number): boolean => kept[at] !== NOBODY && Math.floor(at / 24) % 4 !== 0
  const next = kept.map((employee, at) => (isMoved(at) ? (employee + 1) % schedule.employees.length : employee))
  const instance = compile(schedule)
  const days = instance.employeeCount * instance.dayCount
  new ChangedRoster(instance, kept)
  const before = instance.duties.count
  const { changes, score } = compareWithKept(instance, { kept, told: kept }, next)
  expect(changes).toBe([...kept.keys()].filter(isMoved).length)
  expect(changes).toBeGreaterThan(4 * days)
  expect(score).toEqual(scoreOf(schedule, next))
  expect(instance.duties.count - before).toBeLessThanOrEqual(2 * days)
})
