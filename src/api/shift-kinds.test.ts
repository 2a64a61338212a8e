import { describe, expect, test } from 'vitest'
import { readSubmission } from './read-schedule.ts'
import { cleanDocument } from './ward.fixture.ts'

function kindOf(start: string, end: string, shiftKinds: object = {}, timeZone = 'Europe/Copenhagen'): string {
  const document = { ...cleanDocument(), timeZone, settings: { shiftKinds }, shifts: [{ id: 1, spot: 30, start, end }] }
  const { submission, errors } = readSubmission(document, { callback: 'required' })
  expect(errors).toEqual([])
  const { isLate, isNight } = submission!.schedule.shifts[0]!
  return [isLate ? 'late' : '', isNight ? 'night' : ''].filter((kind) => kind !== '').join(' and ') || 'neither'
}

describe('on an ordinary day', () => {
  for (const [start, end, kind] of [
    ['2026-03-02T07:00:00+01:00', '2026-03-02T15:00:00+01:00', 'neither'],
    ['2026-03-02T14:00:00+01:00', '2026-03-02T22:00:00+01:00', 'late'],
    ['2026-03-02T13:59:00+01:00', '2026-03-02T22:00:00+01:00', 'neither'],
    ['2026-03-02T18:00:00+01:00', '2026-03-03T02:00:00+01:00', 'late and night'],
    ['2026-03-02T18:00:00+01:00', '2026-03-03T02:01:00+01:00', 'night'],
    ['2026-03-02T18:00:00+01:00', '2026-03-03T01:59:00+01:00', 'late'],
    ['2026-03-02T23:00:00+01:00', '2026-03-03T07:00:00+01:00', 'night'],
    ['2026-03-02T03:00:00+01:00', '2026-03-02T11:00:00+01:00', 'night'], // in the night that began the day before
    ['2026-03-02T03:01:00+01:00', '2026-03-02T11:00:00+01:00', 'neither'],
    ['2026-03-02T07:00:00+01:00', '2026-03-03T07:00:00+01:00', 'night'],
    ['2026-03-02T07:00:00+01:00', '2026-03-05T01:00:00+01:00', 'night'], // a later night than the first is enough
    ['2026-03-02T04:00:00+01:00', '2026-03-03T01:59:00+01:00', 'neither'], // two hours here and 179 minutes there make no night
  ] as const) {
    test(`${start} to ${end} is ${kind}`, () => expect(kindOf(start, end)).toBe(kind))
  }
})

describe('when the clocks change in Copenhagen', () => {
  for (const [start, end, kind] of [
    // 2026-03-29: 02:00 becomes 03:00, so that 01:00 to 05:00 lasts three hours.
    ['2026-03-29T01:00:00+01:00', '2026-03-29T05:00:00+02:00', 'night'],
    ['2026-03-29T01:01:00+01:00', '2026-03-29T05:00:00+02:00', 'neither'],
    ['2026-03-28T14:00:00+01:00', '2026-03-28T22:00:00+01:00', 'late'],
    ['2026-03-29T14:00:00+02:00', '2026-03-29T22:00:00+02:00', 'late'],
    ['2026-03-29T13:59:00+02:00', '2026-03-29T22:00:00+02:00', 'neither'],
    // Night ends at 06:00 summer time: from 03:01 on there are not three hours left.
    ['2026-03-29T03:00:00+02:00', '2026-03-29T11:00:00+02:00', 'night'],
    ['2026-03-29T03:01:00+02:00', '2026-03-29T11:00:00+02:00', 'neither'],
    // 2026-10-25: 03:00 becomes 02:00, so that 02:00 to 04:00 lasts three hours.
    ['2026-10-25T02:00:00+02:00', '2026-10-25T04:00:00+01:00', 'night'],
    ['2026-10-25T02:01:00+02:00', '2026-10-25T04:00:00+01:00', 'neither'],
    ['2026-10-25T02:00:00+01:00', '2026-10-25T04:00:00+01:00', 'neither'],
    ['2026-10-25T14:00:00+01:00', '2026-10-26T02:00:00+01:00', 'late and night'],
  ] as const) {
    test(`${start} to ${end} is ${kind}`, () => expect(kindOf(start, end)).toBe(kind))
  }

  test('a night after the last known day is as long as its clock says', () => {
    // The shift starts on Saturday, the calendar's last day; the change is on Sunday. 23:00 to 06:00 are 6 h of spring, 8 h of autumn.
    const wholeNight = (minMinutes: number): object => ({ night: { from: '23:00', to: '06:00', minMinutes } })
    expect(kindOf('2026-03-28T22:00:00+01:00', '2026-03-29T08:00:00+02:00', wholeNight(360))).toBe('night')
    expect(kindOf('2026-03-28T22:00:00+01:00', '2026-03-29T08:00:00+02:00', wholeNight(361))).toBe('neither')
    expect(kindOf('2026-10-24T22:00:00+02:00', '2026-10-25T08:00:00+01:00', wholeNight(480))).toBe('night')
    expect(kindOf('2026-10-24T22:00:00+02:00', '2026-10-25T08:00:00+01:00', wholeNight(481))).toBe('neither')
  })
})

describe('configured', () => {
  test('a night that does not pass midnight lies within its day', () => {
    const night = { night: { from: '00:00', to: '05:00', minMinutes: 60 } }
    expect(kindOf('2026-03-02T22:00:00+01:00', '2026-03-03T01:00:00+01:00', night)).toBe('late and night')
    expect(kindOf('2026-03-02T22:00:00+01:00', '2026-03-03T00:59:00+01:00', night)).toBe('late')
  })

  test('late until 23:00 ends on the same day', () => {
    const late = { late: { startsAtOrAfter: '12:00', endsBy: '23:00' } }
    expect(kindOf('2026-03-02T12:00:00+01:00', '2026-03-02T23:00:00+01:00', late)).toBe('late')
    expect(kindOf('2026-03-02T12:00:00+01:00', '2026-03-02T23:01:00+01:00', late)).toBe('neither')
  })

  test('the local clock decides, not the offset that was written', () => {
    expect(kindOf('2026-03-02T08:00:00Z', '2026-03-02T16:00:00Z', {}, 'Asia/Tokyo')).toBe('late')
    expect(kindOf('2026-03-02T08:00:00Z', '2026-03-02T16:00:00Z', {}, 'UTC')).toBe('neither')
  })
})

describe('of a weekend a shift works', () => {
  for (const [start, end, days] of [
    ['2026-03-06T16:00:00+01:00', '2026-03-09T08:00:00+01:00', 'Saturday and Sunday'],
    ['2026-03-06T16:00:00+01:00', '2026-03-09T00:00:00+01:00', 'Saturday and Sunday'],
    ['2026-03-06T16:00:00+01:00', '2026-03-08T23:59:00+01:00', 'Saturday'],
    ['2026-03-06T22:00:00+01:00', '2026-03-08T00:00:00+01:00', 'Saturday'],
    ['2026-03-06T22:00:00+01:00', '2026-03-07T23:59:00+01:00', 'neither'],
    ['2026-03-06T22:00:00+01:00', '2026-03-07T06:00:00+01:00', 'neither'],
    ['2026-03-07T22:00:00+01:00', '2026-03-08T06:00:00+01:00', 'Saturday'],
    ['2026-03-07T16:00:00+01:00', '2026-03-09T00:00:00+01:00', 'Saturday and Sunday'],
    ['2026-03-08T22:00:00+01:00', '2026-03-09T06:00:00+01:00', 'Sunday'],
    ['2026-03-02T08:00:00+01:00', '2026-03-09T08:00:00+01:00', 'Saturday and Sunday'], // a week on call
    ['2026-03-08T08:00:00+01:00', '2026-03-15T08:00:00+01:00', 'Sunday'], // the Saturday after it is of another week
    // 2026-03-29 has 23 hours, 2026-10-25 has 25: the last midnight is that of the wall clock.
    ['2026-03-27T16:00:00+01:00', '2026-03-30T00:00:00+02:00', 'Saturday and Sunday'],
    ['2026-03-27T16:00:00+01:00', '2026-03-29T23:59:00+02:00', 'Saturday'],
    ['2026-10-23T16:00:00+02:00', '2026-10-26T00:00:00+01:00', 'Saturday and Sunday'],
    ['2026-10-23T16:00:00+02:00', '2026-10-25T23:59:00+01:00', 'Saturday'],
  ] as const) {
    test(`${start} to ${end}: ${days}`, () => {
      const document = { ...cleanDocument(), timeZone: 'Europe/Copenhagen', settings: {}, shifts: [{ id: 1, spot: 30, start, end }] }
      const { worksSaturday, worksSunday } = readSubmission(document, { callback: 'required' }).submission!.schedule.shifts[0]!
      expect([...(worksSaturday ? ['Saturday'] : []), ...(worksSunday ? ['Sunday'] : [])].join(' and ') || 'neither').toBe(days)
    })
  }
})
