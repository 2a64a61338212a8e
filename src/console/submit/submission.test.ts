import { expect, test } from 'vitest'
import { applyWishes, newKey, wishesOf } from './submission.ts'

test('what a schedule says itself is offered, and the defaults where it says nothing', () => {
  expect(wishesOf({ callbackUrl: 'https://consumer.example/', termination: { maxSeconds: 20 } })).toEqual({
    callbackUrl: 'https://consumer.example/',
    maxSeconds: 20,
  })
  expect(wishesOf({ callbackUrl: 7, termination: [] })).toEqual({ callbackUrl: '', maxSeconds: 60 })
})

test('what was wished for takes the place of what the schedule said, and the rest of its termination stays', () => {
  expect(applyWishes({ shifts: [], termination: { seed: 1, maxSeconds: 20 } }, { callbackUrl: 'https://a.example/', maxSeconds: 5 })).toEqual({
    shifts: [],
    callbackUrl: 'https://a.example/',
    termination: { seed: 1, maxSeconds: 5 },
  })
})

test('no two submissions have one key', () => {
  expect(newKey()).toMatch(/^[0-9a-f]{32}$/)
  expect(newKey()).not.toBe(newKey())
})
