import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chipColour, coloursOf, contrast, readColour } from './colours.ts'
import { wardModel } from './ward.fixture.ts'

test('the text on any colour has a contrast of 4.5 : 1', () => {
  const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(anyColour, (ground) => {
      expect(contrast(ground, chipColour(ground).text)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 2000 },
  )
})

for (const { text, colour } of [
  { text: '#3D405B', colour: '#3d405b' },
  { text: ' #abc ', colour: '#aabbcc' },
  { text: 'red', colour: null },
  { text: '#12345', colour: null },
  { text: 'url(//elsewhere.example)', colour: null },
]) {
  test(`${JSON.stringify(text)} is read as ${colour}`, () => expect(readColour(text)).toBe(colour))
}

test('a shift has the colour of its tag; shifts alike have one of ours alike', () => {
  const { schedule } = wardModel()
  const grounds = coloursOf(schedule).map(({ ground }) => ground)
  expect(grounds[2]).toBe('#3d405b')
  expect(grounds[0]).toBe(grounds[4])
  expect(coloursOf(wardModel().schedule)).toEqual(coloursOf(schedule))
})

test('kinds of shifts have different colours while there are as many', () => {
  const kinds = ['early', 'late', 'night', 'meds', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const groundsOf = (tags: readonly string[]) => {
    const { schedule } = wardModel()
    const shifts = tags.map((tag) => ({ ...schedule.shifts[0]!, tags: [tag] }))
    return coloursOf({ ...schedule, shifts }).map(({ ground }) => ground)
  }
  expect(new Set(groundsOf(kinds)).size).toBe(kinds.length)
  expect(groundsOf(kinds.toReversed())).toEqual(groundsOf(kinds).toReversed())
  expect(groundsOf([...kinds, 'one more'])).toHaveLength(kinds.length + 1)
})
