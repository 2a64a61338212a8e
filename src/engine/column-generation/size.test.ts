import { expect, test } from 'vitest'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import { compile } from '../instance/compile.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'
import { canPriceByAscent, canPriceRows } from './size.ts'

const { neighbourhoods: limits } = DEFAULT_PARAMS

for (const { more, isPriced } of [
  { more: 0, isPriced: true },
  { more: 1, isPriced: false },
]) {
  test(`rows are ${isPriced ? '' : 'not '}priced where a day has ${more === 0 ? 'as many different shifts as may be' : 'one different shift more'}`, () => {
    const { schedule } = sampleSchedule({
      employees: [{}],
      shifts: Array.from({ length: limits.maxDemandsPerDay + more }, (_, i) => ({ from: i, to: 600, employee: null })),
    })
    const instance = compile(schedule)
    expect([canPriceRows(instance, limits), canPriceByAscent(instance, limits)]).toEqual([isPriced, isPriced])
  })
}
