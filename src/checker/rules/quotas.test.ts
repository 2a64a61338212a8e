import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readDays, readJson, readNumbers, readShifts, startDaysOf } from '../../../test/sample-notation.ts'
import type { Quota, ShiftTag } from '../../model/schedule.ts'

const tagIn = (tag: string, category: string, active = true): ShiftTag => ({
  id: 1,
  departmentId: null,
  tag,
  category,
  description: null,
  color: null,
  active,
})

const SHIFT_TAGS = [tagIn('late', 'unsocial'), tagIn('night', 'unsocial'), tagIn('day', 'social'), tagIn('day', 'unsocial', false)]

const quotaOf = ({ weekdays, dates, ...wire }: Partial<Quota> & { readonly weekdays?: unknown; readonly dates?: unknown }): Quota => ({
  category: null,
  tag: null,
  min: null,
  max: null,
  per: 'week',
  ...wire,
  ...startDaysOf({ weekdays, dates }),
})

const nightsBefore = (shiftsWorked: number) => ({ byTag: new Map([['night', { shiftsWorked, minutesWorked: 0, weekendsWorked: 0 }]]) })

describePage('categoryShiftQuota', (line) => {
  const before = readNumbers(line['Nights before']!)[0]!
  return {
    ...readDays(line.Days!),
    shiftTags: SHIFT_TAGS,
    employees: [{ contract: { quotas: [quotaOf(readJson<Partial<Quota>>(line.Quota!)!)] }, history: before === null ? null : nightsBefore(before) }],
  }
})

test('a shift with two tags of a category counts once, and every quota by itself', () => {
  const quotas = [quotaOf({ category: 'unsocial', max: 0 }), quotaOf({ tag: 'late', max: 0 })]
  const sample = { shifts: readShifts('Mon 14:00–22:00 tagged late+night'), shiftTags: SHIFT_TAGS, employees: [{ contract: { quotas } }] }
  expect(judgeBy('categoryShiftQuota', sample).units).toBe(2)
})

test('a quota is told with its tag or category and its window', () => {
  const quotas = [quotaOf({ category: 'unsocial', max: 1 }), quotaOf({ tag: 'late', min: 3, per: 'horizon', name: 'Lates', reference: 'section 5' })]
  const { matches } = judgeBy('categoryShiftQuota', {
    ...readDays('NL..... L......'),
    shiftTags: SHIFT_TAGS,
    employees: [{ name: 'Anna', contract: { quotas } }],
  })
  expect(matches).toMatchObject([
    {
      shiftIds: [101, 102],
      employeeIds: [1],
      date: '2026-03-02',
      amount: 1,
      text: 'Anna has 2 shifts of the category unsocial in the week from Monday 2026-03-02, more than the 1 of the quota.',
    },
    {
      shiftIds: [102, 103],
      amount: 1,
      text: 'Anna has 2 shifts tagged late over the whole horizon, fewer than the 3 of the quota (Lates, section 5).',
    },
  ])
})
