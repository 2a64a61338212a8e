import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSyntaxFault } from './json-syntax.ts'

for (const [text, line, column, found] of [
  ['{"employees": [', 1, 16, null],
  ['employees: []', 1, 1, 'e'],
  ['{\n  "a": 1,\n}', 3, 1, '}'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, '"'],
  ['[1, 2,, 3]', 1, 7, ','],
  ['[1] x', 1, 5, 'x'],
  ['{"a" 1}', 1, 6, '1'],
  ["{'a': 1}", 1, 2, "'"],
  ['[1}', 1, 3, '}'],
  ['["a\nb"]', 1, 4, '\n'],
  ['["a\\x"]', 1, 4, '\\'],
  ['["a', 1, 4, null],
  ['[01]', 1, 3, '1'],
  ['[-]', 1, 3, ']'],
  ['[1.]', 1, 4, ']'],
  ['[1e+]', 1, 5, ']'],
  ['[truth]', 1, 5, 't'],
  ['[NaN]', 1, 2, 'N'],
  ['["💩", 💩]', 1, 8, '💩'],
  ['[1,\r\n /* none */ 2]', 2, 2, '/'],
] as const) {
  test(`${JSON.stringify(text)} stops being JSON in line ${line}, column ${column}`, () => {
    expect(findSyntaxFault(text)).toEqual({ line, column, found })
  })
}

test('a text that was cut off is right up to its end', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, cut) => {
      const beginning = text.slice(0, cut % text.length)
      // A number or a blank at the end may be whole, or may go on.
      if (isJson(beginning) || /[-+.eE\\u0-9a-fA-F]$/.test(beginning)) return
      expect(findSyntaxFault(beginning).found).toBeNull()
    }),
  )
})

test('where the parser tells a position itself, it is the same', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom(',', ':', '}', ']', '"', 'x', '1', '-'), (text, place, char) => {
      const at = place % (text.length + 1)
      const broken = text.slice(0, at) + char + text.slice(at)
      const told = positionTold(broken)
      if (told === null) return
      const { line, column } = findSyntaxFault(broken)
      expect([broken, line, column]).toEqual([broken, 1, told + 1])
    }),
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function positionTold(text: string): number | null {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    const told = /at position (\d+)/.exec((error as Error).message)
    // An escape that breaks off is told by its last character, and by us by its first.
    return told === null || /escape/i.test((error as Error).message) ? null : Number(told[1])
  }
}
