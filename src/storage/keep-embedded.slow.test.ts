// Slow: each test ends and starts a PostgreSQL of its own several times.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { onTestFinished } from 'vitest'
import { until } from '../../test/patience.ts'
import { copyStore, makeStore } from './copied-store.fixture.ts'
import { openDb } from './db.ts'
import type { Db } from './db.ts'
import { openEmbedded } from './embedded.ts'
import type { EmbeddedDatabase } from './embedded.ts'
import type { Log } from './log.ts'

const WENT = 'the embedded database went away; it is being started again'
const BACK = 'the embedded database is back'

/** The embedded database of a process that serves, and what its log says. */
interface Served {
  readonly data: string
  readonly lines: string[]
  embedded: EmbeddedDatabase
  /** A pool that stays, as that of a gateway does. */
  readonly db: Db
}

let folder: string
let cluster: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'turnus-keep-'))
  await chmod(folder, 0o755)
  cluster = await makeStore(path.join(folder, 'made'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let copies = 0
/** Serves a database of its own until the test is over. */
async function serve(onFinished: typeof onTestFinished): Promise<Served> {
  const data = path.join(folder, `data-${(copies += 1)}`)
  await copyStore(cluster, data)
  const lines: string[] = []
  const embedded = await openEmbedded(data, 'serve', logTo(lines))
  const served = { data, lines, embedded, db: openDb(embedded.url, { maxConnections: 2 }) }
  onFinished(async () => {
    await served.db.close()
    await served.embedded.close()
    if ((await readPid(served)) !== 0) throw new Error('the server stayed behind')
  })
  return served
}

function logTo(lines: string[]): Log {
  const note = (_context: object, message: string): void => void lines.push(message)
  return { info: note, warn: note, error: note }
}

/** The number of the server's first process; 0 when none runs. */
async function readPid({ data }: Pick<Served, 'data'>): Promise<number> {
  const pid = Number((await readFile(path.join(data, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '0')).split('\n')[0])
  if (process.platform !== 'linux') return pid
  // One that was killed may be listed as a zombie until somebody asks for it: it has no command line.
  return pid !== 0 && (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== '' ? pid : 0
}

async function signalServer(served: Served, signal: NodeJS.Signals): Promise<void> {
  const pid = await readPid(served)
  if (pid !== 0) process.kill(pid, signal)
}

const answers = ({ db }: Served): Promise<boolean> =>
  db.query('select 1').then(
    () => true,
    () => false,
  )
const untilAnswered = (served: Served): Promise<boolean> => until('it answers', () => answers(served))
const untilLogged = ({ lines }: Served, message: string): Promise<boolean> => until(message, () => lines.includes(message))

/** Listens where the server did, so that it cannot start; the answered function lets it. Null when the server was there first. */
async function takePort(served: Served): Promise<(() => Promise<void>) | null> {
  const other = createServer((socket) => socket.destroy())
  const port = Number(new URL(served.embedded.url).port)
  const listens = (): Promise<boolean> => new Promise((done) => other.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true)))
  const first = await until('the port is free, or taken again', async () => {
    if (await listens()) return 'we'
    return served.lines.includes(BACK) ? 'the server' : null
  })
  return first === 'we' ? () => new Promise<void>((done) => other.close(() => done())) : null
}

/** Ends the server, and holds its port before it is back. */
async function outage(served: Served): Promise<() => Promise<void>> {
  for (let tries = 0; tries < 10; tries += 1) {
    served.lines.length = 0
    await signalServer(served, 'SIGKILL')
    const free = await takePort(served)
    if (free !== null) return free
  }
  throw new Error('the server was always faster')
}

/** Kills the server, but not a process of it that stands still until `look` has ended. */
async function withOrphan<Seen>(served: Served, look: () => Promise<Seen>): Promise<Seen> {
  const { rows } = await served.db.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(rows[0]!.pid, 'SIGSTOP')
  try {
    await signalServer(served, 'SIGKILL')
    return await look()
  } finally {
    process.kill(rows[0]!.pid, 'SIGKILL')
  }
}

const failedStarts = async ({ data }: Served): Promise<number> =>
  (await readFile(path.join(data, 'postgres', 'start.log'), 'utf8')).split('is still in use').length - 1

// Each with a server of its own, which is waited for most of the time.
describe.concurrent('the embedded database of a process that serves', () => {
  for (const { how, signal } of [
    { how: 'is killed', signal: 'SIGKILL' },
    { how: 'is stopped fast', signal: 'SIGINT' },
    { how: 'is stopped at once', signal: 'SIGQUIT' },
    { how: 'is told to stop when everybody has left', signal: 'SIGTERM' },
  ] as const) {
    test(`comes back at its address when it ${how}, and is told of once each`, async ({ onTestFinished }) => {
      const served = await serve(onTestFinished)
      await served.db.query('create table kept (answer integer)')
      await served.db.query('insert into kept values (42)')
      await signalServer(served, signal)
      await untilLogged(served, WENT)
      await untilLogged(served, BACK)
      await untilAnswered(served)
      expect((await served.db.query('select answer from kept')).rows).toEqual([{ answer: 42 }])
      expect(served.lines).toEqual([WENT, BACK])
    })
  }

  test('has its locks again afterwards: a second one that serves is refused, and a command that leaves does not stop it', async ({
    onTestFinished,
  }) => {
    const served = await serve(onTestFinished)
    await signalServer(served, 'SIGKILL')
    await untilLogged(served, BACK)
    await expect(openEmbedded(served.data, 'serve')).rejects.toMatchObject({
      code: 'environment-unfit',
      message: expect.stringContaining('already'),
    })
    const command = await openEmbedded(served.data, 'administration')
    expect(command).toMatchObject({ url: served.embedded.url, owned: false })
    await command.close()
    await sleep(200)
    expect(await answers(served)).toBe(true)
    expect(served.lines).toEqual([WENT, BACK])
  })

  test('comes back although what is left of the killed one uses its memory for a while', async ({ onTestFinished }) => {
    const served = await serve(onTestFinished)
    await withOrphan(served, async () => {
      await until('starting it has failed twice', async () => (await failedStarts(served)) >= 2)
      expect(served.lines).toEqual([WENT])
    })
    await untilLogged(served, BACK)
    await untilAnswered(served)
  })

  test('is waited for by a command while what is left of the killed one uses its memory, for longer than for any other reason', async ({
    onTestFinished,
  }) => {
    const served = await serve(onTestFinished)
    await served.embedded.close()
    served.embedded = await openEmbedded(served.data, 'administration')
    await untilAnswered(served)
    const opened = await withOrphan(served, async () => {
      const opening = openEmbedded(served.data, 'administration')
      opening.catch(() => undefined)
      await until('starting it has failed', async () => (await failedStarts(served)) >= 1)
      // For any other reason it would be given up after five.
      await sleep(5500)
      const failed = await failedStarts(served)
      await until('it is tried all the same', async () => (await failedStarts(served)) > failed)
      return { opening }
    })
    const command = await opened.opening
    await served.embedded.close()
    served.embedded = command
    await untilAnswered(served)
  })

  test('comes back when a single process of it is killed, which ends every connection', async ({ onTestFinished }) => {
    const served = await serve(onTestFinished)
    const { rows } = await served.db.query<{ pid: number }>('select pg_backend_pid() as pid')
    process.kill(rows[0]!.pid, 'SIGKILL')
    await untilLogged(served, BACK)
    await untilAnswered(served)
    expect(served.lines).toEqual([WENT, BACK])
  })

  test('waits while a command has it at another address, and comes back at its own', async ({ onTestFinished }) => {
    const served = await serve(onTestFinished)
    const free = await outage(served)
    const command = await openEmbedded(served.data, 'administration')
    expect(command.url).not.toBe(served.embedded.url)
    await free()
    await sleep(500)
    expect(served.lines).not.toContain(BACK)
    await command.close()
    await untilLogged(served, BACK)
    await untilAnswered(served)
  })

  test('is shared by a command that starts it in the outage, at the same address', async ({ onTestFinished }) => {
    const served = await serve(onTestFinished)
    for (let round = 0; round < 2; round += 1) {
      await signalServer(served, 'SIGKILL')
      const command = await openEmbedded(served.data, 'administration')
      expect(command.url).toBe(served.embedded.url)
      await until('the database is back', () => served.lines.filter((line) => line === BACK).length === round + 1)
      await command.close()
      await untilAnswered(served)
    }
  })

  test('can be left in the middle of an outage, which goes on', async ({ onTestFinished }) => {
    const served = await serve(onTestFinished)
    const free = await outage(served)
    await served.embedded.close()
    await free()
    await sleep(500)
    expect(await readPid(served)).toBe(0)
  })

  for (const ms of [0, 15, 30]) {
    test(`does not stay behind when it is killed ${ms} ms after its process began to leave`, async ({ onTestFinished }) => {
      const served = await serve(onTestFinished)
      const leaving = served.embedded.close()
      await sleep(ms)
      await signalServer(served, 'SIGKILL')
      await leaving
      expect(await readPid(served)).toBe(0)
      served.embedded = await openEmbedded(served.data, 'serve')
      await untilAnswered(served)
    })
  }

  for (const ms of [0, 100, 400]) {
    test(`does not stay behind when its process leaves ${ms} ms after it was killed`, async ({ onTestFinished }) => {
      const served = await serve(onTestFinished)
      await signalServer(served, 'SIGKILL')
      await sleep(ms)
      await served.embedded.close()
      await sleep(200)
      expect(await readPid(served)).toBe(0)
      served.embedded = await openEmbedded(served.data, 'serve')
      await untilAnswered(served)
    })
  }
})
