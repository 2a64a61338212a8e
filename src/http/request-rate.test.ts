import { expect, test } from 'vitest'
import { createRequestRate } from './request-rate.ts'

test('a token may make as many requests as the limit within a minute, and not one more', () => {
  let nowMs = 0
  const rate = createRequestRate({ perMinute: 3, clock: () => nowMs })
  const answers = [1, 2, 3, 4].map(() => rate.count(7))
  expect(answers.map(({ refused }) => refused?.code ?? null)).toEqual([null, null, null, 'too-many-requests'])
  expect(answers.map(({ fields }) => fields.ratelimit)).toEqual(['"token";r=2;t=60', '"token";r=1;t=60', '"token";r=0;t=60', '"token";r=0;t=60'])
  expect(answers[0]!.fields['ratelimit-policy']).toBe('"token";q=3;w=60')
  expect(answers[3]!.refused!.retryAfterSeconds).toBe(60)
  nowMs = 59_001
  expect(rate.count(7)).toMatchObject({ fields: { ratelimit: '"token";r=0;t=1' }, refused: { retryAfterSeconds: 1 } })
  nowMs = 60_000
  expect(rate.count(7)).toMatchObject({ fields: { ratelimit: '"token";r=2;t=60' }, refused: null })
})

test('one token says nothing about another', () => {
  const rate = createRequestRate({ perMinute: 1, clock: () => 0 })
  expect([rate.count(1), rate.count(2), rate.count(1)].map(({ refused }) => refused === null)).toEqual([true, true, false])
})
