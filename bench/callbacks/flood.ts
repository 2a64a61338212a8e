import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDepartment, createOrganization } from '../../src/access/organizations.ts'
import { compress } from '../../src/storage/compress.ts'
import { inTransaction, onlyRow, openDb, type Db } from '../../src/storage/db.ts'
import { insertDelivery } from '../../src/storage/deliveries.ts'
import { SILENT_LOG } from '../../src/storage/log.ts'
import { openQueue, type Queue } from '../../src/storage/queue.ts'
import { sealSecret } from '../../src/storage/seal.ts'

/** How many callbacks come how fast, and who receives them. */
export interface Flood {
  /** A migrated database, which a dispatcher works on. */
  readonly databaseUrl: string
  readonly key: Buffer
  readonly callbacks: number
  readonly receivers: number
  /** Of these, receivers that take a request and never answer. The first ones. */
  readonly hanging: number
  /** Jobs that end in a second; null = all at once. */
  readonly perSecond: number | null
  /** After this long it is over, whatever has arrived. */
  readonly timeoutMs: number
}

/** How it went. */
export interface FloodOutcome {
  /** Callbacks to receivers that answer. */
  readonly healthy: number
  /** Of these, how many arrived. */
  readonly arrived: number
  /** Milliseconds from before the transaction that ends the job until the callback is there, shortest first. */
  readonly delaysMs: readonly number[]
  /** Calls that hanging receivers saw. */
  readonly hangingCalls: number
  /** Most calls that one receiver had open at a time. */
  readonly maxOpen: number
  readonly elapsedMs: number
}

/** Lets jobs end, each with a callback to the next receiver in turn, and waits until those that can arrive have. */
export async function flood(options: Flood): Promise<FloodOutcome> {
  const db = openDb(options.databaseUrl)
  const queue = await openQueue(db.url, SILENT_LOG)
  const receivers = await Promise.all(Array.from({ length: options.receivers }, (_, i) => startReceiver(i < options.hanging ? 'hangs' : 'answers')))
  try {
    const ended = await endJobs(db, queue, receivers, options)
    const { startedMs } = ended
    const answering = receivers.slice(options.hanging)
    const healthy = ended.jobs.filter(({ receiver }) => receiver >= options.hanging)
    const countArrived = (): number => answering.reduce((sum, { arrivals }) => sum + arrivals.size, 0)
    while (countArrived() < healthy.length && performance.now() - startedMs < options.timeoutMs) await sleep(20)
    const delays = healthy.flatMap(({ id, receiver, endedMs }) => {
      const arrivedMs = receivers[receiver]!.arrivals.get(id)
      return arrivedMs === undefined ? [] : [arrivedMs - endedMs]
    })
    return {
      healthy: healthy.length,
      arrived: delays.length,
      delaysMs: delays.sort((a, b) => a - b),
      hangingCalls: receivers.slice(0, options.hanging).reduce((sum, { calls }) => sum + calls(), 0),
      maxOpen: Math.max(...receivers.map(({ maxOpen }) => maxOpen())),
      elapsedMs: performance.now() - startedMs,
    }
  } finally {
    for (const { close } of receivers) close()
    await queue.stop()
    await db.close()
  }
}

interface EndedJob {
  readonly id: string
  /** Position of the receiver. */
  readonly receiver: number
  readonly endedMs: number
}

async function endJobs(
  db: Db,
  queue: Queue,
  receivers: readonly Receiver[],
  options: Flood,
): Promise<{ jobs: readonly EndedJob[]; startedMs: number }> {
  const organizationId = await createOrganization({ db }, `Flood ${randomBytes(6).toString('hex')}x`)
  const departmentId = await createDepartment({ db, key: options.key }, { organization: organizationId, name: 'Ward 1' })
  const startedMs = performance.now()
  const endOne = async (i: number): Promise<EndedJob> => {
    if (options.perSecond !== null) await sleep(Math.max(0, startedMs + (i * 1000) / options.perSecond - performance.now()))
    const endedMs = performance.now()
    const receiver = i % receivers.length
    const id = await inTransaction(db, async (tx) => {
      const job = onlyRow(
        await tx.query<{ id: number }>(
          `insert into jobs (organization_id, department_id, state, stop_reason, ended_at, solution, document_bytes, max_seconds, request_hash, callback_url)
           values ($1, $2, 'SOLVED', 'CONVERGED', now(), '', 1, 60, '', $3) returning id`,
          [organizationId, departmentId, receivers[receiver]!.url],
        ),
      )
      const body = { type: 'schedule.solved', solverProblemId: String(job.id), status: 'SOLVED', shifts: SHIFTS }
      const delivery = await insertDelivery(tx, {
        jobId: job.id,
        type: 'schedule.solved',
        messageId: `msg_${randomBytes(16).toString('base64url')}`,
        body: sealSecret(options.key, 'callback-body', await compress(Buffer.from(JSON.stringify(body)))),
      })
      await queue.enqueueDelivery(tx, delivery!)
      return job.id
    })
    return { id: String(id), receiver, endedMs }
  }
  const jobs: EndedJob[] = []
  let next = 0
  const endNext = async (): Promise<void> => {
    while (next < options.callbacks) {
      next += 1
      jobs.push(await endOne(next - 1))
    }
  }
  await Promise.all(Array.from({ length: ENDING_AT_A_TIME }, endNext))
  return { jobs, startedMs }
}

/** Connections over which jobs end: fewer than the pool has, so that none waits for one. */
const ENDING_AT_A_TIME = 8

/** As many as a ward has in a month: some 20 KB. */
const SHIFTS = Array.from({ length: 200 }, (_, id) => ({
  id,
  spot: 1,
  start: '2026-03-02T07:00:00+01:00',
  end: '2026-03-02T15:00:00+01:00',
  employee: id % 30,
}))

interface Receiver {
  readonly url: string
  /** When the first callback of each job came, by its id. */
  readonly arrivals: ReadonlyMap<string, number>
  calls(): number
  maxOpen(): number
  close(): void
}

async function startReceiver(kind: 'answers' | 'hangs'): Promise<Receiver> {
  const arrivals = new Map<string, number>()
  let calls = 0
  let open = 0
  let maxOpen = 0
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { solverProblemId } = JSON.parse(Buffer.concat(chunks).toString()) as { solverProblemId: string }
    if (!arrivals.has(solverProblemId)) arrivals.set(solverProblemId, performance.now())
    if (kind === 'answers') response.writeHead(204).end()
  }
  const server: Server = createServer((request, response) => {
    calls += 1
    open += 1
    maxOpen = Math.max(open, maxOpen)
    response.on('close', () => {
      open -= 1
    })
    // A call that is broken off has not arrived.
    receive(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrivals,
    calls: () => calls,
    maxOpen: () => maxOpen,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The value that this share of the sorted values does not exceed. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
