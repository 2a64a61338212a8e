import { expect, test } from 'vitest'
import { randomPaid } from '../../test/property/any-pay.ts'
import { createRandom, randomRoster } from '../../test/property/any-schedule.ts'
import { readSubmission } from '../api/read-schedule.ts'
import { NOBODY } from '../model/roster.ts'
import { CostChanges } from './cost-changes.ts'
import { costsOf } from './costs.ts'

test('lines are added up again of those alone whom a change touches, and once of those who were asked about before', () => {
  const read = [...Array(50).keys()]
    .map((seed) => readSubmission(randomPaid(seed), { callback: 'optional' }).submission!.schedule)
    .find((each) => each.employees.length > 3)!
  const roster = randomRoster(read, createRandom(3, 99))
  const shift = read.shifts.findIndex(({ historic }, at) => !historic && roster[at] !== NOBODY)
  const from = roster[shift]!
  let reads: number[] = []
  const employees = read.employees.map(
    (employee, at) =>
      new Proxy(employee, {
        get(target, name) {
          if (name === 'pay') reads.push(at)
          return Reflect.get(target, name) as unknown
        },
      }),
  )
  const costs = new CostChanges({ ...read, employees }, roster)
  const [to, another] = [...read.employees.keys()].filter((employee) => employee !== from)
  for (const [taker, touched] of [
    [to!, [from, to!]],
    [another!, [from, another!]],
  ] as const) {
    reads = []
    const { costChange } = costs.of([{ shift, from, to: taker }])
    expect(new Set(reads)).toEqual(new Set(touched))
    expect(costChange).toBe(costsOf(read, roster.with(shift, taker)).total! - costsOf(read, roster).total!)
  }
  reads = []
  costs.totalOf(to!)
  expect(reads).toEqual([])
})
