import { describe, expect, test } from 'vitest'
import { bodyWeight } from './body-weight.ts'

const SHIFT = { id: 1, spot: 1, start: '2027-01-04T07:00Z', end: '2027-01-04T15:00Z' }
const DAILY = { ...SHIFT, start: '2027-01-04', end: '2027-01-31', repeats: { from: '07:00', to: '15:00' } }
const TEMPLATE = { id: 't', spots: [1], startsFrom: '00:00', startsTo: '23:55', stepMinutes: 5, minMinutes: 240, maxMinutes: 1440 }
const COVERAGE = { coverageRequirements: [{ id: 1, start: '2027-01-04', end: '2027-01-05', min: 1 }] }
const times = <T>(count: number, entry: T): T[] => Array.from({ length: count }, () => entry)
/** Makes a body longer, and says nothing. */
const LONGER = { description: 'x'.repeat(10_000) }

describe('a body weighs by its bytes, and by what its bytes come to', () => {
  for (const [title, document, weight] of [
    ['a shift', { shifts: [SHIFT] }, 'tiny'],
    ['two hundred shifts', { shifts: times(200, SHIFT) }, 'small'],
    ['shifts beyond a quarter of a MiB', { shifts: times(4000, SHIFT) }, 'large'],
    ['one shift of a thousand seats', { shifts: [{ ...SHIFT, seats: { min: 1, max: 1000 } }] }, 'tiny'],
    ['three of them', { shifts: times(3, { ...SHIFT, seats: { min: 1000 } }) }, 'large'],
    ['seats beyond all limits', { shifts: times(3, { ...SHIFT, seats: { min: 1, max: 1e9 } }) }, 'large'],
    ['no seats', { shifts: times(3, { ...SHIFT, seats: { min: 'two' } }) }, 'tiny'],
    ['a shift of each day of four weeks', { shifts: [DAILY] }, 'tiny'],
    ['a hundred of them', { shifts: times(100, DAILY) }, 'large'],
    ['a hundred seats of each day', { shifts: [{ ...DAILY, seats: { min: 100 } }] }, 'large'],
    ['a list of thousands on each day', { shifts: [{ ...DAILY, tags: times(5000, 'a') }] }, 'large'],
    ['what repeats from no date', { shifts: times(6, { ...DAILY, start: 'today' }) }, 'large'],
    ['wishes that repeat for years', { employees: [{ id: 1, wishes: times(6, { start: '1900-01-01', end: '2299-01-01', repeats: {} }) }] }, 'large'],
    ['templates', { shiftTemplates: [TEMPLATE] }, 'large'],
    ['templates of a plan', { schedule: { shiftTemplates: [TEMPLATE] } }, 'large'],
    ['no templates', { shiftTemplates: [] }, 'tiny'],
    ['a name that says so', { name: 'shiftTemplates', shifts: [SHIFT] }, 'tiny'],
    ['a requirement', COVERAGE, 'tiny'],
    ['a requirement in a body that is not tiny', { ...COVERAGE, ...LONGER }, 'large'],
    ['a list of none in a body that is not tiny', { coverageRequirements: [], ...LONGER }, 'small'],
  ] as const) {
    test(`${title}: ${weight}`, () => {
      expect(bodyWeight(Buffer.from(JSON.stringify(document)))).toBe(weight)
    })
  }

  test('names that are written in another way are found', () => {
    const written = JSON.stringify({ shiftTemplates: [TEMPLATE] })
    expect(bodyWeight(Buffer.from(written.replace('shiftTemplates', String.raw`\u0073hiftTemplates`)))).toBe('large')
  })

  test('what is read beside it counts', () => {
    const body = Buffer.from(JSON.stringify({ shifts: [SHIFT] }))
    expect([0, 10_000, 300_000].map((besides) => bodyWeight(body, besides))).toEqual(['tiny', 'small', 'large'])
  })

  test('whatever cannot be read weighs its bytes', () => {
    for (const text of ['{"shiftTemplates":[', '"seats"', `${'['.repeat(5000)}"seats"`, '\u00ff"repeats"'])
      expect(bodyWeight(Buffer.from(text, 'latin1'))).toBe('tiny')
  })
})
