// Slow: hundreds of calls are read and answered, costly ones among them.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { createApp } from '../../src/http/app.ts'
import type { App } from '../../src/http/typed-app.ts'
import { createFakeUseCases, type FakeUseCases } from '../fake-use-cases.ts'
import { HANG_MS } from '../patience.ts'
import { anyJson } from './any-body.ts'
import { casesOf, runsOf } from './cases.ts'
import { anyCalls, anyQuestion } from './any-call.ts'

const BODY_BYTES = 512 * 1024

let app: App
let fake: FakeUseCases

beforeAll(async () => {
  fake = createFakeUseCases()
  app = await createApp(fake, { limits: { ...readConfig({}, {}).limits, bodyBytes: BODY_BYTES, callMs: HANG_MS, requestsPerMinute: 1_000_000 } })
})

afterAll(() => app.close())

const post = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, headers: { authorization: 'Bearer planner', 'content-type': 'application/json', ...headers }, payload })

/** An answer of JSON-RPC: either a result or a failure, which is never ours. */
function judgeAnswer(answer: unknown): void {
  const { jsonrpc, id, error, ...rest } = answer as { jsonrpc: unknown; id: unknown; error?: { code: number; message: string } }
  expect(jsonrpc).toBe('2.0')
  expect(id === null || typeof id === 'string' || typeof id === 'number').toBe(true)
  if (error === undefined) {
    expect(Object.keys(rest)).toEqual(['result'])
    return
  }
  expect(Object.keys(rest)).toEqual([])
  expect([typeof error.message, Number.isInteger(error.code)]).toEqual(['string', true])
  expect([error.code, error.code === -32603]).toEqual([error.code, false])
}

function judge({ statusCode, body }: Awaited<ReturnType<typeof post>>): void {
  if (statusCode === 202 || statusCode === 204) {
    expect(body).toBe('')
    return
  }
  expect([200, 400, 404]).toContain(statusCode)
  const answers: unknown = JSON.parse(body)
  if (Array.isArray(answers)) expect(answers.length).toBeGreaterThan(0)
  for (const answer of [answers].flat()) judgeAnswer(answer)
}

/** The number of each failure. */
function codesOf(body: string): readonly (number | undefined)[] {
  return [JSON.parse(body) as { error?: { code: number } } | { error?: { code: number } }[]].flat().map(({ error }) => error?.code)
}

const HEADERS: readonly Record<string, string>[] = [
  {},
  { 'mcp-protocol-version': '2025-11-25' },
  { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' },
]

describe('whatever is called is answered as JSON-RPC, and never with a failure of ours', () => {
  for (const { name, bodies, runs } of [
    { name: 'messages that are nearly calls', bodies: anyCalls, runs: 600 },
    { name: 'questions about odd schedules', bodies: anyQuestion, runs: 500 },
    { name: 'any JSON at all', bodies: anyJson, runs: 250 },
  ]) {
    test(`${name}, ${casesOf(runs)} times`, async () => {
      await fc.assert(
        fc.asyncProperty(bodies, fc.constantFrom(...HEADERS), async (body, headers) => {
          // Repetitions of repetitions.
          fc.pre(Buffer.byteLength(body) <= BODY_BYTES)
          const answer = await post('/v1', body)
          expect([200, 204, 400]).toContain(answer.statusCode)
          judge(answer)
          if (answer.statusCode === 400) for (const code of codesOf(answer.body)) expect([-32700, -32600]).toContain(code)
          judge(await post('/mcp', body, headers))
        }),
        runsOf(runs),
      )
    })
  }

  test('the honest call after all of them is answered', async () => {
    judge(await post('/v1', '{"jsonrpc":"2.0","id":1,"method":"token.describe"}'))
  })
})
