import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDb } from './db.ts'
import type { Db } from './db.ts'
import { openEmbedded } from './embedded.ts'
import type { EmbeddedDatabase } from './embedded.ts'
import type { Log } from './log.ts'

const WENT = 'the embedded database went away; it is being started again'
const BACK = 'the embedded database is back'

let folder: string
let data: string
let lines: string[]
let embedded: EmbeddedDatabase
let db: Db

const note = (_context: object, message: string): void => void lines.push(message)
const log: Log = { info: note, warn: note, error: note }

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'turnus-keep-'))
  await chmod(folder, 0o755)
  data = path.join(folder, 'data')
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  lines = []
  embedded = await openEmbedded(data, 'serve', log)
  db = openDb(embedded.url, { maxConnections: 2 })
  return async () => {
    await db.close()
    await embedded.close()
    if ((await readPid()) !== 0) throw new Error('the server stayed behind')
  }
})

/** The number of the server's first process; 0 when none runs. */
async function readPid(): Promise<number> {
  const pid = Number((await readFile(path.join(data, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '0')).split('\n')[0])
  if (process.platform !== 'linux') return pid
  // One that was killed may be listed as a zombie until somebody asks for it: it has no command line.
  return pid !== 0 && (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== '' ? pid : 0
}

async function signalServer(signal: NodeJS.Signals): Promise<void> {
  const pid = await readPid()
  if (pid !== 0) process.kill(pid, signal)
}

const answers = (): Promise<boolean> =>
  db.query('select 1').then(
    () => true,
    () => false,
  )
async function untilAnswered(): Promise<void> {
  await expect.poll(() => answers(), { timeout: 30_000, interval: 50 }).toBe(true)
}

async function untilLogged(message: string): Promise<void> {
  await expect.poll(() => lines, { timeout: 30_000, interval: 20 }).toContain(message)
}

/** Listens where the server did, so that it cannot start; the answered function lets it. */
async function takePort(): Promise<() => Promise<void>> {
  const other = createServer((socket) => socket.destroy())
  const port = Number(new URL(embedded.url).port)
  await expect
    .poll(() => new Promise((done) => other.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true))), {
      timeout: 1000,
      interval: 1,
    })
    .toBe(true)
  return () => new Promise<void>((done) => other.close(() => done()))
}

/** Ends the server, and holds its port before it is back. */
async function outage(): Promise<() => Promise<void>> {
  for (let tries = 0; tries < 10; tries += 1) {
    await signalServer('SIGKILL')
    const free = await takePort().catch(() => null)
    if (free !== null) return free
  }
  throw new Error('the server was always faster')
}

describe('the embedded database of a process that serves', () => {
  for (const { how, signal } of [
    { how: 'is killed', signal: 'SIGKILL' },
    { how: 'is stopped fast', signal: 'SIGINT' },
    { how: 'is stopped at once', signal: 'SIGQUIT' },
    { how: 'is told to stop when everybody has left', signal: 'SIGTERM' },
  ] as const) {
    test(`comes back at its address when it ${how}, and is told of once each`, async () => {
      await db.query('create table if not exists kept (answer integer)')
      await db.query('insert into kept values (42)')
      await signalServer(signal)
      await untilLogged(WENT)
      await untilLogged(BACK)
      await untilAnswered()
      expect((await db.query('select answer from kept limit 1')).rows).toEqual([{ answer: 42 }])
      expect(lines).toEqual([WENT, BACK])
    }, 60_000)
  }

  test('has its locks again afterwards: a second one that serves is refused, and a command that leaves does not stop it', async () => {
    await signalServer('SIGKILL')
    await untilLogged(BACK)
    await expect(openEmbedded(data, 'serve')).rejects.toMatchObject({ code: 'environment-unfit', message: expect.stringContaining('already') })
    const command = await openEmbedded(data, 'administration')
    expect(command).toMatchObject({ url: embedded.url, owned: false })
    await command.close()
    await sleep(200)
    expect(await answers()).toBe(true)
    expect(lines).toEqual([WENT, BACK])
  }, 60_000)

  test('comes back although what is left of the killed one uses its memory for a while', async () => {
    const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
    process.kill(rows[0]!.pid, 'SIGSTOP')
    try {
      await signalServer('SIGKILL')
      await untilLogged(WENT)
      await sleep(1500)
      expect(lines).toEqual([WENT])
    } finally {
      process.kill(rows[0]!.pid, 'SIGKILL')
    }
    await untilLogged(BACK)
    await untilAnswered()
  }, 60_000)

  test('comes back when a single process of it is killed, which ends every connection', async () => {
    const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
    process.kill(rows[0]!.pid, 'SIGKILL')
    await untilLogged(BACK)
    await untilAnswered()
    expect(lines).toEqual([WENT, BACK])
  }, 60_000)

  test('waits while a command has it at another address, and comes back at its own', async () => {
    const free = await outage()
    const command = await openEmbedded(data, 'administration')
    expect(command.url).not.toBe(embedded.url)
    await free()
    await sleep(500)
    expect(lines).not.toContain(BACK)
    await command.close()
    await untilLogged(BACK)
    await untilAnswered()
  }, 60_000)

  test('is shared by a command that starts it in the outage, at the same address', async () => {
    for (let round = 0; round < 2; round += 1) {
      await signalServer('SIGKILL')
      const command = await openEmbedded(data, 'administration')
      expect(command.url).toBe(embedded.url)
      await expect.poll(() => lines.filter((line) => line === BACK).length, { timeout: 30_000 }).toBe(round + 1)
      await command.close()
      await untilAnswered()
    }
  }, 90_000)

  test('can be left in the middle of an outage, at once', async () => {
    const free = await outage()
    const startedMs = performance.now()
    await embedded.close()
    expect(performance.now() - startedMs).toBeLessThan(8000)
    await free()
    await sleep(500)
    expect(await readPid()).toBe(0)
  }, 60_000)

  test('does not stay behind when it is killed while its process leaves', async () => {
    for (let round = 0; round < 3; round += 1) {
      const leaving = embedded.close()
      await sleep(round * 15)
      await signalServer('SIGKILL')
      await leaving
      expect(await readPid()).toBe(0)
      embedded = await openEmbedded(data, 'serve', log)
    }
    await untilAnswered()
  }, 90_000)

  test('does not stay behind when its process leaves at any moment of its coming back', async () => {
    for (const ms of [0, 100, 400]) {
      await signalServer('SIGKILL')
      await sleep(ms)
      await embedded.close()
      await sleep(200)
      expect(await readPid()).toBe(0)
      embedded = await openEmbedded(data, 'serve', log)
    }
    await untilAnswered()
  }, 90_000)
})
