import { afterEach, beforeEach, expect, test } from 'vitest'
import { JSON_TYPE, LIMITS, PLANNER, SCHEDULE } from '../../test/edge.ts'
import { createFakeUseCases } from '../../test/fake-use-cases.ts'
import { createApp } from './app.ts'
import type { App } from './typed-app.ts'

const QUESTION = { jsonrpc: '2.0', id: 1, method: 'schedule.validate', params: { schedule: SCHEDULE } }
const asked: string[] = []
let app: App

beforeEach(async () => {
  asked.length = 0
  app = await createApp(createFakeUseCases(), {
    limits: LIMITS,
    startCallThread: () => ({
      async ask(task) {
        asked.push(task.kind)
        return { answer: task.kind === 'answer' ? { result: Buffer.from('{}') } : { forgotten: true }, takenBytes: 0 }
      },
      hasEnded: () => false,
      end: async () => {},
    }),
  })
})
afterEach(() => app.close())

const call = (headers = PLANNER) =>
  app.inject({ method: 'POST', url: '/v1', headers: { ...headers, ...JSON_TYPE }, payload: JSON.stringify(QUESTION) })
const withdraw = (id: string) => app.inject({ method: 'DELETE', url: `/api/v1/gateway/${id}`, headers: PLANNER })

test('when a request is withdrawn, no thread keeps what its department asked about', async () => {
  const submitted = await app.inject({
    method: 'POST',
    url: '/api/v1/gateway',
    headers: { ...PLANNER, ...JSON_TYPE },
    payload: JSON.stringify(SCHEDULE),
  })
  const { solverProblemId } = submitted.json<{ solverProblemId: string }>()
  expect((await call()).statusCode).toBe(200)
  expect(asked).toEqual(['answer'])
  expect((await withdraw(solverProblemId)).statusCode).toBe(204)
  expect(asked).toEqual(['answer', 'drop'])
})

test('what is not there to be withdrawn drops nothing', async () => {
  await call()
  expect((await withdraw('123456')).statusCode).toBe(404)
  expect(asked).toEqual(['answer'])
})
