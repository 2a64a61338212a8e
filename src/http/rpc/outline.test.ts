import { expect, test } from 'vitest'
import { outlineOf } from './outline.ts'

const outlineOfParams = (params: unknown): unknown => (outlineOf({ params }) as { params: unknown }).params

test('what a tool is asked with is told, without what may be large', () => {
  const given = { limit: 5, strict: true, text: 'x'.repeat(5000), schedule: { shifts: [1] }, others: [1], nothing: null }
  const told = { limit: 5, strict: true, text: 'x'.repeat(2000), schedule: {}, others: [], nothing: null }
  expect(outlineOfParams({ name: 'requests_list', arguments: given })).toEqual({ name: 'requests_list', arguments: told })
})

test('of twenty-one members that nobody knows twenty are told, and those that decide wherever they stand', () => {
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`x${i}`, i]))
  const { x20, ...told } = many
  expect(x20).toBe(20)
  expect(outlineOfParams({ ...many, solverProblemId: '7' })).toEqual({ ...told, solverProblemId: '7' })
  expect(outlineOfParams({ ['y'.repeat(5000)]: 1 })).toEqual({ ['y'.repeat(2000)]: 1 })
})

test('of a list the first entry is told', () => {
  expect(outlineOfParams([])).toEqual([])
  expect(outlineOfParams([{ a: 1 }, 2])).toEqual([{}])
})
