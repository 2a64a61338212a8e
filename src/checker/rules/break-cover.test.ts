import { describe, expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readShifts } from '../../../test/sample-notation.ts'
import { type Sample, sampleSchedule } from '../../../test/sample-schedule.ts'
import { findMisplacedBreaks } from '../breaks.ts'

function sampleOf(shifts: string): Sample {
  return { shifts: readShifts(shifts), employees: [{ name: 'Anna' }, { name: 'Ben' }, {}] }
}

describePage('breakCover', (line) => sampleOf(line.Shifts!))

test('a day is told once, with whose breaks are not covered and when', () => {
  const { matches } = judgeBy('breakCover', sampleOf('Mon 08:00–16:00 on break 12:00–12:30; Mon 12:00–20:00 by 2 on break 12:15–12:45'))
  expect(matches.map(({ shiftIds, employeeIds, date, amount, text }) => [shiftIds, employeeIds, date, amount, text])).toEqual([
    [
      [101, 102],
      [1, 2],
      '2026-03-02',
      1,
      'spot 1, 2026-03-02: Anna’s break 12:00–12:30 and Ben’s break 12:15–12:45 are not covered: nobody else is at work.',
    ],
  ])
})

test('of many breaks the first three are told', () => {
  const { matches } = judgeBy('breakCover', sampleOf('Mon 08:00–16:00 on break 09:00–09:15, 10:00–10:15, 11:00–11:15, 12:00–12:15'))
  expect(matches[0]!.text).toBe(
    'spot 1, 2026-03-02: Anna’s break 09:00–09:15, Anna’s break 10:00–10:15, Anna’s break 11:00–11:15 and 1 more break are not covered: nobody else is at work.',
  )
})

describe('a break is misplaced', () => {
  const misplaced = (after: number, rule: object, second?: number): number => {
    const { schedule, roster } = sampleSchedule(sampleOf('Mon 08:00–16:00'))
    const [shift] = schedule.shifts
    const breakRule = {
      id: 1,
      overMinutes: 0,
      minutes: 30,
      paid: true,
      earliestAfter: 60,
      latestBefore: 60,
      stepMinutes: 15,
      covered: false,
      ...rule,
    }
    const breakRules = second === undefined ? [breakRule] : [breakRule, { ...breakRule, id: 2 }]
    const breaks = second === undefined ? [after] : [after, second]
    return findMisplacedBreaks({ ...schedule, shifts: [{ ...shift!, breakRules, breaks }] }, roster).length
  }

  test.each([
    { where: 'at the earliest place', after: 60, is: 0 },
    { where: 'before it', after: 45, is: 1 },
    { where: 'at the latest place', after: 390, is: 0 },
    { where: 'behind it', after: 405, is: 1 },
    { where: 'between two steps', after: 70, is: 1 },
    { where: 'beside another', after: 60, second: 90, is: 0 },
    { where: 'over another', after: 60, second: 75, is: 1 },
    { where: 'over another that begins earlier', after: 75, second: 60, is: 1 },
  ])('$where: $is', ({ after, second, is }) => {
    expect(misplaced(after, {}, second)).toBe(is)
  })

  test('where it is not said where it lies', () => {
    const { schedule, roster } = sampleSchedule(sampleOf('Mon 08:00–16:00 on break 12:00–12:30'))
    const { breaks: _, ...shift } = schedule.shifts[0]!
    expect(findMisplacedBreaks({ ...schedule, shifts: [shift] }, roster)).toHaveLength(1)
    expect(findMisplacedBreaks({ ...schedule, shifts: [{ ...shift, historic: true }] }, roster)).toEqual([])
    expect(findMisplacedBreaks({ ...schedule, shifts: [shift] }, Int32Array.of(-1))).toEqual([])
  })
})
