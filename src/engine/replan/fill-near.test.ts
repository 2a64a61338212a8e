import { beforeAll, describe, expect, test } from 'vitest'
import { readSubmission } from '../../api/read-schedule.ts'
import { judge } from '../../checker/check.ts'
import { isDecided, NOBODY, type Roster, rosterAsPosted } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import { loadHighs } from '../../threads/load-highs.ts'
import type { LinearSolver } from '../column-generation/linear-solver.ts'
import { solve } from '../index.ts'
import { compile } from '../instance/compile.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'
import { STRATEGIES } from '../portfolio/strategies.ts'
import { Random } from '../random.ts'
import { solveOptions } from '../solve-options.fixture.ts'
import { coverAlone } from './cover-alone.ts'
import { fillNear } from './fill-near.ts'
import { fixedAround, nearPeople } from './near-people.ts'

const CHAIN = 10

let solver: LinearSolver
beforeAll(async () => {
  solver = await loadHighs()
})

/**
 * A week in which everybody works one shift and may work no more. Shift 0 is empty. Person n works shift n and could work the one before it; the last of the chain has none. So one way alone fills shift 0: each of the chain takes the shift before their own.
 * `others` work beside them at what only they can do.
 */
function chained(others = 0): Schedule {
  const at = (n: number): string => `2026-03-0${2 + (n % 7)}`
  const employees = Array.from({ length: CHAIN + others }, (_, n) => ({
    id: n + 1,
    skills: n < CHAIN ? [{ id: n }, { id: n + 1 }] : [{ id: n + 1 }],
    contract: { rules: [{ kind: 'count', of: 'shifts', per: 'horizon', max: 1, priority: 1 }] },
  }))
  const shifts = Array.from({ length: CHAIN + others }, (_, n) => ({
    id: n + 1,
    spot: 1,
    start: `${at(n)}T07:00:00Z`,
    end: `${at(n)}T15:00:00Z`,
    skills: [n < CHAIN ? n : n + 1],
    employee: n === 0 ? null : n < CHAIN ? n : n + 1,
  }))
  const settings = {
    others: 'off',
    contractRules: { firstPriorityWeight: 20 },
    spotSkills: { firstPriorityWeight: 20 },
    assignShift: { secondPriorityWeight: 20 },
    keepAssignment: { secondPriorityWeight: 1 },
  }
  const document = { timeZone: 'UTC', employees, shifts, spots: [{ id: 1 }], settings }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (submission === null) throw new Error(JSON.stringify(errors))
  return submission.schedule
}

const emptyIn = (roster: Roster): number => [...roster].filter((employee) => employee === NOBODY).length

describe('an empty shift that a chain through ten people fills', () => {
  for (const others of [0, 30]) {
    test(`is filled by it beside ${others} others`, () => {
      const schedule = chained(others)
      let steps = 0
      const spend = (more: number): number => (steps += more) / 1e7
      const roster = fillNear(compile(schedule), rosterAsPosted(schedule), { solver, random: new Random(1), params: DEFAULT_PARAMS, spend })
      expect(judge(schedule, roster).score).toEqual([0, CHAIN - 1, 0, 0])
      expect(emptyIn(roster)).toBe(0)
    })
  }

  test('stays empty without the turn that fills it, and is filled with it, in as many iterations', () => {
    const schedule = chained(30)
    const search = (strategies: typeof STRATEGIES) => solve(schedule, solveOptions({ solver, maxIterations: 20_000, portfolio: { strategies } }))
    expect(search(STRATEGIES.filter(({ name }) => name !== 'kept-filling')).score).toEqual([0, 20, 0, 0])
    expect(search(STRATEGIES).score).toEqual([0, CHAIN - 1, 0, 0])
  })

  test('is not touched where nothing else is missed, nor after the time is over', () => {
    const schedule = chained(30)
    const kept = rosterAsPosted(schedule)
    const options = { solver, random: new Random(1), params: DEFAULT_PARAMS }
    expect(fillNear(compile(schedule), kept, { ...options, spend: () => 1 })).toBe(kept)
    const full = Int32Array.from(kept, (employee, at) => (at < CHAIN ? at : employee))
    const never = (): number => {
      throw new Error('no time is spent where no shift is empty')
    }
    expect(fillNear(compile(schedule), full, { ...options, spend: never })).toBe(full)
  })
})

test('people near an empty shift are those of the chains that lead to it, in order, and everybody in a small house', () => {
  const [small, large] = [chained(), chained(30)]
  const near = (schedule: Schedule, most: number): readonly number[] =>
    nearPeople(compile(schedule), rosterAsPosted(schedule), { demand: 0, most, days: 7, random: new Random(1) })
  const chain = Array.from({ length: CHAIN }, (_, n) => n)
  expect(near(small, CHAIN)).toEqual(chain)
  expect(near(large, CHAIN + 2)).toEqual(chain)
  expect(near(large, 4)).toEqual([0, 1, 2, 3])
})

test('whoever is not near keeps their shifts, and what is missed and what those near work stays open', () => {
  const schedule = chained(30)
  const part = fixedAround(schedule, rosterAsPosted(schedule), { people: new Set([1, 2]), missed: new Set([0]) })
  expect(part.shifts.flatMap((shift, at) => (isDecided(shift) ? [] : [at]))).toEqual([0, 2, 3])
  expect(rosterAsPosted(part)).toEqual(rosterAsPosted(schedule))
})

test('for cover alone nothing counts behind the priority of empty shifts but what keeping weighs', () => {
  const schedule = chained()
  const weights = { ...schedule.settings.weights, keepAssignment: [0, 0, 3, 0], undesired: [1, 2, 3, 4] } as const
  const bare = coverAlone({ ...schedule, settings: { ...schedule.settings, weights } }, 1)
  expect(bare.settings.weights).toMatchObject({ keepAssignment: [0, 0, 3, 0], undesired: [1, 2, 0, 0], assignShift: [0, 20, 0, 0] })
  expect(bare.employees[0]!.contract.rules[0]!.weights).toEqual(schedule.employees[0]!.contract.rules[0]!.weights)
  const [rule] = schedule.employees[0]!.contract.rules
  const late = { ...schedule.employees[0]!.contract, rules: [{ ...rule!, weights: [0, 0, 1, 0] as const }] }
  const [first, second] = coverAlone({ ...schedule, employees: schedule.employees.map((employee) => ({ ...employee, contract: late })) }, 1).employees
  expect(first!.contract.rules[0]!.weights).toEqual([0, 0, 0, 0])
  expect(second!.contract).toBe(first!.contract)
})
