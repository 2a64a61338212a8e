import { describe, expect, test } from 'vitest'
import { bestByForce } from '../../../test/golden/rule-examples.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { judge } from '../../checker/check.ts'
import { NOBODY } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import { compile } from '../instance/compile.ts'
import { solve } from '../index.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'
import { Random } from '../random.ts'
import { createMove } from '../scoring/evaluate.ts'
import { createState, rosterOf } from '../scoring/state.ts'
import { solveOptions } from '../solve-options.fixture.ts'
import { NEIGHBOURHOODS } from './neighbourhoods.ts'

/** A Monday. */
const FIRST = Date.UTC(2026, 5, 1)
const dateOf = (day: number): string => new Date(FIRST + day * 86_400_000).toISOString().slice(0, 10)
const shiftOn = (day: number, more: object = {}) => ({
  id: 1 + day,
  spot: 1,
  start: `${dateOf(day)}T08:00:00Z`,
  end: `${dateOf(day)}T20:00:00Z`,
  ...more,
})
const people = (count: number, more: (id: number) => object = () => ({})) => Array.from({ length: count }, (_, i) => ({ id: i + 1, ...more(i + 1) }))

function read(document: object): Schedule {
  const { submission, errors } = readSubmission({ spots: [{ id: 1 }], ...document }, { callback: 'optional' })
  expect(errors).toEqual([])
  return submission!.schedule
}

function workersOf(schedule: Schedule, roster: Int32Array): number[][] {
  return schedule.shiftGroups.map(({ shiftIndexes }) => [...new Set(shiftIndexes.map((index) => roster[index]!))])
}

describe('shifts of a group', () => {
  test('of a weekend on call go to one person from Friday to Sunday, week after week', () => {
    const days = [4, 5, 6, 11, 12, 13, 18, 19, 20, 25, 26, 27]
    const schedule = read({
      employees: people(5, (id) => ({ wishes: [{ type: 'UNDESIRED', start: dateOf(id), end: dateOf(id + 4) }], contract: { maxWeekends: 1 } })),
      shifts: days.map((day) => shiftOn(day)),
      shiftGroups: [4, 11, 18, 25].map((day) => ({ id: day, shiftIds: [1 + day, 2 + day, 3 + day], mode: 'SAME_EMPLOYEE' })),
    })
    for (const seed of [1, 2, 3]) {
      const { roster, score } = solve(schedule, solveOptions({ seed, maxIterations: 20_000 }))
      expect(score.slice(0, 2), `seed ${seed}`).toEqual([0, 0])
      expect(workersOf(schedule, roster).every((who) => who.length === 1 && who[0] !== NOBODY)).toBe(true)
    }
  })

  test('are two business days each, where each pair belongs to one person and nobody has two pairs', () => {
    const pairs = [0, 2, 7, 9]
    const days = pairs.flatMap((day) => [day, day + 1])
    const schedule = read({
      employees: people(4),
      shifts: days.map((day) => shiftOn(day)),
      shiftGroups: [
        ...pairs.map((day) => ({ id: day + 1, shiftIds: [1 + day, 2 + day], mode: 'SAME_EMPLOYEE' })),
        { id: 100, shiftIds: pairs.map((day) => 1 + day), mode: 'DIFFERENT_EMPLOYEES' },
      ],
    })
    for (const seed of [1, 2, 3]) {
      const { roster, score } = solve(schedule, solveOptions({ seed, maxIterations: 20_000 }))
      expect(score.slice(0, 2), `seed ${seed}`).toEqual([0, 0])
      expect(workersOf(schedule, roster).map(({ length }) => length)).toEqual([1, 1, 1, 1, 4])
    }
  })

  test.each([true, false])('of a team of twelve optional shifts are all filled, on ten seeds; all different: %s', (areDifferent) => {
    const schedule = read({
      employees: people(14),
      shifts: Array.from({ length: 12 }, (_, i) => ({ ...shiftOn(0), id: i + 1, importance: 'OPTIONAL', tags: areDifferent ? [`seat ${i}`] : [] })),
      shiftGroups: [{ id: 1, name: 'Team', shiftIds: Array.from({ length: 12 }, (_, i) => i + 1), mode: 'ALL_OR_NONE' }],
    })
    for (let seed = 1; seed <= 10; seed += 1) {
      const { roster } = solve(schedule, solveOptions({ seed, maxIterations: 2_000 }))
      expect(roster.includes(NOBODY), `seed ${seed}`).toBe(false)
    }
  })

  test('of a team that cannot be complete are all empty, on ten seeds', () => {
    const schedule = read({
      employees: people(7),
      shifts: Array.from({ length: 8 }, (_, i) => ({ ...shiftOn(0), id: i + 1, importance: 'OPTIONAL', tags: [`seat ${i}`] })),
      shiftGroups: [{ id: 1, shiftIds: Array.from({ length: 8 }, (_, i) => i + 1), mode: 'ALL_OR_NONE' }],
    })
    for (let seed = 1; seed <= 10; seed += 1) {
      const { roster } = solve(schedule, solveOptions({ seed, maxIterations: 5_000 }))
      expect(
        [...roster].every((employee) => employee === NOBODY),
        `seed ${seed}`,
      ).toBe(true)
    }
  })

  for (const group of [
    { mode: 'SAME_EMPLOYEE' },
    { mode: 'DIFFERENT_EMPLOYEES' },
    { mode: 'ALL_OR_NONE' },
    { mode: 'COUNT', min: 3 },
    { mode: 'COUNT', max: 2, constraintLevel: 'soft' },
  ]) {
    test(`are as in the best of all rosters: ${JSON.stringify(group)}`, () => {
      const schedule = read({
        employees: people(3, (id) => ({
          wishes: [{ type: id === 3 ? 'UNAVAILABLE' : 'UNDESIRED', start: dateOf(id), end: dateOf(id) }],
          contract: { maxHoursTotal: 36, minHoursTotal: 24 },
        })),
        shifts: [0, 1, 2, 3, 4].map((day) => shiftOn(day, { importance: day % 2 === 0 ? 'OPTIONAL' : 'MANDATORY', weight: 1 + day })),
        shiftGroups: [
          { id: 1, shiftIds: [1, 2, 3, 4], ...group },
          { id: 2, tags: ['none'], spots: [1], date: dateOf(4), mode: 'COUNT', min: 1 },
          { id: 3, shiftIds: [4, 5], mode: 'SAME_EMPLOYEE', weight: 2 },
        ],
      })
      const best = bestByForce(schedule).score
      for (const seed of [1, 2, 3]) {
        const { roster, score } = solve(schedule, solveOptions({ seed, maxIterations: 20_000 }))
        expect(score, `seed ${seed}`).toEqual(best)
        expect(judge(schedule, roster).score).toEqual(score)
      }
    })
  }
})

describe('passing a group', () => {
  const passGroup = NEIGHBOURHOODS.find(({ name }) => name === 'pass group')!
  const schedule = (mode: string) =>
    read({
      employees: people(3),
      shifts: [0, 2, 4, 5].map((day) => shiftOn(day)),
      shiftGroups: [{ id: 1, shiftIds: [1, 3, 5], mode }],
    })

  test('is tried where one employee should work a group', () => {
    const answers = ['SAME_EMPLOYEE', 'DIFFERENT_EMPLOYEES', 'ALL_OR_NONE'].map((mode) => passGroup.supports!(compile(schedule(mode))))
    expect(answers).toEqual([true, false, false])
    expect(passGroup.supports!(compile(read({ employees: people(1), shifts: [shiftOn(0)] })))).toBe(false)
  })

  test('moves all that somebody works of it, and nothing else of theirs', () => {
    const read = schedule('SAME_EMPLOYEE')
    const instance = compile(read)
    const state = createState(instance, Int32Array.of(0, 0, 0, 0))
    const move = createMove(instance)
    const random = new Random(1)
    let proposed = 0
    for (let i = 0; i < 200; i += 1) {
      if (!passGroup.propose(state, random, move, DEFAULT_PARAMS.moves)) continue
      proposed += 1
      const cells = state.cells.slice()
      for (let row = 0; row < move.rows; row += 1) {
        for (let day = move.from[row]!; day <= move.to[row]!; day += 1) cells[move.employee[row]! * instance.dayCount + day] = move.next[row]![day]!
      }
      const taker = move.employee[1]!
      expect([...rosterOf(instance, cells)]).toEqual([taker, taker, taker, 0])
      expect([1, 2]).toContain(taker)
    }
    expect(proposed).toBeGreaterThan(100)
  })
})
