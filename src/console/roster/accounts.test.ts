import { describe, expect, test } from 'vitest'
import { rosterAsPosted } from '../../model/roster.ts'
import { accountsOf, agreedMinutes } from './accounts.ts'
import { hoursVerdict } from './grid-look.ts'
import { withHandovers } from './working-copy.ts'
import { wardModel } from './ward.fixture.ts'

const model = wardModel()
const roster = rosterAsPosted(model.schedule)

describe('what somebody works', () => {
  test('counts shifts of the horizon, without breaks, and weekends by the day on which a shift starts', () => {
    expect(accountsOf(model, roster).map(({ shifts, workMin, nights, weekends }) => ({ shifts, workMin, nights, weekends }))).toEqual([
      { shifts: 1, workMin: 480, nights: 0, weekends: 0 },
      { shifts: 3, workMin: 420 + 480 + 480, nights: 1, weekends: 1 },
      { shifts: 0, workMin: 0, nights: 0, weekends: 0 },
    ])
  })

  test('changes with the roster', () => {
    const after = accountsOf(model, withHandovers(roster, [{ shift: 2, to: 2 }]))
    expect(after.map(({ nights }) => nights)).toEqual([0, 0, 1])
  })
})

describe('what the contract says', () => {
  const horizon = model.schedule.calendar.days.slice(1)
  const { contract } = model.schedule.employees[0]!

  test('a least is cut to the days that are known, a most is not', () => {
    // 4 of the 31 days of March.
    expect(agreedMinutes(contract, horizon)).toEqual({ leastMin: 800, mostMin: 9600 })
  })

  test('the whole horizon goes before months, months before weeks', () => {
    expect(agreedMinutes({ ...contract, minMinutesTotal: 5 }, horizon).leastMin).toBe(5)
    // Friday to Sunday, and a Monday.
    expect(agreedMinutes({ ...contract, minMinutesPerMonth: null, minMinutesPerWeek: 700 }, horizon).leastMin).toBe(400)
    expect(agreedMinutes({ ...contract, maxMinutesPerMonth: null, maxMinutesPerWeek: 700 }, horizon).mostMin).toBe(1400)
  })

  test('nothing said is nothing asked', () => {
    expect(accountsOf(model, roster)[1]).toMatchObject({ leastMin: null, mostMin: null, mostWeekends: null })
  })

  for (const { workMin, verdict } of [
    { workMin: 799, verdict: 'under' },
    { workMin: 800, verdict: 'within' },
    { workMin: 9600, verdict: 'within' },
    { workMin: 9601, verdict: 'over' },
  ]) {
    test(`${workMin} of 800 to 9,600 minutes are ${verdict}`, () => {
      const account = accountsOf(model, roster)[0]!
      expect(hoursVerdict({ ...account, workMin })).toBe(verdict)
    })
  }
})
