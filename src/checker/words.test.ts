import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { rosterAsPosted } from '../model/roster.ts'
import { minuteAt } from '../model/calendar.ts'
import type { Minute, SkillId, TeamId } from '../model/units.ts'
import { judge } from './check.ts'
import { createWords } from './words.ts'

/** What a shift between these instants is called in Copenhagen, where the clock shows 02:00 to 03:00 twice on 2026-10-25. */
function wordsOf(start: string, end: string): string {
  const document = { timeZone: 'Europe/Copenhagen', employees: [], spots: [{ id: 1 }], shifts: [{ id: 1, name: 'Night', spot: 1, start, end }] }
  const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
  return createWords(schedule).shift(schedule.shifts[0]!)
}

for (const { start, end, said } of [
  { start: '2026-10-24T22:00:00+02:00', end: '2026-10-25T01:59:00+02:00', said: '2026-10-24 22:00–01:59' },
  { start: '2026-10-24T22:00:00+02:00', end: '2026-10-25T02:00:00+02:00', said: '2026-10-24 22:00–02:00+02:00' },
  { start: '2026-10-24T22:00:00+02:00', end: '2026-10-25T02:59:00+02:00', said: '2026-10-24 22:00–02:59+02:00' },
  { start: '2026-10-25T02:00:00+01:00', end: '2026-10-25T03:00:00+01:00', said: '2026-10-25 02:00+01:00–03:00' },
  { start: '2026-10-25T02:30:00+02:00', end: '2026-10-25T02:30:00+01:00', said: '2026-10-25 02:30+02:00–02:30+01:00' },
  { start: '2026-10-24T02:30:00+02:00', end: '2026-10-26T02:30:00+01:00', said: '2026-10-24 02:30 to 2026-10-26 02:30' },
  { start: '2026-03-29T01:59:00+01:00', end: '2026-03-29T03:00:00+02:00', said: '2026-03-29 01:59–03:00' },
]) {
  test(`from ${start} to ${end} is ${said}`, () => {
    expect(wordsOf(start, end)).toBe(`Night (${said})`)
  })
}

test('skills and teams are called by their names, on one line, and by their ids without one', () => {
  const document = {
    timeZone: 'UTC',
    skills: [{ id: 7, name: 'night\nnurse' }],
    teams: [{ id: 2, name: 'Ward 2' }],
    employees: [],
    spots: [{ id: 1 }],
    shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z' }],
  }
  const words = createWords(readSubmission(document, { callback: 'optional' }).submission!.schedule)
  expect([words.skill(7 as SkillId), words.skill(2 as SkillId), words.team(2 as TeamId), words.team(7 as TeamId)]).toEqual([
    'night nurse',
    '2',
    'Ward 2',
    '7',
  ])
})

test('whoever lacks a skill or is in no team of the spot is told so by their names', () => {
  const document = {
    timeZone: 'UTC',
    skills: [{ id: 7, name: 'nurse' }],
    teams: [{ id: 2, name: 'Ward team' }],
    employees: [{ id: 1, name: 'Anna' }],
    spots: [{ id: 1, skills: [7, 8], teams: [2, 3] }],
    shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z', employee: 1 }],
    coverageCompetencyRequirements: [{ id: 1, skill: 7, minimumCount: 1, shiftIds: [1] }],
  }
  const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
  const texts = judge(schedule, rosterAsPosted(schedule)).violations.flatMap(({ matches }) => matches.map(({ text }) => text))
  expect(texts).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/without 2 skills: nurse, 8\.$/),
      expect.stringMatching(/not in any of the teams Ward team, 3 throughout\.$/),
      expect.stringMatching(/nobody at work holds skill nurse; 1 must\.$/),
    ]),
  )
})

describe('a span says the holidays that it begins and ends on', () => {
  const HOLIDAYS = {
    timeZone: 'Europe/Copenhagen',
    calendar: { holidays: [{ date: '2026-12-24', name: 'Eve' }, { date: '2026-12-25', name: 'Day\n1' }, { date: '2026-12-28' }] },
  }
  const shift = { id: 1, spot: 1, start: '2026-12-21T07:00', end: '2026-12-21T15:00' }
  const last = { ...shift, id: 2, start: '2026-12-30T07:00', end: '2026-12-30T15:00' }
  const { schedule } = readSubmission({ ...HOLIDAYS, employees: [], spots: [{ id: 1 }], shifts: [shift, last] }, { callback: 'optional' }).submission!
  const words = createWords(schedule)
  const at = (day: number, wallMin: number): Minute => minuteAt(schedule.calendar, day - 21 + schedule.calendar.horizonFirst, wallMin)
  for (const { start, end, said } of [
    { start: at(23, 0), end: at(23, 60), said: '2026-12-23 00:00 to 2026-12-23 01:00' },
    { start: at(23, 0), end: at(24, 0), said: '2026-12-23 00:00 to 2026-12-24 00:00' },
    { start: at(23, 0), end: at(24, 1), said: '2026-12-23 00:00 to 2026-12-24 00:01 (Eve)' },
    { start: at(24, 0), end: at(24, 1), said: '2026-12-24 00:00 (Eve) to 2026-12-24 00:01' },
    { start: at(24, 0), end: at(25, 0), said: '2026-12-24 00:00 (Eve) to 2026-12-25 00:00' },
    { start: at(24, 1439), end: at(25, 1), said: '2026-12-24 23:59 (Eve) to 2026-12-25 00:01 (Day 1)' },
    { start: at(25, 1), end: at(28, 1), said: '2026-12-25 00:01 (Day 1) to 2026-12-28 00:01' },
    { start: at(1, 0), end: at(25, 1), said: '2026-12-01 00:00 to 2026-12-25 00:01 (Day 1)' },
    { start: at(25, 1439), end: at(40, 0), said: '2026-12-25 23:59 (Day 1) to 2027-01-09 00:00' },
  ]) {
    test(`${said}`, () => expect(words.span({ start, end })).toBe(said))
  }

  test('and a date says its own', () => {
    expect(words.span({ start: at(24, 0), end: at(25, 1) }, 'and')).toBe('2026-12-24 00:00 (Eve) and 2026-12-25 00:01 (Day 1)')
    expect(['2026-12-23', '2026-12-24', '2026-12-25', '2026-12-28', '2027-12-24'].map((date) => words.date(date))).toEqual([
      '2026-12-23',
      '2026-12-24 (Eve)',
      '2026-12-25 (Day 1)',
      '2026-12-28',
      '2027-12-24',
    ])
  })
})
