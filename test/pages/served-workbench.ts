import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { createToken } from '../../src/access/tokens.ts'
import { type Client, createClient } from '../../src/client/client.ts'
import { readConfig } from '../../src/config.ts'
import { startServer } from '../../src/server.ts'
import type { Score } from '../../src/model/score.ts'
import type { SecretKey } from '../../src/storage/seal.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { PATIENT } from '../patience.ts'
import { createWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts'

/** `curl` as somebody sees it who looks at what it answers: without its progress. It finds the real one behind the workbench's own programs. */
const CURL = '#!/bin/sh\nPATH=${PATH#*:} exec curl --silent --show-error "$@"\n'
/** Longer than anybody waits. */
const LONG = { maxSeconds: 600 }
const AT_THE_PAGES_ADDRESS = 'http://127.0.0.1:8080'

/** A workbench beside a gateway that was just started for the first time: `http://127.0.0.1:8080` leads to it, and `npx turnus` opens its database. */
export interface ServedWorkbench extends Workbench {
  readonly address: string
  readonly database: TestDatabase
  readonly key: SecretKey
  /** Of the department `main` of `Turnus`, which a first start makes. */
  readonly client: Client
  /** Submits a schedule to `main`, and ends the search once it has the roster of this score. Fails when it is given another number than `expectedId`. */
  submitAndWait(schedule: object, expectedId: string, score: Score): Promise<void>
}

/** Opens one, on a database of its own, that may call loopback. What `options` move is moved besides; their `env` is the gateway's too. */
export async function openServedWorkbench(options: WorkbenchOptions = {}): Promise<ServedWorkbench> {
  const key = randomBytes(32)
  const database = await createTestDatabase()
  const env = { TURNUS_SECRET_KEY: key.toString('hex'), TURNUS_CALLBACK_ALLOW: '127.0.0.0/8' }
  const server = await startServer(
    readConfig({ port: 0, databaseUrl: database.url, threads: 1 }, { ...env, ...PATIENT, ...options.env, TURNUS_LOG_LEVEL: 'fatal' }),
  )
  const address = server.address!
  const { token } = await createToken(database, { organization: 'Turnus', department: 'main' })
  const bench = createWorkbench({
    ...options,
    moved: { ...options.moved, [AT_THE_PAGES_ADDRESS]: address },
    programs: { curl: CURL, ...options.programs },
    env: { ...env, DATABASE_URL: database.url, ...options.env },
  })
  const client = createClient({ baseUrl: address, token })
  return {
    ...bench,
    address,
    database,
    key,
    client,
    async submitAndWait(schedule, expectedId, score) {
      expect((await client.submit({ ...schedule, termination: LONG })).solverProblemId).toBe(expectedId)
      for await (const event of client.events(expectedId)) if (event.type === 'better' && event.score?.join() === score.join()) break
      await client.stop(expectedId)
      expect((await client.waitForEnd(expectedId, { everyMs: 20 })).status).toBe('SOLVED')
    },
    async close() {
      await bench.close()
      await server.close()
      await database.close()
    },
  }
}
