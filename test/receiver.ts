import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import type { TestCertificate } from './certificate.ts'

/** One call as it came in. */
export interface ReceivedCall {
  readonly headers: Record<string, string>
  readonly url: string
  readonly method: string
  readonly body: string
}

/** A web server for callbacks on loopback, with what it received. */
export interface Receiver {
  /** Ends in `/hook?x=1`. */
  readonly url: string
  readonly calls: readonly ReceivedCall[]
  close(): Promise<void>
}

/** Answers a call; `number` counts them from 1. */
export type Answer = (response: ServerResponse, number: number, request: IncomingMessage) => void

/** The ids of the requests that these calls are about, in the order in which they came. */
export function idsOf(calls: readonly ReceivedCall[]): readonly string[] {
  return calls.map(({ body }) => (JSON.parse(body) as { solverProblemId: string }).solverProblemId)
}

/** Lets a server of any kind listen on a free loopback port and answers the address. */
export async function listenOn(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts one, with TLS when it is given a certificate. */
export async function startReceiver(answer: Answer, certificate?: TestCertificate): Promise<Receiver> {
  const calls: ReceivedCall[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    calls.push({ headers, url: request.url ?? '', method: request.method ?? '', body: Buffer.concat(chunks).toString() })
    answer(response, calls.length, request)
  }
  // A caller that breaks off is none.
  const listener: RequestListener = (request, response) => void receive(request, response).catch(() => response.destroy())
  const server = certificate === undefined ? createServer(listener) : createTlsServer({ ...certificate }, listener)
  const address = await listenOn(server)
  return {
    url: `${certificate === undefined ? 'http' : 'https'}://${address}/hook?x=1`,
    calls,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
