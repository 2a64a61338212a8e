// Slow: every worked case of the pages of rules is judged by engine and checker.
import { beforeAll, describe, expect, test } from 'vitest'
import { judge } from '../../src/checker/check.ts'
import { materialised } from '../../src/model/generated-shifts.ts'
import { SETTING_NAMES } from '../../src/model/settings.ts'
import { filesMatching, readText } from '../source-files.ts'
import golden from './rule-examples.json' with { type: 'json' }
import { bestByEngine, bestByForce, readExample, withoutRule, type Optimum } from './rule-examples.ts'

/** The best score of each example, with its rule and without; a change here is a change of what a rule means. */
const EXPECTED: Readonly<Record<string, { readonly best: readonly number[]; readonly bestWithoutRule: readonly number[] }>> = golden

test('every setting has an example and a golden score, and there are no others', () => {
  const names = [...SETTING_NAMES].sort()
  expect(filesMatching('docs/constraints/examples/*').map((path) => path.split('/').at(-1))).toEqual(names.map((name) => `${name}.json`))
  expect(Object.keys(EXPECTED).sort()).toEqual(names)
})

for (const setting of SETTING_NAMES) {
  describe(`the example of ${setting}`, () => {
    const schedule = readExample(setting)
    const relaxed = withoutRule(schedule, setting)
    let optimum: Optimum
    let relaxedOptimum: Optimum

    beforeAll(() => {
      optimum = bestByForce(schedule)
      relaxedOptimum = bestByForce(relaxed)
    })

    test('has the golden best score, and the engine reaches it', () => {
      expect(optimum.score).toEqual(EXPECTED[setting]!.best)
      expect(bestByEngine(schedule)).toEqual(optimum.score)
    })

    test('has the golden best score without the rule, and the engine reaches it', () => {
      expect(relaxedOptimum.score).toEqual(EXPECTED[setting]!.bestWithoutRule)
      expect(bestByEngine(relaxed)).toEqual(relaxedOptimum.score)
    })

    test('has another best roster because of the rule: every one without it breaks it', () => {
      for (const roster of relaxedOptimum.rosters) {
        const found = materialised(schedule, roster)
        const { score, violations } = judge(found.schedule, found.roster)
        expect(violations.map((violation) => violation.setting)).toContain(setting)
        expect(score).not.toEqual(optimum.score)
      }
    })

    test('is told on the page of its rule', () => {
      expect(readText(`docs/constraints/${setting}.md`)).toContain(`(examples/${setting}.json)`)
    })
  })
}
