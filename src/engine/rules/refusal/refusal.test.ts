// Slow: rosters of tiny schedules are found by search, and compared with the best of all.
import { describe, expect, test } from 'vitest'
import { bestByForce } from '../../../../test/golden/rule-examples.ts'
import { readShifts } from '../../../../test/sample-notation.ts'
import { sampleSchedule, type SampleEmployee } from '../../../../test/sample-schedule.ts'
import { judge } from '../../../checker/check.ts'
import { findFairLoads } from '../../../checker/rules/fairness.ts'
import type { Fairness } from '../../../model/schedule.ts'
import { compareScores } from '../../../model/score.ts'
import { leftOutOfBound } from '../../bounds/left-out.ts'
import { relax } from '../../bounds/relax.ts'
import { solve } from '../../index.ts'
import { compile } from '../../instance/compile.ts'
import { OFF } from '../../instance/duties.ts'
import { DEFAULT_PARAMS } from '../../portfolio/params.ts'
import { Random } from '../../random.ts'
import { apply, createMove, evaluate } from '../../scoring/evaluate.ts'
import { createState, scoreFromScratch } from '../../scoring/state.ts'
import { solveOptions } from '../../solve-options.fixture.ts'

const rule = (over: Partial<Fairness>): Fairness => ({
  id: 1,
  name: 'Refusals',
  of: 'refusedWishes',
  tags: [],
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  spotIndexes: [],
  employeeIndexes: [0, 1],
  per: 'horizon',
  period: null,
  share: 'EQUAL',
  weight: 1,
  weights: null,
  ...over,
})

const WEIGHTS = {
  assignShift: [0, 20, 0, 0],
  undesired: [0, 0, 5, 0],
  desired: [0, 0, 5, 0],
  fairness: [0, 0, 1, 0],
  oneShiftPerDay: [20, 0, 0, 0],
} as const

const MONTH = 'Mon 08:00–16:00 empty; Tue 08:00–16:00 empty; Wed 08:00–16:00 empty; Thu 08:00–16:00 empty'
const DAY_MIN = 1440

/** Asks to be free on all of four days. */
const wishing = (carry: number): SampleEmployee => ({
  wishes: [0, 1, 2, 3].map((day) => ({ from: day * DAY_MIN, to: (day + 1) * DAY_MIN, type: 'UNDESIRED' as const })),
  ...(carry === 0 ? {} : { history: { carry: new Map([[1, Math.round(100 * carry)]]) } }),
})

function solved(employees: readonly SampleEmployee[], over: Partial<Fairness> = {}, shifts = MONTH) {
  const { schedule } = sampleSchedule({ weights: WEIGHTS, shifts: readShifts(shifts), employees, fairness: [rule(over)] })
  const { score, roster, bound } = solve(schedule, solveOptions({ seed: 1, maxIterations: 20_000 }))
  expect(judge(schedule, roster).score).toEqual(score)
  return { schedule, score, roster, bound }
}

describe('refused wishes', () => {
  test('are shared evenly, and what one month leaves over the next makes up for', () => {
    const first = solved([wishing(0), wishing(0)], {}, `${MONTH}; Fri 08:00–16:00 fixed`)
    expect(first.score).toEqual([0, 0, 20, 0])
    const month1 = findFairLoads(first.schedule, first.roster)
    expect(month1.map(({ load, share, carry }) => [load, share, carry])).toEqual([
      [2, 2, 0],
      [2, 2, 0],
    ])
    // In a month in which the first is refused all four, two more than a fair share are carried over …
    const unlucky = sampleSchedule({
      weights: WEIGHTS,
      shifts: readShifts(MONTH.replaceAll(' empty', ' fixed')),
      employees: [wishing(0), wishing(0)],
      fairness: [rule({})],
    })
    const [most, least] = findFairLoads(unlucky.schedule, unlucky.roster)
    expect([most!.carry, least!.carry]).toEqual([2, -2])
    // … and the next month refuses all to the second.
    const second = solved([wishing(most!.carry), wishing(least!.carry)])
    expect([...second.roster]).toEqual([1, 1, 1, 1])
    expect(findFairLoads(second.schedule, second.roster).map(({ carry }) => carry)).toEqual([0, 0])
  })

  test('cost by moves what they cost counted anew', () => {
    const employees = [wishing(1), wishing(-1)]
    const { schedule, roster } = sampleSchedule({ weights: WEIGHTS, shifts: readShifts(MONTH), employees, fairness: [rule({ weight: 3 })] })
    const instance = compile(schedule)
    const state = createState(instance, roster)
    const move = createMove(instance)
    const random = new Random(1)
    const seen = new Set<number>()
    for (let turn = 0; turn < 300; turn += 1) {
      const day = random.below(4)
      move.rows = 1
      move.keepsCover = false
      move.employee[0] = random.below(2)
      move.from[0] = day
      move.to[0] = day
      move.next[0]![day] = random.unit() < 0.5 ? OFF : day + 1
      if (!evaluate(state, move)) continue
      apply(state, move)
      expect([...state.score], `turn ${turn}`).toEqual([...scoreFromScratch(state)])
      seen.add(state.score[2]!)
    }
    expect(seen.size).toBeGreaterThan(4)
  })

  test('are named where a bound leaves them out', () => {
    const { schedule } = solved([wishing(0), wishing(0)])
    const instance = compile(schedule)
    expect(instance.refusals).not.toBeNull()
    expect(relax(instance).refusals).toBeNull()
    expect(leftOutOfBound(instance, DEFAULT_PARAMS)).toEqual(['fairness: Refusals'])
  })

  test.each(Array.from({ length: 12 }, (_, at) => at + 1))(
    'of random wish lists, seed %i, the search finds the best of all rosters, and no bound is above it',
    (seed) => {
      const random = new Random(seed)
      const employees = [0, 1, 2].map(
        (): SampleEmployee => ({
          wishes: [0, 1, 2, 3].flatMap((day) => {
            const drawn = random.below(4)
            if (drawn === 3) return []
            const hours = drawn === 2 ? 10 : 0
            return [{ from: day * DAY_MIN + hours * 60, to: (day + 1) * DAY_MIN, type: drawn === 0 ? ('DESIRED' as const) : ('UNDESIRED' as const) }]
          }),
          history: { carry: new Map([[1, random.below(400) - 200]]) },
        }),
      )
      const { schedule, score, bound } = solved(
        employees,
        { employeeIndexes: [0, 1, 2], per: random.unit() < 0.5 ? 'horizon' : 'week', weight: 3 },
        `${MONTH}; Tue 09:00–17:00 empty`,
      )
      const best = bestByForce(schedule)
      expect(score).toEqual(best.score)
      if (bound !== null) expect(compareScores(bound, best.score)).toBeLessThanOrEqual(0)
    },
  )
})
