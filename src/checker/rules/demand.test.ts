import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readShifts } from '../../../test/sample-notation.ts'
import { sampleSchedule, type Sample } from '../../../test/sample-schedule.ts'
import type { Demand } from '../../model/schedule.ts'
import type { Minute, SpotId } from '../../model/units.ts'
import { coverageOf, MAX_COVERED_TIMES } from '../demand-course.ts'

type Wire = Partial<Pick<Demand, 'min' | 'ideal' | 'max' | 'weight'>> & { readonly spot?: number }

/** Reads demands written as on the pages: `Mon 08:00–16:00 {"min":2}; Mon 12:00–13:00 {"min":1}`. */
function readDemands(text: string): Demand[] {
  return text.split(';').map((part, index) => {
    const [time, json] = [part.slice(0, part.indexOf('{')).trim(), part.slice(part.indexOf('{'))]
    const { spot = 1, ...wire } = JSON.parse(json) as Wire
    const openings = readShifts(time).map(({ from, to }) => ({ start: from as Minute, end: to as Minute }))
    return { id: index + 1, spotId: spot as SpotId, openings, min: 0, ideal: null, max: null, weight: 1, ...wire }
  })
}

function sampleOf(shifts: string, demands: string): Sample {
  return { shifts: readShifts(shifts), employees: [{ name: 'Anna' }, { name: 'Ben' }, {}], demands: readDemands(demands), days: 7 }
}

for (const setting of ['demandUnder', 'demandIdeal', 'demandOver'] as const) describePage(setting, (line) => sampleOf(line.Shifts!, line.Demands!))

describePage('generatedMinutes', (line) => ({ shifts: readShifts(line.Row!), employees: [{ name: 'Anna' }, {}] }))

test('a day is told once, with its first three stretches, who is there and which shifts run', () => {
  const { matches } = judgeBy(
    'demandUnder',
    sampleOf('Mon 08:00–09:00; Mon 10:00–11:00; Mon 14:00–15:00 by 2; Mon 18:00–24:00', 'Mon 08:00–24:00 {"min":1}; Mon 14:00–24:00 {"min":1}'),
  )
  expect(matches.map(({ shiftIds, employeeIds, date, amount, text }) => [shiftIds, employeeIds, date, amount, text])).toEqual([
    [
      [103, 104],
      [2, 1],
      '2026-03-02',
      1 + 3 + 1 + 6 + 6,
      'spot 1, 2026-03-02: too few are at work from 09:00 to 10:00 0 of 1; from 11:00 to 14:00 0 of 1; from 14:00 to 15:00 1 of 2; and at 2 other times.',
    ],
  ])
})

test('what is too much and what is not ideal is told with the number that is asked for', () => {
  const texts = (setting: 'demandIdeal' | 'demandOver', demands: string): string[] =>
    judgeBy(setting, sampleOf('Mon 08:00–16:00; Mon 08:00–16:00 by 2', demands)).matches.map(({ text }) => text)
  expect(texts('demandOver', 'Mon 08:00–12:00 {"max":1}')).toEqual(['spot 1, 2026-03-02: too many are at work from 08:00 to 12:00 2, at most 1.'])
  expect(texts('demandIdeal', 'Mon 20:00–24:00 {"ideal":3}')).toEqual([
    'spot 1, 2026-03-02: fewer than ideal are at work from 20:00 to 24:00 0 of 3.',
  ])
})

test('a shift that was made is told with its hours', () => {
  const { matches } = judgeBy('generatedMinutes', { shifts: readShifts('Mon 08:00–15:30 from template 7'), employees: [{ name: 'Anna' }] })
  expect(matches[0]!.text).toBe('Anna works shift 101 (2026-03-02 08:00–15:30), 7 h 30 min that were added for the demand.')
})

test('the coverage of a demand has a stretch for each number that is at work, cut at midnight and at no change that leaves it', () => {
  const { schedule, roster } = sampleSchedule(
    sampleOf('Mon 20:00–04:00; Mon 22:00–23:00 by 2; Mon 23:00–24:00 by 3', 'Mon 21:00–02:00 {"min":2,"max":3}; Mon 21:30–21:45 {"ideal":1}'),
  )
  const [HOUR, DAY] = [60, 1440]
  const own = { demandId: 1, min: 2, ideal: null, max: 3 }
  expect(coverageOf(schedule, roster)).toEqual([
    { ...own, day: 0, start: 21 * HOUR, end: 22 * HOUR, assigned: 1, missing: 1 },
    { ...own, day: 0, start: 22 * HOUR, end: DAY, assigned: 2, missing: 0 },
    { ...own, day: 1, start: DAY, end: DAY + 2 * HOUR, assigned: 1, missing: 1 },
    { demandId: 2, day: 0, start: 21.5 * HOUR, end: 21.75 * HOUR, min: 0, ideal: 1, max: null, assigned: 1, missing: 1 },
  ])
})

test(`where demands cut one another into more than ${MAX_COVERED_TIMES} times, those at which somebody is missing are listed`, () => {
  // Each of 400 begins a minute after the one before and lasts for 401: it is cut by all others, and what is missing grows and falls with each.
  const demands = Array.from({ length: 400 }, (_, n): Demand => {
    const start = (480 + n) as Minute
    return { id: n + 1, spotId: 1 as SpotId, openings: [{ start, end: (start + 401) as Minute }], min: 1, ideal: null, max: null, weight: 1 }
  })
  const { schedule, roster } = sampleSchedule({ shifts: readShifts('Mon 00:00–08:30'), employees: [{}], demands, days: 1 })
  const covered = coverageOf(schedule, roster)
  expect(covered).toHaveLength(MAX_COVERED_TIMES)
  expect(covered.every(({ missing }) => missing > 0)).toBe(true)
})
