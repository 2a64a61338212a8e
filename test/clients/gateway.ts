import { randomBytes } from 'node:crypto'
import { departmentSigningSecret } from '../../src/access/organizations.ts'
import { createToken } from '../../src/access/tokens.ts'
import { readConfig } from '../../src/config.ts'
import { startServer } from '../../src/server.ts'
import { createTestDatabase } from '../database.ts'
import { PATIENT } from '../patience.ts'

/** A gateway of its own with a department, a token of it, and what its callbacks are signed with. */
export interface TestGateway {
  readonly url: string
  readonly token: string
  readonly secret: string
  close(): Promise<void>
}

/** Starts one, on a database of its own, that may call loopback. */
export async function startGateway(): Promise<TestGateway> {
  const key = randomBytes(32)
  const database = await createTestDatabase()
  const server = await startServer(
    readConfig(
      { port: 0, databaseUrl: database.url, callbackAllow: '127.0.0.0/8', threads: 1 },
      { TURNUS_SECRET_KEY: key.toString('hex'), TURNUS_LOG_LEVEL: 'fatal', ...PATIENT },
    ),
  )
  const of = { organization: 'Turnus', department: 'main' }
  const { token } = await createToken(database, of)
  const secret = await departmentSigningSecret({ db: database.db, key }, of)
  return {
    url: server.address!,
    token,
    secret,
    async close() {
      await server.close()
      await database.close()
    },
  }
}
