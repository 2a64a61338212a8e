import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One callback as it came in. */
export interface ReceivedCallback {
  readonly headers: Readonly<Record<string, string>>
  /** Exactly what was sent; a signature holds for these bytes only. */
  readonly body: string
}

/** A consumer's web server, as small as one can be. */
export interface CallbackReceiver {
  /** Where to send callbacks. */
  readonly url: string
  /** The first callback that arrives. */
  readonly received: Promise<ReceivedCallback>
  close(): void
}

const MAX_BODY_BYTES = 64 * 1024 * 1024

/** Where it listens: what a gateway has to be allowed to call. */
export const RECEIVER_HOST = '127.0.0.1'

/** Listens on a free loopback port, answers 204 to every POST, and keeps the first. */
export async function startReceiver(): Promise<CallbackReceiver> {
  const arrival = Promise.withResolvers<ReceivedCallback>()
  const server: Server = createServer((request, response) => {
    readBody(request).then(
      (body) => {
        response.writeHead(204).end()
        const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
        if (request.method === 'POST') arrival.resolve({ headers, body })
      },
      () => response.writeHead(400).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, RECEIVER_HOST, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${RECEIVER_HOST}:${port}/callback`,
    received: arrival.promise,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new Error('The callback is longer than a demonstration takes.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
