import { describe, expect, test } from 'vitest'
import type { ContractRule, CountCondition } from '../../src/model/schedule.ts'
import { judgeBy } from '../constraint-cases.ts'
import { readDays } from '../sample-notation.ts'

const TERMS = { weight: 1, weights: null, place: 0 }
const CONDITION: CountCondition = { of: 'days', tags: [], per: 'week', days: null, min: null, max: null }

function unitsUnder(rule: ContractRule, days: string): number {
  return judgeBy('contractRules', { ...readDays(days), employees: [{ contract: { rules: [rule] } }] }).units
}

// Each of these was true all along, and no test said so until a mutant lived through all of them.
describe('engine and checker say', () => {
  for (const { days, units } of [
    { days: 3, units: 0 },
    { days: 4, units: 1 },
  ]) {
    test(`a condition over ${days} rolling days looks at Thursday and the ${days - 1} days before it`, () => {
      const when = { ...CONDITION, per: 'rolling', days, min: 3 } as const
      expect(unitsUnder({ kind: 'run', of: 'days', tags: [], min: null, max: 1, ...TERMS, when }, 'DD.DD..')).toBe(units)
    })
  }

  for (const { days, units, why } of [
    { days: 'ND/.....', units: 0, why: 'both are historic' },
    { days: 'N/D.....', units: 1, why: 'the earlier one is historic' },
  ]) {
    test(`a succession with a condition costs ${units} when ${why}`, () => {
      const when = { ...CONDITION, min: 1 }
      const rule = { kind: 'succession', after: ['night'], forbidden: ['day'], nextDay: true, withinMinutes: null, ...TERMS, when } as const
      expect(unitsUnder(rule, days)).toBe(units)
    })
  }

  test('a free week of 167 hours, in which the clocks go forward, is rest enough for a limit of 168', () => {
    const { units } = judgeBy('minWeeklyRestMinutes', {
      timeZone: 'Europe/Copenhagen',
      firstDay: '2026-03-22',
      // Sunday 07:00–15:00, and from the first minute of the Monday eight days later.
      shifts: [
        { from: 420, to: 900 },
        { from: 8 * 1440, to: 8 * 1440 + 480 },
      ],
      employees: [{ contract: { minWeeklyRestMinutes: 168 * 60 } }],
    })
    expect(units).toBe(0)
  })
})
