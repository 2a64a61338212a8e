import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { createTestTerminal } from '../../test/terminal.ts'
import { runProgram } from './program.ts'
import { describeConsole } from './serve.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const cores = availableParallelism()
const node = `${hostname()}:${process.pid}`

for (const { role, says } of [
  {
    role: ['--role', 'solver', '--threads', '1'],
    says: [
      `Turnus runs as solver, node ${node}`,
      '  it solves jobs, 1 at a time',
      '  requests are taken by others: it listens on no port',
      '  callbacks are made by others',
    ],
  },
  {
    role: ['--role', 'solver', '--threads', '256'],
    says: [
      `Turnus runs as solver, node ${node}`,
      `  it solves jobs, ${cores} at a time`,
      '  requests are taken by others: it listens on no port',
      '  callbacks are made by others',
      `Solver threads: ${cores} and not 256, because the process has no more cores`,
    ],
  },
  {
    role: ['--role', 'dispatcher', '--threads', '256'],
    says: [
      `Turnus runs as dispatcher, node ${node}`,
      '  it makes callbacks',
      '  requests are taken by others: it listens on no port',
      '  jobs are solved by others',
      '',
    ],
  },
  {
    role: ['--role', 'dispatcher', '--role', 'gateway', '--port', '0'],
    says: [
      `Turnus runs as gateway, dispatcher, node ${node}`,
      '  it takes requests',
      '  it makes callbacks',
      '  jobs are solved by others',
      expect.stringMatching(/^Turnus listens on http:\/\/127\.0\.0\.1:\d+$/),
    ],
  },
]) {
  test(`turnus serve ${role.join(' ')} prints what it does and what others do, and ends with 0 when it is told to`, async () => {
    const env = { DATABASE_URL: database.url, TURNUS_SECRET_KEY: '7'.repeat(64), TURNUS_LOG_LEVEL: 'fatal' }
    const terminal = createTestTerminal({ env })
    const ended = runProgram(['serve', ...role], terminal)
    await expect.poll(() => terminal.out()).toContain('Turnus runs as')
    expect(terminal.out().split('\n').slice(0, says.length)).toEqual(says)
    terminal.interrupt()
    expect({ code: await ended, said: terminal.err() }).toEqual({ code: 0, said: 'Stopping …\n' })
  })
}

test('turnus serve that is told to end while it starts ends in order once it has started', async () => {
  const terminal = createTestTerminal({ env: { DATABASE_URL: database.url, TURNUS_SECRET_KEY: '7'.repeat(64), TURNUS_LOG_LEVEL: 'fatal' } })
  const ended = runProgram(['serve', '--port', '0'], terminal)
  await new Promise((resolve) => setImmediate(resolve))
  terminal.interrupt()
  expect(terminal.out()).toBe('')
  expect({ code: await ended, said: terminal.err() }).toEqual({ code: 0, said: 'Stopping …\n' })
  expect(terminal.out()).toContain('Turnus listens on')
})

test('turnus serve says where the console is, or how to build it while it is not there, and nothing of one that is switched off', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turnus-console-'))
  const where = 'http://127.0.0.1:8080/'
  expect(describeConsole({ servesConsole: true }, where, folder)).toEqual([expect.stringContaining('npm run setup')])
  await writeFile(join(folder, 'index.html'), '')
  expect(describeConsole({ servesConsole: true }, where, folder)).toEqual([`  look     ${where}`])
  expect(describeConsole({ servesConsole: false }, where, folder)).toEqual([])
  await rm(folder, { recursive: true })
})
