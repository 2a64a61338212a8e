import { describe, expect, test } from 'vitest'
import { writeIcs } from './ics.ts'
import { HOSTILE_NAMES, hostileRoster, smallRoster } from './solved.fixture.ts'

const MADE_AT = new Date('2027-02-01T12:34:56.789Z')

test('the calendar of one employee has the worked shifts of the horizon, in UTC', () => {
  const { schedule, roster } = smallRoster()
  expect(writeIcs(schedule, roster, { employee: schedule.employees[0]!, madeAt: MADE_AT })).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Turnus//Turnus//EN',
      'CALSCALE:GREGORIAN',
      'BEGIN:VEVENT',
      'UID:shift-2-20270327T220000Z@turnus',
      'DTSTAMP:20270201T123456Z',
      'DTSTART:20270327T220000Z',
      'DTEND:20270328T050000Z',
      'SUMMARY:Night',
      'LOCATION:Ward',
      'CATEGORIES:night,long',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
})

test('the calendar of everybody says who works; a shift and a spot without a name go by the id of the spot', () => {
  const { schedule, roster } = smallRoster()
  const calendar = writeIcs(schedule, roster, { employee: null, madeAt: MADE_AT })
  expect([...calendar.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, summary]) => summary)).toEqual(['Ann: Night', 'Bo: 2'])
})

test('a UID is the same in every export, and no other shift has it', () => {
  const { schedule, roster } = hostileRoster()
  const uids = (madeAt: Date): string[] => writeIcs(schedule, roster, { employee: null, madeAt }).match(/^UID:.*$/gm)!
  expect(uids(MADE_AT)).toEqual(uids(new Date(0)))
  expect(new Set(uids(MADE_AT)).size).toBe(HOSTILE_NAMES.length)
})

test('a calendar without an event is refused', () => {
  const { schedule, roster } = smallRoster()
  expect(() => writeIcs(schedule, roster, { employee: schedule.employees[2]!, madeAt: MADE_AT })).toThrow('at least one event')
})

describe('whatever the names are', () => {
  const { schedule, roster } = hostileRoster()
  const calendar = writeIcs(schedule, roster, { employee: null, madeAt: MADE_AT })
  const unfolded = calendar.replaceAll('\r\n ', '').split('\r\n')

  test('lines have 75 octets at most, and no character is parted', () => {
    const encoder = new TextEncoder()
    const lengths = calendar.split('\r\n').map((line) => encoder.encode(line).length)
    expect(Math.max(...lengths)).toBe(75)
    expect(calendar).not.toContain('\uFFFD\uFFFD')
    expect(unfolded).toContain(`LOCATION:${HOSTILE_NAMES.at(-1)}`)
    expect(unfolded).toContain(`LOCATION:${HOSTILE_NAMES.at(-2)}`)
  })

  test('there are the properties of the events, and no others', () => {
    const counts = Map.groupBy(unfolded, (line) => line.split(':')[0]!)
    expect([...counts.keys()].sort()).toEqual(
      ['', 'BEGIN', 'CALSCALE', 'CATEGORIES', 'DTEND', 'DTSTAMP', 'DTSTART', 'END', 'LOCATION', 'PRODID', 'SUMMARY', 'UID', 'VERSION'].sort(),
    )
    expect(unfolded.filter((line) => line === 'END:VCALENDAR')).toHaveLength(1)
    expect(counts.get('SUMMARY')).toHaveLength(HOSTILE_NAMES.length)
  })

  test('texts are escaped, and without control characters', () => {
    expect(unfolded).toContain('LOCATION:semi\\;colon\\, comma\\\\ backslash: "quote"')
    expect(unfolded).toContain('LOCATION:A END:VCALENDAR BEGIN:VCALENDAR')
    expect(unfolded.join('')).not.toMatch(/\p{Cc}/u)
  })
})
