import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { inTransaction } from '../storage/db.ts'
import { openGuardedDb } from '../storage/guarded-db.ts'
import type { GuardedDb } from '../storage/guarded-db.ts'
import { deleteOldLoginWindows } from '../storage/login-windows.ts'
import { countAttempt } from './throttle.ts'
import type { ThrottleDeps } from './throttle.ts'

const key = randomBytes(32)
const limits = { loginsPerEmail: 10, loginsPerAddress: 20 }
let database: TestDatabase
let nodes: readonly [GuardedDb, GuardedDb]

beforeAll(async () => {
  database = await createTestDatabase()
  nodes = [openGuardedDb(database.url), openGuardedDb(database.url)]
})
beforeEach(() => database.db.query('truncate login_windows'))
afterAll(async () => {
  for (const node of nodes) await node.close()
  await database.close()
})

const on = (node: number): ThrottleDeps => ({ db: nodes[node]!, key, limits })
const attempt = (node: number, email: string, address = '192.0.2.1'): ReturnType<typeof countAttempt> => countAttempt(on(node), { email, address })

test('the eleventh attempt with an e-mail from an address is refused on any node, with the seconds to wait, and no other address or e-mail is', async () => {
  for (let i = 0; i < 10; i += 1) await attempt(i % 2, 'a@x.example')
  for (const node of [0, 1]) {
    const refused = attempt(node, 'a@x.example')
    await expect(refused).rejects.toMatchObject({ code: 'too-many-requests', retryAfterSeconds: expect.closeTo(900, -2) })
  }
  await attempt(0, 'a@x.example', '198.51.100.7')
  await attempt(0, 'b@x.example')
})

test('nobody tries more than a hundred passwords of an e-mail, however many addresses they have, and the owner still comes in from where they did before', async () => {
  await (await attempt(0, 'a@x.example', '198.51.100.7')).succeed()
  for (let i = 0; i < 100; i += 1) await attempt(i % 2, 'a@x.example', `192.0.2.${i}`)
  await expect(attempt(1, 'a@x.example', '203.0.113.5')).rejects.toMatchObject({ code: 'too-many-requests' })
  await attempt(1, 'a@x.example', '198.51.100.7')
  // From there too no more than ten.
  for (let i = 0; i < 9; i += 1) await attempt(1, 'a@x.example', '198.51.100.7')
  await expect(attempt(1, 'a@x.example', '198.51.100.7')).rejects.toMatchObject({ code: 'too-many-requests' })
})

test('an address is known for thirty days', async () => {
  await (await attempt(0, 'a@x.example', '198.51.100.7')).succeed()
  for (let i = 0; i < 100; i += 1) await attempt(0, 'a@x.example', `192.0.2.${i}`)
  const later = (days: number) =>
    database.db.query(`update login_windows set started_at = started_at - $1 * interval '1 day' where started_at > now()`, [days])
  await later(29)
  await attempt(0, 'a@x.example', '198.51.100.7')
  await later(1)
  await expect(attempt(0, 'a@x.example', '198.51.100.7')).rejects.toMatchObject({ code: 'too-many-requests' })
})

test('the twenty-first attempt from an address is refused, whatever the e-mails', async () => {
  for (let i = 0; i < 20; i += 1) await attempt(i % 2, `${i}@x.example`)
  await expect(attempt(1, 'new@x.example')).rejects.toMatchObject({ code: 'too-many-requests' })
  await attempt(1, 'new@x.example', '192.0.2.2')
})

test('attempts at the very same moment are all counted', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 30 }, (_, i) => attempt(i % 2, 'a@x.example')))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

test('a login that succeeds is not counted', async () => {
  for (let i = 0; i < 30; i += 1) await (await attempt(0, 'a@x.example')).forgive()
  const { rows } = await database.db.query('select distinct attempts from login_windows')
  expect(rows).toEqual([{ attempts: 0 }])
})

test('the window ends 15 minutes after the first attempt, and not one second before', async () => {
  for (let i = 0; i < 10; i += 1) await attempt(0, 'a@x.example')
  // In one transaction, where the clock of the database stands still.
  await inTransaction(database.db, async (tx) => {
    const again = (): ReturnType<typeof countAttempt> => countAttempt({ db: tx, key, limits }, { email: 'a@x.example', address: '192.0.2.1' })
    const begun = (seconds: number): Promise<unknown> => tx.query(`update login_windows set started_at = now() - $1 * interval '1 second'`, [seconds])
    await begun(895)
    await expect(again()).rejects.toMatchObject({ code: 'too-many-requests', retryAfterSeconds: 5 })
    await begun(899)
    await expect(again()).rejects.toMatchObject({ code: 'too-many-requests', retryAfterSeconds: 1 })
    await begun(900.001)
    await again()
  })
})

for (const { one, other, same } of [
  { one: '2001:db8:1:2::1', other: '2001:db8:1:2:ffff::9', same: true },
  { one: '2001:db8:1:2::1', other: '2001:db8:1:3::1', same: false },
  { one: '::ffff:192.0.2.9', other: '192.0.2.9', same: true },
  { one: '192.0.2.9', other: '192.0.2.10', same: false },
]) {
  test(`${one} and ${other} count as ${same ? 'one address' : 'two'}`, async () => {
    for (const [i, address] of [one, other].entries()) await attempt(0, `${i}@x.example`, address)
    expect((await database.db.query('select 1 from login_windows')).rowCount).toBe(same ? 5 : 6)
  })
}

test('the table tells nobody who tried, and forgets after a day', async () => {
  await attempt(0, 'a@x.example')
  const { rows } = await database.db.query<{ subject: Buffer }>('select subject from login_windows')
  expect(rows.map(({ subject }) => subject.toString('latin1')).join()).not.toContain('x.example')
  expect(await deleteOldLoginWindows(database.db)).toBe(0)
  await database.db.query(`update login_windows set started_at = now() - interval '25 hours'`)
  expect(await deleteOldLoginWindows(database.db)).toBe(3)
})
