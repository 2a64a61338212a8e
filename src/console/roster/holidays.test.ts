import { describe, expect, test } from 'vitest'
import { datesProblem, readDates } from './holidays.ts'

const SPAN = { first: '2027-12-01', last: '2028-01-31' }

describe('dates as people write them', () => {
  for (const { text, dates, unread = [] } of [
    { text: '', dates: [] },
    { text: '2027-12-25', dates: ['2027-12-25'] },
    { text: '25.12.2027', dates: ['2027-12-25'] },
    { text: '25. 12. 2027', dates: ['2027-12-25'] },
    { text: '1.1.28', dates: ['2028-01-01'] },
    { text: '25.12.', dates: ['2027-12-25'] },
    { text: '1.1., 6.1.', dates: ['2028-01-01', '2028-01-06'] },
    { text: '25/12/2027', dates: ['2027-12-25'] },
    { text: '12/25/2027', dates: ['2027-12-25'] },
    { text: '2027-12-26 25.12.2027;24.12.2027, 25.12.2027', dates: ['2027-12-24', '2027-12-25', '2027-12-26'] },
    { text: '3/4/2027', dates: [], unread: ['3/4/2027'] },
    { text: '30.2.2028', dates: [], unread: ['30.2.2028'] },
    { text: '2027-13-01', dates: [], unread: ['2027-13-01'] },
    { text: 'Christmas, 25.12.2027', dates: ['2027-12-25'], unread: ['Christmas'] },
    { text: '25.12.20271', dates: ['2027-12-25'], unread: ['20271'] },
  ]) {
    test(`${JSON.stringify(text)}: ${dates.join(', ') || 'none'}`, () => expect(readDates(text, SPAN)).toEqual({ dates, unread }))
  }
})

describe('nothing is passed over silently', () => {
  for (const { text, problem } of [
    { text: '25.12.2027, 2028-01-31', problem: null },
    { text: 'Xmas', problem: 'Not understood: Xmas. Write dates such as 25.12.2027 or 2027-12-25.' },
    { text: '2028-02-01', problem: 'Not in this schedule, which is from 2027-12-01 to 2028-01-31: 2028-02-01.' },
  ]) {
    test(`${text}: ${problem}`, () => expect(datesProblem(text, SPAN)).toBe(problem))
  }
})
