import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findRepeatedName } from './repeated-names.ts'

for (const [text, found] of [
  ['{"id":1,"id":2}', { name: 'id', line: 1, column: 9 }],
  ['{\n  "id": 1,\n  "a": [{"id": 1, "x": "id"}, {"id": 2}],\n  "id": 1\n}', { name: 'id', line: 4, column: 3 }],
  ['[{"a":{"b":1}},{"a":{"b":1,"c":[],"b":[]}}]', { name: 'b', line: 1, column: 35 }],
  ['{"a":[1,"a"],"b":"a","a":0}', { name: 'a', line: 1, column: 22 }],
  ['{"__proto__":1,"__proto__":2}', { name: '__proto__', line: 1, column: 16 }],
  ['{"a":1,"\\u0061":2}', { name: 'a', line: 1, column: 8 }],
  ['{"":1,"":2}', { name: '', line: 1, column: 7 }],
  ['{"a":{"a":{"a":1}},"b":{"a":1}}', null],
  ['{"a:":":","\\"a":"\\\\","a":"{\\"a\\":1,\\"a\\":2}"}', null],
  ['{"1":0,"a":0,"01":0,"__proto__":0,"constructor":0}', null],
  ['["a","a"]', null],
  ['"a"', null],
  ['[]', null],
  ['null', null],
] as const) {
  test(`${JSON.stringify(text)} ${found === null ? 'repeats no name' : `names ${JSON.stringify(found.name)} twice`}`, () => {
    expect(findRepeatedName(text, JSON.parse(text))).toEqual(found)
  })
}

test('nesting of any depth is looked through', () => {
  const deep = `${'{"a":'.repeat(100_000)}{"b":1,"b":2}${'}'.repeat(100_000)}`
  expect(findRepeatedName(deep, JSON.parse(deep))).toMatchObject({ name: 'b' })
})

test('what a writer of JSON wrote repeats no name, and one that is put in again is found', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { minKeys: 1 }), (document) => {
      const text = JSON.stringify(document, null, 1)
      const parsed: unknown = JSON.parse(text)
      expect(findRepeatedName(text, parsed)).toBe(null)
      const [name] = Object.keys(parsed as object)
      const twice = `${text.slice(0, -2)},${JSON.stringify(name)}:0}`
      expect(findRepeatedName(twice, JSON.parse(twice))).toMatchObject({ name })
    }),
  )
})
