import { expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
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
