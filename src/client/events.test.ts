import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import type { ClientEvent } from './events.ts'

const RETRY = 'retry: 1\n\n'
const STATUS = 'id: 1-SOLVING-0\nevent: status\ndata: {"status":"SOLVING","attempt":1}\n\n'
const BETTER = 'id: 1-SOLVING-1\nevent: better\ndata: {"score":[0,0,0,1],"bound":null,"gap":null,"revision":1,"solveMs":9}\n\n'
const END =
  'id: 1-SOLVED-1-end\nevent: end\ndata: {"status":"SOLVED","stopReason":"OPTIMAL","score":[0,0,0,1],"bound":null,"gap":null,"solveMs":9}\n\n'

/** A stream of these pieces, which then ends, breaks off, or stays open until the client leaves. */
function stream(pieces: readonly (string | Uint8Array)[], then: 'end' | 'break' | 'stay' = 'end', signal?: AbortSignal | null): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? Buffer.from(piece) : piece)
      if (then === 'end') controller.close()
      signal?.addEventListener('abort', () => controller.error(signal.reason))
    },
    pull(controller) {
      if (then === 'break') controller.error(new TypeError('terminated'))
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

type Answer = (init: RequestInit) => Response

function clientOf(answers: Answer[]) {
  const asked: Record<string, string>[] = []
  const client = createClient({
    baseUrl: 'http://gateway.example',
    token: 'tns_x',
    fetch: async (_url, init) => {
      asked.push(init!.headers as Record<string, string>)
      return answers.shift()!(init!)
    },
  })
  return { client, asked }
}

async function collect(events: AsyncIterable<ClientEvent>): Promise<readonly ClientEvent[]> {
  const all: ClientEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

test('events come as they are told, until the end, whatever the pieces they arrive in', async () => {
  const bytes = [...Buffer.from(`retry: 1000\n\n: still here\n\n${STATUS}id: 9\nevent: later\ndata: {}\n\n${BETTER.replaceAll('\n', '\r\n')}${END}`)]
  const { client, asked } = clientOf([() => stream(bytes.map((byte) => Uint8Array.of(byte)))])
  expect(await collect(client.events('7'))).toEqual([
    { type: 'status', id: '1-SOLVING-0', status: 'SOLVING', attempt: 1 },
    { type: 'better', id: '1-SOLVING-1', score: [0, 0, 0, 1], bound: null, gap: null, revision: 1, solveMs: 9 },
    { type: 'end', id: '1-SOLVED-1-end', status: 'SOLVED', stopReason: 'OPTIMAL', score: [0, 0, 0, 1], bound: null, gap: null, solveMs: 9 },
  ])
  expect(asked).toEqual([expect.objectContaining({ accept: 'text/event-stream', authorization: 'Bearer tns_x' })])
})

test('a stream that breaks off or ends early is followed by another, from the last event on', async () => {
  const { client, asked } = clientOf([() => stream([RETRY, STATUS, 'id: 1-SOLV'], 'break'), () => stream([BETTER]), () => stream([END])])
  const events = await collect(client.events('7'))
  expect(events.map(({ type }) => type)).toEqual(['status', 'better', 'end'])
  expect(asked.map((headers) => headers['last-event-id'])).toEqual([undefined, '1-SOLVING-0', '1-SOLVING-1'])
})

test('a gateway that is away for a moment is asked again', async () => {
  const { client } = clientOf([() => stream([RETRY, STATUS]), () => Response.json({}, { status: 503 }), () => stream([END])])
  expect((await collect(client.events('7'))).map(({ type }) => type)).toEqual(['status', 'end'])
})

test('a connection on which nothing arrives is given up for another', async () => {
  const { client } = clientOf([({ signal }) => stream([RETRY, STATUS], 'stay', signal), () => stream([END])])
  expect((await collect(client.events('7', { silenceMs: 50 }))).map(({ type }) => type)).toEqual(['status', 'end'])
})

test('a refusal is thrown: the first of any kind, later ones that would come again', async () => {
  for (const status of [401, 403, 404, 429, 503]) {
    await expect(collect(clientOf([() => Response.json({}, { status })]).client.events('7'))).rejects.toMatchObject({ status })
  }
  const { client } = clientOf([() => stream([RETRY, STATUS]), () => Response.json({}, { status: 404 })])
  await expect(collect(client.events('7'))).rejects.toMatchObject({ status: 404 })
})

test('who knows the end already is told nothing', async () => {
  const { client, asked } = clientOf([() => new Response(null, { status: 204 })])
  expect(await collect(client.events('7', { lastEventId: '1-SOLVED-1-end' }))).toEqual([])
  expect(asked[0]!['last-event-id']).toBe('1-SOLVED-1-end')
})

test('leaving the loop closes the connection', async () => {
  let given: AbortSignal | null | undefined
  const { client } = clientOf([
    ({ signal }) => {
      given = signal
      return stream([STATUS], 'stay', signal)
    },
  ])
  for await (const event of client.events('7')) {
    expect(event.type).toBe('status')
    break
  }
  expect(given!.aborted).toBe(true)
})

test('following ends with the reason of the signal', async () => {
  const { client } = clientOf([({ signal }) => stream([STATUS], 'stay', signal)])
  await expect(collect(client.events('7', { signal: AbortSignal.timeout(50) }))).rejects.toMatchObject({ name: 'TimeoutError' })
})
