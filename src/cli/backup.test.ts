// Slow: every table is written, read and held against the others, in databases of their own.
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { createTestTerminal, type TestTerminal } from '../../test/terminal.ts'
import { fillStore } from '../storage/any-store.fixture.ts'
import { runProgram } from './program.ts'

const key = randomBytes(32)
const env = { TURNUS_SECRET_KEY: key.toString('hex') }

let source: TestDatabase
let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnus-backup-'))
  file = join(folder, 'whole.gz')
  source = await createTestDatabase()
  await fillStore(source.db, { key, seed: 7, jobs: 8 })
  await run(['backup', file, '--database-url', source.url])
})
afterAll(async () => {
  await source.close()
  await rm(folder, { recursive: true })
})

async function run(args: readonly string[], options: Parameters<typeof createTestTerminal>[0] = {}): Promise<TestTerminal & { code: number }> {
  const terminal = createTestTerminal(options)
  return { ...terminal, code: await runProgram(args, terminal) }
}

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase('empty')
  onTestFinished(() => database.close())
  return database
}

const countJobs = async ({ db }: TestDatabase): Promise<number> => (await db.query<{ count: number }>('select count(*) from jobs')).rows[0]!.count

describe('turnus backup', () => {
  test('says what is in the file, which only its owner may read, and that the key is not in it', async () => {
    const other = join(folder, 'said.gz')
    const { code, out } = await run(['backup', other, '--database-url', source.url])
    expect(code).toBe(0)
    expect(out()).toMatch(/^Backed up 2 organizations, 4 departments, 2 users, 4 memberships, 4 tokens, 8 jobs, .* in .*said\.gz, [\d.]+ KiB\.\n/)
    expect(out()).toContain('The secret key is not in it')
    expect((await stat(other)).mode & 0o777).toBe(0o600)
  })

  test('says it as JSON, of the file that it replaced', async () => {
    const other = join(folder, 'json.gz')
    await writeFile(other, 'yesterday', { mode: 0o644 })
    const { code, out } = await run(['backup', other, '--json', '--database-url', source.url])
    expect(code).toBe(0)
    const { size, mode } = await stat(other)
    expect(mode & 0o777).toBe(0o600)
    expect(JSON.parse(out())).toEqual({
      file: other,
      turnus: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      madeAt: expect.stringMatching(/^\d{4}-.*Z$/),
      migration: expect.stringMatching(/^\d{4}-/),
      rows: expect.objectContaining({ organizations: 2, departments: 4, jobs: 8 }),
      bytes: expect.any(Number),
      fileBytes: size,
    })
  })

  test('writes it to stdout, and what it says to stderr', async () => {
    const chunks: Uint8Array[] = []
    const terminal = createTestTerminal()
    const stdout = { write: (chunk: string | Uint8Array) => chunks.push(Buffer.from(chunk)) }
    expect(await runProgram(['backup', '-', '--database-url', source.url], { ...terminal, stdout })).toBe(0)
    expect(terminal.err()).toMatch(/^Backed up /)
    const other = join(folder, 'stdout.gz')
    await writeFile(other, Buffer.concat(chunks))
    const target = await emptyDatabase()
    expect((await run(['restore', other, '--database-url', target.url], { env })).code).toBe(0)
  })

  test('is not written on a terminal, nor over what is no file', async () => {
    for (const where of ['-', folder, '/dev/null']) {
      const { code, err } = await run(['backup', where, '--database-url', source.url], { isTTY: true })
      expect(code).toBe(2)
      expect(err()).toContain('usage-wrong')
    }
  })

  test('leaves the file of yesterday and nothing beside it when it fails or is interrupted', async () => {
    const own = join(folder, 'own')
    await mkdir(own)
    const other = join(own, 'backup.gz')
    await writeFile(other, 'yesterday')
    const empty = await emptyDatabase()
    expect((await run(['backup', other, '--database-url', empty.url])).code).toBe(1)

    const terminal = createTestTerminal()
    const onInterrupt = (react: () => void): (() => void) => {
      react()
      return () => {}
    }
    expect(await runProgram(['backup', other, '--database-url', source.url], { ...terminal, onInterrupt })).toBe(1)
    expect(terminal.err()).toBe('Interrupted. Nothing was changed.\n')

    expect(await readdir(own)).toEqual(['backup.gz'])
    expect(await readFile(other, 'utf8')).toBe('yesterday')
    expect((await run(['backup', join(own, 'none', 'backup.gz'), '--database-url', source.url])).err()).toMatch(/^usage-wrong: .*ENOENT/)
  })
})

describe('turnus restore', () => {
  test('says what it restored and what goes on', async () => {
    const target = await emptyDatabase()
    const { code, out } = await run(['restore', file, '--database-url', target.url], { env })
    expect(code).toBe(0)
    expect(out()).toMatch(/^Restored the backup of \d{4}-\d\d-\d\d .* UTC: 2 organizations, .* 8 jobs, /)
    expect(out()).toMatch(/\n\d+ jobs? to solve.*; \d+ callbacks? to make\.\n$/)
    expect(await countJobs(target)).toBe(await countJobs(source))
  })

  test('says it as JSON', async () => {
    const target = await emptyDatabase()
    const { out } = await run(['restore', file, '--json'], { env: { ...env, DATABASE_URL: target.url } })
    expect(JSON.parse(out())).toMatchObject({
      rows: { organizations: 2, departments: 4, jobs: 8 },
      migrations: [],
      interruptedJobs: expect.any(Number),
      waitingJobs: expect.any(Number),
      pendingDeliveries: expect.any(Number),
    })
  })

  test('refuses another key than that of the backup, and none, and takes the right one afterwards', async () => {
    const target = await emptyDatabase()
    const args = ['restore', file, '--database-url', target.url]
    const other = await run(args, { env: { TURNUS_SECRET_KEY: randomBytes(32).toString('hex') } })
    expect(other.code).toBe(1)
    expect(other.err()).toContain('cannot be opened with the secret key')
    const none = await run(args)
    expect(none.code).toBe(1)
    expect(none.err()).toMatch(/^environment-unfit: There is no secret key/)
    expect(none.err()).toContain('Remedy: ')
    expect((await run(args, { env })).code).toBe(0)
  })

  test('refuses a file that is cut off before it touches anything, and a store that is not empty', async () => {
    const cut = join(folder, 'cut.gz')
    await writeFile(cut, (await readFile(file)).subarray(0, -100))
    const data = join(folder, 'not-made')
    const refused = await run(['restore', cut, '--data', data], { env })
    expect(refused.code).toBe(1)
    expect(refused.err()).toMatch(/^backup-unreadable: /)
    await expect(stat(data)).rejects.toMatchObject({ code: 'ENOENT' })

    const full = await run(['restore', file, '--database-url', source.url], { env })
    expect(full.code).toBe(1)
    expect(full.err()).toContain('store-not-empty: The database is not empty: it is a store of Turnus with 2 organizations and 8 jobs')
  })

  test('shows on a terminal how far it is, in one line', async () => {
    const target = await emptyDatabase()
    const { err } = await run(['restore', file, '--database-url', target.url], { env, isTTY: true })
    const drawn = err()
    expect(drawn).toMatch(/\rChecking organizations: 1 row, \d+ bytes/)
    expect(drawn).toMatch(/\rRestoring organizations: 1 row, \d+ bytes/)
    expect(drawn).not.toContain('\n')
    expect(drawn.endsWith('\r\x1b[K')).toBe(true)
  })
})
