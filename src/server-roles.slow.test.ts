// Slow: nodes have to renew their leases twice before what must not happen is looked at.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { createTestCaller, createTestDatabase, type TestCaller } from '../test/database.ts'
import { idsOf, type Receiver, startReceiver } from '../test/receiver.ts'
import { createToken } from './access/tokens.ts'
import { type Client, createClient } from './client/client.ts'
import { readConfig } from './config.ts'
import { type RunningServer, startServer } from './server.ts'
import { solvedAtOnce } from './solved-at-once.fixture.ts'
import { type Db, inTransaction } from './storage/db.ts'
import { listNodes } from './storage/nodes.ts'
import type { StartSolve } from './threads/pool.ts'
import { PATIENT } from '../test/patience.ts'

const KEY = randomBytes(32)

let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver((response) => response.end())
})
afterAll(() => receiver.close())

const env = { ...PATIENT, TURNUS_SECRET_KEY: KEY.toString('hex'), TURNUS_LOG_LEVEL: 'fatal' }

/** The searches that one node has started. */
type Searches = { count: number }

/** A database with nodes around it, of one test: the tests of this file wait for timers, and do it side by side. */
interface House {
  readonly db: Db
  startNode(role: string, searches?: Searches): Promise<RunningServer>
  clientOf(gateway: RunningServer): Promise<Client>
}

async function openHouse({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): Promise<House> {
  const database = await createTestDatabase()
  const running: RunningServer[] = []
  onTestFinished(async () => {
    await Promise.all(running.map((server) => server.close()))
    await database.close()
  })
  return {
    db: database.db,
    async startNode(role, searches = { count: 0 }) {
      const startSolve: StartSolve = () => {
        searches.count += 1
        return solvedAtOnce()
      }
      const config = readConfig({ role, port: 0, databaseUrl: database.url, callbackAllow: '127.0.0.0/8', threads: 2 }, env, 2)
      const server = await startServer(config, { startSolve })
      running.push(server)
      return server
    },
    async clientOf(gateway) {
      const { token } = await createToken(database, { organization: 'Turnus', department: 'main' })
      return createClient({ baseUrl: gateway.address!, token, retry: { tries: 1 } })
    },
  }
}

const schedule = () => ({
  callbackUrl: receiver.url,
  employees: [{ id: 1, skills: [], teams: [], contract: {}, wishes: [] }],
  shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00' }],
  spots: [{ id: 1, teams: [], skills: [] }],
})

/**
 * Waits for two heartbeats of every node of a database, between which lie two seconds of its own time: as many as between two looks at the queue and
 * two passes of the sweep. What a node has not done by then it does not do.
 */
async function untilAllHadTheirTurn(db: Db, { expect: expectHere }: Pick<TestContext, 'expect'>): Promise<void> {
  const heardOf = async (): Promise<string> => (await listNodes(db)).map(({ id, seenAt }) => `${id} ${seenAt.getTime()}`).join()
  for (let beats = 0; beats < 2; beats += 1) {
    const before = new Set((await heardOf()).split(','))
    await expectHere.poll(async () => (await heardOf()).split(',').filter((node) => before.has(node))).toEqual([])
  }
}

const countListeners = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length
const rolesIn = async (db: Db): Promise<string[]> => (await listNodes(db)).map(({ roles }) => roles.join()).sort()
const countCalls = (id: string): number => idsOf(receiver.calls).filter((called) => called === id).length

// Before the others, whose servers it would count.
test('solvers and dispatchers listen on no port', async (context) => {
  const house = await openHouse(context)
  const listeners = countListeners()
  expect((await house.startNode('solver')).address).toBeNull()
  expect((await house.startNode('dispatcher')).address).toBeNull()
  expect(countListeners()).toBe(listeners)
  await house.startNode('gateway')
  expect(countListeners()).toBe(listeners + 1)
})

describe.concurrent('with the embedded database', () => {
  for (const role of ['gateway', 'gateway,solver', 'gateway,dispatcher']) {
    test(`a process that is only ${role} is refused before it makes a store`, async ({ expect: expectHere }) => {
      const data = join(tmpdir(), `turnus-none-${randomBytes(6).toString('hex')}`)
      await expectHere(startServer(readConfig({ role, data, port: 0 }, env))).rejects.toMatchObject({
        code: 'usage-wrong',
        message: expectHere.stringContaining(`--role/TURNUS_ROLE is "${role}"`),
        remedy: expectHere.stringContaining('DATABASE_URL'),
      })
      await expectHere(rm(data, { recursive: true })).rejects.toMatchObject({ code: 'ENOENT' })
    })
  }

  test('a process that takes nothing new may be without a gateway, and a second one on its folder is refused', async ({ expect: expectHere }) => {
    const data = await mkdtemp(join(tmpdir(), 'turnus-roles-'))
    const worker = await startServer(readConfig({ role: 'solver,dispatcher', data }, env))
    expectHere(worker.address).toBeNull()
    await expectHere(startServer(readConfig({ role: 'solver', data }, env))).rejects.toMatchObject({ code: 'environment-unfit' })
    await worker.close()
    await rm(data, { recursive: true })
  })
})

describe.concurrent('three processes of one role each on one database', () => {
  test('each do their own part of a job: one takes it, one solves it, one delivers it', async (context) => {
    const { expect: expectHere } = context
    const { db, startNode, clientOf } = await openHouse(context)
    const gateway = await startNode('gateway')
    expectHere(gateway.firstAdministrator).not.toBeNull()
    const client = await clientOf(gateway)
    const { solverProblemId } = await client.submit(schedule())
    await untilAllHadTheirTurn(db, context)
    expectHere(await client.entry(solverProblemId)).toMatchObject({ status: 'QUEUED' })

    const searches = { count: 0 }
    const solver = await startNode('solver', searches)
    expectHere(solver).toMatchObject({ address: null, firstAdministrator: null, withoutAdministrator: null })
    expectHere(await client.waitForEnd(solverProblemId, { everyMs: 50 })).toMatchObject({ status: 'SOLVED' })
    expectHere(searches.count).toBe(1)
    await untilAllHadTheirTurn(db, context)
    expectHere(countCalls(solverProblemId)).toBe(0)

    const dispatcher = await startNode('dispatcher', searches)
    expectHere(dispatcher.address).toBeNull()
    await expectHere.poll(() => countCalls(solverProblemId)).toBe(1)

    const next = await client.submit(schedule())
    await expectHere.poll(() => countCalls(next.solverProblemId)).toBe(1)
    expectHere(searches.count).toBe(2)
  })

  test('register as nodes, live on while they run, and are off the list when they have stopped', async (context) => {
    const { expect: expectHere } = context
    const { db, startNode } = await openHouse(context)
    const gateway = await startNode('gateway')
    const solver = await startNode('solver')
    await startNode('dispatcher')
    expectHere(await rolesIn(db)).toEqual(['dispatcher', 'gateway', 'solver'])
    const nodes = await listNodes(db)
    expectHere(nodes.map(({ roles, threads }) => `${roles.join()} ${threads}`).sort()).toEqual(['dispatcher 0', 'gateway 0', 'solver 2'])
    for (const node of nodes)
      expectHere(node).toMatchObject({ name: gateway.node, version: expectHere.stringMatching(/^\d+\.\d+\.\d+/), state: 'alive' })

    // In one transaction, which no heartbeat comes into.
    const states = await inTransaction(db, async (tx) => {
      await tx.query(`update nodes set seen_at = seen_at - interval '20 seconds'`)
      return (await listNodes(tx)).map(({ state }) => state)
    })
    expectHere(states).toEqual(['lost', 'lost', 'lost'])
    await expectHere.poll(async () => (await listNodes(db)).map(({ state }) => state)).toEqual(['alive', 'alive', 'alive'])

    await solver.close()
    expectHere(await rolesIn(db)).toEqual(['dispatcher', 'gateway'])
    await gateway.close()
    expectHere(await rolesIn(db)).toEqual(['dispatcher'])
  })
})

/** A job in its last attempt whose node has not been heard of for longer than its lease. */
async function addOrphan(db: Db, caller: TestCaller): Promise<void> {
  await db.query(
    `insert into jobs (organization_id, department_id, state, attempt, node, leased_until, document_bytes, max_seconds, request_hash)
     values ($1, $2, 'SOLVING', 3, 'gone:1', now() - interval '1 second', 1, 60, '')`,
    [caller.organizationId, caller.departmentId],
  )
}

describe.concurrent('the sweep', () => {
  for (const { role, sweeps } of [
    { role: 'gateway', sweeps: true },
    { role: 'solver', sweeps: true },
    { role: 'dispatcher', sweeps: false },
  ]) {
    test(`${sweeps ? 'runs' : 'does not run'} in a process that is only ${role}`, async (context) => {
      const { expect: expectHere } = context
      const { db, startNode } = await openHouse(context)
      const caller = await createTestCaller(db, KEY)
      await startNode(role)
      await addOrphan(db, caller)
      const isLeased = async () =>
        (await db.query<{ isLeased: boolean }>('select leased_until is not null as "isLeased" from jobs')).rows[0]!.isLeased
      if (sweeps) return expectHere.poll(isLeased).toBe(false)
      await untilAllHadTheirTurn(db, context)
      expectHere(await isLeased()).toBe(true)
    })
  }
})

describe.concurrent('what has been kept long enough', () => {
  for (const role of ['gateway', 'solver']) {
    test(`is erased by a process that is only ${role}, shortly after its start`, async (context) => {
      const { db, startNode } = await openHouse(context)
      const caller = await createTestCaller(db, KEY)
      await db.query(
        `insert into jobs (organization_id, department_id, state, ended_at, document_bytes, max_seconds, request_hash)
         values ($1, $2, 'CANCELLED', now() - interval '31 days', 1, 60, ''), ($1, $2, 'CANCELLED', now() - interval '29 days', 1, 60, '')`,
        [caller.organizationId, caller.departmentId],
      )
      await startNode(role)
      const ids = async () => (await db.query<{ id: number }>('select id from jobs')).rows.map(({ id }) => id)
      await context.expect.poll(ids).toEqual([2])
    })
  }
})
