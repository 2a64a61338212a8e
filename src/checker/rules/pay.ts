import { GRAINS_PER_MINOR, moneyInWords } from '../../model/pay.ts'
import { exactLines, minorUnits } from '../payslips.ts'
import type { Finding, Rule } from '../rule.ts'

/** Work costs as little money as possible. */
export const payCost: Rule = {
  setting: 'payCost',
  unit: 'unit of money paid',
  *findMatches({ schedule, rows, words }): Iterable<Finding> {
    const { pay } = schedule
    if (pay === undefined) return
    const unit = pay.currencyUnit * GRAINS_PER_MINOR
    // One rounding for the whole roster: each employee has the units that the sum so far goes beyond.
    let sum = 0
    for (const row of rows) {
      const grains = exactLines(schedule, row).reduce((all, line) => all + line.grains, 0)
      const amount = Math.ceil((sum + grains) / unit) - Math.ceil(sum / unit)
      sum += grains
      if (amount === 0) continue
      const planned = row.shifts.filter(({ historic }) => !historic)
      const minutes = planned.reduce((all, { workMin }) => all + workMin, 0)
      yield {
        shiftIds: planned.map(({ id }) => id),
        employeeIds: [row.employee.id],
        amount,
        text: words.teller.say('broken.paid', {
          who: words.employee(row.employee),
          amount: moneyInWords(minorUnits(grains), pay.currency, words.teller.decimal),
          duration: words.duration(minutes),
        }),
      }
    }
  },
}
