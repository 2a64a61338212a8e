import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { NO_MARKS } from '../model/job.ts'
import type { JobEvent } from '../jobs/job-events.ts'
import { createStreams, pourEvents } from './event-stream.ts'

const EVENT: JobEvent = { id: '1-SOLVING-0', type: 'status', payload: { status: 'SOLVING', attempt: 1, ...NO_MARKS } }

/** A response whose client takes nothing beyond 1 KB until somebody reads it. */
function makeResponse(): ServerResponse & PassThrough {
  const response = new PassThrough({ writableHighWaterMark: 512, readableHighWaterMark: 512 })
  return Object.assign(response, { writeHead: () => response }) as unknown as ServerResponse & PassThrough
}

function pour(response: ServerResponse, events: AsyncIterable<readonly JobEvent[]>, isAllowed = async () => true, heartbeatMs = 20) {
  const stop = new AbortController()
  return { stop, done: pourEvents({ response, headers: {}, events, stop, signal: stop.signal, isAllowed, heartbeatMs }) }
}

test('a client that reads nothing is dropped, and nothing piles up for it', async () => {
  const response = makeResponse()
  let read = 0
  const endless = async function* () {
    for (;;) {
      read += 1
      yield [EVENT]
    }
  }
  await pour(response, endless()).done
  expect(response.destroyed).toBe(true)
  expect(read).toBeLessThan(50)
  expect(response.writableLength + response.readableLength).toBeLessThan(4096)
})

test('a client that holds its connection open and reads nothing is dropped from a real one', async () => {
  const done = Promise.withResolvers<void>()
  const server = createServer((_request, response) => {
    const endless = async function* () {
      for (;;) yield Array.from({ length: 1000 }, () => EVENT)
    }
    void pour(response, endless()).done.then(done.resolve, done.reject)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined).pause()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await done.promise
  socket.destroy()
  await new Promise((closed) => server.close(closed))
})

/** Tells one event, and then nothing until `stop`. */
async function* silence(stop: () => AbortSignal): AsyncGenerator<readonly JobEvent[]> {
  yield [EVENT]
  await new Promise((done) => stop().addEventListener('abort', done))
}

test('a silent stream beats, and ends when it is told to', async () => {
  const response = makeResponse()
  let text = ''
  response.on('data', (chunk) => (text += chunk))
  const pouring: ReturnType<typeof pour> = pour(
    response,
    silence(() => pouring.stop.signal),
  )
  await expect.poll(() => text.match(/^: still here\n\n/gm)?.length).toBeGreaterThanOrEqual(3)
  expect(text).toMatch(
    /^retry: 1000\n\nid: 1-SOLVING-0\nevent: status\ndata: \{"status":"SOLVING","attempt":1,"name":null,"reference":null,"labels":\{\},"basedOn":null\}\n\n: /,
  )
  pouring.stop.abort()
  await pouring.done
  expect(response.writableEnded).toBe(true)
})

test('a stream whose token is revoked ends at the next heartbeat', async () => {
  const response = makeResponse().resume()
  const pouring: ReturnType<typeof pour> = pour(
    response,
    silence(() => pouring.stop.signal),
    async () => false,
  )
  await pouring.done
  expect(response.writableEnded).toBe(true)
})

test('streams are counted for each token and together, and what ended counts no more', () => {
  const streams = createStreams({ streamsPerToken: 2, streams: 3 })
  const end = streams.admit(1)
  streams.admit(1)
  expect(() => streams.admit(1)).toThrow(expect.objectContaining({ code: 'too-many-requests' }))
  streams.admit(2)
  expect(() => streams.admit(3)).toThrow(expect.objectContaining({ code: 'too-many-requests' }))
  end()
  end()
  streams.admit(3)
  expect(() => streams.admit(1)).toThrow()
})
