import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase, type TestDatabase } from '../test/database.ts'
import { idsOf, type Receiver, startReceiver } from '../test/receiver.ts'
import { createToken } from './access/tokens.ts'
import { createClient } from './client/client.ts'
import { type Config, readConfig } from './config.ts'
import { type RunningServer, startServer } from './server.ts'
import { solvedAtOnce } from './solved-at-once.fixture.ts'
import { listNodes } from './storage/nodes.ts'
import type { StartSolve } from './threads/pool.ts'

const KEY = randomBytes(32)
// Longer than the polling of the queue and the pass of the sweep, 2 s each: what has not happened by then does not happen.
const LONG_ENOUGH_MS = 3500

let database: TestDatabase
let receiver: Receiver
const running: RunningServer[] = []

beforeAll(async () => {
  receiver = await startReceiver((response) => response.end())
})
afterAll(() => receiver.close())
beforeEach(async () => {
  database = await createTestDatabase()
  return async () => {
    for (const server of running.splice(0)) await server.close()
    await database.close()
  }
})

const env = { TURNUS_SECRET_KEY: KEY.toString('hex'), TURNUS_LOG_LEVEL: 'fatal' }
const configOf = (role: string): Config => readConfig({ role, port: 0, databaseUrl: database.url, callbackAllow: '127.0.0.0/8', threads: 2 }, env, 2)

/** The searches that one node has started. */
type Searches = { count: number }

async function startNode(role: string, searches: Searches = { count: 0 }): Promise<RunningServer> {
  const startSolve: StartSolve = () => {
    searches.count += 1
    return solvedAtOnce()
  }
  const server = await startServer(configOf(role), { startSolve })
  running.push(server)
  return server
}

async function clientOf(gateway: RunningServer) {
  const { token } = await createToken(database, { organization: 'Turnus', department: 'main' })
  return createClient({ baseUrl: gateway.address!, token, retry: { tries: 1 } })
}

const schedule = () => ({
  callbackUrl: receiver.url,
  employees: [{ id: 1, skills: [], teams: [], contract: {}, wishes: [] }],
  shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00' }],
  spots: [{ id: 1, teams: [], skills: [] }],
})

const countListeners = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length
const listRoles = async (): Promise<string[]> => (await listNodes(database.db)).map(({ roles }) => roles.join()).sort()

describe('three processes of one role each on one database', () => {
  test('each do their own part of a job: one takes it, one solves it, one delivers it', async () => {
    const gateway = await startNode('gateway')
    expect(gateway.firstAdministrator).not.toBeNull()
    const client = await clientOf(gateway)
    const { solverProblemId } = await client.submit(schedule())
    await sleep(LONG_ENOUGH_MS)
    expect(await client.entry(solverProblemId)).toMatchObject({ status: 'QUEUED' })

    const listeners = countListeners()
    const searches = { count: 0 }
    const solver = await startNode('solver', searches)
    expect(solver).toMatchObject({ address: null, firstAdministrator: null, withoutAdministrator: null })
    expect(await client.waitForEnd(solverProblemId)).toMatchObject({ status: 'SOLVED' })
    expect(searches.count).toBe(1)
    await sleep(LONG_ENOUGH_MS)
    expect(idsOf(receiver.calls)).not.toContain(solverProblemId)

    const dispatcher = await startNode('dispatcher', searches)
    expect(dispatcher.address).toBeNull()
    expect(countListeners()).toBe(listeners)
    await expect.poll(() => idsOf(receiver.calls).filter((id) => id === solverProblemId).length).toBe(1)

    const next = await client.submit(schedule())
    await expect.poll(() => idsOf(receiver.calls).filter((id) => id === next.solverProblemId).length).toBe(1)
    expect(searches.count).toBe(2)
  })

  test('register as nodes, live on while they run, and are off the list when they have stopped', async () => {
    const gateway = await startNode('gateway')
    const solver = await startNode('solver')
    await startNode('dispatcher')
    expect(await listRoles()).toEqual(['dispatcher', 'gateway', 'solver'])
    const nodes = await listNodes(database.db)
    expect(nodes.map(({ roles, threads }) => `${roles.join()} ${threads}`).sort()).toEqual(['dispatcher 0', 'gateway 0', 'solver 2'])
    for (const node of nodes) expect(node).toMatchObject({ name: gateway.node, version: expect.stringMatching(/^\d+\.\d+\.\d+/), state: 'alive' })

    await database.db.query(`update nodes set seen_at = seen_at - interval '20 seconds'`)
    expect((await listNodes(database.db)).map(({ state }) => state)).toEqual(['lost', 'lost', 'lost'])
    await expect.poll(async () => (await listNodes(database.db)).map(({ state }) => state)).toEqual(['alive', 'alive', 'alive'])

    await solver.close()
    expect(await listRoles()).toEqual(['dispatcher', 'gateway'])
    await gateway.close()
    expect(await listRoles()).toEqual(['dispatcher'])
  })
})

describe('the sweep', () => {
  for (const { role, sweeps } of [
    { role: 'gateway', sweeps: true },
    { role: 'solver', sweeps: true },
    { role: 'dispatcher', sweeps: false },
  ]) {
    test(`${sweeps ? 'runs' : 'does not run'} in a process that is only ${role}`, async () => {
      const caller = await createTestCaller(database.db, KEY)
      await startNode(role)
      await database.db.query(
        `insert into jobs (organization_id, department_id, state, attempt, node, leased_until, document_bytes, max_seconds, request_hash)
         values ($1, $2, 'SOLVING', 3, 'gone:1', now() - interval '1 second', 1, 60, '')`,
        [caller.organizationId, caller.departmentId],
      )
      const isLeased = async () =>
        (await database.db.query<{ isLeased: boolean }>('select leased_until is not null as "isLeased" from jobs')).rows[0]!.isLeased
      if (sweeps) return expect.poll(isLeased).toBe(false)
      await sleep(LONG_ENOUGH_MS)
      expect(await isLeased()).toBe(true)
    })
  }
})

describe('what has been kept long enough', () => {
  for (const role of ['gateway', 'solver']) {
    test(`is erased by a process that is only ${role}, shortly after its start`, async () => {
      const caller = await createTestCaller(database.db, KEY)
      await database.db.query(
        `insert into jobs (organization_id, department_id, state, ended_at, document_bytes, max_seconds, request_hash)
         values ($1, $2, 'CANCELLED', now() - interval '31 days', 1, 60, ''), ($1, $2, 'CANCELLED', now() - interval '29 days', 1, 60, '')`,
        [caller.organizationId, caller.departmentId],
      )
      await startNode(role)
      const ids = async () => (await database.db.query<{ id: number }>('select id from jobs')).rows.map(({ id }) => id)
      await expect.poll(ids).toEqual([2])
    })
  }
})

describe('with the embedded database', () => {
  for (const role of ['gateway', 'gateway,solver', 'gateway,dispatcher']) {
    test(`a process that is only ${role} is refused before it makes a store`, async () => {
      const data = join(tmpdir(), `turnus-none-${randomBytes(6).toString('hex')}`)
      await expect(startServer(readConfig({ role, data, port: 0 }, env))).rejects.toMatchObject({
        code: 'usage-wrong',
        message: expect.stringContaining(`--role/TURNUS_ROLE is "${role}"`),
        remedy: expect.stringContaining('DATABASE_URL'),
      })
      await expect(rm(data, { recursive: true })).rejects.toMatchObject({ code: 'ENOENT' })
    })
  }

  test('a process that takes nothing new may be without a gateway, and a second one on its folder is refused', async () => {
    const data = await mkdtemp(join(tmpdir(), 'turnus-roles-'))
    const worker = await startServer(readConfig({ role: 'solver,dispatcher', data }, env))
    expect(worker.address).toBeNull()
    await expect(startServer(readConfig({ role: 'solver', data }, env))).rejects.toMatchObject({ code: 'environment-unfit' })
    await worker.close()
    await rm(data, { recursive: true })
  })
})
