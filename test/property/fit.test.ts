import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { isKept, keepWeights } from '../../src/engine/instance/demands.ts'
import { fitUnits } from '../../src/engine/rules/fit/fit-units.ts'
import type { Instance } from '../../src/engine/instance/instance.ts'
import { firstShiftOf } from '../../src/engine/instance/staff.ts'
import { addFitCost, isSensible, sensibleEmployees } from '../../src/engine/rules/fit/fit.ts'
import { compareScores, PERFECT, PRIORITIES, type Score } from '../../src/model/score.ts'
import type { SettingName } from '../../src/model/settings.ts'
import { anySeed, createRandom, randomDocument } from './any-schedule.ts'
import { runsOf } from './cases.ts'

const RUNS = 300

function instanceOf(seed: number): Instance {
  const { submission } = readSubmission(randomDocument(createRandom(seed), { rules: 'all' }), { callback: 'required' })
  if (submission === null) throw new Error(`seed ${seed} makes a document that is refused`)
  return compile(submission.schedule)
}

/** What the employee on the demand costs, rule by rule. */
function slowCost({ schedule, demands }: Instance, employee: number, demand: number): Score {
  const shift = firstShiftOf(demands, demand)
  const units: Partial<Record<SettingName, number>> = fitUnits(schedule, schedule.employees[employee]!, shift)
  const kept = shift.employeeIndex === employee && isKept(schedule, shift) ? keepWeights(schedule, shift) : PERFECT
  const cost = PRIORITIES.map((p) =>
    Object.entries(units).reduce((sum, [setting, amount]) => sum + schedule.settings.weights[setting as SettingName][p] * amount, -kept[p]),
  )
  return cost as unknown as Score
}

test('the cost of everybody on everything, put together from its parts, is that of the rules; sensible is who costs less than an empty seat', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const instance = instanceOf(seed)
      const { demands, fit, employeeCount } = instance
      for (let d = 0; d < demands.count; d += 1) {
        const day = demands.day[d]!
        const saved = PRIORITIES.map(
          (p) => demands.coverCost[4 * demands.coverOffset[d]! + p]! - demands.coverCost[4 * demands.coverOffset[d]! + 4 + p]!,
        )
        const sensible = Array.from({ length: employeeCount }, (_, e) => {
          const slow = slowCost(instance, e, d)
          const fast = new Float64Array(4)
          addFitCost(fit, e, day, d, 1, fast)
          expect([...fast].map((value) => value + 0)).toEqual(slow.map((value) => value + 0))
          return compareScores(slow, saved as unknown as Score) < 0 || compareScores(slow, PERFECT) === 0
        })
        expect(sensible.map((_, e) => isSensible(fit, e, day, d))).toEqual(sensible)
        expect(sensibleEmployees(fit, day, d)).toEqual(sensible.flatMap((is, e) => (is ? [e] : [])))
      }
    }),
    runsOf(RUNS),
  )
})
