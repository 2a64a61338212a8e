import { expect, test } from 'vitest'
import { readSubmission } from './read-schedule.ts'
import { cleanDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

const PAST = { spot: 30, start: '2026-03-01T07:00:00+01:00', end: '2026-03-01T15:00:00+01:00', historic: true }

/** What is said of a clean document with these shifts before it. */
function told(...historic: readonly AnyJson[]): string[] {
  const document = cleanDocument()
  document.shifts.push(...historic.map((shift, index) => ({ id: 900 + index, ...PAST, ...shift })))
  const { errors, warnings } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  return warnings.map(({ code, pointer, detail }) => `${code} ${pointer} ${detail}`)
}

const SILENT = 'The historic shift does not say who worked it, so it counts for nobody: no rest, run, hours or weekend.'

test('a historic shift that does not say who worked it is told', () => {
  expect(told({ employee: 1 }, {})).toEqual([`historic-without-employee /shifts/3/historic ${SILENT}`])
})

test('one with seats is told where it lists nobody', () => {
  expect(told({ employee: 1 }, { seats: { min: 2 } })).toEqual([`historic-without-employee /shifts/3/historic ${SILENT}`])
  expect(told({ seats: { min: 2 }, employees: [1] })).toEqual([])
})

test('one that nobody worked, as the document says, is not told', () => {
  expect(told({ employee: 1 }, { employee: null }, { seats: { min: 0, max: 1 }, employees: [] })).toEqual([])
})

test('a history that nobody worked at all is told once', () => {
  const detail = 'so no rest, run, hours or weekend before the first planned day counts for anybody.'
  expect(told({ employee: null }, { employee: null })).toEqual([
    `historic-without-employee /shifts/2/historic Nobody worked any of the 2 historic shifts, ${detail}`,
  ])
  expect(told({ employee: null })).toEqual([`historic-without-employee /shifts/2/historic Nobody worked the only historic shift, ${detail}`])
})

test('five of many are listed, and the others counted', () => {
  const found = told(...Array.from({ length: 12 }, () => ({})))
  expect(found).toHaveLength(5)
  expect(found[4]).toContain('The same was found 7 more times.')
})
