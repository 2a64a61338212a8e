import { afterAll, describe, expect, test } from 'vitest'
import { checkCallbackUrl } from '../../src/callbacks/guard.ts'
import { createApp } from '../../src/http/app.ts'
import { HOSTILE_ADDRESSES, resolveTestNames } from '../callback-addresses.ts'
import { JSON_TYPE, LIMITS, PLANNER, problemOf, SCHEDULE } from '../edge.ts'
import { createFakeUseCases } from '../fake-use-cases.ts'

const fake = createFakeUseCases()
fake.checkCallbackUrl = (url) => checkCallbackUrl(url, { allow: [], resolve: resolveTestNames })
const app = await createApp(fake, { limits: LIMITS })
afterAll(() => app.close())

const submit = (callbackUrl: string) =>
  app.inject({ method: 'POST', url: '/api/v1/gateway', headers: { ...PLANNER, ...JSON_TYPE }, payload: { ...SCHEDULE, callbackUrl } })

describe('a submission', () => {
  test('with a public address is taken', async () => {
    expect((await submit('https://public.example/hooks')).statusCode).toBe(201)
  })

  test.each(HOSTILE_ADDRESSES.map((url) => [url]))('with the callback address %s is refused, with a pointer and a remedy', async (url) => {
    const answer = await submit(url)
    expect(problemOf(answer)).toMatchObject({ status: 422, code: 'schedule-invalid' })
    const { errors } = answer.json<{ errors: { pointer: string; detail: string; hint: string }[] }>()
    const found = errors.find(({ pointer }) => pointer === '/callbackUrl')!
    expect(found.detail).not.toBe('')
    expect(found.hint).not.toBe('')
  })
})
