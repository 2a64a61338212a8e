import { expect, test } from 'vitest'
import { readEvent } from './follow.ts'

test('an event is read with its type and id', () => {
  expect(readEvent('id: 1-SOLVING-24\nevent: better\ndata: {"score":[0,1,2,3],"bound":null,"gap":null,"revision":24}')).toEqual({
    type: 'better',
    id: '1-SOLVING-24',
    score: [0, 1, 2, 3],
    bound: null,
    gap: null,
    revision: 24,
  })
})

test('a comment and the time to wait are no events', () => {
  expect(readEvent(': still here')).toBeNull()
  expect(readEvent('retry: 1000')).toBeNull()
})
