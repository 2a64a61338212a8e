// Slow: a search is followed through the logs of a gateway from its call to its callback.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createToken } from '../../src/access/tokens.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { until } from '../patience.ts'
import { type Receiver, startReceiver } from '../receiver.ts'
import { inTemporaryFolder, type ServeProcess, startServe } from './turnus.ts'

interface Line {
  readonly level: number
  readonly msg: string
  readonly jobId?: number
  readonly route?: string | null
}

const SCHEDULE = {
  employees: [{ id: 1, name: 'Anna', contract: {} }],
  shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z', importance: 'MANDATORY' }],
  spots: [{ id: 1, name: 'Ward' }],
  termination: { maxSeconds: 1 },
}

/** What may be logged about no job at all; of answers those whose route names none. */
const ABOUT_NO_JOB: ReadonlySet<string> = new Set(['Server listening', 'turnus listens', 'turnus stops'])

let database: TestDatabase
let receiver: Receiver
let failing: Receiver

beforeAll(async () => {
  database = await createTestDatabase()
  receiver = await startReceiver((response) => response.writeHead(200).end())
  failing = await startReceiver((response) => response.writeHead(500).end())
})
afterAll(async () => {
  await receiver.close()
  await failing.close()
  await database.close()
})

async function ask(gateway: ServeProcess, token: string, path: string, options: { method?: string; body?: object } = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, ...(options.body === undefined ? {} : { 'content-type': 'application/json' }) }
  const { method = 'GET', body } = options
  return fetch(`${gateway.address}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
}

async function submit(gateway: ServeProcess, token: string, more: object): Promise<string> {
  const answer = await ask(gateway, token, '/api/v1/gateway', { method: 'POST', body: { ...SCHEDULE, ...more } })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { solverProblemId: string }).solverProblemId
}

/** Solved and called back, called back in vain, stopped, withdrawn, and one whose end the database refuses for a while. */
async function liveThrough(gateway: ServeProcess, token: string): Promise<Readonly<Record<string, string>>> {
  const solved = await submit(gateway, token, { callbackUrl: receiver.url })
  await expect.poll(() => receiver.calls.length).toBe(1)
  const vain = await submit(gateway, token, { callbackUrl: failing.url })
  await expect.poll(() => failing.calls.length).toBeGreaterThan(0)
  await database.db.query('alter table jobs add constraint unlucky check (stop_reason is null) not valid')
  const refused = await submit(gateway, token, { callbackUrl: receiver.url })
  const broken = await submit(gateway, token, { callbackUrl: receiver.url, termination: { maxSeconds: 3600, stallSeconds: 3600 } })
  expect((await ask(gateway, token, `/api/v1/gateway/${refused}`)).status).toBe(200)
  await until('an end that could not be stored', () => gateway.logged().includes('the end of an attempt could not be stored'))
  await database.db.query('alter table jobs drop constraint unlucky')
  await expect.poll(() => receiver.calls.length).toBe(2)
  expect((await ask(gateway, token, `/api/v1/gateway/${broken}`, { method: 'DELETE' })).status).toBe(204)
  expect((await ask(gateway, token, '/api/v1/gateway/999999999')).status).toBe(404)
  return { solved, vain, refused, broken }
}

describe('the log', () => {
  test('has a job id on every line that concerns a job, and tells each job from its submission on', () =>
    inTemporaryFolder(async (folder) => {
      const env = { DATABASE_URL: database.url, TURNUS_SECRET_KEY: randomBytes(32).toString('hex'), TURNUS_CALLBACK_ALLOW: '127.0.0.0/8' }
      const gateway = await startServe(folder, { env })
      const { token } = await createToken(database, { organization: 'Turnus', department: 'main' })
      const ids = await liveThrough(gateway, token)
      expect(await gateway.stop()).toBe(0)

      const lines = (await gateway.log)
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Line)
      const without = lines.filter(({ jobId, msg, route }) => {
        const isAboutNone =
          ABOUT_NO_JOB.has(msg.split(' at ')[0]!) || (msg === 'request answered' && route !== undefined && !route?.includes(':solverProblemId'))
        return jobId === undefined && !isAboutNone
      })
      expect(without).toEqual([])
      const told = (id: string | undefined): ReadonlySet<string> => new Set(lines.filter(({ jobId }) => jobId === Number(id)).map(({ msg }) => msg))
      expect([...told(ids.solved)].sort()).toEqual(['attempt ended', 'callback tried', 'job taken up', 'request answered'])
      expect(told(ids.vain)).toContain('callback tried')
      expect(told(ids.refused)).toContain('the end of an attempt could not be stored')
      expect(told(ids.broken)).toContain('request answered')
      expect(told('999999999')).toContain('request answered')
    }))
})
