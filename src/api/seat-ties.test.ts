import { expect, test } from 'vitest'
import { readSubmission } from './read-schedule.ts'
import { cleanDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

/** What the warning says of a document whose empty shifts cost so much on the first priority; null without a warning. */
function told(weight: number, spoil: (document: AnyJson) => void = () => undefined): string | null {
  const document = cleanDocument()
  document.settings = { assignShift: { firstPriorityWeight: weight } }
  spoil(document)
  const { warnings } = readSubmission(document, { callback: 'required' })
  return warnings.find(({ code }) => code === 'empty-seat-ties-with-absence')?.detail ?? null
}

const limit = (field: string, value: number) => (document: AnyJson) => {
  document.employees[1].contract = { [field]: value }
}

/** Skills that a shift asks for, where its spot asks for none. */
const askOf = (field: string) => (document: AnyJson) => {
  document.spots[0].skills = []
  document.shifts[0][field] = [10]
}

for (const { words, spoil } of [
  { words: 'a weekend too many', spoil: limit('maxWeekends', 2) },
  { words: 'a day too many in a month', spoil: limit('maxWorkDaysMonth', 20) },
  { words: 'a night too many in a row', spoil: limit('maxConsecutiveNightShifts', 3) },
  { words: 'leave', spoil: () => undefined },
  { words: 'a missing skill', spoil: () => undefined },
  { words: 'work in a foreign team', spoil: () => undefined },
  { words: 'a missing skill', spoil: askOf('skills') },
  { words: 'a missing skill', spoil: askOf('anySkills') },
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

for (const { words, spoil } of [
  { words: 'an hour of missing rest', spoil: () => undefined },
  { words: 'an hour of missing rest after a duty', spoil: (document: AnyJson) => Object.assign(document.spots[0], { requiresRestOfMinutes: 600 }) },
]) {
  test(`${words} costs as much as sixty shifts`, () => {
    const sixtyfold = (document: AnyJson): void => {
      spoil(document)
      document.shifts[0].weight = 60
    }
    const things = (weight: number): string[] => (told(weight, sixtyfold) ?? '').replace(/.*as much as or more than (.*):.*/, '$1').split(', ')
    expect(things(20)).toContain(words)
    expect(things(19)).not.toContain(words)
  })
}

test('nobody is told of what nobody can break: without leave, without skills, without teams, without a limit', () => {
  const without = told(20, (document) => {
    document.employees[0].wishes[0].type = 'DESIRED'
    document.spots[0] = { id: 30 }
  })
  expect(without).toBeNull()
  expect(told(20)).toMatch(/more than leave, a missing skill, work in a foreign team:/)
})

test('a limit of a later contract is told of as well', () => {
  const later = (document: AnyJson): void => {
    document.contracts = [{ id: 1 }, { id: 2, maxWeekends: 2 }]
    document.employees[1] = {
      id: 2,
      contracts: [
        { contractId: 1, end: '2026-03-02' },
        { contractId: 2, start: '2026-03-03' },
      ],
    }
  }
  expect(told(20, later)).toContain('a weekend too many')
})

test.each([
  { says: 'the dearest of all shifts counts', spoil: (document: AnyJson) => Object.assign(document.shifts[0], { weight: 2 }), counts: true },
  {
    says: 'an optional shift does not',
    spoil: (document: AnyJson) => Object.assign(document.shifts[0], { weight: 2, importance: 'OPTIONAL' }),
    counts: false,
  },
  {
    says: 'nor does a historic one',
    spoil: (document: AnyJson) => Object.assign(document.shifts[0], { weight: 2, historic: true, employee: 1 }),
    counts: false,
  },
  {
    says: 'a shift of a weekend counts as often as it weighs more',
    spoil: (document: AnyJson) => {
      document.settings.weekendUnassignedMultiplier = 2
      Object.assign(document.shifts[1], { start: '2026-03-07T07:00:00+01:00', end: '2026-03-07T15:00:00+01:00' })
    },
    counts: true,
  },
  {
    says: 'one of a weekday does not',
    spoil: (document: AnyJson) => Object.assign(document.settings, { weekendUnassignedMultiplier: 2 }),
    counts: false,
  },
])('half the weight of leave is as much as leave where a shift counts twice: $says', ({ spoil, counts }) => {
  expect(told(10, spoil)?.includes('leave') ?? false).toBe(counts)
  expect(told(9, spoil) ?? '').not.toContain('leave')
})

test('a rule is compared on the first priority on which it costs, and only where the shift costs there first', () => {
  const onSecond = { firstPriorityWeight: 0, secondPriorityWeight: 20 }
  const leaveOnSecond = (document: AnyJson): void => {
    document.settings.unavailable = onSecond
  }
  expect(told(20, leaveOnSecond)).not.toContain('leave')
  const seatOnBoth = (document: AnyJson): void => {
    leaveOnSecond(document)
    document.settings.assignShift = { firstPriorityWeight: 20, secondPriorityWeight: 20 }
  }
  expect(told(0, seatOnBoth)).not.toContain('leave')
  const bothOnSecond = (document: AnyJson): void => {
    leaveOnSecond(document)
    document.settings.assignShift = onSecond
  }
  expect(told(0, bothOnSecond)).toMatch(/costs 0, 20, 0, 0 on the four priorities, as much as or more than leave:/)
  const leaveOff = (document: AnyJson): void => {
    document.settings.unavailable = { firstPriorityWeight: 0 }
  }
  expect(told(20, leaveOff)).not.toContain('leave')
})
