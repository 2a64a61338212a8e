import { expect, test } from 'vitest'
import { sumOver } from './count-resource.fixture.ts'

test('rows may add what history left of the most, and nothing where it left less than nothing', () => {
  const days = [0, 0, 0]
  expect(sumOver(days, { most: 5, before: 3 }).roomIn(0, 0).most).toBe(2)
  expect(sumOver(days, { most: 5, before: 8 }).roomIn(0, 0).most).toBe(0)
})
