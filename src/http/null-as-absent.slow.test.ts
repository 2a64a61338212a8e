// Slow: every field of the contract is left out, and sent as null, in turn.
import { expect, test } from 'vitest'
import { compileFit } from '../../test/json-schema.ts'
import { readText } from '../../test/source-files.ts'
import { readSubmission } from '../api/read-schedule.ts'
import { ScheduleSubmission } from '../api/schemas/submission.ts'
import { withNullAsAbsent } from './null-as-absent.ts'

type Json = Record<string, unknown>
const text = readText('examples/every-field.json')
const readsAs = (document: unknown): unknown => {
  const { errors, warnings, submission } = readSubmission(document, { callback: 'required' })
  return { errors, warnings, isRead: submission !== null }
}

/** Where every field of a document stands, as the way to its owner and its name. */
function fieldsOf(value: unknown, way: readonly (string | number)[] = []): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = [...way, Array.isArray(value) ? Number(key) : key]
    return [...(Array.isArray(value) ? [] : [place]), ...fieldsOf(inner, place)]
  })
}

function ownerAt(document: unknown, place: readonly (string | number)[]): Json {
  return place.slice(0, -1).reduce((value, key) => (value as Json)[key] as Json, document as Json)
}

test('null in any field of a schedule is read as its absence, and the published schema says so', () => {
  const fits = compileFit(withNullAsAbsent(ScheduleSubmission))
  const fitsPlainly = compileFit(ScheduleSubmission)
  const places = fieldsOf(JSON.parse(text))
  // Of fields that are alike, such as the name of every employee, one stands for all.
  const kinds = new Map(places.map((place) => [place.map((key) => (typeof key === 'number' ? '*' : key)).join('/'), place]))
  expect(kinds.size).toBeGreaterThan(300)
  for (const place of kinds.values()) {
    const document = JSON.parse(text) as Json
    const [owner, name] = [ownerAt(document, place), place.at(-1)!]
    owner[name] = null
    const nulled = { read: readsAs(document), fits: fits(document) }
    delete owner[name]
    const absent = { read: readsAs(document), fits: fitsPlainly(document) }
    expect({ place, ...nulled }).toEqual({ place, ...absent })
  }
})

test('required fields take no null, and what took it before stays as it is', () => {
  const schema = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'string' }, b: { enum: ['x'], type: 'string' }, c: { anyOf: [{ type: 'null' }] } },
  }
  expect(withNullAsAbsent(schema).properties).toEqual({
    a: { type: 'string' },
    b: { enum: ['x', null], type: ['string', 'null'] },
    c: { anyOf: [{ type: 'null' }] },
  })
})
