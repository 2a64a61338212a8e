import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readDates, readPeriod, readShifts } from '../../../test/sample-notation.ts'
import { promise } from '../free-period.fixture.ts'

describePage('freePeriod', (line) => ({
  shifts: readShifts(line.Row!),
  employees: [{}, {}],
  freePeriods: (wall) => {
    const window = readPeriod(line.Window!)
    const duties = line['Duties elsewhere'] === '–' ? [] : readShifts(line['Duties elsewhere']!)
    return [
      promise({
        windowStart: wall(window.from),
        windowEnd: wall(window.to),
        requiredUnitCount: Number(line['Units asked for']),
        requiredLocalDates: readDates(line['Dates asked for']!),
        ineligibleLocalDates: readDates(line['Ineligible dates']!),
        boundaryEvidence: duties.map(({ from, to }) => ({ source: 'other', dutyId: null, scheduleId: null, startsAt: wall(from), endsAt: wall(to) })),
      }),
    ]
  },
}))

test('a date that is asked for twice is missed once', () => {
  const { units } = judgeBy('freePeriod', {
    shifts: readShifts('Mon 07:00–15:00'),
    freePeriods: (wall) => [promise({ windowStart: wall(0), windowEnd: wall(7 * 1440), requiredLocalDates: ['2026-03-02', '2026-03-02'] })],
  })
  expect(units).toBe(1)
})

test('free time is elapsed time: the night in which clocks go forward has an hour less', () => {
  const unitsFrom = (firstDay: string): number =>
    judgeBy('freePeriod', {
      firstDay,
      timeZone: 'Europe/Copenhagen',
      shifts: readShifts('Mon 00:00–Sat 13:00'),
      freePeriods: (wall) => [promise({ windowStart: wall(0), windowEnd: wall(7 * 1440), requiredUnitCount: 1 })],
    }).units
  expect([unitsFrom('2026-03-16'), unitsFrom('2026-03-23')]).toEqual([0, 1])
})

test('what is lacking is told with the requirement and the shifts in its window', () => {
  const { matches } = judgeBy('freePeriod', {
    shifts: readShifts('Mon 07:00–15:00; Tue 07:00–15:00; Sun 07:00–15:00'),
    employees: [{ name: 'Anna' }],
    freePeriods: (wall) => [
      promise({ windowStart: wall(0), windowEnd: wall(2 * 1440), requiredUnitCount: 1, requiredLocalDates: ['2026-03-02', '2026-03-03'] }),
    ],
  })
  expect(matches).toMatchObject([
    {
      shiftIds: [101, 102],
      employeeIds: [1],
      date: '2026-03-02',
      amount: 3,
      text: 'Anna lacks 1 free unit and free dates 2026-03-02, 2026-03-03 of requirement 31, between 2026-03-02 00:00 and 2026-03-04 00:00.',
    },
  ])
})
