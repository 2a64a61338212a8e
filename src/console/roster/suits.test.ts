import { expect, test } from 'vitest'
import type { Recommendation } from './questions.ts'
import { suitsOf } from './suits.ts'
import { wardModel } from './ward.fixture.ts'

const candidate = (employeeId: number, scoreChange: readonly number[], settings: readonly string[], breaks: readonly string[] = []): object => {
  return { employeeId, scoreChange, settings, breaks, text: '' }
}
const suits = (answer: object): readonly (readonly [number, object])[] =>
  [...suitsOf(wardModel(), { employees: [], otherEmployees: [], absentEmployeeIds: [], ...answer } as unknown as Recommendation)].sort(
    ([a], [b]) => a - b,
  )

test('a shift suits who makes the roster no worse, at some cost who makes it worse, and nobody who is absent or with whom law would be broken', () => {
  expect(
    suits({
      absentEmployeeIds: [11],
      employees: [candidate(12, [0, 0, 3, 0], ['fairness', 'undesired'])],
      otherEmployees: [candidate(13, [20, 0, -3, 0], ['minRestBetweenShifts', 'fairness'], ['minRestBetweenShifts'])],
    }),
  ).toEqual([
    [0, { verdict: 'against', reason: 'Absent then' }],
    [1, { verdict: 'possible', reason: 'Possible, at the cost of: an even share and a wish to be free' }],
    // Of the rules those that are law: the share is none.
    [2, { verdict: 'against', reason: 'Against law or contract: too little rest between shifts' }],
  ])
  expect(
    suits({ employees: [candidate(11, [0, 0, 0, 0], ['fairness']), candidate(12, [0, -20, 5, 0], ['fairness']), candidate(13, [0, 0, 0, 1], [])] }),
  ).toEqual([
    [0, { verdict: 'good', reason: 'Good' }],
    [1, { verdict: 'good', reason: 'Good' }],
    [2, { verdict: 'possible', reason: 'Possible' }],
  ])
})
