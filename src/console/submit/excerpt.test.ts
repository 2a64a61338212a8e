import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

const LINES = ['one', 'two', 'three', 'four', 'five', 'six']

test('two lines stand before and after, as far as there are any', () => {
  expect(excerptOf(LINES, 3, 1).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  expect(excerptOf(LINES, 1, 1).map(({ number }) => number)).toEqual([1, 2, 3])
  expect(excerptOf(LINES, 6, 1).map(({ number }) => number)).toEqual([4, 5, 6])
})

test('the line that is meant is marked', () => {
  expect(excerptOf(LINES, 2, 1).filter(({ isMeant }) => isMeant)).toEqual([{ number: 2, text: 'two', isMeant: true }])
})

test('of a long line the part around the column is shown', () => {
  const long = `${'a'.repeat(1000)}HERE${'b'.repeat(1000)}`
  const [line] = excerptOf([long], 1, 1001)
  expect(line!.text).toContain('HERE')
  expect(line!.text).toHaveLength(162)
  expect(excerptOf([long], 1, 2004)[0]!.text.endsWith('b')).toBe(true)
  expect(excerptOf([long], 1, 1)[0]!.text).toBe(`${'a'.repeat(160)}…`)
})
