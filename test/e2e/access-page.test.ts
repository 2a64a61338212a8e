import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { readConfig } from '../../src/config.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { AUDIT_ACTIONS } from '../../src/storage/audit-events.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { readText } from '../source-files.ts'
import { createTestTerminal } from '../terminal.ts'
import { examplesOf, send, shownAnswer, wordsOf } from './page-commands.ts'
import { PATIENT } from '../patience.ts'

const PAGE = readText('docs/access.md')
const env = { ...PATIENT, TURNUS_SECRET_KEY: randomBytes(32).toString('hex'), TURNUS_LOG_LEVEL: 'fatal' }

let database: TestDatabase
let server: RunningServer
/** What the page has exported so far. */
const variables: Record<string, string> = {}

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startServer(readConfig({ port: 0, databaseUrl: database.url, threads: 1 }, env))
})
afterAll(async () => {
  await server?.close()
  await database?.close()
})

const examples = examplesOf(PAGE)

describe('docs/access.md', () => {
  test('has examples', () => {
    expect(examples.filter(({ line }) => line.startsWith('curl')).length).toBeGreaterThan(6)
    expect(examples.filter(({ line }) => line.includes('npx turnus')).length).toBeGreaterThan(8)
  })

  for (const { line, answer } of examples) {
    test(`\`${line.slice(0, 150)}\` does what the page says`, async () => {
      if (!line.startsWith('curl')) return runCommand(line)
      const { status, body } = await send(wordsOf(line, variables), server.address!)
      expect({ status, body }).toEqual(shownAnswer(answer!))
    })
  }

  test('has a line for every action of the audit log, and for no other', () => {
    const rows = [...PAGE.matchAll(/^\| `([a-z]+\.[a-z-]+)` \|/gm)].map(([, action]) => action)
    expect(rows.sort()).toEqual([...AUDIT_ACTIONS].sort())
  })

  test('leaves an audit log without a token, a password or an e-mail', async () => {
    const terminal = createTestTerminal({ env: { ...env, DATABASE_URL: database.url } })
    expect(await runProgram(['audit', 'list', '--json', '--limit', '1000'], terminal)).toBe(0)
    expect(JSON.parse(terminal.out())).toHaveLength((await database.db.query('select from audit_events')).rowCount!)
    expect(terminal.out()).not.toMatch(/tns_|lamp river|seven paper|@/)
  })
})

/** Runs a line of the shell that calls `turnus`: with a pipe into it, or with its output in a variable. */
async function runCommand(line: string): Promise<void> {
  const [, variable, stdin, command] = /^(?:export (\w+)=\$\()?(?:echo '([^']*)' \| )?npx turnus (.*?)\)?$/.exec(line)!
  const terminal = createTestTerminal({ stdin: stdin === undefined ? '' : `${stdin}\n`, env: { ...env, DATABASE_URL: database.url } })
  const code = await runProgram(wordsOf(command!, variables), terminal)
  expect([line, code, code === 0 ? '' : terminal.err()]).toEqual([line, 0, ''])
  if (variable !== undefined) variables[variable] = terminal.out().trim()
}
