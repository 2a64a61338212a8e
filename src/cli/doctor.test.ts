// Slow: each test looks at the whole machine: its programs, ports, folders and databases.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificate } from '../../test/certificate.ts'
import { createTestCaller, createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { listenOn, type Receiver, startReceiver } from '../../test/receiver.ts'
import { createTestTerminal } from '../../test/terminal.ts'
import { readConfig } from '../config.ts'
import { startServer } from '../server.ts'
import { inTransaction } from '../storage/db.ts'
import { migrateServer, migrateWithin } from '../storage/migrate.ts'
import { recordHeartbeat } from '../storage/nodes.ts'
import { judgeClock, judgeDatabase, judgeNodes } from './check-database.ts'
import { judgeConsole, judgeDisk, judgeFiles, judgeMemory, judgeThreads } from './check-host.ts'
import type { Finding } from './finding.ts'
import { runProgram } from './program.ts'
import { PATIENT } from '../../test/patience.ts'

const KEY = randomBytes(32)

let database: TestDatabase
let receiver: Receiver

beforeAll(async () => {
  database = await createTestDatabase()
  await createTestCaller(database.db, KEY)
  receiver = await startReceiver((response) => response.writeHead(200).end())
})
afterAll(async () => {
  await receiver.close()
  await database.close()
})

/** Runs `turnus doctor --json` and answers what it found, by check. */
async function examine(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; found: Readonly<Record<string, Finding>>; ok: boolean; out: string }> {
  const given = {
    DATABASE_URL: database.url,
    TURNUS_SECRET_KEY: KEY.toString('hex'),
    TURNUS_THREADS: '1',
    TURNUS_JOB_MEMORY_MIB: '128',
    TURNUS_CONSOLE: 'off',
    TURNUS_PORT: '0',
    ...env,
  }
  const terminal = createTestTerminal({ env: given })
  const code = await runProgram(['doctor', '--json', ...args], terminal)
  const { ok, findings } = JSON.parse(terminal.out()) as { ok: boolean; findings: readonly Finding[] }
  return { code, ok, found: Object.fromEntries(findings.map((finding) => [finding.check, finding])), out: terminal.out() }
}

describe('turnus doctor', () => {
  test('finds nothing wrong with a host that can run Turnus, and exits with 0', async () => {
    const { code, ok, found, out } = await examine(['--callback', receiver.url, '--callback-allow', '127.0.0.0/8'])
    expect(Object.values(found).filter(({ status }) => status === 'failed' || status === 'warning')).toEqual([])
    expect([code, ok]).toEqual([0, true])
    expect(Object.keys(found)).toEqual([
      'configuration',
      'threads',
      'memory',
      'disk',
      'open files',
      'console',
      'port',
      'database',
      'tables',
      'migrations',
      'notices',
      'clock',
      'secret key',
      'nodes',
      'egress',
    ])
    for (const check of ['database', 'tables', 'migrations', 'notices', 'clock', 'secret key', 'egress'])
      expect(found[check]).toMatchObject({ status: 'ok', remedy: null })
    expect(receiver.calls).toEqual([])
    for (const secret of [KEY.toString('hex'), new URL(database.url).password]) expect(out).not.toContain(secret)
  })

  test('tells a port that another program has from one that a gateway has, and one that cannot be had', async () => {
    const { port } = new URL(receiver.url)
    const portOf = async (args: readonly string[]) => (await examine(args)).found['port']
    expect(await portOf(['--port', port])).toMatchObject({ status: 'failed', detail: `Another program listens on port ${port} of 127.0.0.1.` })
    expect(await portOf(['--host', '192.0.2.1', '--port', '0'])).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('EADDRNOTAVAIL') as unknown,
    })
    expect(await portOf(['--role', 'solver', '--port', port])).toMatchObject({ status: 'skipped' })
    const gateway = createServer((_, response) => response.setHeader('content-type', 'application/json').end('{"status":"live"}'))
    const own = await listenOn(gateway)
    expect(await portOf(['--port', own.split(':')[1]!])).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('A gateway of Turnus listens') as unknown,
    })
    gateway.close()
  })

  test('prints a line for each check and the remedy below', async () => {
    const terminal = createTestTerminal({ env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/x', TURNUS_SECRET_KEY: KEY.toString('hex') } })
    expect(await runProgram(['doctor', '--role', 'gateway'], terminal)).toBe(1)
    expect(terminal.out()).toMatch(/^ok {7}configuration {2}Every variable/m)
    expect(terminal.out()).toMatch(/^failed {3}database {7}It cannot be reached: ECONNREFUSED.*\n {24}Remedy: Look whether it runs/m)
    expect(terminal.out()).toMatch(/^skipped {2}migrations {5}The database cannot be asked\.$/m)
  })

  test('prints a remedy of ours whole', async () => {
    const terminal = createTestTerminal({ env: { DATABASE_URL: database.url, TURNUS_SECRET_KEY: randomBytes(32).toString('hex') } })
    expect(await runProgram(['doctor'], terminal)).toBe(1)
    expect(terminal.out()).toMatch(/Remedy: Start with the secret key .* beside the new one\.$/m)
  })

  test('names a variable that is wrong, looks no further, and passes no mistyped one over', async () => {
    const wrong = await examine([], { TURNUS_THREADS: 'many' })
    expect([wrong.code, wrong.ok]).toEqual([1, false])
    expect(Object.values(wrong.found)).toEqual([
      {
        check: 'configuration',
        status: 'failed',
        detail: '--threads/TURNUS_THREADS is "many".',
        remedy: expect.stringContaining('integer') as unknown,
      },
    ])
    const mistyped = await examine([], { TURNUS_RETENTION_DAY: '7' })
    expect([mistyped.code, mistyped.found['configuration']]).toEqual([
      0,
      {
        check: 'configuration',
        status: 'warning',
        detail: 'Nothing reads the variable TURNUS_RETENTION_DAY.',
        remedy: 'Did you mean "TURNUS_RETENTION_DAYS"?',
      },
    ])
  })

  test('tells a wrong key, a missing one and a database that knows none of either', async () => {
    expect((await examine([], { TURNUS_SECRET_KEY: randomBytes(32).toString('hex') })).found['secret key']).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('cannot be opened'),
      remedy: expect.stringContaining('TURNUS_SECRET_KEY'),
    })
    const { code, found } = await examine([], { TURNUS_SECRET_KEY: '' })
    expect([code, found['secret key']]).toMatchObject([1, { status: 'failed', remedy: expect.stringContaining('openssl rand') }])
  })

  test('tells what is wrong with a password and with a name of a database by what the server says', async () => {
    const url = new URL(database.url)
    url.password = 'wrong'
    expect((await examine([], { DATABASE_URL: url.href })).found['database']).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('refuses the user or the password'),
    })
    const other = new URL(database.url)
    other.pathname = '/no_such_database'
    expect((await examine([], { DATABASE_URL: other.href })).found['database']).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('of this name'),
    })
  })

  test('tells a database whose dump was read in before the role of the interface was there', async () => {
    const own = await createTestDatabase()
    try {
      await own.db.query('drop policy department on jobs')
      const { code, found } = await examine([], { DATABASE_URL: own.url })
      expect([code, found['migrations']]).toMatchObject([1, { status: 'failed', detail: expect.stringContaining('has lost its rights') }])
      const config = readConfig({ port: 0, databaseUrl: own.url }, { ...PATIENT, TURNUS_SECRET_KEY: KEY.toString('hex'), TURNUS_LOG_LEVEL: 'fatal' })
      await expect(startServer(config)).rejects.toMatchObject({ code: 'environment-unfit', message: expect.stringContaining('has lost its rights') })
    } finally {
      await own.close()
    }
  })

  test('changes nothing in an old or empty database, and says that it waits for migrations', async () => {
    const own = await createTestDatabase('empty')
    try {
      const empty = await examine([], { DATABASE_URL: own.url })
      expect([empty.code, empty.found['migrations'], empty.found['nodes']]).toMatchObject([0, { status: 'warning' }, { status: 'ok' }])
      expect((await own.db.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
      await migrateServer(own.db)
      await inTransaction(own.db, (tx) => migrateWithin(tx, { through: '0005-row-level-security' }))
      expect((await examine([], { DATABASE_URL: own.url })).found['migrations']).toMatchObject({
        status: 'warning',
        detail: expect.stringMatching(/^\d+ of \d+ /),
      })
      await own.db.query(`insert into migrations (name, sha256) values ('9999-from-the-future', '')`)
      const newer = await examine([], { DATABASE_URL: own.url })
      expect([newer.code, newer.found['migrations']]).toMatchObject([
        1,
        { status: 'failed', detail: expect.stringContaining('9999-from-the-future') },
      ])
    } finally {
      await own.close()
    }
  })

  test('without a store says that the first start makes one, and makes none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'turnus-doctor-'))
    try {
      const { code, found } = await examine(['--data', join(folder, 'new')], { DATABASE_URL: '', TURNUS_SECRET_KEY: '' })
      expect([code, found['database'], found['disk']?.status]).toMatchObject([
        0,
        { status: 'ok', detail: expect.stringContaining('first start') },
        expect.not.stringMatching('skipped'),
      ])
      await writeFile(join(folder, 'file'), '')
      expect((await examine(['--data', join(folder, 'file', 'below')], { DATABASE_URL: '' })).found['disk']).toMatchObject({
        status: expect.any(String),
      })
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('tells an address that may not be called from one that nobody listens at, and one with a certificate that nobody signed', async () => {
    const egressOf = async (url: string, allow = '127.0.0.0/8') => (await examine(['--callback', url, '--callback-allow', allow])).found['egress']
    expect(await egressOf(receiver.url, '10.0.0.0/8')).toMatchObject({ status: 'failed', remedy: expect.stringContaining('TURNUS_CALLBACK_ALLOW') })
    expect(await egressOf('http://127.0.0.1:9/')).toMatchObject({ status: 'failed', detail: expect.stringContaining('ECONNREFUSED') })
    const tls = createTlsServer({ ...makeCertificate('127.0.0.1') })
    const address = await listenOn(tls)
    try {
      expect(await egressOf(`https://${address}/`)).toMatchObject({ status: 'failed', remedy: expect.stringContaining('certificate') })
    } finally {
      tls.close()
    }
  })

  test('warns of roles that no process has', async () => {
    const node = { version: '1.2.3', uptimeMs: 1000, keyName: null, threads: 0 }
    await recordHeartbeat(database.db, { ...node, id: randomUUID(), name: 'a:1', roles: ['gateway', 'solver'] })
    expect((await examine([])).found['nodes']).toMatchObject({ status: 'warning', detail: expect.stringContaining('None is dispatcher') })
    await database.db.query('delete from nodes')
  })
})

describe('what is judged', () => {
  const limits = { jobMemoryMib: 2048 }
  for (const { mib, threads, role, status } of [
    { mib: 6444, threads: 2, role: 'solver', status: 'ok' },
    { mib: 6443, threads: 2, role: 'solver', status: 'warning' },
    { mib: 556, threads: 2, role: 'solver', status: 'warning' },
    { mib: 555, threads: 2, role: 'solver', status: 'failed' },
    { mib: 300, threads: 2, role: 'gateway', status: 'ok' },
    { mib: 299, threads: 2, role: 'gateway', status: 'failed' },
  ] as const) {
    test(`${mib} MiB for ${threads} threads of a ${role} is ${status}`, () =>
      expect(judgeMemory({ roles: [role], threads, limits }, mib).status).toBe(status))
  }

  for (const { freeMib, status } of [
    { freeMib: 4096, status: 'ok' },
    { freeMib: 4095, status: 'warning' },
    { freeMib: 511, status: 'failed' },
  ]) {
    test(`${freeMib} MiB of free disk are ${status}`, () => expect(judgeDisk(freeMib, '/data').status).toBe(status))
  }

  for (const { clockAheadMs, status } of [
    { clockAheadMs: 1999, status: 'ok' },
    { clockAheadMs: -2000, status: 'warning' },
    { clockAheadMs: 60_000, status: 'failed' },
  ]) {
    test(`a clock that is ${clockAheadMs} ms ahead is ${status}`, () => expect(judgeClock({ clockAheadMs }).status).toBe(status))
  }

  for (const { role, servesConsole, isBuilt, status } of [
    { role: 'gateway', servesConsole: true, isBuilt: true, status: 'ok' },
    { role: 'gateway', servesConsole: true, isBuilt: false, status: 'warning' },
    { role: 'gateway', servesConsole: false, isBuilt: false, status: 'skipped' },
    { role: 'solver', servesConsole: true, isBuilt: false, status: 'skipped' },
  ] as const) {
    test(`a console that is ${isBuilt ? '' : 'not '}built, of a ${role} that ${servesConsole ? 'serves it' : 'serves none'}, is ${status}`, () => {
      const { remedy, ...finding } = judgeConsole({ roles: [role], servesConsole }, isBuilt)
      expect(finding.status).toBe(status)
      if (status === 'warning') expect(remedy).toContain('npm run setup')
    })
  }

  test('all that a role of the database lacks is told at once', () => {
    const facts = { version: '15.1', role: 'turnus', mayCreate: false, hasGatewayRole: false, clockAheadMs: 0, roundTripMs: 1 }
    const { status, remedy } = judgeDatabase(facts)
    expect([status, remedy]).toEqual(['failed', expect.stringMatching(/grant create on schema .*create role turnus_gateway nologin/)])
    expect(judgeDatabase({ ...facts, mayCreate: true, hasGatewayRole: true }).status).toBe('ok')
  })

  test('fewer cores than threads asked for is a warning', () => {
    expect(judgeThreads({ roles: ['solver'], threads: 2, threadsAsked: 2 }).status).toBe('ok')
    expect(judgeThreads({ roles: ['solver'], threads: 2, threadsAsked: 3 }).status).toBe('warning')
    expect(judgeThreads({ roles: ['gateway'], threads: 2, threadsAsked: 3 }).status).toBe('skipped')
  })

  test('fewer open files than connections are a warning', () => {
    const gateway = { roles: ['gateway'], limits: { connections: 5000 } } as const
    expect(judgeFiles(gateway, 5256).status).toBe('ok')
    expect(judgeFiles(gateway, 5255)).toMatchObject({ status: 'warning', detail: expect.stringContaining('5,000 connections') })
    expect(judgeFiles(gateway, 5255).remedy).toContain('TURNUS_MAX_CONNECTIONS to 4999')
    expect(judgeFiles(gateway, 100)).toMatchObject({ status: 'warning', remedy: expect.not.stringContaining('TURNUS_MAX_CONNECTIONS to') })
    expect(judgeFiles(gateway, null).status).toBe('skipped')
    expect(judgeFiles(gateway, Number.POSITIVE_INFINITY).status).toBe('ok')
    expect(judgeFiles({ ...gateway, roles: ['solver'] }, 100).status).toBe('skipped')
  })

  test('two versions side by side are a warning, and lost nodes count for nothing', () => {
    const node = { name: 'a:1', roles: ['gateway', 'solver', 'dispatcher'], version: '1.0.0', state: 'alive' } as const
    expect(judgeNodes([node]).status).toBe('ok')
    expect(judgeNodes([node, { ...node, version: '1.1.0' }]).status).toBe('warning')
    expect(judgeNodes([node, { ...node, version: '1.1.0', state: 'lost' }]).status).toBe('ok')
  })
})
