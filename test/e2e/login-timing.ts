import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { createUser } from '../../src/access/users.ts'
import { readConfig } from '../../src/config.ts'
import { startServer } from '../../src/server.ts'
import { createTestDatabase } from '../database.ts'
import { PATIENT } from '../patience.ts'

const KNOWN = 'known@ward.example'
const UNKNOWN = 'unknown@ward.example'

/** Milliseconds until both are refused, measured one right after the other. */
export interface Pair {
  readonly known: number
  readonly unknown: number
}

/** A gateway that knows one e-mail, and limits no logins. */
export interface LoginGateway {
  /** A known e-mail with a wrong password, and an unknown one, so many times, each first every other time. */
  measure(pairs: number): Promise<Pair[]>
  close(): Promise<void>
}

/** Starts one, on a database of its own. */
export async function startLoginGateway(): Promise<LoginGateway> {
  const database = await createTestDatabase()
  const env = {
    ...PATIENT,
    TURNUS_SECRET_KEY: randomBytes(32).toString('hex'),
    TURNUS_LOG_LEVEL: 'silent',
    TURNUS_LOGINS_PER_EMAIL: '10000',
    TURNUS_LOGINS_PER_ADDRESS: '1000000',
  }
  const server = await startServer(readConfig({ port: 0, databaseUrl: database.url, role: 'gateway' }, env))
  const password = 'a password of some length'
  await createUser(database, { organization: 'Turnus', email: KNOWN, password, role: 'administrator', departments: [] })
  return {
    async measure(count) {
      const pairs: Pair[] = []
      for (let i = 0; i < count; i += 1) {
        const first = await timeRefusal(server.address!, i % 2 === 0 ? KNOWN : UNKNOWN)
        const second = await timeRefusal(server.address!, i % 2 === 0 ? UNKNOWN : KNOWN)
        pairs.push(i % 2 === 0 ? { known: first, unknown: second } : { known: second, unknown: first })
      }
      return pairs
    },
    async close() {
      await server.close()
      await database.close()
    },
  }
}

/** Milliseconds until a login is refused. */
async function timeRefusal(address: string, email: string): Promise<number> {
  const startedMs = performance.now()
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${address}/v1/auth`, { method: 'POST', headers, body: JSON.stringify({ email, password: 'a wrong one, as long' }) })
  await answer.arrayBuffer()
  expect(answer.status).toBe(401)
  return performance.now() - startedMs
}

export const medianOf = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
