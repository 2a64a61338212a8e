import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClock, formatDateTime, isTimeZone, lacksOffset, parseDateTime, parseLocalDate, parseTimeOfDay } from './times.ts'

const minutes = (text: string): number => Math.floor(Date.parse(text) / 60_000)

describe('parseDateTime', () => {
  for (const text of [
    '2026-03-02T07:00:00Z',
    '2026-03-02T07:00Z',
    '2026-03-02T07:00:00+01:00',
    '2026-03-02T07:00:00.123-05:30',
    '2024-02-29T23:59:59Z',
    '1969-12-31T23:59:00Z',
    '2026-03-02T07:00:59Z',
  ]) {
    test(`${text} is the minute that the platform says`, () => expect(parseDateTime(text)).toBe(minutes(text)))
  }
  for (const [text, same] of [
    ['2026-03-02T07:00:00+0100', '2026-03-02T06:00:00Z'],
    ['2026-03-02T07:00:00+01', '2026-03-02T06:00:00Z'],
    ['2026-03-02t07:00:00z', '2026-03-02T07:00:00Z'],
    ['2026-03-02T24:00:00Z', '2026-03-03T00:00:00Z'],
    ['2026-03-02T07:00:60Z', '2026-03-02T07:00:00Z'],
    ['2026-03-02T07:00:00,5Z', '2026-03-02T07:00:00Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:00Z'],
  ] as const) {
    test(`${text} is ${same}`, () => expect(parseDateTime(text)).toBe(minutes(same)))
  }
  for (const text of [
    '',
    '2026',
    '2026-03-02',
    '2026-03-02T07:00:00',
    '2026-03-02 07:00:00Z',
    '2026-02-29T07:00:00Z',
    '2026-13-01T07:00:00Z',
    '2026-00-10T07:00:00Z',
    '2026-03-02T24:01:00Z',
    '2026-03-02T24:00:01Z',
    '2026-03-02T07:60:00Z',
    '2026-03-02T07:00:61Z',
    '2026-03-02T07:00:00.Z',
    '2026-03-02T07:00:00+24:00',
    '2026-03-02T07:00:00+01:0',
    '2026-03-02T07:00:00+01:00x',
    '2026-03-02T07:00:00Zz',
    '20260302T070000Z',
    '2026-3-2T07:00:00Z',
    '１026-03-02T07:00:00Z',
    '1900-02-29T00:00:00Z',
  ]) {
    test(`"${text}" is not a date-time`, () => expect(parseDateTime(text)).toBeNaN())
  }

  test('agrees with the platform on every date-time that the platform writes', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }), (date) => {
        expect(parseDateTime(date.toISOString())).toBe(Math.floor(date.getTime() / 60_000))
      }),
    )
  })

  test('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const value of [parseDateTime(text), parseLocalDate(text), parseTimeOfDay(text)]) expect(value).toBeTypeOf('number')
      }),
    )
  })
})

for (const [epochText, offsetMin, expected] of [
  ['2026-03-02T06:00:00Z', 60, '2026-03-02T07:00:00+01:00'],
  ['2026-03-02T06:00:00Z', 0, '2026-03-02T06:00:00+00:00'],
  ['2026-03-01T00:30:00Z', -210, '2026-02-28T21:00:00-03:30'],
  ['2026-03-01T18:15:00Z', 345, '2026-03-02T00:00:00+05:45'],
  ['1969-12-31T23:59:00Z', 60, '1970-01-01T00:59:00+01:00'],
] as const) {
  test(`${epochText} is written ${expected}, and read back`, () => {
    expect(formatDateTime(minutes(epochText), offsetMin)).toBe(expected)
    expect(parseDateTime(expected)).toBe(minutes(epochText))
  })
}

test('a date-time without offset is told from nonsense', () => {
  expect([lacksOffset('2026-03-02T07:00:00'), lacksOffset('2026-03-02T07:00'), lacksOffset('2026-03-02'), lacksOffset('tomorrow')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

for (const [text, expected] of [
  ['00:00', 0],
  ['14:00', 840],
  ['23:59', 1439],
  ['24:00', 1440],
  ['24:01', NaN],
  ['7:00', NaN],
  ['07:60', NaN],
  ['07:00:00', NaN],
] as const) {
  test(`the time of day ${text} is ${expected} minutes after midnight`, () => expect(parseTimeOfDay(text)).toBe(expected))
}

for (const [name, known] of [
  ['Europe/Copenhagen', true],
  ['UTC', true],
  ['Asia/Kathmandu', true],
  ['Europe/Kopenhagen', false],
  ['+01:00', false],
  ['', false],
] as const) {
  test(`"${name}" is ${known ? 'a' : 'no'} time zone`, () => expect(isTimeZone(name)).toBe(known))
}

test('a local day of a far year starts at midnight UTC', () => {
  const clock = createClock('Europe/Copenhagen')
  expect(clock.startOfDay(parseLocalDate('9999-12-31'))).toBe(minutes('9999-12-31T00:00:00Z'))
  expect(clock.startOfDay(parseLocalDate('0001-01-01'))).toBe(minutes('0001-01-01T00:00:00Z'))
  expect(clock.startOfDay(parseLocalDate('2026-07-01'))).toBe(minutes('2026-06-30T22:00:00Z'))
})
