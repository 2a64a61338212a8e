import { expect, test } from 'vitest'
import { GROWTHS, grown } from '../../../../test/heavy/heavy-schedules.ts'
import { readSubmission } from '../../../api/read-schedule.ts'
import { judge } from '../../../checker/check.ts'
import { rosterAsPosted } from '../../../model/roster.ts'
import { compile } from '../../instance/compile.ts'
import { conditionalUnits } from './conditional.ts'

/** What the general rules of the first employee cost, how often starts, ends and days of demands were looked at, and what the judge says. */
function judgeFirst(name: string, count: number): { looks: number; units: number; judged: number } {
  const growth = { ...GROWTHS.find((each) => each.name === name)!, limit: count }
  const { schedule } = readSubmission(grown([growth]), { callback: 'optional' }).submission!
  const { contract } = schedule.employees[0]!
  // All of them are judged from the whole row.
  const rules = contract.rules.map((rule) => ({ ...rule, when: rule.when ?? contract.rules.find(({ when }) => when !== null)?.when ?? null }))
  const asked = { ...schedule, employees: [{ ...schedule.employees[0]!, contract: { ...contract, rules } }, ...schedule.employees.slice(1)] }
  const { conditionals, rowContext, decidedDuty } = compile(asked)
  let looks = 0
  const counted = (column: Int32Array): Int32Array =>
    new Proxy(column, {
      get: (target, key) => {
        looks += 1
        return target[key as unknown as number]
      },
    })
  const { day, start, end } = rowContext.demands
  const context = { ...rowContext, demands: { ...rowContext.demands, day: counted(day), start: counted(start), end: counted(end) } }
  const units = conditionals[0]!.reduce((sum, rule) => sum + conditionalUnits(rule, context, decidedDuty, 0, 0), 0)
  const { violations } = judge(asked, rosterAsPosted(asked))
  return { looks, units, judged: violations.find(({ setting }) => setting === 'contractRules')?.units ?? 0 }
}

for (const name of ['fixed shifts of one employee that follow on one another', 'fixed shifts of one employee on which some must follow']) {
  test(`twice as many ${name} take less than three times the looks, and cost what the judge says`, () => {
    const [few, many] = [judgeFirst(name, 500), judgeFirst(name, 1000)]
    expect(many.looks / few.looks).toBeLessThan(3)
    expect(many.units).toBeGreaterThan(0)
    expect([few.units, many.units]).toEqual([few.judged, many.judged])
  })
}
