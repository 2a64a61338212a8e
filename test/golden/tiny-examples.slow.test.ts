// Slow: thousands of rosters of each tiny version are judged.
import { beforeAll, describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { solve, type SolveResult } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { Score } from '../../src/model/score.ts'
import type { SettingName } from '../../src/model/settings.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { readText } from '../source-files.ts'
import { bestByForce, withoutRule } from './rule-examples.ts'

interface Named {
  readonly id: number | string
  readonly [field: string]: unknown
}

interface Example {
  readonly employees: readonly Named[]
  readonly shifts: readonly Named[]
  readonly [field: string]: unknown
}

const MAX_ITERATIONS = 30_000

/** A few people and shifts of an example, under the settings, contracts and calendar of the whole. */
interface Tiny {
  readonly name: string
  readonly employees: readonly (number | string)[]
  readonly shifts: readonly (number | string)[]
}

function documentOf({ name, employees, shifts }: Tiny): Example {
  const whole = JSON.parse(readText(`examples/${name}.json`)) as Example
  const those = (all: readonly Named[], ids: readonly (number | string)[]): Named[] => ids.map((id) => all.find((one) => one.id === id)!)
  return { ...whole, employees: those(whole.employees, employees), shifts: those(whole.shifts, shifts) }
}

function read(document: Example): Schedule {
  const { submission, errors } = readSubmission(document, { callback: 'required' })
  expect(errors).toEqual([])
  return submission!.schedule
}

interface Case extends Tiny {
  /** The best that is possible, counted by hand. */
  readonly best: Score
  /** The same document without what the example is there to show, and what is then the best. */
  readonly otherwise: { readonly document: (tiny: Example) => Example; readonly best: Score }
}

const TINY: readonly Case[] = [
  {
    name: 'volunteer-rota',
    employees: ['ben', 'chloe', 'dov'],
    shifts: [
      '2027-05-04 packing 1',
      '2027-05-04 packing 2',
      '2027-05-05 telephone',
      '2027-05-06 packing 1',
      '2027-05-08 handing out 1',
      '2027-05-08 van',
      '2027-05-15 van',
    ],
    // Ben alone can come on Tuesday, and Dov drives every second Saturday: two shifts are empty.
    best: [0, 40, 0, 0],
    otherwise: { document: (tiny) => ({ ...tiny, employees: tiny.employees.map(({ wishes: _wishes, ...employee }) => employee) }), best: [0, 0, 0, 0] },
  },
  {
    name: 'us-shop',
    employees: [5, 8],
    shifts: [113, 116, 119, 122, 123, 126, 127, 128],
    // Two part-timers of three shifts a week: five shifts up to Saturday, three from Sunday. From Monday to Sunday they are seven, and one is empty.
    best: [0, 0, 5, 2],
    otherwise: { document: (tiny) => ({ ...tiny, calendar: { ...(tiny['calendar'] as object), weekStartsOn: 'MONDAY' } }), best: [0, 20, 5, 2] },
  },
  {
    name: 'ward-change',
    employees: [6, 8],
    shifts: [1, 71, 76, 75, 80, 85, 146],
    // Nora owes (15 × 8550 + 15 × 5100) / 30 = 6825 minutes and Paula 5100; seven shifts of 450 leave 8775. At 100 % Nora would owe 1725 more.
    best: [0, 0, 8775, 0],
    otherwise: {
      document: (tiny) => ({ ...tiny, employees: tiny.employees.map(({ contracts: _contracts, ...employee }) => ({ contractId: '100 %', ...employee })) }),
      best: [0, 0, 10_500, 0],
    },
  },
]

describe.each(TINY)('a tiny $name', ({ best, otherwise, ...tiny }) => {
  const document = documentOf(tiny)
  const schedule = read(document)
  let found: SolveResult

  beforeAll(async () => {
    found = solve(schedule, solveOptions({ maxIterations: MAX_ITERATIONS, solver: await loadHighs(), proves: true }))
  })

  test('has no roster that is better than what is counted by hand, and one that is as good', () => {
    expect(bestByForce(schedule).score).toEqual(best)
  })

  test('has another best roster without what the example shows', () => {
    expect(bestByForce(read(otherwise.document(document))).score).toEqual(otherwise.best)
  })

  test('is solved as well as is possible', () => {
    expect(found.score).toEqual(best)
    expect(judge(schedule, found.roster).score).toEqual(best)
  })

  test('has a bound that is the best of all rosters, by the rules that bounds follow', () => {
    const followed = found.boundLeavesOut.reduce((rest, name) => withoutRule(rest, name as SettingName), schedule)
    expect(found.bound).toEqual(bestByForce(followed).score)
  })
})
