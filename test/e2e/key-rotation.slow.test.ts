// Slow: keys are changed while servers run.
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { departmentSigningSecret } from '../../src/access/organizations.ts'
import { createToken } from '../../src/access/tokens.ts'
import { startReceiver } from '../../src/cli/demo-receiver.ts'
import { runProgram } from '../../src/cli/program.ts'
import { createClient, verifyCallback } from '../../src/client/client.ts'
import { readConfig } from '../../src/config.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { createTestTerminal } from '../terminal.ts'
import { PATIENT } from '../patience.ts'

const OLD = randomBytes(32)
const NEXT = randomBytes(32)
const ONLY_OLD = { ...PATIENT, TURNUS_SECRET_KEY: OLD.toString('hex') }
const BOTH = { ...PATIENT, TURNUS_SECRET_KEY: NEXT.toString('base64'), TURNUS_SECRET_KEY_PREVIOUS: OLD.toString('hex') }
const ONLY_NEXT = { ...PATIENT, TURNUS_SECRET_KEY: NEXT.toString('hex') }
/** Before the change reaches every process, none must seal with what another cannot open. */
const BOTH_OLD_SEALS = { ...PATIENT, TURNUS_SECRET_KEY: OLD.toString('hex'), TURNUS_SECRET_KEY_PREVIOUS: NEXT.toString('hex') }

const SCHEDULE = {
  callbackUrl: 'http://127.0.0.1:9/nobody',
  employees: [{ id: 1, skills: [], teams: [], contract: {}, wishes: [] }],
  shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00' }],
  spots: [{ id: 1, teams: [], skills: [] }],
}

let database: TestDatabase
let servers: RunningServer[] = []

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await stopAll()
  await database.close()
})

async function start(keys: Record<string, string>, role = 'gateway'): Promise<string | null> {
  const flags = { port: 0, databaseUrl: database.url, callbackAllow: '127.0.0.0/8', threads: 1, role }
  const server = await startServer(readConfig(flags, { ...keys, TURNUS_LOG_LEVEL: 'silent' }))
  servers.push(server)
  return server.address
}

async function stopAll(): Promise<void> {
  await Promise.all(servers.map((server) => server.close()))
  servers = []
}

async function rotate(keys: Record<string, string>): Promise<{ code: number; out: string }> {
  const terminal = createTestTerminal({ env: { ...keys, DATABASE_URL: database.url } })
  return { code: await runProgram(['key', 'rotate'], terminal), out: terminal.out() + terminal.err() }
}

const makeToken = async (): Promise<string> => (await createToken(database, { organization: 'Turnus', department: 'main' })).token

async function post(address: string, { token, key, schedule }: { token: string; key: string; schedule: object }) {
  const headers = { 'authorization': `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key }
  const answer = await fetch(`${address}/api/v1/gateway`, { method: 'POST', headers, body: JSON.stringify(schedule) })
  const body = (await answer.json()) as { solverProblemId?: string; code?: string }
  return { status: answer.status, id: body.solverProblemId, code: body.code }
}

describe('the secret key is changed while jobs wait', () => {
  test('then they are solved and called back with the new key alone, and repeated submissions replay all the way', async () => {
    const receiver = await startReceiver()
    const schedule = {
      ...SCHEDULE,
      callbackUrl: receiver.url,
      callbackAuthenticationHeaderName: 'X-Key',
      callbackAuthenticationHeaderValue: 'open sesame',
    }
    let address = (await start(ONLY_OLD))!
    const token = await makeToken()
    const first = await post(address, { token, key: 'first', schedule })
    expect(first.status).toBe(201)
    await stopAll()

    address = (await start(BOTH))!
    const again = { token, key: 'first', schedule }
    expect(await post(address, again)).toMatchObject({ status: 200, id: first.id })
    expect(await post(address, { ...again, schedule: SCHEDULE })).toMatchObject({ status: 422, code: 'idempotency-key-reused' })
    expect((await post(address, { token, key: 'second', schedule: SCHEDULE })).status).toBe(201)
    await expect(start(ONLY_NEXT)).rejects.toMatchObject({ code: 'environment-unfit' })

    const { code, out } = await rotate(BOTH)
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('The previous key may be thrown away.') })
    expect(out).toContain('schedules: 1 sealed anew')
    expect(out).toContain('signing secrets: 1 sealed anew')
    expect(await post(address, again)).toMatchObject({ status: 200, id: first.id })
    await stopAll()

    await expect(start(ONLY_OLD)).rejects.toMatchObject({ code: 'environment-unfit' })
    address = (await start(ONLY_NEXT, 'gateway,solver,dispatcher'))!
    expect(await post(address, again)).toMatchObject({ status: 200, id: first.id })
    const { headers, body } = await receiver.received
    expect(headers['x-key']).toBe('open sesame')
    const secret = await departmentSigningSecret({ db: database.db, key: NEXT }, { organization: 'Turnus', department: 'main' })
    expect(verifyCallback(body, headers, secret)).toMatchObject({ solverProblemId: first.id, status: 'SOLVED' })
    const client = createClient({ baseUrl: address, token })
    expect(await client.solution(first.id!)).toMatchObject({ shifts: [{ employee: 1 }] })
    receiver.close()
  })

  test('while a process still seals with the previous one, that is still needed, and says why', async () => {
    const old = (await start(BOTH_OLD_SEALS))!
    const next = (await start(BOTH))!
    const token = await makeToken()
    const [atOld, atNext] = [await post(old, { token, key: 'a', schedule: SCHEDULE }), await post(next, { token, key: 'b', schedule: SCHEDULE })]
    expect(await post(next, { token, key: 'a', schedule: SCHEDULE })).toMatchObject({ status: 200, id: atOld.id })
    expect(await post(old, { token, key: 'b', schedule: SCHEDULE })).toMatchObject({ status: 200, id: atNext.id })

    expect(await rotate(BOTH)).toEqual({ code: 1, out: expect.stringMatching(/still needed:\n {2}The process \S+ still seals with another key/) })
    await servers.shift()!.close()
    expect(await rotate(BOTH)).toMatchObject({ code: 0 })
  })

  test('failed logins are counted together by the processes before and after the change', async () => {
    const limited = { TURNUS_LOGINS_PER_EMAIL: '3', TURNUS_LOGINS_PER_ADDRESS: '1000' }
    const addresses = [(await start({ ...ONLY_OLD, ...limited }))!, (await start({ ...BOTH, ...limited }))!]
    const statuses: number[] = []
    for (let i = 0; i < 4; i += 1) {
      const body = JSON.stringify({ email: 'a@b.example', password: 'wrong' })
      const headers = { 'content-type': 'application/json' }
      statuses.push((await fetch(`${addresses[i % 2]}/v1/auth`, { method: 'POST', headers, body })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 429])
  })

  test('what no key opens is told, and the previous key is not given up', async () => {
    await start(ONLY_OLD)
    await stopAll()
    expect(await rotate(ONLY_NEXT)).toEqual({ code: 1, out: expect.stringContaining('signing secrets: 1 open with neither key') })
  })
})
