import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestCaller, TestDatabase } from '../../test/database.ts'
import { deleteOldAuditEvents, insertAuditEvent, listAuditEvents } from './audit-events.ts'
import type { AuditPage, NewAuditEvent } from './audit-events.ts'
import { openGuardedDb } from './guarded-db.ts'
import type { GuardedDb } from './guarded-db.ts'

let database: TestDatabase
let guarded: GuardedDb
let ours: TestCaller
let theirs: TestCaller

const ALL: AuditPage = { organizationId: null, since: null, action: null, before: null, limit: 1000 }
const refused: NewAuditEvent = {
  actor: { kind: 'stranger', address: '192.0.2.1' },
  action: 'access.refused',
  organizationId: null,
  departmentId: null,
  target: null,
}
const count = async (): Promise<number> => (await database.db.query('select from audit_events')).rowCount!
/** Writes an event that happened so long ago. */
const writeOld = async (age: string): Promise<void> => {
  await database.db.query(`insert into audit_events (at, actor, action) values (now() - $1::interval, 'stranger', 'access.refused')`, [age])
}

beforeAll(async () => {
  database = await createTestDatabase()
  guarded = openGuardedDb(database.url)
  const key = randomBytes(32)
  ours = await createTestCaller(database.db, key)
  theirs = await createTestCaller(database.db, key)
})
beforeEach(async () => {
  // What nobody may do without taking the trigger away first.
  await database.db.query('alter table audit_events disable trigger user; truncate audit_events; alter table audit_events enable trigger user')
})
afterAll(async () => {
  await guarded.close()
  await database.close()
})

describe('the log is append-only for the owner of the tables too', () => {
  for (const sql of [
    `update audit_events set action = 'login.failed'`,
    'delete from audit_events',
    'truncate audit_events',
    `set local turnus.audit_days = '1'; delete from audit_events`,
    `set local turnus.audit_days = '0'; delete from audit_events`,
    `insert into audit_events (id, actor, action) overriding system value select id, actor, action from audit_events on conflict (id) do update set action = 'x'`,
  ]) {
    test(`${sql.slice(0, 90)} is refused`, async () => {
      await writeOld('29 days')
      const tried = database.db.transaction((tx) => tx.query(sql))
      await expect(tried).rejects.toMatchObject({ code: '42501', message: 'the audit log is append-only' })
      expect(await count()).toBe(1)
    })
  }

  test('what is older than the retention cannot be deleted by hand either', async () => {
    await writeOld('2 years')
    await expect(database.db.query('delete from audit_events')).rejects.toMatchObject({ code: '42501' })
  })
})

describe('deleting what is old', () => {
  for (const { days, left } of [
    { days: 400, left: 4 },
    { days: 399, left: 3 },
    { days: 31, left: 2 },
    { days: 30, left: 1 },
    { days: 1, left: 1 },
    { days: -5, left: 1 },
  ]) {
    test(`of more than ${days} days leaves ${left} of 5, and nothing younger than 30 days is ever deleted`, async () => {
      for (const age of ['401 days', '400 days -1 minute', '32 days', '30 days 1 minute', '30 days -1 minute']) await writeOld(age)
      expect(await deleteOldAuditEvents(database.db, days)).toBe(5 - left)
      expect(await count()).toBe(left)
    })
  }

  test('opens the log for nothing else, also within its transaction', async () => {
    await writeOld('401 days')
    const both = database.db.transaction(async (tx) => {
      await deleteOldAuditEvents(tx, 400)
      await tx.query(`insert into audit_events (at, actor, action) values (now() - interval '401 days', 'stranger', 'access.refused')`)
      await tx.query('delete from audit_events')
    })
    await expect(both).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the HTTP interface', () => {
  const within = (caller: TestCaller): ReturnType<GuardedDb['within']> => guarded.within(caller)
  const administration = (caller: TestCaller): ReturnType<GuardedDb['within']> => guarded.within({ ...caller, departmentId: null })
  const about = ({ organizationId, departmentId }: TestCaller): NewAuditEvent => ({ ...refused, organizationId, departmentId })

  test('writes what belongs to nobody, without naming a reach', async () => {
    await insertAuditEvent(guarded, refused)
    expect(await listAuditEvents(database.db, ALL)).toMatchObject([{ actor: 'stranger', address: '192.0.2.1', organizationId: null, target: null }])
    expect(await listAuditEvents(guarded, ALL)).toEqual([])
  })

  test('writes about its own department and organization, and reads it as the administration alone', async () => {
    await insertAuditEvent(within(ours), about(ours))
    await insertAuditEvent(administration(ours), { ...about(ours), departmentId: null })
    await insertAuditEvent(administration(theirs), about(theirs))
    expect(await listAuditEvents(administration(ours), ALL)).toHaveLength(2)
    expect(await listAuditEvents(within(ours), ALL)).toEqual([])
  })

  test('cannot write about another organization or department, nor say that it is the command line', async () => {
    for (const { db, event } of [
      { db: within(ours), event: about(theirs) },
      { db: administration(ours), event: about(theirs) },
      { db: within(ours), event: { ...about(ours), departmentId: null } },
      { db: guarded, event: about(ours) },
      { db: administration(ours), event: { ...about(ours), actor: { kind: 'command line' } as const } },
    ]) {
      await expect(insertAuditEvent(db, event)).rejects.toMatchObject({ code: '42501' })
    }
    expect(await count()).toBe(0)
  })

  test('cannot change, delete, or say when something happened', async () => {
    await writeOld('2 years')
    for (const sql of [
      `update audit_events set action = 'x'`,
      'delete from audit_events',
      'truncate audit_events',
      'select delete_old_audit_events(400, 10)',
      `insert into audit_events (at, actor, action) values ('2020-01-01', 'stranger', 'access.refused')`,
    ]) {
      await expect(administration(ours).query(sql)).rejects.toMatchObject({ code: '42501' })
    }
    expect(await count()).toBe(1)
  })
})

test('the list is newest first, from a moment on, of one action, below an id', async () => {
  await writeOld('2 days')
  await insertAuditEvent(database.db, {
    ...refused,
    action: 'login.failed',
    target: { type: 'user', id: 7, name: null },
    detail: { reason: 'password' },
  })
  await insertAuditEvent(database.db, refused)
  const list = (more: Partial<AuditPage>): ReturnType<typeof listAuditEvents> => listAuditEvents(database.db, { ...ALL, ...more })
  const [newest, middle, oldest] = await list({})
  expect([newest!.id > middle!.id, middle!.id > oldest!.id]).toEqual([true, true])
  expect(await list({ limit: 1 })).toEqual([newest])
  expect(await list({ before: newest!.id })).toEqual([middle, oldest])
  expect(await list({ since: new Date(Date.now() - 86_400_000) })).toEqual([newest, middle])
  expect(await list({ action: 'login.failed' })).toEqual([middle])
  expect(middle).toMatchObject({ target: { type: 'user', id: 7, name: null }, detail: { reason: 'password' } })
})
