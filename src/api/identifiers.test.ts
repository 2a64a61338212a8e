import { describe, expect, test } from 'vitest'
import { put } from './issue-cases.fixture.ts'
import { readSolution } from './read-solution.ts'
import { readSubmission } from './read-schedule.ts'
import { cleanDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

const UUID = '9f1b7a30-5d7e-4f0e-9a67-0c2c3f8a1d11'

/** The clean document with everybody, everything and everywhere called by a text. */
function named(id: string): AnyJson {
  const document = cleanDocument()
  document.employees[0].id = `e-${id}`.slice(0, 64)
  document.employees[0].skills = [{ id: `k-${id}`.slice(0, 64) }]
  document.spots[0].id = `p-${id}`.slice(0, 64)
  document.spots[0].skills = [`k-${id}`.slice(0, 64)]
  document.shifts = [{ ...document.shifts[0], id, spot: document.spots[0].id, employee: document.employees[0].id, suggestedEmployees: [2] }]
  return document
}

describe('an id that is a text', () => {
  for (const [title, id] of [
    ['of one character', 'a'],
    ['of 64 characters', 'x'.repeat(64)],
    ['that is a UUID', UUID],
    ['with blanks, quotes and letters of other scripts', 'Ærø "östra" 病棟 / 3'],
    ['that begins with a nought, which no number does', '007'],
    ['that is no safe integer', '9007199254740993'],
  ] as const) {
    test(`${title} names a shift as it is`, () => {
      const { submission, errors } = readSubmission(named(id), { callback: 'required' })
      expect(errors).toEqual([])
      const { shifts, employees, spots } = submission!.schedule
      expect(shifts[0]).toMatchObject({ id, spotIndex: 0, employeeIndex: 0, suggestedEmployees: [2] })
      expect(employees[0]!.skills[0]!.id).toBe(spots[0]!.skills[0]!.id)
    })
  }
})

test('7 of the one kind and "7" of another are two things, and so are "007" and 7', () => {
  const document = cleanDocument()
  document.shifts[0].id = String(document.spots[0].id)
  document.employees[1].id = '01'
  expect(readSubmission(document, { callback: 'required' }).errors).toEqual([])
})

describe('where only the type of an id is wrong, the hint says which it is', () => {
  for (const [pointer, value, hint] of [
    ['/shifts/0/employee', '1', 'The id is the number 1: send it without quotes.'],
    ['/shifts/0/spot', '30', 'The id is the number 30: send it without quotes.'],
    ['/shifts/0/employee', 'Ada', 'Add the employee, or correct the id.'],
  ] as const) {
    test(`${JSON.stringify(value)} at ${pointer}`, () => {
      const document = cleanDocument()
      put(pointer, value)(document)
      const { errors } = readSubmission(document, { callback: 'required' })
      expect(errors.filter((issue) => issue.pointer === pointer).map((issue) => issue.hint)).toEqual([hint])
    })
  }

  test('a number where the schedule has a text, in a solution too', () => {
    const document = named('shift')
    document.shifts[0].id = '12'
    document.shifts[0].fixed = false
    document.employees[0].id = '5'
    document.shifts[0].employee = '5'
    const { schedule } = readSubmission(document, { callback: 'required' }).submission!
    const hints = readSolution({ shifts: [{ id: 12, employee: 5 }] }, schedule).errors.map((issue) => issue.hint)
    expect(hints.slice(0, 2)).toEqual(['The id is the text "5": send it in quotes.', 'The id is the text "12": send it in quotes.'])
    expect(readSolution({ shifts: [{ id: '12', employee: '5' }] }, schedule).roster).toEqual(Int32Array.of(0))
  })
})
