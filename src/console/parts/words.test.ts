import { describe, expect, test } from 'vitest'
import { agoText, dateText, datesText, durationText, gapText, listText, scoreText } from './words.ts'

describe('how long ago', () => {
  const now = Date.parse('2026-03-02T12:00:00Z')
  for (const { moment, text } of [
    { moment: '2026-03-02T11:59:01Z', text: 'just now' },
    { moment: '2026-03-02T11:59:00Z', text: '1 min ago' },
    { moment: '2026-03-02T11:00:01Z', text: '59 min ago' },
    { moment: '2026-03-02T11:00:00Z', text: '1 h ago' },
    { moment: '2026-03-01T12:00:01Z', text: '23 h ago' },
    { moment: '2026-02-27T12:00:00Z', text: '27 Feb 2026' },
    // The clock of the reader may be behind the gateway's.
    { moment: '2026-03-02T12:00:30Z', text: 'just now' },
  ]) {
    test(`${moment} is ${text}`, () => expect(agoText(moment, now)).toBe(text))
  }
})

test('a duration has hours only when there are some', () => {
  expect([0, 999, 65_000, 3_665_000].map(durationText)).toEqual(['0:00', '0:00', '1:05', '1:01:05'])
})

test('a date has its weekday, and one that is first and last is told once', () => {
  expect(dateText('2027-02-01')).toBe('Mon 1 Feb')
  expect(datesText('2027-02-01', '2027-02-01')).toBe('Mon 1 Feb')
})

test('the last two words of a list are joined by and', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listText)).toEqual(['', 'a', 'a and b', 'a, b and c'])
})

test('a gap is told with the priority that it is of', () => {
  expect(gapText({ score: [0, 10, 200, 390], bound: [0, 10, 197, 0] })).toBe('1.5 % (third)')
  expect(gapText({ score: [0, 10, 200, 390], bound: [0, 10, 200, 39] })).toBe('90 % (fourth)')
})

test('what is not known yet is a dash, and a gap of nothing is not', () => {
  expect([scoreText(null), gapText({ score: null, bound: null }), gapText({ score: [0, 1, 2, 3], bound: null })]).toEqual(['–', '–', '–'])
  expect(gapText({ score: [0, 1, 2, 3], bound: [0, 1, 2, 3] })).toBe('0 %')
  expect(scoreText([0, 12, 2400, 3])).toBe('0 · 12 · 2,400 · 3')
})
