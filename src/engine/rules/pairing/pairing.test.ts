// Slow: rosters of tiny schedules are found by search, and compared with the best of all.
import { describe, expect, test } from 'vitest'
import { bestByForce } from '../../../../test/golden/rule-examples.ts'
import { readShifts } from '../../../../test/sample-notation.ts'
import { sampleSchedule, type Sample } from '../../../../test/sample-schedule.ts'
import { judge } from '../../../checker/check.ts'
import type { Pairing } from '../../../model/schedule.ts'
import { compareScores } from '../../../model/score.ts'
import type { EmployeeId, TeamId } from '../../../model/units.ts'
import { relax } from '../../bounds/relax.ts'
import { solve } from '../../index.ts'
import { compile } from '../../instance/compile.ts'
import { Random } from '../../random.ts'
import { createState, rosterOf } from '../../scoring/state.ts'
import { apply, createMove, evaluate } from '../../scoring/evaluate.ts'
import { moveTogether } from '../../local-search/move-together.ts'
import { DEFAULT_PARAMS } from '../../portfolio/params.ts'
import { solveOptions } from '../../solve-options.fixture.ts'

const pairing = (over: Partial<Pairing>): Pairing => ({
  id: 1,
  name: null,
  employees: { ids: [1, 2] as unknown as EmployeeId[] },
  mode: 'APART',
  scope: 'SAME_SHIFT',
  spots: [],
  tags: [],
  constraintLevel: 'hard',
  weight: 1,
  ...over,
})

const WEIGHTS: NonNullable<Sample['weights']> = {
  pairings: [20, 0, 0, 0],
  assignShift: [0, 20, 0, 0],
  shiftCollision: [20, 0, 0, 0],
  oneShiftPerDay: [20, 0, 0, 0],
}

function found(sample: Sample, maxIterations = 60_000) {
  const { schedule } = sampleSchedule({ weights: WEIGHTS, ...sample })
  const { score, roster } = solve(schedule, solveOptions({ seed: 1, maxIterations }))
  expect(judge(schedule, roster).score).toEqual(score)
  return { schedule, score, roster }
}

/** So many seats of one shift on each of some days. */
const seatsOf = (days: readonly string[], seats: number): string =>
  days.flatMap((day) => Array.from({ length: seats }, () => `${day} 08:00–16:00 empty`)).join('; ')

describe('the search', () => {
  test('finds three days on which nobody meets a colleague twice', () => {
    const spots = ['', ' at spot 2', ' at spot 3']
    const shifts = ['Mon', 'Tue', 'Wed'].flatMap((day) =>
      spots.flatMap((spot) => [`${day} 08:00–16:00${spot} empty`, `${day} 08:00–16:00${spot} empty`]),
    )
    const employees = Array.from({ length: 6 }, () => ({ teams: [{ id: 7 }] }))
    const { score } = found({
      shifts: readShifts(shifts.join('; ')),
      employees,
      pairings: [pairing({ employees: { team: 7 as TeamId }, mode: 'AT_MOST_ONCE' })],
    })
    expect(score).toEqual([0, 0, 0, 0])
  })

  test('never has two people together', () => {
    const { roster, score, schedule } = found({
      shifts: readShifts(seatsOf(['Mon', 'Tue', 'Wed'], 2)),
      employees: [{}, {}, {}],
      pairings: [pairing({})],
    })
    expect(score).toEqual([0, 0, 0, 0])
    for (const day of [0, 1, 2]) expect([...roster].filter((_, at) => schedule.shifts[at]!.day === day)).toContain(2)
  })

  test('moves two together to where there is room for both', () => {
    const { score } = found({
      shifts: readShifts(`${seatsOf(['Mon'], 1)}; ${seatsOf(['Tue', 'Wed'], 2)}`),
      employees: [{}, {}],
      pairings: [pairing({ mode: 'TOGETHER' })],
    })
    expect(score).toEqual([0, 20, 0, 0])
  })

  test('leaves no shift empty for a soft pairing', () => {
    const shifts = readShifts(seatsOf(['Mon'], 2))
    expect(found({ shifts, employees: [{}, {}], pairings: [pairing({ constraintLevel: 'soft' })] }).score).toEqual([0, 0, 20, 0])
    expect(found({ shifts, employees: [{}, {}], pairings: [pairing({})] }).score).toEqual([0, 20, 0, 0])
  })
})

describe.each(['APART', 'TOGETHER', 'AT_MOST_ONCE'] as const)('of %s', (mode) => {
  test.each(['SAME_SHIFT', 'TIME_OVERLAP', 'SAME_DAY'] as const)(
    'under %s the search finds the best of all rosters, and no bound is above it',
    (scope) => {
      const { schedule, score } = found({
        shifts: readShifts(
          'Mon 07:00–15:00 empty; Mon 07:00–15:00 empty; Mon 14:00–22:00 empty; Tue 07:00–15:00 empty; Tue 07:00–15:00 empty; Tue 16:00–23:00 empty',
        ),
        employees: [{}, {}, {}],
        pairings: [
          pairing({ mode, scope }),
          pairing({ id: 2, mode, scope, employees: { ids: [1, 2, 3] as unknown as EmployeeId[] }, constraintLevel: 'soft' }),
        ],
      })
      const best = bestByForce(schedule)
      expect(score).toEqual(best.score)
      const { bound } = solve(schedule, solveOptions({ seed: 1, maxIterations: 20_000 }))
      if (bound !== null) expect(compareScores(bound, best.score)).toBeLessThanOrEqual(0)
    },
  )
})

test('rows do not follow pairings: without them nothing is broken where a bound is proved', () => {
  const { schedule } = sampleSchedule({ shifts: readShifts(seatsOf(['Mon'], 2)), employees: [{}, {}], weights: WEIGHTS, pairings: [pairing({})] })
  const instance = compile(schedule)
  expect(instance.pairings).not.toBeNull()
  expect(relax(instance).pairings).toBeNull()
})

test('two who work together are moved in one move, from two seats to two others', () => {
  const shifts = readShifts('Mon 08:00–16:00; Mon 08:00–16:00 by 2; Tue 08:00–16:00 by 3; Tue 08:00–16:00 by 4')
  const sample = { shifts, employees: [{}, {}, {}, {}], weights: WEIGHTS, pairings: [pairing({ mode: 'TOGETHER' })] }
  const { schedule, roster } = sampleSchedule(sample)
  const instance = compile(schedule)
  const move = createMove(instance)
  const random = new Random(1)
  const kinds = new Set<string>()
  for (let turn = 0; turn < 500; turn += 1) {
    const state = createState(instance, roster)
    if (!moveTogether(state, random, move, DEFAULT_PARAMS.moves) || !evaluate(state, move)) continue
    apply(state, move)
    expect(state.score[0], 'never apart').toBe(0)
    kinds.add([...rosterOf(instance, state.cells)].join())
  }
  // Both free on Monday, and beside one another on Tuesday in the place of the others.
  expect([...kinds]).toContain('-1,-1,2,3')
  expect([...kinds]).toContain('0,1,0,1')
})
