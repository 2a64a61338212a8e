// Slow: chains are held against trying everything, on schedules of many seeds.
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { judge } from '../checker/check.ts'
import type { Schedule } from '../model/schedule.ts'
import { peopleAtOnce } from './bounds/people-at-once.ts'
import { solve, type SolveResult } from './index.ts'
import { activationOf } from './instance/activation.ts'
import { compile } from './instance/compile.ts'
import { ableEmployees } from './local-search/task-packing.ts'
import { POLICY_ROWS } from './portfolio/policy.ts'
import { STRATEGIES } from './portfolio/strategies.ts'
import { Random } from './random.ts'
import { solveOptions } from './solve-options.fixture.ts'

interface Task {
  readonly start: number
  readonly end: number
  /** Who may do it. */
  readonly able: readonly number[]
}

interface Case {
  readonly tasks: readonly Task[]
  /** By employee: what using them costs. */
  readonly costs: readonly number[]
  /** More of everybody's contract, and of the settings. */
  readonly contract?: object
  readonly settings?: object
  /** Whether using somebody is said as an amount of money, and not as a rule of the contract. */
  readonly isPaid?: boolean
  /** By task: who is on it whatever else. */
  readonly fixed?: Readonly<Record<number, number>>
  /** By task: who could do it, and is not wanted there. */
  readonly unwanted?: readonly (readonly number[])[]
}

const HOUR = 3_600_000

/** Hours count from midnight of a Monday. */
function scheduleOf({ tasks, costs, contract = {}, settings = {}, isPaid = false, fixed = {}, unwanted = [] }: Case): Schedule {
  const at = (hour: number): string => new Date(Date.UTC(2024, 0, 1) + hour * HOUR).toISOString()
  const document = {
    timeZone: 'UTC',
    settings: {
      others: 'off',
      assignShift: { firstPriorityWeight: 20 },
      spotSkills: {},
      shiftCollision: {},
      contractRules: {},
      totalWork: {},
      ...settings,
    },
    ...(isPaid ? { payRules: [{ id: 'used', kind: 'activation', amount: 100 }] } : {}),
    spots: [{ id: 1 }],
    employees: costs.map((weight, id) => ({
      id,
      skills: tasks.flatMap(({ able }, task) => (able.includes(id) || unwanted[task]?.includes(id) ? [{ id: task }] : [])),
      contract: { ...contract, rules: isPaid ? [] : [{ kind: 'count', of: 'shifts', per: 'horizon', max: 0, cap: 1, priority: 2, weight }] },
      ...(isPaid ? { pay: { hourly: 0 } } : {}),
    })),
    shifts: tasks.map(({ start, end }, id) => ({
      id,
      spot: 1,
      start: at(start),
      end: at(end),
      skills: [id],
      dislikedEmployees: unwanted[id] ?? [],
      ...(fixed[id] === undefined ? {} : { employee: fixed[id], fixed: true }),
    })),
  }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (submission === null) throw new Error(JSON.stringify(errors))
  return submission.schedule
}

/** The least that using people costs where everything is done; infinite where it cannot be. Every way of sharing tasks is tried. */
function bruteForce({ tasks, costs, fixed = {} }: Case, isAllowed: (row: readonly Task[]) => boolean): number {
  const rows: Task[][] = costs.map(() => [])
  let best = Infinity
  const place = (task: number, cost: number): void => {
    if (cost >= best) return
    if (task === tasks.length) {
      best = cost
      return
    }
    for (const employee of fixed[task] === undefined ? tasks[task]!.able : [fixed[task]]) {
      const row = rows[employee]!
      row.push(tasks[task]!)
      if (isAllowed(row)) place(task + 1, cost + (row.length === 1 ? costs[employee]! : 0))
      row.pop()
    }
  }
  place(0, 0)
  return best
}

const isApart = (row: readonly Task[]): boolean => row.every((a, i) => row.every((b, j) => i <= j || a.end <= b.start || b.end <= a.start))

/** Chains alone: local search makes no move, and nothing is proved but what is known at once. */
function solveByChains(schedule: Schedule, seed: number): SolveResult {
  const portfolio = {
    strategies: STRATEGIES.filter(({ name }) => ['annealing', 'row-emptying'].includes(name)),
    rows: POLICY_ROWS.map((row) => (row.name === 'first-emptying' ? { ...row, turn: () => ({ until: 1 }) } : row)),
  }
  return solve(schedule, solveOptions({ seed, maxIterations: 30_000, proves: true, portfolio }))
}

/** Up to seven tasks of a day or two, four employees, one of whom can do a task at least. */
function anyCase(random: Random): Case {
  const tasks = Array.from({ length: 3 + random.below(5) }, () => {
    const start = random.below(30)
    const able = [0, 1, 2, 3].filter(() => random.below(2) === 0)
    return { start, end: start + 1 + random.below(8), able: able.length === 0 ? [random.below(4)] : able }
  })
  return { tasks: [{ start: 0, end: 1, able: [0, 1, 2, 3] }, ...tasks], costs: Array.from({ length: 4 }, () => 1 + random.below(3)) }
}

/** Cases by kind, and which rows are allowed. */
const KINDS: readonly { title: string; change: (of: Case, random: Random) => Case; isAllowed: (row: readonly Task[]) => boolean }[] = [
  { title: 'tasks that may not overlap', change: (of) => of, isAllowed: isApart },
  {
    title: 'an amount for whoever works',
    change: (of) => ({ ...of, costs: of.costs.map(() => 1), isPaid: true, settings: { payCost: { secondPriorityWeight: 1 } } }),
    isAllowed: isApart,
  },
  { title: 'all people alike', change: (of) => ({ ...of, costs: of.costs.map(() => 1) }), isAllowed: isApart },
  {
    title: 'one shift a day',
    change: (of) => ({ ...of, settings: { oneShiftPerDay: {} } }),
    isAllowed: (row) => isApart(row) && new Set(row.map(({ start }) => Math.floor(start / 24))).size === row.length,
  },
  {
    title: 'ten hours each',
    change: (of) => ({ ...of, contract: { maxMinutesTotal: 600 }, settings: { totalWork: { firstPriorityWeight: 1 } } }),
    isAllowed: (row) => isApart(row) && row.reduce((sum, { start, end }) => sum + end - start, 0) <= 10,
  },
  {
    title: 'a task that is fixed',
    change: (of, random) => ({ ...of, fixed: { 1: of.tasks[1]!.able[random.below(of.tasks[1]!.able.length)]! } }),
    isAllowed: isApart,
  },
]

describe.each(KINDS)('with $title', ({ title, change, isAllowed }) => {
  test('chains come to as few people as trying everything, and no bound is above', () => {
    const proved: boolean[] = []
    for (let seed = 1; seed <= 40; seed += 1) {
      const random = new Random(seed)
      const one = change(anyCase(random), random)
      const best = bruteForce(one, isAllowed)
      if (best === Infinity) continue
      const schedule = scheduleOf(one)
      const { roster, score, bound } = solveByChains(schedule, seed)
      expect({ seed, score }).toEqual({ seed, score: [0, best, 0, 0] })
      expect(judge(schedule, roster).score).toEqual(score)
      const least = peopleAtOnce(compile(schedule))
      expect(least === null ? 0 : least[1]).toBeLessThanOrEqual(best)
      proved.push(bound !== null && bound[1] === best)
    }
    // Enough of them, and most at once is often all that there is to know.
    expect(proved.length).toBeGreaterThan(12)
    expect(proved.filter(Boolean).length, title).toBeGreaterThan(proved.length / 3)
  })
})

test('a shift that nobody may work, and somebody does, stays where it is', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const one = anyCase(new Random(seed))
    const tasks = [...one.tasks, { start: 40, end: 41, able: [] }]
    const schedule = scheduleOf({ ...one, tasks, settings: { spotSkills: { firstPriorityWeight: 5 } } })
    const { roster, score } = solveByChains(schedule, seed)
    expect(judge(schedule, roster).score).toEqual(score)
  }
})

test('whoever a task does not want may not hold it where that costs before what is saved', () => {
  const one: Case = { tasks: [{ start: 0, end: 1, able: [0, 1] }], costs: [1, 1, 1], unwanted: [[2]] }
  const { fit, demands } = compile(scheduleOf({ ...one, settings: { useDislikedEmployee: { firstPriorityWeight: 1 } } }))
  expect([...ableEmployees({ fit, demands }, 0, 1)]).toEqual([0, 1])
  expect([...ableEmployees({ fit, demands }, 0, 0)]).toEqual([0, 1, 2])
})

describe('how many are at work at once', () => {
  const least = (one: Case): number => peopleAtOnce(compile(scheduleOf(one)))?.[1] ?? 0
  const all = [0, 1, 2]
  const alike = [1, 1, 1]

  for (const { title, one, people } of [
    {
      title: 'two that touch take one',
      one: {
        tasks: [
          { start: 0, end: 2, able: all },
          { start: 2, end: 4, able: all },
        ],
        costs: alike,
      },
      people: 1,
    },
    {
      title: 'two that share an hour take two',
      one: {
        tasks: [
          { start: 0, end: 2, able: all },
          { start: 1, end: 4, able: all },
        ],
        costs: alike,
      },
      people: 2,
    },
    {
      title: 'those who have no task in common are counted apart, each at their own time',
      one: {
        tasks: [
          { start: 0, end: 2, able: [0] },
          { start: 5, end: 7, able: [1, 2] },
          { start: 5, end: 7, able: [1, 2] },
        ],
        costs: alike,
      },
      people: 3,
    },
    { title: 'the cheapest who can do them', one: { tasks: [{ start: 0, end: 2, able: [1, 2] }], costs: [1, 2, 3] }, people: 2 },
    { title: 'a task of nobody takes nobody', one: { tasks: [{ start: 0, end: 2, able: [] }], costs: alike }, people: 0 },
    {
      title: 'who has a fixed task is used',
      one: {
        tasks: [
          { start: 0, end: 2, able: all },
          { start: 5, end: 7, able: all },
          { start: 5, end: 7, able: all },
        ],
        costs: [5, 1, 1],
        fixed: { 0: 0 },
      },
      people: 6,
    },
    {
      title: 'two of a day take two where nobody works twice a day',
      one: {
        tasks: [
          { start: 0, end: 2, able: all },
          { start: 5, end: 7, able: all },
        ],
        costs: alike,
        settings: { oneShiftPerDay: {} },
      },
      people: 2,
    },
    {
      title: 'overlaps that cost nothing take one',
      one: {
        tasks: [
          { start: 0, end: 2, able: all },
          { start: 1, end: 4, able: all },
        ],
        costs: alike,
        settings: { shiftCollision: { thirdPriorityWeight: 20 } },
      },
      people: 0,
    },
    {
      title: 'tasks that may stay undone take nobody',
      one: { tasks: [{ start: 0, end: 2, able: all }], costs: alike, settings: { assignShift: { thirdPriorityWeight: 20 } } },
      people: 0,
    },
  ])
    test(`${title}`, () => expect(least(one)).toBe(people))
})

describe('what using somebody costs', () => {
  const costOf = (rule: object): number | undefined => {
    const schedule = scheduleOf({ tasks: [{ start: 0, end: 2, able: [0] }], costs: [1] })
    const [employee] = schedule.employees
    const [used] = employee!.contract.rules
    const changed = { ...employee!, contract: { ...employee!.contract, rules: [{ ...used!, ...rule } as typeof used & object] } }
    return activationOf(compile({ ...schedule, employees: [changed] }))?.cost[0]
  }

  test('is the weight of a count of all shifts that costs once', () => expect(costOf({ weight: 7 })).toBe(7))
  for (const rule of [{ cap: 2 }, { max: 1 }, { min: 1 }, { of: 'minutes' }, { tags: ['night'] }])
    test(`is nothing by a count with ${JSON.stringify(rule)}`, () => expect(costOf(rule)).toBeUndefined())
})
