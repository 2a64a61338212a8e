import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findPlaces } from './json-places.ts'

const TEXT = `{
  "callbackUrl": "https://consumer.example/\\"odd\\\\",
  "employees": [
    { "id": 1, "skills": [] },
    { "id": 2, "na/me": "{[", "skills": [{ "id": 7 }] }
  ],
  "shifts": []
}
`

describe('the place of a pointer', () => {
  for (const { pointer, line, column } of [
    { pointer: '', line: 1, column: 1 },
    { pointer: '/callbackUrl', line: 2, column: 18 },
    { pointer: '/employees', line: 3, column: 16 },
    { pointer: '/employees/0', line: 4, column: 5 },
    { pointer: '/employees/1/na~1me', line: 5, column: 25 },
    { pointer: '/employees/1/skills/0/id', line: 5, column: 50 },
    { pointer: '/shifts', line: 7, column: 13 },
  ]) {
    test(`${pointer || 'of the whole'} is line ${line}, column ${column}`, () => {
      expect(findPlaces(TEXT, [pointer]).get(pointer)).toEqual({ line, column })
    })
  }

  for (const { pointer, line } of [
    { pointer: '/employees/0/contract/maxHoursDay', line: 4 },
    { pointer: '/employees/9', line: 3 },
    { pointer: '/spots', line: 1 },
    { pointer: '/callbackUrl/x', line: 2 },
  ]) {
    test(`${pointer}, which is not there, is that of what is around it: line ${line}`, () => {
      expect(findPlaces(TEXT, [pointer]).get(pointer)!.line).toBe(line)
    })
  }
})

test('of a name that is given twice the last one counts, as it does for JSON.parse', () => {
  expect(findPlaces('{ "a": 1,\n"a": 2 }', ['/a']).get('/a')!.line).toBe(2)
})

test('every value of any document is found where it stands', () => {
  const anyDocument = fc.jsonValue({ maxDepth: 4 })
  const indent = fc.constantFrom(0, 1, 3)
  fc.assert(
    fc.property(anyDocument, indent, (document, spaces) => {
      const text = JSON.stringify(document, null, spaces)
      const values = valuesOf(document, '')
      const places = findPlaces(
        text,
        values.map(({ pointer }) => pointer),
      )
      const lines = text.split('\n')
      for (const { pointer, value } of values) {
        const { line, column } = places.get(pointer)!
        const rest = [lines[line - 1]!.slice(column - 1), ...lines.slice(line)].join('\n')
        // A container is written anew with other indents further in, so only its first character is compared.
        const written = JSON.stringify(value)
        expect(rest.startsWith(typeof value === 'object' && value !== null ? written[0]! : written), `${pointer} in ${text}`).toBe(true)
      }
    }),
  )
})

function valuesOf(value: unknown, pointer: string): { pointer: string; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ pointer, value }]
  const members = Object.entries(value).flatMap(([name, member]) =>
    valuesOf(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
  return [{ pointer, value }, ...members]
}
