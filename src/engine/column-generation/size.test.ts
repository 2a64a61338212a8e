import { expect, test } from 'vitest'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import { compile } from '../instance/compile.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'
import { canPriceByAscent, canPriceRows, divesAwaySoon } from './size.ts'

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

test('dives lead away soon with three and four priorities, and more days than a window has', () => {
  const instanceOf = (days: number) => compile(sampleSchedule({ days, employees: [{}], shifts: [{ from: 480, to: 960, employee: null }] }).schedule)
  const longer = instanceOf(limits.windowDays[0]! + 1)
  expect([2, 3, 4].map((priorities) => divesAwaySoon(longer, priorities, limits))).toEqual([false, true, true])
  expect(divesAwaySoon(instanceOf(limits.windowDays[0]!), 3, limits)).toBe(false)
  expect(divesAwaySoon(longer, 3, { ...limits, maxCellsAtOnce: 0, maxChoicesAtOnce: 0 })).toBe(false)
})
