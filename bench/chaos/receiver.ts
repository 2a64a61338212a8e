import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyCallback } from '../../src/client/client.ts'
import { Random } from '../../src/engine/random.ts'

/** What is looked at of a callback. */
export interface HeardCallback {
  readonly type: string
  readonly solverProblemId: string
  readonly status: string
  readonly shifts?: readonly Readonly<Record<string, unknown>>[]
}

/** One call as it came in. */
export interface ReceivedCall {
  /** Number of the submission, from the address that was called. */
  readonly submission: number
  /** `webhook-id`. */
  readonly messageId: string
  /** When the sender began this try, by its own clock, in milliseconds since 1970, cut to whole seconds. */
  readonly begunAtMs: number
  readonly arrivedAtMs: number
  /** SHA-256 of the body; null when it did not arrive whole. */
  readonly bodyHash: string | null
  /** What it says; null when it did not arrive whole or its signature is wrong. */
  readonly callback: HeardCallback | null
  /** The client's own header, as it came. */
  readonly password: string
  /** What it was answered with; null when the connection was broken off. */
  readonly status: number | null
}

/** The consumers' web server: slow, broken and deaf now and then. */
export interface Receiver {
  addressOf(submission: number): string
  readonly calls: readonly ReceivedCall[]
  close(): void
}

export const PASSWORD_HEADER = 'x-chaos-password'

/** Of 100 first calls of a message; every later one is answered at once, because the timetable's third try would come after five minutes. */
const BEHAVIOURS = [
  { what: 'error', share: 8 },
  { what: 'hang up before reading', share: 4 },
  { what: 'hang up after reading', share: 4 },
  { what: 'slow', share: 6 },
  { what: 'deaf', share: 2 },
] as const
type Behaviour = (typeof BEHAVIOURS)[number]['what'] | 'good'

const SLOW_MS = 2000
const MAX_BODY_BYTES = 16 * 1024 * 1024

/** Listens on a free port of loopback. `secretOf` names the signing secret of a submission's department. */
export async function startReceiver(options: { seed: number; secretOf: (submission: number) => string; deafMs: number }): Promise<Receiver> {
  const random = new Random(options.seed)
  const seen = new Set<string>()
  const calls: ReceivedCall[] = []
  const server = createServer((request, response) => {
    const messageId = String(request.headers['webhook-id'])
    const behaviour = seen.has(messageId) ? 'good' : pickBehaviour(random)
    seen.add(messageId)
    void receive(request, response, { ...options, behaviour }).then((call) => calls.push(call))
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const { port } = server.address() as AddressInfo
  return {
    calls,
    addressOf: (submission) => `http://127.0.0.1:${port}/submissions/${submission}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function pickBehaviour(random: Random): Behaviour {
  let chance = random.below(100)
  for (const { what, share } of BEHAVIOURS) {
    if (chance < share) return what
    chance -= share
  }
  return 'good'
}

/** Reads a call and answers it as its behaviour says. Never rejects: a sender that was killed breaks off its call, which is no fault. */
async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { behaviour, secretOf, deafMs }: { behaviour: Behaviour; secretOf: (submission: number) => string; deafMs: number },
): Promise<ReceivedCall> {
  const arrivedAtMs = Date.now()
  const submission = Number(/^\/submissions\/(\d+)$/.exec(request.url ?? '')?.[1])
  const body = behaviour === 'hang up before reading' ? null : await readBody(request).catch(() => null)
  const callback = body && verify(body, request, secretOf(submission))
  const status = body === null ? hangUp(response) : await answer(response, behaviour, deafMs)
  return {
    submission,
    messageId: String(request.headers['webhook-id']),
    begunAtMs: 1000 * Number(request.headers['webhook-timestamp']),
    arrivedAtMs,
    bodyHash: body && createHash('sha256').update(body).digest('hex'),
    callback,
    password: String(request.headers[PASSWORD_HEADER]),
    status,
  }
}

function hangUp(response: ServerResponse): null {
  response.destroy()
  return null
}

async function answer(response: ServerResponse, behaviour: Behaviour, deafMs: number): Promise<number | null> {
  if (behaviour === 'slow') await sleep(SLOW_MS)
  if (behaviour === 'deaf') await sleep(deafMs)
  // Only what was written to a connection that still stands counts as delivered.
  if (behaviour === 'hang up after reading' || behaviour === 'deaf' || response.destroyed) return hangUp(response)
  const status = behaviour === 'error' ? 500 : 204
  response.writeHead(status).end()
  return status
}

function verify(body: Buffer, request: IncomingMessage, secret: string): HeardCallback | null {
  try {
    return verifyCallback(body, request.headers, secret)
  } catch {
    return null
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new Error('A callback is longer than any that was asked for.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
