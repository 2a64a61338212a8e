import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { type Client, createClient, type RetryOptions, RequestRefused, verifyCallback } from './client.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BODY = '{"type":"schedule.solved","solverProblemId":"7","status":"SOLVED","name":"Zoë"}'

function signed(sentAt = new Date(), body = BODY): Record<string, string> {
  return {
    'Webhook-Id': 'msg_1',
    'Webhook-Timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'Webhook-Signature': new Webhook(SECRET).sign('msg_1', sentAt, body),
  }
}

describe('a callback', () => {
  test('that is genuine is answered with what it says, whatever form body and headers have', () => {
    for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)]) {
      expect(verifyCallback(body, signed(), SECRET)).toMatchObject({ solverProblemId: '7', name: 'Zoë' })
    }
    expect(verifyCallback(BODY, new Headers(signed()), SECRET)).toMatchObject({ solverProblemId: '7' })
  })

  for (const { name, body = BODY, headers = signed(), secret = SECRET } of [
    { name: 'was changed', body: `${BODY} ` },
    { name: 'is signed with another secret', secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' },
    { name: 'is six minutes old', headers: signed(new Date(Date.now() - 360_000)) },
    { name: 'comes from six minutes ahead', headers: signed(new Date(Date.now() + 360_000)) },
    { name: 'carries no signature', headers: {} },
  ]) {
    test(`that ${name} is refused`, () => {
      expect(() => verifyCallback(body, headers, secret)).toThrow(expect.objectContaining({ code: 'not-authenticated' }))
    })
  }
})

test.each(['', 'whsec_', 'whsec_==', 'whsec_ '])('no callback is genuine by the secret "%s", which anybody could sign with', (secret) => {
  const sentAt = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', '').update(`msg_1.${sentAt}.${BODY}`).digest('base64')
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': sentAt, 'webhook-signature': `v1,${signature}` }
  expect(() => verifyCallback(BODY, headers, secret)).toThrow(
    expect.objectContaining({ code: 'not-authenticated', message: 'There is no secret to check the callback with.' }),
  )
})

describe('a client', () => {
  interface Asked {
    readonly url: string
    readonly init: RequestInit
  }
  const clientOf = (answers: Response[], asked: Asked[] = [], retry: RetryOptions = { tries: 1 }) =>
    createClient({
      baseUrl: 'http://gateway.example/turnus/',
      token: 'tns_x',
      retry,
      fetch: async (url, init) => {
        asked.push({ url: String(url), init: init! })
        const answer = answers.shift()
        // As the platform says that nobody answered.
        if (answer === undefined || answer.type === 'error') throw new TypeError('fetch failed')
        return answer
      },
    })

  test('sends its token to the address that it was given, and follows no redirect', async () => {
    const asked: Asked[] = []
    await clientOf([Response.json({}), Response.json({})], asked).entry('../7')
    expect(asked[0]!.url).toBe('http://gateway.example/turnus/api/v1/gateway/..%2F7')
    expect(asked[0]!.init).toMatchObject({ redirect: 'error', headers: { authorization: 'Bearer tns_x' } })
  })

  test('calls a method and answers its result', async () => {
    const asked: Asked[] = []
    const { valid } = await clientOf([Response.json({ jsonrpc: '2.0', id: 1, result: { valid: true } })], asked).call('schedule.validate', {
      schedule: {},
    })
    expect(valid).toBe(true)
    expect(asked[0]!.url).toBe('http://gateway.example/turnus/v1')
    expect(JSON.parse(asked[0]!.init.body as string)).toEqual({ jsonrpc: '2.0', id: 1, method: 'schedule.validate', params: { schedule: {} } })
  })

  test('asks for shifts with their breaks, and for people where somebody is missing', async () => {
    const asked: Asked[] = []
    const lunch = { ruleId: 'lunch', start: '2026-03-02T11:00:00+00:00', end: '2026-03-02T12:00:00+00:00' }
    const made = { id: 'day/1', template: 'day', spot: 1, start: '2026-03-02T08:00:00+00:00', end: '2026-03-02T16:00:00+00:00', breaks: [lunch] }
    const duty = { employeeId: 1, start: made.start, end: made.end }
    const answers = [{ shifts: [made] }, { demandId: 'open', shortTimes: [{ start: made.start, end: made.end, missing: 1 }], duties: [duty] }]
    const client = clientOf(
      answers.map((result) => Response.json({ jsonrpc: '2.0', id: 1, result })),
      asked,
    )
    const { shifts } = await client.call('schedule.generate', { schedule: {}, maxSeconds: 5 })
    expect(shifts.flatMap(({ breaks = [] }) => breaks)).toEqual([lunch])
    const of = { solverProblemId: '7', demandId: 'open', date: '2026-03-02' }
    const { shortTimes, duties } = await client.call('schedule.recommend', of)
    expect([shortTimes[0]!.missing, duties[0]!.employeeId]).toEqual([1, 1])
    expect(asked.map(({ init }) => JSON.parse(init.body as string) as object)).toMatchObject([
      { method: 'schedule.generate', params: { maxSeconds: 5 } },
      { method: 'schedule.recommend', params: of },
    ])
  })

  test('throws what a call failed with as it throws what a request is refused with', async () => {
    const data = { status: 404, code: 'job-not-found', title: 'No such job', detail: 'There is no request "9".' }
    const answer = Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32004, message: 'No such job', data } })
    const refused = await clientOf([answer])
      .call('schedule.explain', { solverProblemId: '9' })
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(RequestRefused)
    expect(refused).toMatchObject({ status: 404, problem: { code: 'job-not-found' } })
  })

  test('so does a call that the gateway does not see as one, which has a status of its own', async () => {
    const data = { status: 400, code: 'body-unreadable', title: 'The body is not readable JSON', detail: 'It nests too deep.' }
    const answer = Response.json({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error', data } }, { status: 400 })
    const refused = await clientOf([answer])
      .call('schedule.explain')
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 400, problem: { code: 'body-unreadable', detail: 'It nests too deep.' } })
  })

  test('sends a text as it is and an object as JSON', async () => {
    const asked: Asked[] = []
    const client = clientOf([Response.json({}), Response.json({})], asked)
    await client.submit(' {} ', { idempotencyKey: 'k', strict: true })
    await client.submit({ a: 1 })
    expect(asked.map(({ init }) => init.body)).toEqual([' {} ', '{"a":1}'])
    expect(asked[0]!.init.headers).toMatchObject({ 'idempotency-key': '"k"', prefer: 'handling=strict' })
  })

  test('reads all pages of the list', async () => {
    const link = { headers: { link: '</api/v1/gateway?cursor=c>; rel="next"' } }
    const asked: Asked[] = []
    const client = clientOf([Response.json([{ solverProblemId: '2' }], link), Response.json([{ solverProblemId: '1' }])], asked)
    expect(await client.list({ status: 'SOLVED' })).toEqual([{ solverProblemId: '2' }, { solverProblemId: '1' }])
    expect(asked[1]!.url).toBe('http://gateway.example/turnus/api/v1/gateway?cursor=c')
  })

  test('plans a request again under one key, and asks for its lineage', async () => {
    const asked: Asked[] = []
    const stored = { solverProblemId: '8', status: 'QUEUED', warnings: [], links: {} }
    const lineage = { solverProblemId: '8', basedOn: [], replans: [], cut: false }
    const client = clientOf([Response.json(stored), Response.json(lineage)], asked)
    expect(await client.replan('a/7', { events: [] }, { idempotencyKey: 'k' })).toEqual(stored)
    expect(await client.lineage('8')).toEqual(lineage)
    expect(asked.map(({ url }) => url)).toEqual([
      'http://gateway.example/turnus/api/v1/gateway/a%2F7/replan',
      'http://gateway.example/turnus/api/v1/gateway/8/lineage',
    ])
    expect(asked[0]!.init).toMatchObject({ method: 'POST', body: '{"events":[]}' })
    expect(new Headers(asked[0]!.init.headers).get('idempotency-key')).toBe('"k"')
  })

  test('saves a version on top of the one that its tag names, and gives the tag of the next', async () => {
    const asked: Asked[] = []
    const saved = Response.json({ planId: '7', version: 4 }, { headers: { etag: '"7-4"' } })
    expect(await clientOf([saved], asked).plans.save('7', '"7-3"', { schedule: {} })).toEqual({ planId: '7', version: 4, tag: '"7-4"' })
    expect(asked[0]).toMatchObject({ url: 'http://gateway.example/turnus/api/v1/plans/7', init: { method: 'PUT', body: '{"schedule":{}}' } })
    expect(new Headers(asked[0]!.init.headers).get('if-match')).toBe('"7-3"')
  })

  test('gives the same tag for an answer that was compressed', async () => {
    const read = Response.json({ planId: '7', version: 4 }, { headers: { etag: 'W/"7-4"' } })
    expect((await clientOf([read]).plans.read('7')).tag).toBe('"7-4"')
  })

  for (const { what, ask } of [
    { what: 'the making of a plan', ask: ({ plans }: Client) => plans.create({ name: 'March', schedule: {} }) },
    { what: 'the submission of a plan', ask: ({ plans }: Client) => plans.improve('7') },
    { what: 'the making of links', ask: ({ plans }: Client) => plans.makeLinks('7', { employeeIds: [1] }) },
  ]) {
    test(`does not repeat ${what}, which would be done twice`, async () => {
      const asked: Asked[] = []
      const away = Response.json({ title: 'Away' }, { status: 503 })
      await expect(ask(clientOf([away, Response.json({})], asked))).rejects.toMatchObject({ status: 503 })
      expect(asked).toHaveLength(1)
    })
  }

  test('asks the list for a reference and labels', async () => {
    const asked: Asked[] = []
    await clientOf([Response.json([])], asked).list({ reference: 'r&3', labels: { ward: '3', url: 'https://x' } })
    const { searchParams } = new URL(asked[0]!.url)
    expect([...searchParams]).toEqual([
      ['reference', 'r&3'],
      ['label', 'ward:3'],
      ['label', 'url:https://x'],
    ])
  })

  test('waits until the request has ended, showing every answer', async () => {
    const states: string[] = []
    const client = clientOf(['QUEUED', 'SOLVING', 'SOLVED'].map((status) => Response.json({ status })))
    await client.waitForEnd('7', { everyMs: 1, onEntry: ({ status }) => states.push(status) })
    expect(states).toEqual(['QUEUED', 'SOLVING', 'SOLVED'])
  })

  test('waits through an outage, and not through a refusal', async () => {
    const away = () => Response.json({ title: 'The database cannot be reached' }, { status: 503 })
    const patient = clientOf([away(), away(), Response.json({ status: 'SOLVED' })])
    expect((await patient.waitForEnd('7', { everyMs: 1 })).status).toBe('SOLVED')
    const refused = clientOf([away(), Response.json({ title: 'No such job' }, { status: 404 }), Response.json({ status: 'SOLVED' })])
    await expect(refused.waitForEnd('7', { everyMs: 1 })).rejects.toMatchObject({ status: 404 })
  })

  test('stops waiting when it is told to', async () => {
    const client = clientOf([Response.json({ status: 'SOLVING' })])
    await expect(client.waitForEnd('7', { everyMs: 60_000, signal: AbortSignal.timeout(20) })).rejects.toThrow()
  })

  test('says what the gateway refused, also when the answer is not from the gateway', async () => {
    const refused = clientOf([Response.json({ title: 'No such job', detail: 'Never.' }, { status: 404 }), new Response('<html>', { status: 502 })])
    await expect(refused.entry('7')).rejects.toThrow(new RequestRefused(404, { title: 'No such job', detail: 'Never.' }))
    await expect(refused.entry('7')).rejects.toMatchObject({ status: 502, problem: {} })
  })

  describe('that is put off or not answered', () => {
    const away = (headers: Record<string, string> = {}, status = 503) => Response.json({ title: 'Away' }, { status, headers })
    const QUICK = { firstPauseMs: 1, longestPauseMs: 1000 }
    const keyOf = ({ init }: Asked): string | undefined => (init.headers as Record<string, string>)['idempotency-key']

    test('submits again under the same key, which no other submission has', async () => {
      const asked: Asked[] = []
      const answers = [Response.error(), away(), away({}, 429), Response.json({ code: 'idempotency-in-progress' }, { status: 409 })]
      const client = clientOf([...answers, Response.json({ solverProblemId: '7' }), Response.json({ solverProblemId: '8' })], asked, QUICK)
      expect(await client.submit({})).toEqual({ solverProblemId: '7' })
      expect(new Set(asked.map(keyOf)).size).toBe(1)
      await client.submit({})
      expect(keyOf(asked[5]!)).not.toBe(keyOf(asked[0]!))
      expect(keyOf(asked[0]!)).toMatch(/^"[0-9a-f-]{36}"$/)
    })

    for (const { name, answer } of [
      { name: 'a refusal', answer: () => Response.json({ title: 'Wrong' }, { status: 422 }) },
      { name: 'a failure of the gateway', answer: () => away({}, 500) },
      { name: 'a Retry-After longer than the longest pause', answer: () => away({ 'retry-after': '2' }) },
    ]) {
      test(`does not come again after ${name}`, async () => {
        const asked: Asked[] = []
        await expect(clientOf([answer(), Response.json({})], asked, QUICK).entry('7')).rejects.toBeInstanceOf(RequestRefused)
        expect(asked).toHaveLength(1)
      })
    }

    test('waits as long as Retry-After asks', async () => {
      const startedMs = performance.now()
      await clientOf([away({ 'retry-after': '1' }), Response.json({})], [], QUICK).entry('7')
      expect(performance.now() - startedMs).toBeGreaterThanOrEqual(990)
    })

    test('gives up after the tries that it has, with the last answer', async () => {
      const asked: Asked[] = []
      const client = clientOf([away(), away(), away({}, 429), Response.json({})], asked, { ...QUICK, tries: 3 })
      await expect(client.entry('7')).rejects.toMatchObject({ status: 429 })
      expect(asked).toHaveLength(3)
    })

    test('takes it that a withdrawal is done when the second is told that there is no such request', async () => {
      const gone = () => Response.json({ code: 'job-not-found' }, { status: 404 })
      await clientOf([Response.error(), gone()], [], QUICK).withdraw('7')
      await expect(clientOf([gone()], [], QUICK).withdraw('7')).rejects.toMatchObject({ status: 404 })
    })

    test('asks for a callback once only, since each time it arrives is one more call', async () => {
      const asked: Asked[] = []
      await expect(clientOf([away(), Response.json({})], asked, QUICK).redeliver('7', 1)).rejects.toMatchObject({ status: 503 })
      expect(asked).toHaveLength(1)
    })

    test('stops coming again when it is told to', async () => {
      const signal = AbortSignal.timeout(20)
      await expect(clientOf([away({ 'retry-after': '1' })], [], QUICK).submit({}, { signal })).rejects.toThrow()
    })
  })

  test('reads the next page only when it is come to', async () => {
    const link = { headers: { link: '</api/v1/gateway?cursor=c>; rel="next"' } }
    const asked: Asked[] = []
    for await (const { solverProblemId } of clientOf([Response.json([{ solverProblemId: '2' }], link)], asked).entries()) {
      expect(solverProblemId).toBe('2')
      break
    }
    expect(asked).toHaveLength(1)
  })
})
