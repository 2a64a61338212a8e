import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestTerminal } from '../../test/terminal.ts'
import type { Terminal } from './terminal.ts'
import { MOST_FILE_BYTES, readBytes } from './read-document.ts'

let folder: string
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'turnus-test-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

const terminal = createTestTerminal()
const failureOf = (path: string, of: Terminal = terminal) =>
  readBytes(of, path).then(
    () => null,
    (error: unknown) => error,
  )

test('a file is read whole', async () => {
  const path = join(folder, 'small.json')
  await writeFile(path, '{"a":1}')
  expect(Buffer.from(await readBytes(terminal, path)).toString()).toBe('{"a":1}')
  await writeFile(path, '')
  expect(await readBytes(terminal, path)).toHaveLength(0)
})

describe('what has no end is not read for ever', () => {
  test('a device', async () => {
    expect(await failureOf('/dev/zero')).toMatchObject({ code: 'usage-wrong', message: expect.stringContaining('/dev/zero') })
  })

  test('stdin', async () => {
    const piece = Buffer.alloc(16 * 1024 * 1024)
    let given = 0
    function* endless(): Generator<Buffer> {
      for (;;) {
        given += piece.length
        yield piece
      }
    }
    const stdin = Readable.from(endless()) as unknown as Terminal['stdin']
    expect(await failureOf('-', { ...terminal, stdin })).toMatchObject({ code: 'usage-wrong', message: expect.stringContaining('stdin') })
    expect(given).toBeLessThan(MOST_FILE_BYTES + 4 * piece.length)
  })

  test('a folder cannot be read, and is no fault of Turnus', async () => {
    expect(await failureOf(folder)).toMatchObject({ code: 'usage-wrong' })
  })
})
