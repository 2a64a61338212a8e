import { describe, expect, test } from 'vitest'
import { readShifts } from '../../test/sample-notation.ts'
import { sampleSchedule } from '../../test/sample-schedule.ts'
import { judge } from './check.ts'
import { createNaming, MOST_NAMED, rangeOf, rangeOfDays } from './naming.ts'

const { shifts } = sampleSchedule({ shifts: readShifts('Mon 07:00–15:00; Mon 15:00–22:00; Wed 07:00–15:00; Thu 07:00–15:00') }).schedule

describe('createNaming', () => {
  test('names all shifts while it has enough left', () => {
    expect(createNaming(4).name(rangeOf(shifts))).toEqual({ shiftIds: [101, 102, 103, 104] })
  })

  test('names the first ten of more than it has left, and says how many it left out', () => {
    const many = Array.from({ length: 12 }, () => shifts[0]!)
    const naming = createNaming(13)
    expect(naming.name(rangeOf(many))).toEqual({ shiftIds: many.map(() => 101) })
    expect(naming.name(rangeOf(many))).toEqual({ shiftIds: many.slice(0, 10).map(() => 101), unnamed: 2 })
    expect(naming.name(rangeOf(shifts))).toEqual({ shiftIds: [101, 102, 103, 104] })
  })

  test('asks for no more than it names', () => {
    const asked: number[] = []
    createNaming(0).nameListed(1_000_000, (most) => (asked.push(most), shifts))
    expect(asked).toEqual([10])
  })
})

test.each([
  { first: 0, last: 0, expected: [101, 102] },
  { first: 1, last: 1, expected: [] },
  { first: 1, last: 2, expected: [103] },
  { first: 0, last: 9, expected: [101, 102, 103, 104] },
])('the shifts of days $first to $last are $expected', ({ first, last, expected }) => {
  expect(createNaming().name(rangeOfDays(shifts, { first, last })).shiftIds).toEqual(expected)
})

test('shifts that all collide are named a million times together, and the text says what is left out', () => {
  const count = 1500
  const { schedule, roster } = sampleSchedule({
    shifts: Array.from({ length: count }, (_, n) => ({ from: n % 10, to: 480 + (n % 10) })),
    weights: { shiftCollision: [1, 0, 0, 0] },
  })
  const { score, violations } = judge(schedule, roster)
  const { matches } = violations[0]!
  expect(score[0]).toBe((count * (count - 1)) / 2)
  expect(matches).toHaveLength(count - 1)
  expect(matches.reduce((sum, { shiftIds }) => sum + shiftIds.length, 0)).toBeLessThan(MOST_NAMED + 11 * count)
  expect(matches.at(-1)!.shiftIds).toHaveLength(11)
  expect(matches.at(-1)!.text).toMatch(/ and 1496 more\. Of its 1500 shifts 11 are listed\.$/)
  expect(matches[0]!.text).not.toContain('listed')
})
