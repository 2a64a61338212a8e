import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { largeDocument } from '../large-document.ts'

/** What the load itself saw. */
export interface Seen {
  /** Submissions that were answered 201. */
  submitted: number
  /** Callbacks that said that a schedule is solved, and that it failed; each request once. */
  solved: number
  failed: number
  /** Calls that were answered 200, repetitions included. */
  delivered: number
  /** Answers of the gateway, by status. */
  readonly answers: Map<number, number>
  /** What went wrong, in words; the first few. */
  readonly errors: string[]
}

const MAX_ERRORS = 20
/** Longest time from a submission to its callback. */
const CALLBACK_MS = 180_000
/** Between a callback and the next submission, at most. */
const PAUSE_MS = 2000

/** Departments that submit, read and wait for their callbacks until they are told to stop. */
export interface Wards {
  readonly seen: Seen
  /** Lets every department end what it began. */
  stop(): Promise<void>
}

/** Lets departments work against a gateway: each submits, looks at its request, waits for the callback, and submits again. */
export async function startWards(origin: string, tokens: readonly string[]): Promise<Wards> {
  const seen: Seen = { submitted: 0, solved: 0, failed: 0, delivered: 0, answers: new Map(), errors: [] }
  const receiver = await startReceiver(seen)
  const stopping = new AbortController()
  const tell = (error: string): void => void (seen.errors.length < MAX_ERRORS && seen.errors.push(error))
  const work = tokens.map((token, i) => runWard({ origin, token, receiver, seen, tell, seed: i + 1 }, stopping.signal))
  return {
    seen,
    async stop() {
      stopping.abort()
      await Promise.all(work)
      await receiver.close()
    },
  }
}

interface Ward {
  readonly origin: string
  readonly token: string
  readonly receiver: CallbackReceiver
  readonly seen: Seen
  readonly tell: (error: string) => void
  readonly seed: number
}

async function runWard(ward: Ward, stopping: AbortSignal): Promise<void> {
  const document = largeDocument({ employees: 8, weeks: 1, shiftsPerEmployee: 4, seed: ward.seed })
  const body = JSON.stringify({ ...document, callbackUrl: ward.receiver.url, termination: { maxSeconds: 1, seed: ward.seed } })
  while (!stopping.aborted) {
    await sleep(Math.random() * PAUSE_MS, undefined, { signal: stopping }).catch(() => undefined)
    if (stopping.aborted) return
    try {
      await submitAndWait(ward, body)
    } catch (error) {
      ward.tell(error instanceof Error ? error.message : String(error))
    }
  }
}

async function submitAndWait(ward: Ward, body: string): Promise<void> {
  const answer = await ask(ward, '/api/v1/gateway', body)
  if (answer.status !== 201) throw new Error(`A submission is answered ${answer.status}.`)
  ward.seen.submitted += 1
  const { solverProblemId } = (await answer.json()) as { solverProblemId: string }
  const called = ward.receiver.wait(solverProblemId)
  const entry = await ask(ward, `/api/v1/gateway/${solverProblemId}`)
  await entry.arrayBuffer()
  if (entry.status !== 200) throw new Error(`Its entry is answered ${entry.status}.`)
  const late = sleep(CALLBACK_MS, 'late' as const, { ref: false })
  if ((await Promise.race([called, late])) === 'late') throw new Error(`Request ${solverProblemId} was not called back within ${CALLBACK_MS} ms.`)
}

async function ask({ origin, token, seen }: Ward, path: string, body: string | null = null): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, ...(body === null ? {} : { 'content-type': 'application/json' }) }
  const answer = await fetch(`${origin}${path}`, { method: body === null ? 'GET' : 'POST', headers, body })
  seen.answers.set(answer.status, (seen.answers.get(answer.status) ?? 0) + 1)
  return answer
}

interface CallbackReceiver {
  readonly url: string
  /** Resolves with the first callback of a request, also when that came before. */
  wait(solverProblemId: string): Promise<'called'>
  close(): Promise<void>
}

async function startReceiver(seen: Seen): Promise<CallbackReceiver> {
  const waiting = new Map<string, () => void>()
  const early = new Set<string>()
  const known = new Set<string>()
  const receive = async (request: IncomingMessage): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { solverProblemId: id, type } = JSON.parse(Buffer.concat(chunks).toString()) as { solverProblemId: string; type: string }
    seen.delivered += 1
    if (known.has(id)) return
    known.add(id)
    if (type === 'schedule.solved') seen.solved += 1
    else seen.failed += 1
    const wake = waiting.get(id)
    if (wake === undefined) early.add(id)
    else wake()
    waiting.delete(id)
  }
  const server = createServer((request, response) => {
    receive(request).then(
      () => response.writeHead(200).end(),
      () => response.writeHead(400).end(),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    wait: (id) =>
      new Promise((resolve) => {
        if (early.delete(id)) resolve('called')
        else waiting.set(id, () => resolve('called'))
      }),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
