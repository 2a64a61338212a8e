import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../src/access/users.ts'
import { readConfig } from '../../src/config.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

const LOGINS = 200
/** How far the medians may lie apart. */
const MOST_APART = 0.05
/** A machine that does other things at the same time may spoil a measurement, not three. */
const TRIES = 3

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
  await createUser(database, { organization: 'Turnus', email: 'known@ward.example', password, role: 'administrator', departments: [] })
}, 60_000)
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

interface Times {
  readonly known: number[]
  readonly unknown: number[]
}

/** A known e-mail with a wrong password, and an unknown one, measured in turn, each first every other time. */
async function measure(): Promise<Times> {
  const times: Times = { known: [], unknown: [] }
  for (let i = 0; i < LOGINS; i += 1) {
    for (const who of i % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      times[who].push(await timeRefusal(`${who}@ward.example`))
    }
  }
  return times
}

function distanceOf({ known, unknown }: Times): number {
  const medians = [medianOf(known), medianOf(unknown)]
  return Math.max(...medians) / Math.min(...medians) - 1
}

test(`an unknown e-mail and a wrong password are refused after the same time: medians of ${LOGINS} each within 5 %`, {
  timeout: 600_000,
}, async () => {
  const all: Times = { known: [], unknown: [] }
  let apart = Number.POSITIVE_INFINITY
  for (let i = 0; i < TRIES && apart > MOST_APART; i += 1) {
    const times = await measure()
    all.known.push(...times.known)
    all.unknown.push(...times.unknown)
    apart = Math.min(apart, distanceOf(times), distanceOf(all))
  }
  expect(apart, `known ${medianOf(all.known).toFixed(1)} ms, unknown ${medianOf(all.unknown).toFixed(1)} ms`).toBeLessThan(MOST_APART)
})
