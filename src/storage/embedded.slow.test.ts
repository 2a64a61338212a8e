// Slow: each test starts a PostgreSQL of its own, and one waits for a predecessor.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyStore } from './copied-store.fixture.ts'
import { openDb } from './db.ts'
import { findBinaries } from './embedded-binaries.ts'
import { openCluster, startServer, stopServer } from './embedded-cluster.ts'
import { findServerUser } from './embedded-user.ts'
import { openEmbedded } from './embedded.ts'

let folder: string
let data: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'turnus-embedded-'))
  await chmod(folder, 0o755)
  data = path.join(folder, 'data')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const db = openDb(url, { maxConnections: 1 })
  try {
    return (await db.query<Record<string, unknown>>(sql)).rows
  } finally {
    await db.close()
  }
}

/** Serves a data folder in a process of its own, and answers once it does. */
async function serveElsewhere(data: string): Promise<ChildProcess> {
  const script = `
    import { openEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
    await openEmbedded(${JSON.stringify(data)}, 'serve')
    process.stdout.write('serving')
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout!, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const isRunning = (data: string): Promise<boolean> =>
  lstat(path.join(data, 'postgres', 'postmaster.pid')).then(
    () => true,
    () => false,
  )

test('three that open a new folder at once share one PostgreSQL 18, and the last to leave stops it', async () => {
  const opened = await Promise.all(Array.from({ length: 3 }, () => openEmbedded(data, 'administration')))
  expect(new Set(opened.map(({ url }) => url)).size).toBe(1)
  expect((await query(opened[0]!.url, 'show server_version'))[0]?.server_version).toMatch(/^18\./)
  expect((await query(opened[0]!.url, 'show fsync'))[0]).toEqual({ fsync: 'on' })
  for (const embedded of opened.slice(0, 2)) await embedded.close()
  expect(await query(opened[2]!.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await opened[2]!.close()
  expect(await isRunning(data)).toBe(false)
  expect((await readdir(data)).sort()).toEqual(['postgres', 'postgres-password'])
})

test('the password is random, readable by its owner alone, and needed', async () => {
  const embedded = await openEmbedded(data, 'administration')
  const file = path.join(data, 'postgres-password')
  expect((await lstat(file)).mode & 0o777).toBe(0o600)
  expect(embedded.url).toContain(await readFile(file, 'utf8'))
  const url = new URL(embedded.url)
  url.password = 'wrong'
  await expect(query(url.href, 'select 1')).rejects.toThrow(/password/)
  await embedded.close()
})

test('what was stored is there after closing and opening again', async () => {
  const first = await openEmbedded(data, 'serve')
  await query(first.url, 'create table kept as select 42 as answer')
  await first.close()
  const second = await openEmbedded(data, 'serve')
  expect(second.owned).toBe(true)
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await second.close()
})

test('what a process left half-made when it was killed is removed, and nothing that is being made, or is not ours', async () => {
  const long = new Date(Date.now() - 3_600_000)
  for (const name of ['postgres-aB3dEf', 'postgres-aB3dEf.password', 'postgres-ours', 'postgres-AAAAAA']) {
    await writeFile(path.join(data, name), '')
    if (name !== 'postgres-AAAAAA') await utimes(path.join(data, name), long, long)
  }
  await (await openEmbedded(data, 'administration')).close()
  expect((await readdir(data)).sort()).toEqual(['postgres', 'postgres-AAAAAA', 'postgres-ours', 'postgres-password'])
  for (const name of ['postgres-ours', 'postgres-AAAAAA']) await rm(path.join(data, name))
})

test('a start that is refused leaves no server behind', async () => {
  const forgetful = path.join(folder, 'forgetful')
  await copyStore(data, forgetful)
  await writeFile(path.join(forgetful, 'postgres-password'), 'another one')
  await expect(openEmbedded(forgetful, 'serve')).rejects.toMatchObject({ code: 'environment-unfit' })
  expect(await isRunning(forgetful)).toBe(false)
})

test('a data folder that this user cannot use is told as that, and not as a fault of ours', async () => {
  const file = path.join(folder, 'file')
  await writeFile(file, '')
  await expect(openEmbedded(path.join(file, 'data'), 'administration')).rejects.toMatchObject({
    code: 'environment-unfit',
    message: expect.stringContaining('a file stands where a folder is meant'),
    remedy: expect.stringContaining('Move the file away'),
  })
})

// Each with a copy of what was stored above.
describe.concurrent('a folder that holds a store', () => {
  let copies = 0
  async function copy(): Promise<string> {
    const own = path.join(folder, `copy-${(copies += 1)}`)
    await copyStore(data, own)
    return own
  }

  test('a second server on the folder is refused, a command that administers is not', async () => {
    const data = await copy()
    const other = await serveElsewhere(data)
    try {
      await expect(openEmbedded(data, 'serve')).rejects.toMatchObject({ code: 'environment-unfit', message: expect.stringContaining('already') })
      const embedded = await openEmbedded(data, 'administration')
      expect(embedded.owned).toBe(false)
      await embedded.close()
      expect(await isRunning(data)).toBe(true)
    } finally {
      await kill(other)
      // The last one to leave stops what it left behind.
      await (await openEmbedded(data, 'administration')).close()
    }
  })

  test('the PostgreSQL that a killed server left behind is taken over, and stopped in the end', async () => {
    const data = await copy()
    const other = await serveElsewhere(data)
    await kill(other)
    expect(await isRunning(data)).toBe(true)
    const embedded = await openEmbedded(data, 'serve')
    expect(await query(embedded.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    await embedded.close()
    expect(await isRunning(data)).toBe(false)
  })

  test('a store whose PostgreSQL was killed too opens again', async () => {
    const data = await copy()
    const other = await serveElsewhere(data)
    const postmaster = Number((await readFile(path.join(data, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
    await kill(other)
    process.kill(postmaster, 'SIGKILL')
    const embedded = await openEmbedded(data, 'serve')
    expect(await query(embedded.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    await embedded.close()
  })

  test.runIf(process.getuid?.() === 0)("where PostgreSQL's user cannot reach root's data folder, the store lies in the shared folder", async () => {
    const closed = path.join(folder, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const sharedFolder = path.join(folder, 'shared')
    const user = await findServerUser()
    const means = { user, binaries: await findBinaries(user, sharedFolder), sharedFolder }
    const cluster = await openCluster(path.join(closed, 'data'), means)
    expect(path.dirname(cluster.folder)).toBe(sharedFolder)
    expect(await startServer(cluster)).toBe('answers')
    await stopServer(cluster)
    expect((await openCluster(path.join(closed, 'data'), means)).folder).toBe(cluster.folder)
    await expect(openCluster(path.join(closed, 'other'), { ...means, sharedFolder: path.join(closed, 'shared') })).rejects.toMatchObject({
      code: 'environment-unfit',
    })
  })

  test.skipIf(process.getuid?.() !== 0)('a store of another user, which nobody else can start, is told at once', async () => {
    const own = await copy()
    await chown(await realpath(path.join(own, 'postgres')), 65_533, 65_533)
    await expect(openEmbedded(own, 'administration')).rejects.toMatchObject({
      code: 'environment-unfit',
      message: expect.stringContaining('belongs to the user with the number 65533'),
    })
  })
})
