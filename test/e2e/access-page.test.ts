import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { readConfig } from '../../src/config.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { AUDIT_ACTIONS } from '../../src/storage/audit-events.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { readText } from '../source-files.ts'
import { createTestTerminal } from '../terminal.ts'

const PAGE = readText('docs/access.md')
const env = { TURNUS_SECRET_KEY: randomBytes(32).toString('hex'), TURNUS_LOG_LEVEL: 'fatal' }
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

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

/** The commands of the page in order, each with the answer that the page shows for it, if any. */
const examples = [...PAGE.matchAll(/```sh\n([\s\S]*?)```(?:\s*```http\n([\s\S]*?)```)?/g)].flatMap(([, commands, answer]) => {
  const lines = commands!.replaceAll('\\\n', ' ').trim().split('\n')
  return lines.map((line, i) => ({ line: line.replaceAll(/ +/g, ' '), answer: i === lines.length - 1 ? answer : undefined }))
})

describe('docs/access.md', () => {
  test('has examples', () => {
    expect(examples.filter(({ line }) => line.startsWith('curl')).length).toBeGreaterThan(6)
    expect(examples.filter(({ line }) => line.includes('npx turnus')).length).toBeGreaterThan(8)
  })

  for (const { line, answer } of examples) {
    test(`\`${line.slice(0, 150)}\` does what the page says`, async () => {
      if (!line.startsWith('curl')) return runCommand(line)
      const { status, body } = await send(wordsOf(line))
      const [, shownStatus, shownBody] = /^HTTP\/1\.1 (\d+)\s*([\s\S]*)$/.exec(answer!)!
      expect({ status, body }).toEqual({ status: Number(shownStatus), body: shownBody === '' ? null : patternOf(JSON.parse(shownBody!)) })
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
  const code = await runProgram(wordsOf(command!), terminal)
  expect([line, code, code === 0 ? '' : terminal.err()]).toEqual([line, 0, ''])
  if (variable !== undefined) variables[variable] = terminal.out().trim()
}

/** The words of a command as a shell makes them, with variables in double quotes filled in. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? (double ?? bare)!.replaceAll(/\$(\w+)/g, (_, name: string) => variables[name]!),
  )
}

/** Sends what `curl` would. */
async function send([, ...words]: readonly string[]): Promise<{ status: number; body: unknown }> {
  const headers = new Headers()
  let [method, url, body] = ['GET', '', undefined as string | undefined]
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i]!
    if (word === '-H') headers.append(...(words[(i += 1)]!.split(': ') as [string, string]))
    else if (word === '-X') method = words[(i += 1)]!
    else if (word === '--data') [body, method] = [words[(i += 1)]!, method === 'GET' ? 'POST' : method]
    else url = word.replace('http://127.0.0.1:8080', server.address!)
  }
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}

/** What a body looks like that the page shows: moments may be others, and `…` stands for anything. */
function patternOf(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(patternOf)
  if (typeof shown === 'object' && shown !== null) return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, patternOf(value)]))
  if (typeof shown !== 'string') return shown
  if (MOMENT.test(shown)) return expect.stringMatching(MOMENT)
  return shown.endsWith('…') ? expect.stringContaining(shown.slice(0, -1)) : shown
}
