import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readShifts } from '../../../test/sample-notation.ts'

const HOME = 9
const TRAVEL = {
  minutes: new Map([
    [
      1,
      new Map([
        [2, 30],
        [HOME, 10],
      ]),
    ],
    [2, new Map([[1, 20]])],
    [HOME, new Map([[1, 10]])],
  ]),
}

const livingAt = (home: string) => (home === '–' ? {} : { home: Number(home.replace('spot ', '')) })

describePage('travelTime', (line) => ({ shifts: readShifts(line.Row!), employees: [livingAt(line.Home!)], travel: TRAVEL }))

describePage('maxTravelMinutes', (line) => ({
  shifts: readShifts(line.Row!),
  employees: [{ ...livingAt(line.Home!), contract: { maxTravelMinutes: line.Limit === '–' ? null : Number(line.Limit) } }],
  travel: TRAVEL,
}))

test('travel is told with every way of the day', () => {
  const shifts = readShifts('Mon 07:00–11:00; Mon 12:00–16:00 at spot 2')
  const { matches } = judgeBy('travelTime', { shifts, employees: [{ name: 'Anna', home: HOME }], travel: TRAVEL })
  expect(matches).toEqual([
    {
      shiftIds: [101, 102],
      employeeIds: [1],
      date: '2026-03-02',
      amount: 40,
      unit: 'minute of travel',
      penalty: 40,
      text: 'Anna travels 40 min on 2026-03-02: 10 min from home to spot 1, 30 min from spot 1 to spot 2.',
    },
  ])
})

test('so is the most of a contract', () => {
  const shifts = readShifts('Mon 07:00–11:00; Mon 12:00–16:00 at spot 2')
  const { matches } = judgeBy('maxTravelMinutes', { shifts, employees: [{ name: 'Anna', contract: { maxTravelMinutes: 20 } }], travel: TRAVEL })
  expect(matches.map(({ amount, text }) => [amount, text])).toEqual([
    [10, 'Anna travels 30 min on 2026-03-02: 30 min from spot 1 to spot 2, more than the 20 min of the contract.'],
  ])
})
