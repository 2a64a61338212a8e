import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { GatewayError } from '../model/errors.ts'
import { createPool, openDb } from './db.ts'
import { createFailureLog, explainOutage, isOutage } from './outage.ts'

const withCode = (code: string): Error => Object.assign(new Error('x'), { code })

for (const error of [
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', '57P01', '57P02', '57P03', '57P05', '08000', '08006', '08P01', '25P03', '53300'].map(withCode),
  new Error('Connection terminated unexpectedly'),
  new Error('Connection terminated due to connection timeout'),
  new Error('timeout exceeded when trying to connect'),
  Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }),
]) {
  test(`${(error as { code?: string }).code ?? error.message} is told as database-unavailable, with its cause`, () => {
    expect(explainOutage(error)).toMatchObject({ code: 'database-unavailable', cause: error })
  })
}

for (const code of ['53100', '53200', '53400', '58000', '58030', '58P01', '25006']) {
  test(`${code} is told as a database that cannot store anything, with its cause`, () => {
    const error = withCode(code)
    expect(isOutage(error)).toBe(true)
    expect(explainOutage(error)).toMatchObject({
      code: 'database-unavailable',
      message: 'The database cannot store anything at the moment.',
      cause: error,
    })
  })
}

test('a statement that writes where only reading is allowed is not the fault of who asked', async () => {
  const { db, close } = await createTestDatabase()
  const written = db.transaction(async (tx) => {
    await tx.query('set transaction read only')
    await tx.query('delete from jobs')
  })
  await expect(written).rejects.toMatchObject({ code: 'database-unavailable', message: 'The database cannot store anything at the moment.' })
  await close()
})

for (const error of [
  withCode('23505'),
  withCode('42P01'),
  withCode('57014'),
  new Error('Invariant broken'),
  new GatewayError('queue-full', '', ''),
  'x',
]) {
  test(`${error instanceof Error ? `${(error as { code?: string }).code ?? error.message}` : error} is no outage`, () => {
    expect(isOutage(error)).toBe(false)
    expect(explainOutage(error)).toBe(error)
  })
}

test('a pool that is pointed at a closed port says so, for a query and for a transaction', async () => {
  const closed = createServer()
  await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done))
  const { port } = closed.address() as AddressInfo
  await new Promise((done) => closed.close(done))
  const db = openDb(`postgres://x:y@127.0.0.1:${port}/z`)
  await expect(db.query('select 1')).rejects.toMatchObject({ code: 'database-unavailable' })
  await expect(db.transaction(async () => 1)).rejects.toMatchObject({ code: 'database-unavailable' })
  await db.close()
})

test('a connection that the server ends in mid-transaction is an outage, and the pool goes on afterwards', async () => {
  const { db, url, close } = await createTestDatabase('empty')
  const other = openDb(url)
  const broken = db.transaction(async (tx) => {
    const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
    await other.query('select pg_terminate_backend($1)', [rows[0]!.pid])
    // Between two statements nobody waits for an answer that could tell.
    await new Promise((done) => setTimeout(done, 100))
    await tx.query('select 1')
  })
  await expect(broken).rejects.toMatchObject({ code: 'database-unavailable' })
  expect((await db.query('select 1')).rowCount).toBe(1)
  await other.close()
  await close()
})

test('a connection that the server ends in the very moment in which it is made is an outage, not the end of the process', async () => {
  const { server, port } = await listenAsDyingServer()
  const told: Error[] = []
  const db = openDb(`postgres://x@127.0.0.1:${port}/z`, { onError: (error) => told.push(error) })
  await expect(db.transaction(async () => 1)).rejects.toMatchObject({ code: 'database-unavailable' })
  await expect(db.query('select 1')).rejects.toMatchObject({ code: 'database-unavailable' })
  await db.close()
  server.close()
})

test.each([
  { query: '', ms: 10_000 },
  { query: '?connect_timeout=30', ms: 30_000 },
  { query: '?sslmode=disable&connect_timeout=3', ms: 3000 },
  { query: '?connect_timeout=soon', ms: 10_000 },
  { query: '?connect_timeout=0', ms: 10_000 },
])('a connection to an address with "$query" may take $ms ms', async ({ query, ms }) => {
  const pool = createPool(`postgres://x@127.0.0.1:1/z${query}`, {})
  expect(pool.options.connectionTimeoutMillis).toBe(ms)
  await pool.end()
})

test('a connection that breaks while its pool is being closed is not told: whoever stops a database does so right after that', async () => {
  const told: Error[] = []
  const pool = createPool('postgres://x@127.0.0.1:1/z', { onError: (error) => told.push(error) })
  const [before, after] = [withCode('57P01'), withCode('57P01')]
  pool.emit('error', before, new pg.Client() as pg.PoolClient)
  const closed = pool.end()
  pool.emit('error', after, new pg.Client() as pg.PoolClient)
  await closed
  expect(told).toEqual([before])
})

/** A PostgreSQL that is told to shut down while it greets: what it says of both arrives in one piece. */
async function listenAsDyingServer(): Promise<{ server: Server; port: number }> {
  const message = (type: string, body: Buffer): Buffer => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(type), length, body])
  }
  const greeting = Buffer.concat([
    message('R', Buffer.alloc(4)),
    message('Z', Buffer.from('I')),
    message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')),
  ])
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(greeting))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, port: (server.address() as AddressInfo).port }
}

test('a transaction in which nothing happens does not keep others from its rows', async () => {
  const { db: others, url, close } = await createTestDatabase()
  const sleepy = openDb(url, { idleTransactionMs: 100 })
  const lock = `select pg_advisory_xact_lock(7)`
  const asleep = Promise.withResolvers<void>()
  const slept = sleepy.transaction(async (tx) => {
    await tx.query(lock)
    asleep.resolve()
    await others.transaction((other) => other.query(lock))
    await tx.query('select 1')
  })
  await asleep.promise
  await expect(slept).rejects.toMatchObject({ code: 'database-unavailable' })
  // Not in a transaction: between its answer and its commit this process might be held up for as long.
  expect((await sleepy.query('select 1')).rowCount).toBe(1)
  await sleepy.close()
  await close()
})

test('a flood of outages is one line without a stack, and any other failure is told whole each time', () => {
  const lines: [level: string, context: object, message: string][] = []
  const write = (level: string) => (context: object, message: string) => void lines.push([level, context, message])
  const tell = createFailureLog({ info: write('info'), warn: write('warn'), error: write('error') }, 'error', 'sweep failed')
  for (let i = 0; i < 100; i += 1) tell(explainOutage(withCode('57P01')), { jobId: 1 })
  expect(lines).toEqual([['warn', { jobId: 1, reason: '57P01: x' }, 'sweep failed: the database cannot be worked with']])
  // That of another kind is.
  for (let i = 0; i < 100; i += 1) tell(explainOutage(withCode('53100')), { jobId: 1 })
  expect(lines.splice(1)).toEqual([['warn', { jobId: 1, reason: '53100: x' }, 'sweep failed: the database cannot be worked with']])
  const bug = new Error('bug')
  tell(bug)
  tell(bug)
  expect(lines.slice(1)).toEqual([
    ['error', { err: bug }, 'sweep failed'],
    ['error', { err: bug }, 'sweep failed'],
  ])
})
