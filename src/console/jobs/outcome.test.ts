import { describe, expect, test } from 'vitest'
import { gapsOf, isWithGaps, missingOf, statusText } from './outcome.ts'

const NOTHING = [0, 0, 900, 70] as [number, number, number, number]

describe('a roster is a success', () => {
  for (const { why, missing, score, gaps } of [
    { why: 'that costs on the third and fourth priority alone', missing: 0, score: NOTHING, gaps: [] },
    { why: 'whose shifts nobody has looked at yet, by its score', missing: null, score: NOTHING, gaps: [] },
  ]) {
    test(`${why}`, () => expect(gapsOf({ missing, score })).toEqual(gaps))
  }
})

describe('it is none', () => {
  for (const { why, missing, score, gaps } of [
    { why: 'with one mandatory shift empty', missing: 1, score: [0, 20, 0, 0], gaps: ['1 mandatory shift is empty.'] },
    { why: 'with shifts empty that cost on a priority of its own', missing: 3, score: [0, 0, 60, 0], gaps: ['3 mandatory shifts are empty.'] },
    { why: 'with something of the second priority', missing: 0, score: [0, 1, 0, 0], gaps: ['Something of the second priority is missing.'] },
    { why: 'with something of the first', missing: null, score: [1, 0, 0, 0], gaps: ['Something of the first priority is broken.'] },
    {
      why: 'with both, each said once',
      missing: 2,
      score: [5, 40, 0, 0],
      gaps: ['2 mandatory shifts are empty.', 'Something of the first priority is broken.'],
    },
  ] as const) {
    test(`${why}`, () => expect(gapsOf({ missing, score: [...score] })).toEqual(gaps))
  }
})

test('the status says so in words, of a job that is solved alone', () => {
  expect(statusText({ status: 'SOLVED', score: NOTHING })).toBe('solved')
  expect(statusText({ status: 'SOLVED', score: NOTHING }, 1)).toBe('solved, with gaps')
  expect(statusText({ status: 'SOLVED', score: [0, 20, 0, 0] })).toBe('solved, with gaps')
  expect(statusText({ status: 'SOLVING', score: [0, 20, 0, 0] })).toBe('solving')
  expect(isWithGaps({ status: 'FAILED', score: null }, 1)).toBe(false)
})

test('optional shifts that are empty are missing to nobody', () => {
  const shifts = [{ id: 1 }, { id: 2, importance: 'OPTIONAL' }, { id: 3, importance: 'MANDATORY' }]
  expect(missingOf({ shifts, unassigned: [{ shiftId: 2 }] })).toBe(0)
  expect(missingOf({ shifts, unassigned: [{ shiftId: 1 }, { shiftId: 2 }, { shiftId: 3 }] })).toBe(2)
})
