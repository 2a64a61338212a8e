import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { readConfig } from '../../src/config.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { readText } from '../source-files.ts'
import { createTestTerminal } from '../terminal.ts'
import { examplesOf, send, shownAnswer, wordsOf } from './page-commands.ts'
import { PATIENT } from '../patience.ts'

const env = { ...PATIENT, TURNUS_SECRET_KEY: randomBytes(32).toString('hex'), TURNUS_LOG_LEVEL: 'fatal' }
let database: TestDatabase
let server: RunningServer
const variables: Record<string, string> = {}

beforeAll(async () => {
  database = await createTestDatabase()
  // Nobody solves here: what is submitted is answered as the page shows it.
  server = await startServer(readConfig({ port: 0, databaseUrl: database.url, role: 'gateway' }, env))
})
afterAll(async () => {
  await server?.close()
  await database?.close()
})

describe('docs/plans.md', () => {
  const examples = examplesOf(readText('docs/plans.md'))

  test('has an answer for every command but the first', () => {
    expect(examples.map(({ answer }) => answer !== undefined)).toEqual([false, ...examples.slice(1).map(() => true)])
    expect(examples.length).toBeGreaterThan(5)
  })

  for (const { line, answer } of examples) {
    test(`\`${line.slice(0, 150)}\` does what the page says`, async () => {
      if (answer !== undefined) return expect(await send(wordsOf(line, variables), server.address!)).toEqual(shownAnswer(answer))
      const [, variable, command] = /^export (\w+)=\$\(npx turnus (.*)\)$/.exec(line)!
      const terminal = createTestTerminal({ env: { ...env, DATABASE_URL: database.url } })
      expect(await runProgram(wordsOf(command!, variables), terminal)).toBe(0)
      return void (variables[variable!] = terminal.out().trim())
    })
  }
})
