// Slow: thousands of bodies are read, and the answers held against their schemas.
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { createApp } from '../../src/http/app.ts'
import type { App } from '../../src/http/typed-app.ts'
import { createFakeUseCases, type FakeUseCases } from '../fake-use-cases.ts'
import { HANG_MS } from '../patience.ts'
import { casesOf, runsOf } from './cases.ts'
import { anyJson, mutatedBytes, mutatedDocument, mutatedNumber, SUBMISSION } from './any-body.ts'

const BODY_BYTES = 256 * 1024
/** A refusal repeats of a document what is wrong with it, not the document. */
const MAX_ANSWER_BYTES = 400 * 1024
const REFUSALS = new Set([400, 413, 415, 422])

let app: App
let fake: FakeUseCases

beforeAll(async () => {
  fake = createFakeUseCases()
  app = await createApp(fake, {
    limits: { ...readConfig({}, {}).limits, bodyBytes: BODY_BYTES, requestMs: HANG_MS, requestsPerMinute: 1_000_000 },
  })
})

afterAll(() => app.close())

const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
  fc.integer({ min: BODY_BYTES - 2, max: BODY_BYTES + 2 }).map((size) => Buffer.alloc(size, 0x20)),
)

async function post(payload: Buffer, headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url: '/api/v1/gateway',
    headers: { authorization: 'Bearer planner', 'content-type': 'application/json', ...headers },
    payload,
  })
}

/** Any answer is fine that a client deserves: accepted, or refused in the documented form and at a bounded length. */
function judge(answer: Awaited<ReturnType<typeof post>>): void {
  expect(answer.rawPayload.length).toBeLessThan(MAX_ANSWER_BYTES)
  // What is stored with the job must fit into jsonb, which takes neither NUL nor half a surrogate pair.
  const unstorable: string[] = []
  JSON.parse(answer.body, (_, value: unknown) => {
    if (typeof value === 'string' && (!value.isWellFormed() || value.includes('\0'))) unstorable.push(value)
    return value
  })
  expect(unstorable).toEqual([])
  if (answer.statusCode === 201) return
  expect(REFUSALS).toContain(answer.statusCode)
  expect(answer.headers['content-type']).toBe('application/problem+json')
  const { errors } = answer.json() as { errors: unknown[] }
  expect(errors.length).toBeLessThanOrEqual(100)
  if (answer.statusCode === 422) expect(errors.length).toBeGreaterThan(0)
}

describe('whatever is posted, no answer is a 5xx', () => {
  // Null taken for an object is found by the 40th, a refusal that repeats NUL or half a pair by the sixth.
  for (const { name, bodies, runs } of [
    { name: 'a submission with odd values, keys and repetitions', bodies: mutatedDocument, runs: 400 },
    { name: 'a submission with numbers beyond JavaScript', bodies: mutatedNumber, runs: 250 },
    { name: 'a submission with damaged bytes', bodies: mutatedBytes, runs: 250 },
    { name: 'any JSON at all', bodies: anyJson, runs: 250 },
    { name: 'any bytes', bodies: anyBytes, runs: 200 },
  ]) {
    test(`${name}, ${casesOf(runs)} times`, async () => {
      await fc.assert(
        fc.asyncProperty(bodies, async (body) => {
          judge(await post(body))
          fake.submissions.length = 0
          fake.jobs.clear()
        }),
        runsOf(runs),
      )
    })
  }

  test(`odd headers and broken compression, ${casesOf(150)} times`, async () => {
    const headers = fc.record(
      {
        'content-encoding': fc.constantFrom('gzip', 'GZIP', 'x-gzip', 'br', 'deflate', 'gzip, gzip', ''),
        'content-type': fc.constantFrom(
          'application/json',
          'application/json; charset=utf-8',
          'application/json;charset',
          'application/json; charset=utf-16',
          'a/b',
          ';',
        ),
        'idempotency-key': fc.stringMatching(/^[ -~]{0,300}$/),
        prefer: fc.constantFrom('handling=strict', 'handling=lenient', '=;,', 'HANDLING="strict"; x'),
      },
      { requiredKeys: [] },
    )
    const cut = fc.tuple(fc.constantFrom(gzipSync(JSON.stringify(SUBMISSION)), Buffer.from('{}')), fc.nat(), fc.boolean())
    await fc.assert(
      fc.asyncProperty(headers, cut, async (odd, [bytes, at, whole]) => {
        const answer = await post(whole ? bytes : bytes.subarray(0, at % bytes.length), odd)
        expect([200, 201, ...REFUSALS]).toContain(answer.statusCode)
      }),
      runsOf(150),
    )
  })

  test('the honest request after all of them is accepted', async () => {
    expect((await post(Buffer.from(JSON.stringify(SUBMISSION)))).statusCode).toBe(201)
  })
})
