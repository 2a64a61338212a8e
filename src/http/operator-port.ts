import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GatewayError } from '../model/errors.ts'
import { type Readiness, UNREADY } from './readiness.ts'

/** What the port answers with. */
export interface OperatorAnswers {
  /** Who this process is: names, versions, roles. */
  readonly node: object
  readMetrics(): Promise<{ readonly contentType: string; readonly text: string }>
  readiness(): Promise<Readiness>
  /** True once the process shuts down. */
  isStopping(): boolean
}

/** The port of a process for its operators, open. */
export interface OperatorPort {
  /** Such as `http://127.0.0.1:9464`. */
  readonly address: string
  close(): Promise<void>
}

/** Longest time for the head of a request; whoever reads metrics is near. */
const HEAD_MS = 10_000
const MOST_CONNECTIONS = 50

/**
 * Opens a port of its own for metrics and health, which every process may have, also one that takes no requests. It asks for no token and names
 * organizations and departments, so it belongs on an address that operators alone reach. Throws `environment-unfit` when it cannot listen.
 */
export async function openOperatorPort({ host, port }: { host: string; port: number }, answers: OperatorAnswers): Promise<OperatorPort> {
  const server = createServer({ headersTimeout: HEAD_MS, requestTimeout: HEAD_MS }, (request, response) => {
    answer(request, response, answers).catch((error: unknown) => {
      if (!response.headersSent) sendJson(response, 500, { status: 'failed', reason: error instanceof Error ? error.message : String(error) })
      else response.destroy()
    })
  })
  server.maxConnections = MOST_CONNECTIONS
  await listenOn(server, { host, port })
  const { address, port: actual } = server.address() as AddressInfo
  return {
    address: `http://${address.includes(':') ? `[${address}]` : address}:${actual}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function listenOn(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? 'another program listens there' : (cause.code ?? 'the system refuses')
      reject(
        new GatewayError(
          'environment-unfit',
          `Turnus cannot listen for its operators on ${host}, port ${port}: ${reason}.`,
          'Choose another with TURNUS_METRICS_PORT or TURNUS_METRICS_HOST; each process of a host needs a port of its own.',
          { cause },
        ),
      )
    })
    server.listen(port, host, () => resolve())
  })
}

async function answer(request: IncomingMessage, response: ServerResponse, answers: OperatorAnswers): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    return sendJson(response, 405, { status: 'method not allowed' })
  }
  const path = (request.url ?? '/').replace(/\?.*/, '')
  switch (path) {
    case '/metrics': {
      const { contentType, text } = await answers.readMetrics()
      return send(response, { status: 200, contentType, text })
    }
    case '/health/live':
      return sendJson(response, 200, { status: 'live', ...answers.node })
    case '/health/ready':
      return sendReadiness(response, answers)
    default:
      return sendJson(response, 404, { status: 'not found', paths: ['/metrics', '/health/live', '/health/ready'] })
  }
}

async function sendReadiness(response: ServerResponse, { readiness, isStopping, node }: OperatorAnswers): Promise<void> {
  if (isStopping()) return sendJson(response, 503, { status: 'shutting down', ...node })
  const found = await readiness()
  if (found === 'ready') return sendJson(response, 200, { status: 'ready', ...node })
  sendJson(response, 503, { status: 'not ready', reason: UNREADY[found], ...node })
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  send(response, { status, contentType: 'application/json; charset=utf-8', text: `${JSON.stringify(body)}\n` })
}

function send(response: ServerResponse, { status, contentType, text }: { status: number; contentType: string; text: string }): void {
  response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).end(text)
}
