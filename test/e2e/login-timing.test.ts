import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../src/access/users.ts'
import { readConfig } from '../../src/config.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

const PAIRS = 21
const KNOWN = 'known@ward.example'
const UNKNOWN = 'unknown@ward.example'
/** Without the same work an unknown e-mail would be refused some thirty times faster. Whether it is within 5 % is measured by login-timing.long.test.ts; a busy machine makes the ratio smaller, not larger. */
const MOST_TIMES = 3

let database: TestDatabase
let server: RunningServer

beforeAll(async () => {
  database = await createTestDatabase()
  const env = {
    TURNUS_SECRET_KEY: randomBytes(32).toString('hex'),
    TURNUS_LOG_LEVEL: 'silent',
    TURNUS_LOGINS_PER_EMAIL: '10000',
    TURNUS_LOGINS_PER_ADDRESS: '1000000',
  }
  server = await startServer(readConfig({ port: 0, databaseUrl: database.url, role: 'gateway' }, env))
  const password = 'a password of some length'
  await createUser(database, { organization: 'Turnus', email: KNOWN, password, role: 'administrator', departments: [] })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

/** Milliseconds until a login is refused. */
async function timeRefusal(email: string): Promise<number> {
  const startedMs = performance.now()
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server.address}/v1/auth`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: 'a wrong one, as long' }),
  })
  await answer.arrayBuffer()
  expect(answer.status).toBe(401)
  return performance.now() - startedMs
}

const medianOf = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

/** Milliseconds until both are refused, measured one right after the other. */
interface Pair {
  readonly known: number
  readonly unknown: number
}

/** A known e-mail with a wrong password, and an unknown one, each first every other time. */
async function measure(): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let i = 0; i < PAIRS; i += 1) {
    const first = await timeRefusal(i % 2 === 0 ? KNOWN : UNKNOWN)
    const second = await timeRefusal(i % 2 === 0 ? UNKNOWN : KNOWN)
    pairs.push(i % 2 === 0 ? { known: first, unknown: second } : { known: second, unknown: first })
  }
  return pairs
}

test(`an unknown e-mail and a wrong password are refused after the same work: neither is ${MOST_TIMES} times faster at the median of ${PAIRS} pairs`, async () => {
  const ratio = medianOf((await measure()).map(({ known, unknown }) => known / unknown))
  expect(ratio).toBeLessThan(MOST_TIMES)
  expect(ratio).toBeGreaterThan(1 / MOST_TIMES)
})
