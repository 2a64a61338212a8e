/** Slow: each mistake is made by processes of its own, some with a PostgreSQL. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { Finding } from '../../src/cli/finding.ts'
import { openEmbedded } from '../../src/storage/embedded.ts'
import { mountSmallDisk, type SmallDisk } from '../small-disk.ts'
import { ROOT } from '../source-files.ts'
import { inTemporaryFolder, turnus } from './turnus.ts'

/** Makes a data folder of which something is wrong. */
interface Mistake {
  readonly what: string
  readonly make: (data: string) => Promise<unknown>
  readonly says: string
  /** The check of `turnus doctor` that fails by it. */
  readonly check: string
}

/** What failed of the checks of `turnus doctor --json`. */
function failedChecks(printed: string): string[] {
  const { findings } = JSON.parse(printed) as { findings: Finding[] }
  return findings.filter(({ status }) => status === 'failed').map(({ check }) => check)
}

const storeOf = async (data: string, files: Readonly<Record<string, string>>): Promise<void> => {
  await mkdir(join(data, 'postgres'), { recursive: true })
  for (const [name, content] of Object.entries(files)) await writeFile(join(data, 'postgres', name), content)
}

const MISTAKES: readonly Mistake[] = [
  { what: 'is a file', make: (data) => writeFile(data, ''), says: 'a file stands where a folder is meant', check: 'disk' },
  {
    what: 'holds a store of another PostgreSQL',
    make: (data) => storeOf(data, { PG_VERSION: '17\n' }),
    says: 'was made by PostgreSQL 17; this is 18',
    check: 'database',
  },
  { what: 'holds a store without its version', make: (data) => storeOf(data, {}), says: 'is no store of PostgreSQL', check: 'database' },
]

describe.concurrent('a data folder that', () => {
  for (const { what, make, says, check } of MISTAKES) {
    test(`${what} is told with what to do, by serve and by doctor`, () =>
      inTemporaryFolder(async (folder) => {
        const data = join(folder, 'data')
        await make(data)
        const [served, examined] = await Promise.all([
          turnus(['serve', '--port', '0', '--data', data]),
          turnus(['doctor', '--json', '--port', '0', '--data', data]),
        ])
        expect(served).toMatchObject({ code: 1, stdout: '' })
        expect(served.stderr).toMatch(/^environment-unfit: .*\n {2}Remedy: .*\n$/)
        expect(served.stderr).toContain(says)
        expect(examined.code).toBe(1)
        expect(failedChecks(examined.stdout)).toEqual([check])
      }))
  }
})

describe.concurrent('a disk', () => {
  for (const { what, spoil, says, fails } of [
    { what: 'without room for a store', spoil: async (disk: SmallDisk) => disk.fill(), says: /cannot be used: the disk is full/, fails: ['disk'] },
    {
      what: 'that can only be read',
      spoil: async (disk: SmallDisk) => disk.makeReadOnly(),
      says: /cannot be used: its file system is read-only/,
      fails: ['disk'],
    },
    {
      what: 'that can only be read, with a store',
      spoil: async (disk: SmallDisk) => {
        await turnus(['organization', 'create', 'City Hospital', '--data', join(disk.folder, 'data')])
        disk.makeReadOnly()
      },
      says: /cannot be used: its file system is read-only/,
      fails: ['disk', 'database'],
    },
  ]) {
    test(`${what} is told with what to do, by serve and by doctor`, async (context) => {
      const disk = await mountSmallDisk()
      if (disk === null) return context.skip('No small disk can be mounted here: that takes the rights of root.')
      try {
        await spoil(disk)
        const data = join(disk.folder, 'data')
        const served = await turnus(['serve', '--port', '0', '--data', data])
        expect(served).toMatchObject({ code: 1, stdout: '' })
        expect(served.stderr).toMatch(/^environment-unfit: [^\n]*\n {2}Remedy: [^\n]*\n$/)
        expect(served.stderr).toMatch(says)
        const examined = await turnus(['doctor', '--json', '--port', '0', '--data', data])
        expect(failedChecks(examined.stdout)).toEqual(fails)
      } finally {
        await disk.free()
        await disk.remove()
      }
    })
  }
})

test('a damaged page of a table is told by doctor, with the table, and by serve, which names doctor', () =>
  inTemporaryFolder(async (data) => {
    await turnus(['organization', 'create', 'City Hospital', '--data', data])
    const { url, close } = await openEmbedded(data, 'administration')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ file: string }>(`select pg_relation_filepath('organizations') as file`)
    // On the disk, not only in the log of what is written.
    await client.query('checkpoint')
    await client.end()
    await close()
    const page = await open(join(data, 'postgres', rows[0]!.file), 'r+')
    await page.write(Buffer.alloc(4096, 0xa5), 0, 4096, 4096)
    await page.close()
    const examined = await turnus(['doctor', '--json', '--port', '0', '--data', data])
    const { findings } = JSON.parse(examined.stdout) as { findings: Finding[] }
    const found = findings.find(({ check }) => check === 'tables')
    expect(found).toMatchObject({ status: 'failed', detail: expect.stringContaining('The table organizations is damaged') as unknown })
    const served = await turnus(['serve', '--port', '0', '--data', data])
    expect(served).toMatchObject({ code: 1, stdout: '' })
    expect(served.stderr).toMatch(/^database-unavailable: The database cannot read what it has stored\. .*\n {2}Remedy: .*turnus doctor/m)
  }))

test.skipIf(!existsSync('/dev/full'))('a command whose output finds no room says so without a stack, and has failed', async () => {
  const full = await open('/dev/full', 'w')
  const child = spawn(process.execPath, [join(ROOT, 'bin', 'turnus.js'), '--help'], { stdio: ['ignore', full.fd, 'pipe'] })
  const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
  await full.close()
  expect(said).toBe(
    'environment-unfit: What this command prints cannot be written: the disk is full (ENOSPC).\n  Remedy: Make room, or send the output elsewhere.\n',
  )
  expect(code).toBe(1)
})
