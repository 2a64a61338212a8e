import { expect, test } from 'vitest'
import { DEFAULT_PARAMS } from '../engine/portfolio/params.ts'
import { readParams } from './read-params.ts'

test('what a file leaves out is as by default', () => {
  expect(readParams({})).toEqual({ params: DEFAULT_PARAMS, faults: [] })
  const { params, faults } = readParams({ policy: { manyCells: 20_000 }, weighting: { steps: [1, 4, 8, 3] } })
  expect(faults).toEqual([])
  expect(params).toEqual({
    ...DEFAULT_PARAMS,
    policy: { ...DEFAULT_PARAMS.policy, manyCells: 20_000 },
    weighting: { ...DEFAULT_PARAMS.weighting, steps: [1, 4, 8, 3] },
  })
})

test.each([
  { document: [], pointer: '', says: 'is not an object' },
  { document: { walk: {} }, pointer: '/walk', says: 'Not a section: weighting, moves' },
  { document: { policy: 1 }, pointer: '/policy', says: 'is not an object' },
  { document: { policy: { manyCels: 1 } }, pointer: '/policy/manyCels', says: 'Not a parameter' },
  { document: { policy: { localSearchFirst: 2 } }, pointer: '/policy/localSearchFirst', says: '2 is not a number from 0 to 1 (share).' },
  { document: { policy: { localSearchFirst: '1' } }, pointer: '/policy/localSearchFirst', says: 'is not a number' },
  { document: { weighting: { steps: [1, 2] } }, pointer: '/weighting/steps', says: 'a list of 4 numbers' },
  { document: { weighting: { steps: [1, 2, 3, 0] } }, pointer: '/weighting/steps', says: 'from 1 to 1000000 (times)' },
])('$document is refused at $pointer', ({ document, pointer, says }) => {
  const { faults } = readParams(document)
  expect(faults).toMatchObject([{ pointer }])
  expect(faults[0]!.detail).toContain(says)
})
