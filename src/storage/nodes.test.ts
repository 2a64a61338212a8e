import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { inTransaction } from './db.ts'
import type { Queryable } from './db.ts'
import { deleteNode, listNodes, recordHeartbeat } from './nodes.ts'
import type { NodeSelf } from './nodes.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.query('delete from nodes')
})

const nodeOf = (more: Partial<NodeSelf & { uptimeMs: number }> = {}): NodeSelf & { uptimeMs: number } => ({
  id: randomUUID(),
  name: 'ward:1',
  roles: ['gateway', 'solver'],
  version: '1.2.3',
  threads: 2,
  keyName: null,
  uptimeMs: 0,
  ...more,
})

async function letPass(seconds: number, db: Queryable = database.db): Promise<void> {
  await db.query(`update nodes set started_at = started_at - $1 * interval '1 second', seen_at = seen_at - $1 * interval '1 second'`, [seconds])
}

const countRows = async () => (await database.db.query<{ count: number }>('select count(*) from nodes')).rows[0]!.count

describe('a node', () => {
  test('is listed as it registered, and alive', async () => {
    const node = nodeOf({ uptimeMs: 60_000 })
    await recordHeartbeat(database.db, node)
    const { uptimeMs: _, ...self } = node
    const [listed, ...others] = await listNodes(database.db)
    expect(listed).toEqual({ ...self, runningJobs: 0, state: 'alive', startedAt: expect.any(Date), seenAt: expect.any(Date) })
    expect(listed!.seenAt.getTime() - listed!.startedAt.getTime()).toBe(60_000)
    expect(others).toEqual([])
  })

  for (const { seconds, states } of [
    { seconds: 8, states: ['alive'] },
    { seconds: 10, states: ['alive'] },
    { seconds: 10.001, states: ['lost'] },
    { seconds: 30, states: ['lost'] },
    { seconds: 30.001, states: [] },
  ]) {
    test(`that was seen ${seconds} s ago is listed as [${states.join()}]`, async () => {
      // In one transaction, where the clock of the database stands still.
      await inTransaction(database.db, async (tx) => {
        await recordHeartbeat(tx, nodeOf())
        await letPass(seconds, tx)
        expect((await listNodes(tx)).map(({ state }) => state)).toEqual(states)
      })
    })
  }

  test('that says again that it lives is alive, with the start it had', async () => {
    const node = nodeOf()
    await recordHeartbeat(database.db, node)
    await letPass(31)
    await recordHeartbeat(database.db, { ...node, uptimeMs: 31_000 })
    const [listed] = await listNodes(database.db)
    expect(listed).toMatchObject({ id: node.id, state: 'alive' })
    expect(listed!.seenAt.getTime() - listed!.startedAt.getTime()).toBeGreaterThanOrEqual(31_000)
    expect(await countRows()).toBe(1)
  })

  test('that was not seen for a day is deleted by the next heartbeat of any other, not before', async () => {
    await recordHeartbeat(database.db, nodeOf())
    await letPass(24 * 60 * 60 - 60)
    const other = nodeOf()
    await recordHeartbeat(database.db, other)
    expect(await countRows()).toBe(2)
    await database.db.query(`update nodes set seen_at = seen_at - interval '2 minutes' where id <> $1`, [other.id])
    await recordHeartbeat(database.db, other)
    expect(await countRows()).toBe(1)
  })

  test('that was suspended for longer than a day finds its own row again', async () => {
    const node = nodeOf()
    await recordHeartbeat(database.db, node)
    await letPass(25 * 60 * 60)
    await recordHeartbeat(database.db, node)
    expect(await listNodes(database.db)).toMatchObject([{ id: node.id, state: 'alive' }])
  })

  test('that is removed is gone, and one that was never there can be removed', async () => {
    const node = nodeOf()
    await recordHeartbeat(database.db, node)
    await deleteNode(database.db, node.id)
    await deleteNode(database.db, node.id)
    expect(await listNodes(database.db)).toEqual([])
  })

  test('without a role, or with one that does not exist, is not stored', async () => {
    await expect(recordHeartbeat(database.db, nodeOf({ roles: [] }))).rejects.toMatchObject({ code: '23514' })
    await expect(recordHeartbeat(database.db, nodeOf({ roles: ['cook' as 'solver'] }))).rejects.toMatchObject({ code: '23514' })
  })
})

test('twenty nodes that all delete the same dead ones at once neither wait for each other nor fail', async () => {
  for (let i = 0; i < 20; i += 1) await recordHeartbeat(database.db, nodeOf())
  await letPass(25 * 60 * 60)
  await Promise.all(Array.from({ length: 20 }, () => recordHeartbeat(database.db, nodeOf())))
  expect((await listNodes(database.db)).length).toBe(20)
})

test('running jobs are counted for the solver that leases them, while the lease lasts', async () => {
  const caller = await createTestCaller(database.db, Buffer.alloc(32, 1))
  const insert = (state: string, node: string, leaseSeconds: number | null) =>
    database.db.query(
      `insert into jobs (organization_id, department_id, state, node, leased_until, document_bytes, max_seconds, request_hash)
       values ($1, $2, $3, $4, now() + $5 * interval '1 second', 1, 60, '')`,
      [caller.organizationId, caller.departmentId, state, node, leaseSeconds],
    )
  await insert('SOLVING', 'ward:1', 10)
  await insert('SOLVING', 'ward:1', 10)
  await insert('SOLVING', 'ward:1', -1)
  await insert('SOLVING', 'ward:1', null)
  await insert('SOLVING', 'elsewhere:1', 10)
  await insert('QUEUED', 'ward:1', null)
  await recordHeartbeat(database.db, nodeOf({ name: 'ward:1', roles: ['solver'] }))
  await recordHeartbeat(database.db, nodeOf({ name: 'ward:1', roles: ['gateway', 'dispatcher'], threads: 0 }))
  const counts = (await listNodes(database.db)).map(({ roles, runningJobs }) => `${roles.join()}: ${runningJobs}`)
  expect(counts.sort()).toEqual(['gateway,dispatcher: 0', 'solver: 2'])
})
