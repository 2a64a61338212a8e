import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { departmentSigningSecret } from '../../src/access/organizations.ts'
import { createToken } from '../../src/access/tokens.ts'
import { createUser } from '../../src/access/users.ts'
import { createClient } from '../../src/client/client.ts'
import { readConfig } from '../../src/config.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { PATIENT } from '../patience.ts'

const KEY = randomBytes(32)
const PASSWORD = 'a password that nobody sees'
const SCHEDULE = {
  callbackUrl: 'http://127.0.0.1:9/nobody',
  callbackAuthenticationHeaderName: 'X-Api-Key',
  callbackAuthenticationHeaderValue: 'open sesame, said the client',
  employees: [{ id: 777_777_777_701, name: 'Florence Nightingale', skills: [], teams: [], contract: {}, wishes: [] }],
  shifts: [{ id: 777_777_777_702, name: 'Night on Ward Seven', spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00' }],
  spots: [{ id: 1, name: 'Room of Quarantine', teams: [], skills: [] }],
}

let database: TestDatabase
let server: RunningServer

beforeAll(async () => {
  database = await createTestDatabase()
  const flags = { port: 0, databaseUrl: database.url, callbackAllow: '127.0.0.0/8', threads: 1 }
  server = await startServer(readConfig(flags, { ...PATIENT, TURNUS_SECRET_KEY: KEY.toString('hex'), TURNUS_LOG_LEVEL: 'silent' }))
})
afterAll(async () => {
  await server.close()
  await database.close()
})

/** Every value of every row of every table, as text; of bytes as they are, and once more inflated where they are gzip. */
async function copyEverything(): Promise<string> {
  const tables = await database.db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  )
  const values: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await database.db.query(`select * from ${name}`)
    for (const value of rows.flatMap((row) => Object.values(row))) values.push(Buffer.isBuffer(value) ? textOf(value) : JSON.stringify(value))
  }
  return values.join('\n')
}

function textOf(bytes: Buffer): string {
  const plain = bytes.toString('latin1') + bytes.toString('hex')
  try {
    return plain + gunzipSync(bytes).toString()
  } catch {
    return plain
  }
}

test('a copy of the database without the secret key shows no token, password, secret, schedule or roster', async () => {
  const of = { organization: 'Turnus', department: 'main' }
  const { token } = await createToken(database, of)
  await createUser(database, { organization: 'Turnus', email: 'planner@ward.example', password: PASSWORD, role: 'administrator', departments: [] })
  const client = createClient({ baseUrl: server.address!, token })
  const { solverProblemId } = await client.submit(SCHEDULE)
  await client.waitForEnd(solverProblemId, { everyMs: 100 })
  expect(JSON.stringify(await client.solution(solverProblemId))).toContain('777777777701')

  const copy = await copyEverything()
  expect(copy).toContain('planner@ward.example')
  expect(copy).toContain('127.0.0.1:9/nobody')
  const signingSecret = await departmentSigningSecret({ db: database.db, key: KEY }, of)
  const secrets = [
    token,
    PASSWORD,
    signingSecret,
    signingSecret.slice(6),
    KEY.toString('hex'),
    'open sesame',
    'Nightingale',
    'Ward Seven',
    'Quarantine',
    '7777777777',
  ]
  for (const secret of secrets) expect(copy.includes(secret), secret).toBe(false)
})
