import { describe, expect, test } from 'vitest'
import type { Schedule } from '../model/schedule.ts'
import { put } from './issue-cases.fixture.ts'
import { readSubmission } from './read-schedule.ts'
import { cleanDocument } from './ward.fixture.ts'

type Change = readonly [pointer: string, value: unknown]

function read(...changes: readonly Change[]) {
  const document = cleanDocument()
  for (const [pointer, value] of changes) put(pointer, value)(document)
  return readSubmission(document, { callback: 'optional' })
}

function scheduleOf(...changes: readonly Change[]): Schedule {
  const { submission, errors } = read(...changes)
  expect(errors).toEqual([])
  return submission!.schedule
}

describe('a skill that is asked for', () => {
  for (const list of ['/spots/0/skills', '/shifts/0/skills', '/shifts/0/anySkills', '/shifts/0/preferredSkills']) {
    test(`is an id, or an id with a least level, in ${list}`, () => {
      const [, of, , key] = list.split('/') as [string, 'spots' | 'shifts', string, 'skills']
      const schedule = scheduleOf([list, [10, { id: 'a' }, { id: 11, minLevel: 9 }]])
      expect(schedule[of][0]![key]).toEqual([
        { id: 10, minLevel: 1 },
        { id: 'a', minLevel: 1 },
        { id: 11, minLevel: 9 },
      ])
    })

    for (const { entry, code, at } of [
      { entry: { id: 10, minLevel: 0 }, code: 'out-of-range', at: '/minLevel' },
      { entry: { id: 10, minLevel: 10 }, code: 'out-of-range', at: '/minLevel' },
      { entry: { id: 10, minLevel: 1.5 }, code: 'not-an-integer', at: '/minLevel' },
      { entry: { minLevel: 2 }, code: 'field-missing', at: '/id' },
      { entry: true, code: 'wrong-type', at: '' },
      { entry: '', code: 'text-empty', at: '' },
    ]) {
      test(`is refused as ${JSON.stringify(entry)} in ${list}`, () => {
        expect(read([list, [entry]]).errors).toMatchObject([{ code, pointer: `${list}/0${at}` }])
      })
    }
  }

  test('has the level of an employee refused beyond 9, and a level of a team ignored', () => {
    expect(read(['/employees/0/skills', [{ id: 10, level: 10 }]]).errors).toMatchObject([
      { code: 'out-of-range', pointer: '/employees/0/skills/0/level' },
    ])
    expect(read(['/employees/0/teams', [{ id: 20, level: 2 }]]).warnings).toMatchObject([
      { code: 'field-unknown', pointer: '/employees/0/teams/0/level' },
    ])
  })

  test('that a shift asks for by text is not the one of a number that somebody has', () => {
    const { errors } = read(['/shifts/0/preferredSkills', ['10']])
    expect(errors).toMatchObject([{ code: 'id-number-and-text', pointer: '/shifts/0/preferredSkills/0' }])
  })
})

test('a skill without a level has level 1, and one with a level has that', () => {
  const { employees } = scheduleOf(['/employees/0/skills', [{ id: 10 }, { id: 10, level: 4, end: '2026-03-03' }]])
  expect(employees[0]!.skills.map(({ level }) => level)).toEqual([1, 4])
})

test('shifts that ask for the same share a list', () => {
  const [first, second] = scheduleOf(['/shifts/0/skills', [10, { id: 10, minLevel: 1 }]], ['/shifts/1/skills', [{ id: 10 }, 10]]).shifts
  expect(first!.skills).toBe(second!.skills)
  expect(first!.anySkills).toBe(second!.preferredSkills)
})

test('fields of skills by other names are answered with ours', () => {
  const hintOf = (pointer: string, value: unknown): string | undefined =>
    read([pointer, value]).warnings.find(({ code }) => code === 'field-unknown')?.hint
  expect(hintOf('/shifts/0/skills', [{ id: 10, level: 2 }])).toBe('Did you mean "minLevel"?')
  expect(hintOf('/employees/0/skills', [{ id: 10, minLevel: 2 }])).toBe('Did you mean "level"?')
  expect(hintOf('/shifts/0/requiredSkills', [10])).toBe('Did you mean "skills"?')
  expect(hintOf('/spots/0/requiredSkills', [10])).toBe('Did you mean "skills"?')
})

describe('nobody has', () => {
  const warningsOf = (...changes: readonly Change[]) =>
    read(...changes)
      .warnings.filter(({ code }) => code === 'skill-unheld')
      .map(({ pointer, detail }) => [pointer, detail])

  test('a skill of a shift, of which the first shift that asks for it is told', () => {
    expect(warningsOf(['/shifts/0/skills', [10, 99]], ['/shifts/1/skills', [10, 99]], ['/shifts/1/name', null])).toEqual([
      ['/shifts/0/skills/1', expect.stringMatching(/^No employee holds the skill 99 that the shift \S+ asks for\.$/)],
    ])
  })

  test('a level, which is told with the skill', () => {
    expect(warningsOf(['/spots/0/skills', [{ id: 10, minLevel: 2 }]], ['/employees/0/skills', [{ id: 10, level: 1 }]])).toEqual([
      ['/spots/0/skills/0', expect.stringMatching(/^No employee holds the skill 10 at level 2 or higher that the spot/)],
    ])
    expect(warningsOf(['/spots/0/skills', [{ id: 10, minLevel: 2 }]], ['/employees/0/skills', [{ id: 10, level: 2 }]])).toEqual([])
  })

  test('any of several skills, which is told of the list; one that somebody has is enough', () => {
    expect(warningsOf(['/shifts/0/anySkills', [98, 99]])).toEqual([['/shifts/0/anySkills', expect.stringContaining('of which the shift')]])
    expect(warningsOf(['/shifts/0/anySkills', [98, 10]])).toEqual([])
  })

  test('what a shift prefers, which is told too', () => {
    expect(warningsOf(['/shifts/0/preferredSkills', [99]])).toEqual([['/shifts/0/preferredSkills/0', expect.stringMatching(/prefers\.$/)]])
  })
})
