// Slow: searches run until they are stopped.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { PATIENT, until } from '../test/patience.ts'
import { idsOf, type Receiver, startReceiver } from '../test/receiver.ts'
import { createDepartment } from './access/organizations.ts'
import { createToken } from './access/tokens.ts'
import { type Client, createClient } from './client/client.ts'
import { readConfig } from './config.ts'
import { type RunningServer, startServer } from './server.ts'

const KEY = randomBytes(32)
/** Nobody waits for the end of it. */
const LONG_SECONDS = 3600

let receiver: Receiver
let database: TestDatabase
let server: RunningServer

beforeEach(async () => {
  receiver = await startReceiver((response) => response.end())
  database = await createTestDatabase()
  const env = { ...PATIENT, TURNUS_SECRET_KEY: KEY.toString('hex'), TURNUS_LOG_LEVEL: 'fatal' }
  // One thread for whatever comes next, and real searches.
  server = await startServer(readConfig({ port: 0, databaseUrl: database.url, callbackAllow: '127.0.0.0/8', threads: 1 }, env, 2))
})
afterEach(async () => {
  await server.close()
  await database.close()
  await receiver.close()
})

async function departmentOf(name: string): Promise<Client> {
  if (name !== 'main') await createDepartment({ db: database.db, key: KEY }, { organization: 'Turnus', name })
  const { token } = await createToken({ db: database.db }, { organization: 'Turnus', department: name })
  return createClient({ baseUrl: server.address!, token, retry: { tries: 1 } })
}

/** The hospital month, whose search goes on for as long as it may. */
async function ward(maxSeconds: number): Promise<object> {
  const schedule = JSON.parse(await readFile('examples/hospital-month.json', 'utf8')) as object
  return { ...schedule, callbackUrl: receiver.url, termination: { maxSeconds } }
}

/** The identifier of a schedule that was submitted. */
const submit = async (client: Client, schedule: object): Promise<string> => (await client.submit(schedule)).solverProblemId
const stateOf = async (client: Client, id: string): Promise<string> => (await client.entry(id)).status
const isCalled = (id: string): boolean => idsOf(receiver.calls).includes(id)

test('a short job of one department is called back beside a long one of another, which keeps its own next job waiting', async () => {
  const [a, b] = [await departmentOf('main'), await departmentOf('b')]
  const long = await submit(a, await ward(LONG_SECONDS))
  const next = await submit(a, await ward(1))
  await until('the long one is searched', async () => (await stateOf(a, long)) === 'SOLVING')
  const short = await submit(b, await ward(1))
  await until('the short one is called back', () => isCalled(short))
  expect([await stateOf(a, long), await stateOf(a, next)]).toEqual(['SOLVING', 'QUEUED'])
})

test('a job that waits ends at once when it is stopped, and is forgotten when it is withdrawn, whatever runs', async () => {
  const a = await departmentOf('main')
  const long = await submit(a, await ward(LONG_SECONDS))
  await until('the long one is searched', async () => (await stateOf(a, long)) === 'SOLVING')
  const [stopped, withdrawn] = [await submit(a, await ward(LONG_SECONDS)), await submit(a, await ward(LONG_SECONDS))]
  await a.withdraw(withdrawn)
  await a.stop(stopped)
  await until('the stopped one is called back', () => isCalled(stopped))
  expect(await a.entry(stopped)).toMatchObject({ status: 'SOLVED', stopReason: 'STOPPED' })
  expect(await stateOf(a, long)).toBe('SOLVING')
  await expect(a.entry(withdrawn)).rejects.toMatchObject({ status: 404 })
})
