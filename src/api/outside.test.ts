import { describe, expect, test } from 'vitest'
import { freePeriod, put } from './issue-cases.fixture.ts'
import { readSubmission } from './read-schedule.ts'
import { cleanDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

type Spoil = (document: AnyJson) => void

function warningsOf(...spoils: readonly Spoil[]) {
  const document = cleanDocument()
  for (const spoil of spoils) spoil(document)
  const { errors, warnings } = readSubmission(document, { callback: 'required' })
  expect(errors).toEqual([])
  return warnings
}

const pointersOf = (code: string, ...spoils: readonly Spoil[]): string[] =>
  warningsOf(...spoils).flatMap((warning) => (warning.code === code ? [warning.pointer] : []))

const wish = (start: string, end: string, more: AnyJson = {}): Spoil => put('/employees/0/wishes', [{ type: 'UNDESIRED', start, end, ...more }])
const skill = (start: unknown, end: unknown): Spoil => put('/employees/0/skills', [{ id: 10 }, { id: 10, start, end }])
const team = (start: unknown, end: unknown): Spoil => put('/employees/0/teams', [{ id: 20 }, { id: 20, start, end }])

// The shifts are on 2026-03-02 and 2026-03-03, in Copenhagen.
describe('what lies wholly outside the days that are planned draws a warning', () => {
  for (const { name, spoil, pointer } of [
    { name: 'a wish before', spoil: wish('2026-02-01', '2026-03-01'), pointer: '/employees/0/wishes/0' },
    { name: 'a wish after', spoil: wish('2026-03-04', '2026-03-04'), pointer: '/employees/0/wishes/0' },
    { name: 'leave of another year', spoil: wish('2025-03-02', '2025-03-08', { type: 'UNAVAILABLE' }), pointer: '/employees/0/wishes/0' },
    {
      name: 'a wish to the last minute before',
      spoil: wish('2026-03-01T07:00:00+01:00', '2026-03-02T00:00:00+01:00'),
      pointer: '/employees/0/wishes/0',
    },
    { name: 'a skill that ended', spoil: skill(undefined, '2026-03-01'), pointer: '/employees/0/skills/1' },
    { name: 'a skill that begins later', spoil: skill('2026-03-04', undefined), pointer: '/employees/0/skills/1' },
    { name: 'a team that ended', spoil: team('2025-01-01', '2025-12-31'), pointer: '/employees/0/teams/1' },
    { name: 'a team that begins later', spoil: team('2026-04-01', null), pointer: '/employees/0/teams/1' },
    { name: 'a free period after', spoil: freePeriod({ windowStart: '2026-03-09', windowEnd: '2026-03-16' }), pointer: '/freePeriodRequirements/0' },
    { name: 'a free period before', spoil: freePeriod({ windowStart: '2026-02-23', windowEnd: '2026-03-02' }), pointer: '/freePeriodRequirements/0' },
  ]) {
    test(`${name}`, () => expect(pointersOf('outside-schedule', spoil)).toEqual([pointer]))
  }

  for (const { name, spoil } of [
    { name: 'a wish that reaches in by a minute', spoil: wish('2026-03-01', '2026-03-02T00:01:00+01:00') },
    { name: 'a wish on the last day', spoil: wish('2026-03-03', '2026-04-03') },
    { name: 'a wish around all', spoil: wish('2020-01-01', '2030-01-01') },
    { name: 'a skill held until the first day', spoil: skill(undefined, '2026-03-02') },
    { name: 'a team from the last day on', spoil: team('2026-03-03', undefined) },
    { name: 'a free period that begins on the last day', spoil: freePeriod({ windowStart: '2026-03-03', windowEnd: '2026-03-10' }) },
  ]) {
    test(`and ${name} none`, () => expect(pointersOf('outside-schedule', spoil)).toEqual([]))
  }

  test('of a night shift the morning after belongs to the schedule', () => {
    const night = put('/shifts/1', { id: 102, spot: 30, start: '2026-03-03T23:00:00+01:00', end: '2026-03-04T07:00:00+01:00' })
    expect(pointersOf('outside-schedule', night, wish('2026-03-04', '2026-03-04'))).toEqual([])
  })

  test('history is not planned', () => {
    const historic: Spoil = (document) => {
      document.shifts.push({ id: 900, spot: 30, start: '2026-02-27T07:00:00Z', end: '2026-02-27T15:00:00Z', historic: true, employee: 1 })
    }
    expect(pointersOf('outside-schedule', historic, wish('2026-02-27', '2026-02-27'))).toEqual(['/employees/0/wishes/0'])
  })

  test('five of a kind are shown, and the others counted', () => {
    const many = put(
      '/employees/0/wishes',
      Array.from({ length: 40 }, (_, day) => ({ type: 'UNDESIRED', start: `2025-01-${String((day % 28) + 1).padStart(2, '0')}`, end: '2025-02-01' })),
    )
    const warnings = warningsOf(many)
    expect(warnings).toHaveLength(5)
    expect(warnings[0]).toMatchObject({ detail: expect.stringContaining('2026-03-02 to 2026-03-03') })
    expect(warnings[4]!.detail).toContain('35 more times')
  })
})

describe('a fixed shift within leave draws a warning', () => {
  const fixed: Spoil = (document) => Object.assign(document.shifts[0], { fixed: true, employee: 1, tags: ['early'] })
  const leave = (start: string, end: string, more: AnyJson = {}): Spoil => wish(start, end, { type: 'UNAVAILABLE', ...more })
  const found = (...spoils: readonly Spoil[]): string[] => pointersOf('fixed-within-leave', ...spoils)

  test('wholly, or by a minute', () => {
    expect(found(fixed, leave('2026-03-02', '2026-03-02'))).toEqual(['/shifts/0/employee'])
    expect(found(fixed, leave('2026-03-02T14:59:00+01:00', '2026-03-02T20:00:00+01:00'))).toEqual(['/shifts/0/employee'])
    expect(found(fixed, leave('2026-03-02', '2026-03-02', { tag: 'early' }))).toEqual(['/shifts/0/employee'])
  })

  test('but not beside it, of somebody else, for another tag, of a wish, or where it is not fixed', () => {
    for (const spoils of [
      [fixed, leave('2026-03-02T15:00:00+01:00', '2026-03-02T20:00:00+01:00')],
      [fixed, leave('2026-03-03', '2026-03-03')],
      [fixed, leave('2026-03-02', '2026-03-02', { tag: 'late' })],
      [fixed, wish('2026-03-02', '2026-03-02')],
      [fixed, put('/employees/0/wishes', []), put('/employees/1/wishes', [{ type: 'UNAVAILABLE', start: '2026-03-02', end: '2026-03-02' }])],
      [put('/shifts/0/employee', 1), leave('2026-03-02', '2026-03-02')],
    ])
      expect(found(...spoils)).toEqual([])
  })

  test('historic shifts were worked, whatever was wished', () => {
    const historic: Spoil = (document) => {
      document.shifts.push({ id: 900, spot: 30, start: '2026-03-01T07:00:00Z', end: '2026-03-01T15:00:00Z', historic: true, employee: 1 })
    }
    expect(found(historic, leave('2026-02-27', '2026-03-03'))).toEqual([])
  })

  test('of many wishes the one that lies there is found', () => {
    const days = Array.from({ length: 28 }, (_, day) => ({
      type: 'UNAVAILABLE',
      start: `2026-03-02T${String(day % 24).padStart(2, '0')}:00:00+01:00`,
      end: `2026-03-02T${String(day % 24).padStart(2, '0')}:10:00+01:00`,
    }))
    const outside = days.filter(({ start }) => start < '2026-03-02T07' || start >= '2026-03-02T15')
    expect(found(fixed, put('/employees/0/wishes', outside))).toEqual([])
    expect(found(fixed, put('/employees/0/wishes', days.toReversed()))).toEqual(['/shifts/0/employee'])
  })
})
