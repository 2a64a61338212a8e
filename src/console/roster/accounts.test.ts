import { describe, expect, test } from 'vitest'
import { rosterAsPosted } from '../../model/roster.ts'
import { NO_CONTRACT } from '../../model/contract-periods.ts'
import type { ContractPeriod } from '../../model/schedule.ts'
import { accountsOf, agreedMinutes } from './accounts.ts'
import { accountLines, hoursVerdict } from './grid-look.ts'
import { withHandovers } from './working-copy.ts'
import { readModel } from './roster-model.ts'
import { WARD, wardModel } from './ward.fixture.ts'

const model = wardModel()
const roster = rosterAsPosted(model.schedule)

describe('what somebody works', () => {
  test('counts shifts of the horizon, without breaks, and weekends', () => {
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

describe('absences', () => {
  /** Anna's account, of whom 800 to 9,600 minutes are asked over the four days from Friday, 480 of them worked. */
  const absentFrom = (start: string, end: string, creditMinutesPerDay?: number): ReturnType<typeof accountsOf>[number] => {
    const absence = { start, end, ...(creditMinutesPerDay === undefined ? {} : { creditMinutesPerDay }) }
    const [anna, ...others] = WARD.employees
    const absent = readModel({ ...WARD, employees: [{ ...anna!, absences: [absence] }, ...others] })
    return accountsOf(absent, rosterAsPosted(absent.schedule))[0]!
  }

  for (const { credit, verdict } of [
    { credit: 159, verdict: 'under' },
    { credit: 160, verdict: 'within' },
    { credit: 1_440, verdict: 'within' },
  ]) {
    test(`two days with a credit of ${credit} min count beside 480 min of work, and are ${verdict}`, () => {
      const account = absentFrom('2027-03-27', '2027-03-28', credit)
      expect(account).toMatchObject({ workMin: 480, creditMin: 2 * credit, leastMin: 800, mostMin: 9600 })
      expect(hoursVerdict(account)).toBe(verdict)
    })
  }

  test('a credit counts towards a most too', () => {
    const account = absentFrom('2027-03-27', '2027-03-28', 1_000)
    expect([hoursVerdict({ ...account, mostMin: 2_480 }), hoursVerdict({ ...account, mostMin: 2_479 })]).toEqual(['within', 'over'])
  })

  test('a credit of days before the horizon does not count', () => {
    expect(absentFrom('2027-03-25', '2027-03-25', 300)).toMatchObject({ creditMin: 0, leastMin: 800 })
  })

  test('no more is asked than the credit and the days of presence can hold', () => {
    expect(absentFrom('2027-03-26', '2027-03-29')).toMatchObject({ creditMin: 0, leastMin: 0 })
    expect(absentFrom('2027-03-26', '2027-03-29', 60)).toMatchObject({ creditMin: 240, leastMin: 240 })
  })

  test('the credit is told in a line of its own', () => {
    expect(accountLines(absentFrom('2027-03-27', '2027-03-28', 444))).toEqual([
      '8 h in 1 shift',
      '14:48 h credited for absences',
      'By contract at least 13:20 h, at most 160 h over these days',
      '0 nights; 0 weekends of at most 1',
    ])
  })
})

describe('weekends, of Saturday and Sunday or of Friday and Saturday', () => {
  for (const { start, end, weekends } of [
    { start: '2027-03-26T07:00', end: '2027-03-26T15:00', weekends: [0, 1] },
    { start: '2027-03-27T07:00', end: '2027-03-27T15:00', weekends: [1, 1] },
    { start: '2027-03-28T07:00', end: '2027-03-28T15:00', weekends: [1, 0] },
    { start: '2027-03-25T22:00', end: '2027-03-26T06:00', weekends: [0, 0] },
    { start: '2027-03-25T22:00', end: '2027-03-27T00:00', weekends: [0, 1] },
    { start: '2027-03-26T22:00', end: '2027-03-29T00:00', weekends: [1, 1] },
  ]) {
    test(`${start} to ${end} is on ${weekends.join(' and ')}`, () => {
      const shifts = [{ id: 1, spot: 21, start, end, employee: 12 }]
      const counted = [undefined, { weekend: ['FRIDAY', 'SATURDAY'] as ['FRIDAY', 'SATURDAY'] }].map((calendar) => {
        const ward = wardModel({ shifts, ...(calendar === undefined ? {} : { calendar }) })
        return accountsOf(ward, rosterAsPosted(ward.schedule))[1]!.weekends
      })
      expect(counted).toEqual(weekends)
    })
  }
})

describe('a weekend is one, in whatever weeks it lies, and two are two in one week', () => {
  for (const { dates, weekends } of [
    { dates: ['2027-03-26', '2027-03-27'], weekends: 1 },
    { dates: ['2027-03-27', '2027-04-02'], weekends: 2 },
  ]) {
    test(`${dates.join(' and ')}: ${weekends}`, () => {
      const shifts = dates.map((date, id) => ({ id, spot: 21, start: `${date}T07:00`, end: `${date}T15:00`, employee: 12 }))
      const ward = wardModel({ shifts, calendar: { weekStartsOn: 'SATURDAY', weekend: ['FRIDAY', 'SATURDAY'] } })
      expect(accountsOf(ward, rosterAsPosted(ward.schedule))[1]!.weekends).toBe(weekends)
    })
  }
})

describe('what the contract says', () => {
  const horizon = model.schedule.calendar.days.slice(1)
  const { contract } = model.schedule.employees[0]!

  test('a least is cut to the days that are known, a most is not', () => {
    // 4 of the 31 days of March.
    expect(agreedMinutes(contract, horizon)).toEqual({ leastMin: 800, mostMin: 9600 })
  })

  test('the whole horizon goes before months, months before weeks', () => {
    expect(agreedMinutes({ ...contract, minMinutesTotal: 5, minMinutesPerWeek: 700 }, horizon).leastMin).toBe(5)
    expect(agreedMinutes({ ...contract, maxMinutesTotal: 5, maxMinutesPerWeek: 700 }, horizon).mostMin).toBe(5)
    expect(agreedMinutes({ ...contract, minMinutesPerWeek: 700, maxMinutesPerWeek: 700 }, horizon)).toEqual({ leastMin: 800, mostMin: 9600 })
    // Friday to Sunday, and a Monday.
    expect(agreedMinutes({ ...contract, minMinutesPerMonth: null, minMinutesPerWeek: 700 }, horizon).leastMin).toBe(400)
    expect(agreedMinutes({ ...contract, maxMinutesPerMonth: null, maxMinutesPerWeek: 700 }, horizon).mostMin).toBe(1400)
  })

  test('nothing said is nothing asked', () => {
    expect(accountsOf(model, roster)[1]).toMatchObject({ leastMin: null, mostMin: null, mostWeekends: null })
  })

  test('of whoever changes the contract each window has the mean of its days, and the contracts are told', () => {
    const [one, ...others] = model.schedule.employees
    const first = model.schedule.calendar.horizonFirst
    const part = { ...contract, minMinutesPerMonth: 3100, maxMinutesPerMonth: 4800 }
    const periods = [
      { contractId: 'full', contract, first: 0, last: first },
      { contractId: 'part', contract: part, first: first + 1, last: first + 3 },
    ] as unknown as readonly ContractPeriod[]
    const changed = { ...model, schedule: { ...model.schedule, employees: [{ ...one!, contract: NO_CONTRACT, contracts: periods }, ...others] } }
    // Of 4 of the 31 days of March one has 6200 and 9600, three 3100 and 4800.
    expect(accountsOf(changed, roster)[0]).toMatchObject({ leastMin: 500, mostMin: 6000 })
    expect(accountLines(accountsOf(changed, roster)[0]!)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Contract part, \d{4}-03-\d\d to \d{4}-03-\d\d$/)]),
    )
    expect(accountsOf(model, roster)[0]!.contracts).toEqual([])
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
