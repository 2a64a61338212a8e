// Slow: two whole servers with an embedded PostgreSQL are backed up and restored.
import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { createTestDatabase } from '../test/database.ts'
import { idsOf, type ReceivedCall, type Receiver, startReceiver } from '../test/receiver.ts'
import { createTestTerminal } from '../test/terminal.ts'
import { createToken } from './access/tokens.ts'
import { createClient } from './client/client.ts'
import { runProgram } from './cli/program.ts'
import { readConfig } from './config.ts'
import { type RunningServer, startServer } from './server.ts'
import { solvedAtOnce } from './solved-at-once.fixture.ts'
import { openDb } from './storage/db.ts'
import { openEmbedded } from './storage/embedded.ts'
import { readOrMakeSecretKey } from './storage/seal.ts'
import type { SolveOutcome, SolveRequest, StartSolve } from './threads/pool.ts'
import { PATIENT } from '../test/patience.ts'

const OUT_OF_ORDER = '&out-of-order'
const ROSTER = Int32Array.of(0)
/** Finds a roster and goes on until it is cancelled. */
const endlessSolve: StartSolve = (_request, { onProgress }) => {
  const { promise, reject } = Promise.withResolvers<SolveOutcome>()
  onProgress({ elapsedMs: 1, score: [0, 0, 0, 9], moves: 3, roster: ROSTER })
  return { result: promise, stop() {}, cancel: () => reject(new DOMException('cancelled', 'AbortError')) }
}
/** Solves in no time, and notes what it was asked. */
const notingSolve =
  (requests: SolveRequest[]): StartSolve =>
  (request) => {
    requests.push(request)
    return solvedAtOnce()
  }

let folder: string
let receiver: Receiver
/** What the receiver answers at the address of the first test: at first it is out of order. */
let status = 500
const running: RunningServer[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnus-moved-'))
  // For root: PostgreSQL's user has to reach the stores in it, or they would lie in a shared folder and stay there.
  await chmod(folder, 0o755)
  receiver = await startReceiver((response, _number, { url }) => response.writeHead(url!.endsWith(OUT_OF_ORDER) ? status : 200).end())
})
afterAll(async () => {
  for (const server of running) await server.close()
  await receiver.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(flags: { data: string; databaseUrl?: string }, solve: StartSolve): Promise<RunningServer> {
  const config = readConfig({ ...flags, port: 0, threads: 1, callbackAllow: '127.0.0.0/8' }, keyOf(flags.data))
  const server = await startServer(config, { startSolve: solve })
  running.push(server)
  return server
}

const keyOf = (data: string): Record<string, string> => ({
  ...PATIENT,
  TURNUS_SECRET_KEY_FILE: join(data, 'secret-key'),
  TURNUS_LOG_LEVEL: 'fatal',
})

const schedule = (words = '') => ({
  callbackUrl: `${receiver.url}${words}`,
  employees: [{ id: 1, skills: [], teams: [], contract: {}, wishes: [] }],
  shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00' }],
  spots: [{ id: 1, teams: [], skills: [] }],
})

async function turnus(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const terminal = createTestTerminal()
  const code = await runProgram(args, terminal)
  return { code, out: terminal.out(), err: terminal.err() }
}

const callsOutOfOrder = (): readonly ReceivedCall[] => receiver.calls.filter(({ url }) => url.endsWith(OUT_OF_ORDER))

test.concurrent('a store that is backed up while it is served goes on from the backup: in a folder of its own, and then in a database', async ({
  expect: expectHere,
  onTestFinished,
}) => {
  const requests: SolveRequest[] = []
  const data = join(folder, 'first')
  await mkdir(data, { mode: 0o755 })
  await readOrMakeSecretKey(join(data, 'secret-key'))
  const first = await start({ data }, notingSolve(requests))
  const embedded = await openEmbedded(data, 'administration')
  onTestFinished(() => embedded.close())
  const db = openDb(embedded.url, { maxConnections: 1 })
  onTestFinished(() => db.close())
  const { token } = await createToken({ db }, { organization: 'Turnus', department: 'main' })
  const client = createClient({ baseUrl: first.address!, token })
  const stateOf = async (id: string): Promise<string> =>
    (await db.query<{ state: string }>('select state from jobs where id = $1', [id])).rows[0]!.state

  // One is solved and not delivered, one is being solved, one waits.
  const { solverProblemId: solved } = await client.submit(schedule(OUT_OF_ORDER))
  await expectHere.poll(() => stateOf(solved)).toBe('SOLVED')
  await first.close()
  const second = await start({ data }, endlessSolve)
  const again = createClient({ baseUrl: second.address!, token })
  const { solverProblemId: interrupted } = await again.submit(schedule(OUT_OF_ORDER))
  const revisionOf = async (id: string) => (await db.query<{ revision: number }>('select revision from jobs where id = $1', [id])).rows[0]!.revision
  await expectHere.poll(() => revisionOf(interrupted)).toBe(1)
  const { solverProblemId: waiting } = await again.submit(schedule(OUT_OF_ORDER))

  const file = join(folder, 'backup.gz')
  expectHere(await turnus('backup', file, '--data', data)).toMatchObject({ code: 0, err: '' })
  const served = await turnus('restore', file, '--data', data)
  expectHere(served).toMatchObject({ code: 1, err: expectHere.stringContaining('Another turnus serves') })
  await second.close()

  const moved = join(folder, 'second')
  expectHere(await turnus('restore', file, '--data', moved)).toMatchObject({ code: 1, err: expectHere.stringContaining('There is no secret key') })
  await copyFile(join(data, 'secret-key'), join(moved, 'secret-key'))
  expectHere(await turnus('restore', file, '--data', moved)).toMatchObject({
    code: 0,
    out: expectHere.stringContaining('2 jobs to solve, 1 of them'),
  })

  // From the folder into a database of one's own.
  const own = await createTestDatabase('empty')
  onTestFinished(() => own.close())
  const next = join(folder, 'next.gz')
  expectHere(await turnus('backup', next, '--data', moved)).toMatchObject({ code: 0 })
  const terminal = createTestTerminal({ env: keyOf(data) })
  expectHere(await runProgram(['restore', next, '--database-url', own.url], terminal)).toBe(0)

  for (const where of [{ data: moved }, { data, databaseUrl: own.url }]) {
    status = 200
    const callsBefore = callsOutOfOrder().length
    requests.length = 0
    const third = await start(where, notingSolve(requests))
    expectHere(third.firstAdministrator).toBeNull()
    const asked = createClient({ baseUrl: third.address!, token })
    await expectHere.poll(() => idsOf(callsOutOfOrder().slice(callsBefore)).toSorted()).toEqual([solved, interrupted, waiting].toSorted())
    for (const id of [solved, interrupted, waiting]) expectHere(await asked.entry(id)).toMatchObject({ status: 'SOLVED' })
    expectHere(requests.map(({ start: from }) => from)).toContainEqual(ROSTER)
    const { solverProblemId: later } = await asked.submit(schedule(OUT_OF_ORDER))
    expectHere(Number(later)).toBeGreaterThan(Number(waiting))
    await third.close()
  }
})

test.concurrent('a restored backup brings back what retention had erased, and the first gateway or solver erases it again', async ({
  expect: expectHere,
  onTestFinished,
}) => {
  const instantSolve = notingSolve([])
  const [old, next] = [await createTestDatabase(), await createTestDatabase('empty')]
  onTestFinished(async () => {
    await old.close()
    await next.close()
  })
  const data = join(folder, 'retained')
  await readOrMakeSecretKey(join(data, 'secret-key'))
  const first = await start({ data, databaseUrl: old.url }, instantSolve)
  const { token } = await createToken(old, { organization: 'Turnus', department: 'main' })
  const { solverProblemId: id } = await createClient({ baseUrl: first.address!, token }).submit(schedule())
  const jobsIn = async ({ db }: typeof old) => (await db.query('select from jobs where id = $1', [id])).rowCount
  const delivered = async () => (await old.db.query(`select from deliveries where job_id = $1 and state = 'DELIVERED'`, [id])).rowCount
  await expectHere.poll(delivered).toBe(1)
  await first.close()
  await old.db.query(`update jobs set created_at = created_at - interval '40 days', ended_at = ended_at - interval '31 days'`)
  const file = join(folder, 'old.gz')
  const run = (...args: string[]) => runProgram(args, createTestTerminal({ env: keyOf(data) }))
  expectHere(await run('backup', file, '--database-url', old.url)).toBe(0)

  expectHere(await run('restore', file, '--database-url', next.url)).toBe(0)
  expectHere(await jobsIn(next)).toBe(1)
  const third = await start({ data, databaseUrl: next.url }, instantSolve)
  await expectHere.poll(() => jobsIn(next)).toBe(0)
  await third.close()
})
