import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../api/read-schedule.ts'
import { SETTING_NAMES, type SettingName } from '../../model/settings.ts'
import { compile } from '../instance/compile.ts'
import type { Instance } from '../instance/instance.ts'
import { solve } from '../index.ts'
import { createPenaltyWeights, freeze, raiseBroken } from './penalty-weights.ts'
import { createState } from '../scoring/state.ts'
import { solveOptions } from '../solve-options.fixture.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'

const FIELDS = ['firstPriorityWeight', 'secondPriorityWeight', 'thirdPriorityWeight', 'fourthPriorityWeight']

/** One employee and two shifts of one day, with these weights and no others; the shifts weigh `shiftWeight`. */
function scheduleWith(weights: Partial<Record<SettingName, readonly number[]>>, shiftWeight = 1) {
  const setting = (name: SettingName) => Object.fromEntries(FIELDS.map((field, p) => [field, weights[name]?.[p] ?? 0]))
  const shift = { spot: 1, start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z', weight: shiftWeight }
  const document = {
    timeZone: 'UTC',
    employees: [{ id: 1, skills: [], teams: [], contract: {}, wishes: [] }],
    shifts: [
      { id: 1, ...shift },
      { id: 2, ...shift },
    ],
    spots: [{ id: 1, teams: [], skills: [] }],
    settings: Object.fromEntries(SETTING_NAMES.map((name) => [name, setting(name)])),
  }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (submission === null) throw new Error(JSON.stringify(errors))
  return submission.schedule
}

function unitCost(instance: Instance, setting: SettingName, perUnit: Float64Array): number {
  return perUnit[instance.units.findIndex((unit) => unit.setting === setting)]!
}

test('a schedule whose rules are all off is solved: whatever its roster, nothing is broken', () => {
  const schedule = scheduleWith({})
  expect(createPenaltyWeights(compile(schedule), DEFAULT_PARAMS).active).toEqual([])
  const { score, stopReason } = solve(schedule, solveOptions({ maxIterations: 1000 }))
  expect({ score, stopReason }).toEqual({ score: [0, 0, 0, 0], stopReason: 'OPTIMAL' })
})

describe('two priorities', () => {
  test('a unit of the first priority costs four times what the heaviest of the second costs, and the lightest of that costs 1', () => {
    const instance = compile(scheduleWith({ oneShiftPerDay: [20], shiftCollision: [10], assignShift: [0, 3] }, 50))
    const { active, factors, perUnit } = createPenaltyWeights(instance, DEFAULT_PARAMS)
    expect(active).toEqual([0, 1])
    expect(factors[1]! * 150).toBe(1)
    expect(unitCost(instance, 'oneShiftPerDay', perUnit)).toBeCloseTo(4)
    expect(unitCost(instance, 'shiftCollision', perUnit)).toBeCloseTo(2)
  })

  test('a heavy shift does not make the rules beside it cheap', () => {
    const instance = compile(scheduleWith({ oneShiftPerDay: [20], assignShift: [20], evenShiftDistribution: [0, 5], shiftCollision: [0, 5] }, 10_000))
    const { perUnit } = createPenaltyWeights(instance, DEFAULT_PARAMS)
    expect(unitCost(instance, 'oneShiftPerDay', perUnit)).toBeGreaterThanOrEqual(4 * unitCost(instance, 'shiftCollision', perUnit))
  })

  test('a rule that is broken becomes twice as dear, and cheaper again when it holds', () => {
    const schedule = scheduleWith({ oneShiftPerDay: [20], shiftCollision: [10], assignShift: [0, 3] })
    const instance = compile(schedule)
    const penaltyWeights = createPenaltyWeights(instance, DEFAULT_PARAMS)
    const before = unitCost(instance, 'oneShiftPerDay', penaltyWeights.perUnit)
    const costAfter = (roster: Int32Array): number => {
      raiseBroken(createState(instance, roster), penaltyWeights)
      freeze(instance, penaltyWeights, 0, false)
      return unitCost(instance, 'oneShiftPerDay', penaltyWeights.perUnit)
    }
    expect(costAfter(Int32Array.of(0, 0))).toBeCloseTo(2 * before)
    expect(costAfter(Int32Array.of(0, -1))).toBeCloseTo((2 / 1.4) * before)
    expect(costAfter(Int32Array.of(0, -1))).toBeCloseTo((2 / 1.4 / 1.4) * before)
    expect(costAfter(Int32Array.of(0, -1))).toBeCloseTo(before)
  })
})

describe('three priorities', () => {
  const instance = compile(scheduleWith({ oneShiftPerDay: [20], minRestBetweenShifts: [1], shiftCollision: [0, 10], assignShift: [0, 0, 3] }))
  const costsWhen = (frozen: number, alone: boolean) => {
    const penaltyWeights = createPenaltyWeights(instance, DEFAULT_PARAMS)
    freeze(instance, penaltyWeights, frozen, alone)
    const costOf = (setting: SettingName): number => unitCost(instance, setting, penaltyWeights.perUnit)
    return {
      first: costOf('oneShiftPerDay'),
      minute: costOf('minRestBetweenShifts'),
      second: costOf('shiftCollision'),
      factors: penaltyWeights.factors,
    }
  }

  test('a breach of half an hour costs as much as a counted unit of the same weight, and once its priority is frozen every minute counts', () => {
    const { first, minute } = costsWhen(0, false)
    expect((30 * minute) / first).toBeCloseTo(1 / 20)
    const frozen = costsWhen(1, false)
    expect(frozen.minute / frozen.first).toBeCloseTo(1 / 20)
  })

  test('what is frozen stands a hundred thousand times above the next, and that above one that is not', () => {
    const { factors } = costsWhen(1, false)
    expect(factors[0]! / factors[1]!).toBeCloseTo(1e5)
    const both = costsWhen(2, false).factors
    expect([both[0]! / both[1]!, both[1]! / both[2]!]).toEqual([expect.closeTo(1e5), expect.closeTo(1e5)])
  })

  test('while one is looked at alone, a thousandth is left of each after it', () => {
    const { factors } = costsWhen(0, true)
    expect([factors[1]! / factors[0]!, factors[2]! / factors[1]!]).toEqual([expect.closeTo(1e-3), expect.closeTo(1e-3)])
    const second = costsWhen(1, true).factors
    expect(second[2]! / second[1]!).toBeCloseTo(1e-3)
  })
})
