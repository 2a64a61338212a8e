import { describe, expect, test } from 'vitest'
import { callsToDemands, peopleOnShift } from './call-volumes.ts'

const TARGET = { level: 0.8, answerSeconds: 20, maxOccupancy: 1, handleSeconds: 180, shrinkage: 0 }

describe('a table of calls becomes a table of demands', () => {
  test('100 calls of 180 s in half an hour need 14, and all other columns go through', () => {
    const calls = 'spot;start;end;weekdays;from;to;calls\r\nPhone, north;2027-02-01;2027-02-28;Mon;08:00;08:30;100\r\n'
    const { text, lines, leftOut } = callsToDemands(calls, TARGET)
    expect(text).toBe('spot,start,end,weekdays,from,to,min\r\n"Phone, north",2027-02-01,2027-02-28,Mon,08:00,08:30,14\r\n')
    expect({ lines, leftOut }).toEqual({ lines: 1, leftOut: 0 })
  })

  test('a line has a handling time of its own, and one of no calls is left out', () => {
    const { text, leftOut } = callsToDemands(
      'spot,start,end,calls,handle\n1,2027-02-01 08:00,2027-02-01 08:30,100,90\n1,2027-02-01 08:30,2027-02-01 09:00,0,\n',
      TARGET,
    )
    expect(text).toBe('spot,start,end,min\r\n1,2027-02-01 08:00,2027-02-01 08:30,8\r\n')
    expect(leftOut).toBe(1)
  })

  test('the columns of a slot may have their whole names', () => {
    const { text } = callsToDemands('spot,repeats.from,Repeats.To,calls\n1,08:00,08:30,100\n', TARGET)
    expect(text).toBe('spot,repeats.from,Repeats.To,min\r\n1,08:00,08:30,14\r\n')
  })

  test('a slot that ends after midnight is as long as it is', () => {
    const people = (from: string, to: string): string => callsToDemands(`spot,from,to,calls\n1,${from},${to},100\n`, TARGET).text.split(',').at(-1)!
    expect(people('23:30', '00:00')).toBe(people('08:00', '08:30'))
    expect(people('23:30', '24:00')).toBe(people('08:00', '08:30'))
  })

  test.each([
    ['spot,from,to\n1,08:00,08:30\n', 'Line 1: There is no column calls, which says how many calls come in the time of a line.'],
    ['spot,min,calls\n1,2,3\n', 'Line 1: There is a column min already, which is to be found from the calls.'],
    ['calls,from,to\nmany,08:00,08:30\n', 'Line 2: calls is "many", which is not a number from 0 to 1000000.'],
    ['spot,calls,from,to\n1,,08:00,08:30\n', 'Line 2: The cell of calls is empty. Write 0 where nobody calls.'],
    ['calls,from,to,handle\n3,08:00,08:30,0\n', 'Line 2: handle is "0", which is not a number from 1 to 86400.'],
    ['calls,spot\n3,1\n', 'Line 2: The time of the calls is missing: write from and to, or start and end.'],
    ['calls,from,to\n3,8 am,9:00\n', 'Line 2: "8 am" is no time of day. The clock has 24 hours: 7:00 PM is 19:00. Write it like 07:00, up to 24:00.'],
    ['calls,start,end\n3,2027-02-01 09:00,2027-02-01 08:00\n', 'Line 2: From 2027-02-01 09:00 to 2027-02-01 08:00 is not a time of up to a day.'],
  ])('what does not fit is told with its line: %j', (table, message) => {
    expect(() => callsToDemands(table, TARGET)).toThrow(message)
  })

  test('with 30 % of other work 20 are on shift, so that 14 answer', () => {
    expect(peopleOnShift({ ...TARGET, calls: 100, slotSeconds: 1800 }, 0.3)).toBe(20)
  })
})
