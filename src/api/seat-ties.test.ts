import { expect, test } from 'vitest'
import { readSubmission } from './read-schedule.ts'
import { cleanDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

/** What the warning says of a document whose empty shifts cost so much on the first priority; null without a warning. */
function told(weight: number, spoil: (document: AnyJson) => void): string | null {
  const document = cleanDocument()
  document.settings = { assignShift: { firstPriorityWeight: weight } }
  spoil(document)
  const { warnings } = readSubmission(document, { callback: 'required' })
  return warnings.find(({ code }) => code === 'empty-seat-ties-with-absence')?.detail ?? null
}

const limit = (field: string, value: number) => (document: AnyJson) => {
  document.employees[1].contract = { [field]: value }
}

for (const { words, spoil } of [
  { words: 'a weekend too many', spoil: limit('maxWeekends', 2) },
  { words: 'a day too many in a month', spoil: limit('maxWorkDaysMonth', 20) },
  { words: 'a night too many in a row', spoil: limit('maxConsecutiveNightShifts', 3) },
  { words: 'work on a rest day', spoil: (document: AnyJson) => Object.assign(document.spots[0], { requiresRestAfterShiftHere: true }) },
]) {
  test(`an empty shift that costs as much as ${words} is told of`, () => {
    expect(told(20, spoil)).toContain(words)
    expect(told(19, spoil) ?? '').not.toContain(words)
  })
}

for (const { words, field } of [
  { words: 'an hour too many in a month', field: 'maxHoursMonth' },
  { words: 'an hour too many in a day', field: 'maxHoursDay' },
]) {
  test(`${words} costs sixty minutes, which no empty shift costs`, () => {
    expect(told(20, limit(field, 600)) ?? '').not.toContain(words)
    const cheap = { firstPriorityWeight: 1 }
    const setting = field === 'maxHoursDay' ? 'maxMinutesPerDay' : 'maxMinutesPerMonth'
    const spoil = (document: AnyJson): void => {
      limit(field, 600)(document)
      document.shifts[0].weight = 3
      document.settings[setting] = cheap
    }
    expect(told(20, spoil)).toContain(words)
    expect(told(19, spoil) ?? '').not.toContain(words)
  })
}
