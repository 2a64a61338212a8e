/** Slow: each mistake is made by processes of its own, some with a PostgreSQL. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
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
        const [served, examined] = await Promise.all([turnus(['serve', '--port', '0', '--data', data]), turnus(['doctor', '--json', '--data', data])])
        expect(served).toMatchObject({ code: 1, stdout: '' })
        expect(served.stderr).toMatch(/^environment-unfit: .*\n {2}Remedy: .*\n$/)
        expect(served.stderr).toContain(says)
        expect(examined.code).toBe(1)
        const { findings } = JSON.parse(examined.stdout) as { findings: { check: string; status: string }[] }
        expect(findings.filter(({ status }) => status === 'failed').map((finding) => finding.check)).toEqual([check])
      }))
  }
})

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
