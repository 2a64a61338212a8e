// Slow: stores of every schema are backed up and restored, and one of them is busy.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { fillStore } from './any-store.fixture.ts'
import { writeBackup, splitBySize } from './backup.ts'
import { BACKUP_TABLES, listSequences } from './backup-tables.ts'
import { MAX_BATCH } from './backup-format.ts'
import type { BackupSummary } from './backup-format.ts'
import { inTransaction, onlyRow } from './db.ts'
import type { Db } from './db.ts'
import { describeSchema } from './describe-schema.ts'
import { listMigrations, migrateWithin } from './migrate.ts'
import { checkBackup } from './read-backup.ts'
import { restoreBackup } from './restore.ts'
import type { Restored } from './restore.ts'
import { contentOf, migratedContentOf } from './store-content.fixture.ts'

const key = randomBytes(32)
const SEED = Number(process.env.TURNUS_SEED ?? Math.floor(Math.random() * 2 ** 31))
const never = new AbortController().signal
const quiet = { onProgress: () => undefined, signal: never }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnus-backup-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function databaseFor(contents: 'migrated' | 'empty'): Promise<TestDatabase> {
  const database = await createTestDatabase(contents)
  onTestFinished(() => database.close())
  return database
}

let emptied: TestDatabase | null = null
afterAll(() => emptied?.close())

/** One for all that restore, without the tables of whoever had it before: that takes a tenth of making a new one. */
async function emptyDatabase(): Promise<TestDatabase> {
  emptied ??= await createTestDatabase('empty')
  await emptied.db.query('drop schema public cascade; create schema public; grant usage on schema public to public')
  const { exists } = onlyRow(await emptied.db.query<{ exists: boolean }>(`select to_regclass('pgboss.job') is not null as exists`))
  if (exists) await emptied.db.query('delete from pgboss.job')
  return emptied
}

let files = 0
const newFile = (): string => join(folder, `${(files += 1)}.gz`)

async function backUp(db: Db): Promise<{ file: string; summary: BackupSummary }> {
  const file = newFile()
  return { file, summary: await writeBackup(db, { ...quiet, version: '1.2.3', sink: createWriteStream(file) }) }
}

const restore = (db: Db, file: string): Promise<Restored> => restoreBackup(db, { ...quiet, file, judge: async () => undefined })
const check = (file: string): Promise<BackupSummary> => checkBackup(file, quiet)

/** The file with its text changed, and the digest made right again when `honest`. */
async function rewrite(file: string, change: (lines: string[]) => string[], digest: 'honest' | 'as it was' = 'honest'): Promise<string> {
  const lines = change(
    gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n'),
  )
  if (digest === 'honest') {
    const last = JSON.parse(lines.at(-1)!) as { end: { sha256: string } }
    last.end.sha256 = createHash('sha256')
      .update(`${lines.slice(0, -1).join('\n')}\n`)
      .digest('hex')
    lines[lines.length - 1] = JSON.stringify(last)
  }
  const changed = newFile()
  await writeFile(changed, gzipSync(`${lines.join('\n')}\n`))
  return changed
}

describe('the list of tables', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  test('forgets no table of the schema', async () => {
    const { rows } = await database.db.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
    )
    // `migrations` stands in the head, the others are of the moment.
    expect(rows.map(({ name }) => name)).toEqual(
      [...BACKUP_TABLES, 'migrations', 'nodes', 'helping_searches', 'login_windows', 'callback_origins'].sort(),
    )
  })

  test('names each table after those that it refers to', async () => {
    const { rows } = await database.db.query<{ from: string; to: string }>(
      `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
        where contype = 'f' and connamespace = 'public'::regnamespace and conrelid not in ('callback_origins'::regclass, 'helping_searches'::regclass)`,
    )
    const at = (name: string): number => (BACKUP_TABLES as readonly string[]).indexOf(name)
    expect(rows.length).toBeGreaterThan(5)
    // A row that refers to its own table refers to an older one, and rows go in order.
    expect(rows.filter(({ from, to }) => from !== to && at(from) <= at(to))).toEqual([])
  })

  test('comes with every sequence', async () => {
    const { rows } = await database.db.query<{ name: string }>(
      `select sequencename as name from pg_sequences where schemaname = 'public' order by sequencename`,
    )
    expect((await listSequences(database.db)).map(({ name }) => name)).toEqual(rows.map(({ name }) => name))
  })
})

describe('a restored backup', () => {
  for (const seed of [SEED, SEED + 1000]) {
    test(`has every column of every row, and the ids go on where they were (seed ${seed})`, async () => {
      const [source, target] = [await databaseFor('migrated'), await emptyDatabase()]
      await fillStore(source.db, { key, seed })
      await source.db.query(`update departments set turn = nextval('turns')`)
      const { file, summary } = await backUp(source.db)
      const restored = await restore(target.db, file)

      expect(await contentOf(target.db)).toEqual(await contentOf(source.db))
      for (const table of BACKUP_TABLES) expect(restored.rows[table], table).toBeGreaterThan(0)
      expect(restored.rows).toEqual(summary.rows)
      expect(await check(file)).toEqual(summary)
      expect(await describeSchema(target.db)).toBe(await describeSchema(source.db))
      expect(await listSequences(target.db)).toEqual(await listSequences(source.db))
      const turns = 'select id, turn from departments order by id'
      expect((await target.db.query(turns)).rows).toEqual((await source.db.query(turns)).rows)
    })
  }

  test('has free leases, which do not count as attempts, and an entry in the queue for each job and callback that waits', async () => {
    const [source, target] = [await databaseFor('migrated'), await emptyDatabase()]
    // Of 40 jobs none may be leased, once in 70 seeds.
    await fillStore(source.db, { key, seed: SEED, jobs: 200 })
    const leased = 'select id, attempt, handed_back from jobs where leased_until is not null order by id'
    const { rows: before } = await source.db.query<{ id: number; attempt: number; handed_back: number }>(leased)
    const restored = await restore(target.db, (await backUp(source.db)).file)

    expect((await target.db.query(leased)).rows).toEqual([])
    const { rows: after } = await target.db.query('select id, attempt, handed_back from jobs where id = any ($1) order by id', [
      before.map(({ id }) => id),
    ])
    expect(before.length).toBeGreaterThan(0)
    expect(after).toEqual(before.map((row) => ({ ...row, handed_back: row.handed_back + 1 })))
    const { rows } = await target.db.query<{ name: string; count: number }>(
      `select name, count(*) from pgboss.job where state = 'created' and name in ('solves', 'deliveries') group by name order by name`,
    )
    const counted = async (sql: string): Promise<number> => (await source.db.query<{ count: number }>(sql)).rows[0]!.count
    const waiting = await counted(`select count(*) from jobs where state in ('QUEUED', 'SOLVING')`)
    const pending = await counted(`select count(*) from deliveries where state = 'PENDING'`)
    expect(rows).toEqual([
      { name: 'deliveries', count: pending },
      { name: 'solves', count: waiting },
    ])
    expect(restored).toMatchObject({ interruptedJobs: before.length, waitingJobs: waiting, pendingDeliveries: pending, migrations: [] })
  })

  test('may come from any older schema, and is brought to that of this version', async () => {
    const [newest, source] = [await databaseFor('migrated'), await databaseFor('empty')]
    const [schema, migrations] = [await describeSchema(newest.db), await listMigrations()]
    for (const [i, { name }] of migrations.entries()) {
      // Rows of this schema beside those that it was given by the ones before.
      await inTransaction(source.db, (tx) => migrateWithin(tx, { through: name }))
      await fillStore(source.db, { key, seed: SEED + 10 * i, jobs: 4 })
      const { file } = await backUp(source.db)
      const target = await emptyDatabase()
      const restored = await restore(target.db, file)
      expect(restored.migrations).toEqual(migrations.slice(i + 1).map((later) => later.name))
      expect(await describeSchema(target.db)).toBe(schema)
      expect(await contentOf(target.db)).toEqual(await migratedContentOf(source.db))
    }
  })

  test('may hold a document that is larger than what is handled at a time', async () => {
    const [source, target] = [await databaseFor('migrated'), await emptyDatabase()]
    await fillStore(source.db, { key, seed: SEED })
    const { rowCount } = await source.db.query(
      `update jobs set document = $1 where id in (select id from jobs where state = 'QUEUED' or state = 'SOLVING' limit 1)`,
      [randomBytes(MAX_BATCH.bytes + 1024 * 1024)],
    )
    expect(rowCount).toBe(1)
    await restore(target.db, (await backUp(source.db)).file)
    const digests = 'select id, sha256(document) as digest from jobs order by id'
    expect((await target.db.query(digests)).rows).toEqual((await source.db.query(digests)).rows)
  })

  test('is of one moment, although jobs and callbacks come and go while it is made', async () => {
    const [source, target] = [await databaseFor('migrated'), await emptyDatabase()]
    await fillStore(source.db, { key, seed: SEED, jobs: MAX_BATCH.rows + 20 })
    let going = true
    const busy = (async () => {
      for (let i = 0; going && i < 10_000; i += 1) {
        await inTransaction(source.db, async (tx) => {
          await tx.query('delete from delivery_attempts where id = (select min(id) from delivery_attempts)')
          await tx.query(`insert into deliveries (organization_id, department_id, job_id, type, message_id, url, origin, body)
                          select organization_id, department_id, id, 'schedule.solved', gen_random_uuid()::text, 'https://x.example/',
                                 'https://x.example', '' from jobs
                           where state = 'QUEUED' limit 1`)
          await tx.query(`insert into jobs (organization_id, department_id, document, document_bytes, max_seconds, request_hash)
                          select organization_id, department_id, document, document_bytes, 60, request_hash from jobs where state = 'QUEUED' limit 1`)
        })
      }
    })()
    const sums = 'select (select count(*) from jobs) as jobs, (select count(*) from deliveries) as deliveries'
    const before = (await source.db.query<{ jobs: number; deliveries: number }>(sums)).rows[0]!
    const { file, summary } = await backUp(source.db)
    going = false
    await busy
    await restore(target.db, file)
    // Each transaction made one of both: what is between them was seen whole or not at all.
    expect(summary.rows.jobs! - before.jobs).toBe(summary.rows.deliveries! - before.deliveries)
    expect((await target.db.query(sums)).rows[0]).toEqual({ jobs: summary.rows.jobs, deliveries: summary.rows.deliveries })
  })
})

describe('a file', () => {
  let source: TestDatabase
  let file: string
  let whole: Buffer
  beforeAll(async () => {
    source = await createTestDatabase()
    await fillStore(source.db, { key, seed: SEED })
    file = (await backUp(source.db)).file
    whole = await readFile(file)
  })
  afterAll(() => source.close())

  test('that is cut off anywhere is refused', async () => {
    const lengths = [
      0,
      1,
      9,
      10,
      11,
      ...Array.from({ length: 40 }, (_, i) => Math.floor((whole.length * i) / 40)),
      whole.length - 8,
      whole.length - 1,
    ]
    for (const length of lengths) {
      const cut = newFile()
      await writeFile(cut, whole.subarray(0, length))
      await expect(check(cut), `${length} of ${whole.length} bytes`).rejects.toMatchObject({ code: 'backup-unreadable' })
    }
  })

  test('with one wrong byte anywhere is refused, unless it reads the same', async () => {
    const summary = await check(file)
    // The bytes 4 to 9 of gzip say when and where it was made, which nobody reads.
    const places = [0, 1, 2, 3, ...Array.from({ length: 100 }, (_, i) => 10 + Math.floor(((whole.length - 10) * i) / 100)), whole.length - 1]
    let refused = 0
    for (const at of places) {
      const damaged = Buffer.from(whole)
      damaged[at]! ^= 1 << (at % 8)
      const other = newFile()
      await writeFile(other, damaged)
      try {
        // Compressed, the same text can be written in more than one way.
        expect(await check(other), `byte ${at} of ${whole.length}`).toEqual(summary)
      } catch (error) {
        expect(error, `byte ${at} of ${whole.length}`).toMatchObject({ code: 'backup-unreadable' })
        refused += 1
      }
    }
    expect(refused).toBeGreaterThan(places.length - 10)
  })

  for (const { what, change, digest } of [
    { what: 'without its last line', change: (lines: string[]) => lines.slice(0, -1), digest: 'as it was' },
    { what: 'without one of its rows', change: (lines: string[]) => lines.toSpliced(3, 1), digest: 'honest' },
    { what: 'with a row that was changed', change: (lines: string[]) => lines.with(2, lines[2]!.replace('"1"', '"2"')), digest: 'as it was' },
    { what: 'that goes on after its end', change: (lines: string[]) => [...lines, lines.at(-1)!], digest: 'as it was' },
    { what: 'that begins with a row', change: (lines: string[]) => lines.slice(2), digest: 'honest' },
    { what: 'with a table twice', change: (lines: string[]) => lines.toSpliced(1, 0, lines[1]!), digest: 'honest' },
    { what: 'with a line of another kind', change: (lines: string[]) => lines.toSpliced(1, 0, '{"a": 1}'), digest: 'honest' },
    { what: 'with a line that is no JSON', change: (lines: string[]) => lines.toSpliced(1, 0, '{"a'), digest: 'honest' },
  ] as const) {
    test(`${what} is refused`, async () => {
      await expect(check(await rewrite(file, change, digest))).rejects.toMatchObject({ code: 'backup-unreadable' })
    })
  }

  test('that is none of ours is refused: text, another gzip, nothing, a folder', async () => {
    const other = newFile()
    for (const content of ['{"a": 1}\n', gzipSync('{"a": 1}\n'), gzipSync('hello'), '']) {
      await writeFile(other, content)
      await expect(check(other)).rejects.toMatchObject({ code: 'backup-unreadable' })
    }
    for (const missing of [folder, join(folder, 'none')]) await expect(check(missing)).rejects.toMatchObject({ code: 'usage-wrong' })
  })

  test('of a newer form, and one of a newer schema, is refused with the version that wrote it', async () => {
    const target = await emptyDatabase()
    const change = (more: (head: { turnusBackup: number; migrations: object[] }) => void) => (lines: string[]) => {
      const head = JSON.parse(lines[0]!) as { turnusBackup: number; migrations: object[] }
      more(head)
      return lines.with(0, JSON.stringify(head))
    }
    const form = await rewrite(
      file,
      change((head) => (head.turnusBackup = 2)),
    )
    await expect(check(form)).rejects.toMatchObject({ code: 'environment-unfit', remedy: expect.stringContaining('1.2.3') })
    const schema = await rewrite(
      file,
      change((head) => void head.migrations.push({ name: '9999-later', sha256: '' })),
    )
    await expect(restore(target.db, schema)).rejects.toMatchObject({
      code: 'environment-unfit',
      message: expect.stringContaining('9999-later'),
      remedy: expect.stringContaining('1.2.3'),
    })
    // Nothing is left behind, so that the right file can follow.
    await restore(target.db, file)
  })

  test('that turns out to be damaged only while it is restored leaves the store empty', async () => {
    const target = await emptyDatabase()
    const late = await rewrite(file, (lines) => lines.with(-2, lines.at(-2)!.replace(/"\d+"/, '"999"')), 'as it was')
    await expect(restore(target.db, late)).rejects.toMatchObject({ code: 'backup-unreadable' })
    await restore(target.db, file)
  })

  test('that is refused at the last moment leaves the store empty', async () => {
    const target = await emptyDatabase()
    const refused = restoreBackup(target.db, { ...quiet, file, judge: () => Promise.reject(new Error('no')) })
    await expect(refused).rejects.toThrow('no')
    await restore(target.db, file)
  })

  test('is restored by one of two that restore at once', async () => {
    const target = await emptyDatabase()
    const results = await Promise.allSettled([restore(target.db, file), restore(target.db, file)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'store-not-empty' } })
  })

  for (const { what, make, says } of [
    { what: 'holds tables of somebody', make: 'create table foreign_things (id int)', says: 'it holds foreign_things' },
    { what: 'is a store', make: null, says: 'it is a store of Turnus with no organizations and no jobs' },
    {
      what: 'is a store that is served',
      make: `insert into nodes (id, name, roles, version, threads, started_at) values (gen_random_uuid(), 'host:7', '{solver}', '1', 1, now())`,
      says: 'and host:7 serves it',
    },
  ]) {
    test(`is not restored into a database that ${what}, which is named`, async () => {
      const target = what.includes('store') ? await databaseFor('migrated') : await emptyDatabase()
      if (make !== null) await target.db.query(make)
      const before = await describeSchema(target.db)
      await expect(restore(target.db, file)).rejects.toMatchObject({ code: 'store-not-empty', message: expect.stringContaining(says) })
      expect(await describeSchema(target.db)).toBe(before)
    })
  }
})

test('a database without tables of ours is not backed up', async () => {
  const { db } = await databaseFor('empty')
  await expect(backUp(db)).rejects.toMatchObject({ code: 'not-found' })
})

test('a database that is newer than the program is not backed up, because something would be forgotten', async () => {
  const { db } = await databaseFor('migrated')
  await db.query(`insert into migrations (name, sha256) values ('9999-later', '')`)
  await expect(backUp(db)).rejects.toMatchObject({ code: 'environment-unfit' })
})

for (const { sizes, expected } of [
  { sizes: [], expected: [] },
  { sizes: [1, 2, 3], expected: [3] },
  { sizes: [8 * 1024 * 1024, 0, 1], expected: [2, 1] },
  { sizes: [1e9, 1e9, 5, 5], expected: [1, 1, 2] },
]) {
  test(`rows of ${sizes.join(', ') || 'no'} bytes are taken ${expected.join(', then ') || 'never'} at a time`, () => {
    expect(splitBySize(sizes)).toEqual(expected)
  })
}
