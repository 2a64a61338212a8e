// Slow: a search goes on until another process helps it.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createToken } from '../../src/access/tokens.ts'
import { createClient } from '../../src/client/client.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { until } from '../patience.ts'
import { idsOf, type Receiver, startReceiver } from '../receiver.ts'
import { inTemporaryFolder, type ServeProcess, startServe } from './turnus.ts'

const WARD = JSON.parse(readFileSync(new URL('../../examples/hospital-month.json', import.meta.url), 'utf8')) as object
const env = { TURNUS_SECRET_KEY: randomBytes(32).toString('hex'), TURNUS_CALLBACK_ALLOW: '127.0.0.0/8', TURNUS_LOG_LEVEL: 'fatal' }

let database: TestDatabase
let receiver: Receiver

beforeAll(async () => {
  database = await createTestDatabase()
  receiver = await startReceiver((response) => response.end())
})
afterAll(async () => {
  await receiver.close()
  await database.close()
})

async function start(data: string, ...args: string[]): Promise<ServeProcess> {
  const node = await startServe(data, { args: ['--threads', '1', ...args], env: { ...env, DATABASE_URL: database.url } })
  onTestFinished(() => node.kill())
  return node
}

const helping = async (): Promise<readonly { node: string; score: number[] | null }[]> =>
  (await database.db.query<{ node: string; score: number[] | null }>('select node, score from helping_searches where leased_until >= now()')).rows

test('an idle node helps the search of another, until its own job comes', () =>
  inTemporaryFolder(async (folder) => {
    const busy = await start(`${folder}/busy`)
    const { token } = await createToken({ db: database.db }, { organization: 'Turnus', department: 'main' })
    const client = createClient({ baseUrl: busy.address, token })
    const submit = async (): Promise<string> =>
      (await client.submit({ ...WARD, callbackUrl: receiver.url, termination: { maxSeconds: 3600 } })).solverProblemId
    const first = await submit()
    await until('its search', async () => (await client.entry(first)).status === 'SOLVING')
    const idle = await start(`${folder}/idle`)
    await until('a helping search with a roster', async () => (await helping()).some(({ score }) => score !== null))
    // Another job takes the thread of the idle node.
    const second = await submit()
    await until('both searches', async () => (await client.entry(second)).status === 'SOLVING')
    await until('the end of the help', async () => (await helping()).length === 0)
    expect((await client.entry(first)).status).toBe('SOLVING')
    // With a node that is gone nothing is lost: the job of the idle one goes on elsewhere, as ever.
    await idle.kill()
    await client.withdraw(second)
    await client.stop(first)
    await until('the callback', () => idsOf(receiver.calls).includes(first))
    const { statistics } = (await client.solution(first)) as { statistics: { threads: number } }
    expect(statistics.threads).toBe(2)
  }))
