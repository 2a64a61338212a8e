import { expect, test } from 'vitest'
import { readSubmission } from '../../../api/read-schedule.ts'
import { compile } from '../../instance/compile.ts'
import type { CountBody } from './conditional.ts'
import { sumDistinct } from './distinct.ts'

/** One employee with fixed shifts on these days of January 2027, at these spots, and rules that count over so many days. */
function compiled(shifts: readonly (readonly [day: number, spot: number, tag: string])[], rules: readonly object[]) {
  const document = {
    timeZone: 'UTC',
    spots: [{ id: 1 }, { id: 2 }],
    employees: [{ id: 1, contract: { rules: rules.map((rule) => ({ kind: 'count', per: 'rolling', max: 1, ...rule })) } }],
    shifts: shifts.map(([day, spot, tag], n) => {
      const date = `2027-01-${String(day).padStart(2, '0')}`
      return { id: n + 1, spot, start: `${date}T${10 + n}:00Z`, end: `${date}T${11 + n}:00Z`, tags: [tag], employee: 1, fixed: true }
    }),
  }
  const instance = compile(readSubmission(document, { callback: 'optional' }).submission!.schedule)
  return { instance, distinct: instance.conditionals[0]!.map(({ body }) => (body as CountBody).measure.distinct!) }
}

const WEEK: [number, number, string][] = [
  [4, 1, 'early'],
  [4, 1, 'late'],
  [4, 2, 'early'],
  [5, 2, 'late'],
  [6, 1, 'night'],
]

test('rules that count the same things share what they look them up in, however long their windows are', () => {
  const { distinct } = compiled(WEEK, [
    { of: 'spots', days: 1 },
    { of: 'spots', days: 2 },
    { of: 'kinds', tags: ['early', 'late'], days: 1 },
    { of: 'kinds', tags: ['late', 'early'], days: 3 },
    { of: 'kinds', tags: ['early', 'night'], days: 1 },
    { of: 'spots', tags: ['early', 'late'], days: 1 },
  ])
  const numbers = distinct.map(({ things }) => [...new Set(distinct.map((one) => one.things))].indexOf(things))
  expect(numbers).toEqual([0, 0, 1, 1, 2, 3])
})

test('what several shifts of a day are of counts once, and goes with its last day', () => {
  const { instance, distinct } = compiled(WEEK, [
    { of: 'spots', days: 1 },
    { of: 'spots', days: 2 },
    { of: 'kinds', tags: ['early', 'late', 'night'], days: 1 },
    { of: 'kinds', tags: ['early', 'late', 'night'], days: 2 },
  ])
  const { dayCount: days, duties, decidedDuty } = instance
  const found = distinct.map((one) => {
    const sums = new Float64Array(one.spans.length)
    sumDistinct(one, duties, decidedDuty, { row: 0, firstDay: 0, days }, sums)
    return [...sums]
  })
  expect(found).toEqual([
    [2, 1, 1],
    [2, 2],
    [2, 1, 1],
    [2, 2],
  ])
})
