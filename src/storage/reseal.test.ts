import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestCaller, TestDatabase } from '../../test/database.ts'
import { compress, decompress } from './compress.ts'
import { inTransaction } from './db.ts'
import type { Queryable } from './db.ts'
import { insertDelivery } from './deliveries.ts'
import { eraseJob, insertJob } from './jobs.ts'
import { newJob } from './new-job.fixture.ts'
import { resealAll, SEALED_COLUMNS } from './reseal.ts'
import { keyedDigests, openSecret, sealMark, sealSecret } from './seal.ts'
import type { SecretKey } from './seal.ts'

const DOCUMENT = Buffer.from('{"shifts":[]}')
const old = randomBytes(32)
const next = randomBytes(32)
const both = { current: next, previous: old }
const silent = (): void => undefined

let database: TestDatabase
let caller: TestCaller

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.query('truncate jobs, progress_points, deliveries, delivery_attempts, departments cascade')
  caller = await createTestCaller(database.db, old)
  const previous = sealSecret(old, 'signing-secret', 'whsec_c2VjcmV0')
  await database.db.query(`update departments set previous_signing_secret = $1, previous_secret_until = now()`, [previous])
})

/** A job that was solved, with a callback that waits: every column that is sealed has a value. */
async function makeJob(key: SecretKey): Promise<number> {
  const packed = await compress(DOCUMENT)
  return inTransaction(database.db, async (tx) => {
    const job = newJob(caller, {
      document: sealSecret(key, 'document', packed),
      documentBytes: DOCUMENT.length,
      callbackUrl: 'https://consumer.example/',
      callbackHeaderName: 'X-Key',
      callbackHeaderValue: sealSecret(key, 'callback-header', 's3cr3t'),
      requestHash: keyedDigests(key, DOCUMENT)[0],
    })
    const { id } = await insertJob(tx, job)
    await tx.query('update jobs set solution = $2 where id = $1', [id, sealSecret(key, 'solution', packed)])
    const body = sealSecret(key, 'callback-body', packed)
    await insertDelivery(tx, { jobId: id, type: 'schedule.solved', messageId: `msg_${randomBytes(8).toString('hex')}`, body })
    return id
  })
}

/** Everything that is sealed, by the key that opens it. */
async function countSealed(): Promise<{ old: number; next: number }> {
  const counts = { old: 0, next: 0 }
  for (const { table, column, purpose } of SEALED_COLUMNS) {
    const { rows } = await database.db.query<{ value: Buffer }>(`select ${column} as value from ${table} where ${column} is not null`)
    for (const { value } of rows) {
      const by = value.subarray(0, 5).equals(sealMark(next)) ? 'next' : 'old'
      openSecret(by === 'next' ? next : old, purpose, value)
      counts[by] += 1
    }
  }
  return counts
}

test('every column of bytes is sealed, or known to hold nothing that has to be', async () => {
  const { rows } = await database.db.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and data_type = 'bytea'`,
  )
  const unsealed = ['jobs.roster', 'helping_searches.roster', 'jobs.request_hash', 'tokens.hash', 'employee_links.hash', 'login_windows.subject']
  expect(rows.map(({ name }) => name).sort()).toEqual([...SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`), ...unsealed].sort())
})

describe('sealing everything anew', () => {
  test('leaves every value as it was, under the new key, and finds nothing the second time', async () => {
    const jobId = await makeJob(old)
    await makeJob(next)
    expect(await countSealed()).toEqual({ old: 7, next: 5 })
    expect(await resealAll(database.db, both, silent)).toEqual([
      { purpose: 'callback-header', resealed: 2, unopenable: 0 },
      { purpose: 'document', resealed: 1, unopenable: 0 },
      { purpose: 'solution', resealed: 1, unopenable: 0 },
      { purpose: 'callback-body', resealed: 1, unopenable: 0 },
      { purpose: 'signing-secret', resealed: 2, unopenable: 0 },
    ])
    expect(await countSealed()).toEqual({ old: 0, next: 12 })
    const { rows } = await database.db.query<{ document: Buffer; hash: Buffer }>('select document, request_hash as hash from jobs where id = $1', [
      jobId,
    ])
    expect(await decompress(openSecret(next, 'document', rows[0]!.document))).toEqual(DOCUMENT)
    expect(rows[0]!.hash).toEqual(keyedDigests(next, DOCUMENT)[0])
    expect(await resealAll(database.db, both, silent)).toEqual([])
  })

  test('goes on where it broke off, with the signing secret that a start looks at as the very last', async () => {
    for (let i = 0; i < 3; i += 1) await makeJob(old)
    await createTestCaller(database.db, old)
    const sealedBefore = await countSealed()
    let left = 7
    const failing: Queryable = {
      query: (sql, values) => {
        if (sql.startsWith('update') && (left -= 1) < 0) throw new Error('killed')
        return database.db.query(sql, values)
      },
    }
    await expect(resealAll(failing, both, silent)).rejects.toThrow('killed')
    expect((await countSealed()).next).toBe(7)
    left = sealedBefore.old - 7 - 1
    await expect(resealAll(failing, both, silent)).rejects.toThrow('killed')
    const { rows } = await database.db.query<{ id: number; secret: Buffer }>('select id, signing_secret as secret from departments order by id')
    expect(rows.map(({ secret }) => secret.subarray(0, 5).equals(sealMark(next)))).toEqual([false, true])
    expect(await resealAll(database.db, both, silent)).toEqual([{ purpose: 'signing-secret', resealed: 1, unopenable: 0 }])
    expect((await countSealed()).old).toBe(0)
  })

  test('finds what was sealed with the previous key while it went on', async () => {
    await makeJob(old)
    let late = 2
    const tell = (): void => {
      if (late-- > 0) pending.push(makeJob(old))
    }
    const pending: Promise<unknown>[] = []
    const waiting: Queryable = {
      async query(sql, values) {
        await Promise.all(pending)
        return database.db.query(sql, values)
      },
    }
    await resealAll(waiting, both, tell)
    expect(await countSealed()).toEqual({ old: 0, next: 17 })
  })

  test('does not bring back what was erased between the reading and the writing', async () => {
    const jobId = await makeJob(old)
    const erasing: Queryable = {
      async query(sql, values) {
        if (sql.startsWith('update jobs')) await inTransaction(database.db, (tx) => eraseJob(tx, jobId))
        return database.db.query(sql, values)
      },
    }
    await resealAll(erasing, both, silent)
    const { rows } = await database.db.query('select document, solution, callback_header_value as header, request_hash as hash from jobs')
    expect(rows).toEqual([{ document: null, solution: null, header: null, hash: Buffer.alloc(0) }])
  })

  test('counts what neither key opens, and leaves it alone', async () => {
    await makeJob(randomBytes(32))
    const counts = await resealAll(database.db, both, silent)
    expect(counts.map(({ purpose, unopenable }) => [purpose, unopenable])).toEqual([
      ['callback-header', 2],
      ['document', 1],
      ['solution', 1],
      ['callback-body', 1],
      ['signing-secret', 0],
    ])
  })
})
