import { randomBytes } from 'node:crypto'
import { createDepartment } from '../../src/access/organizations.ts'
import { createToken, SCOPES } from '../../src/access/tokens.ts'
import { createUser } from '../../src/access/users.ts'
import { readConfig } from '../../src/config.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { buildConsole } from '../../scripts/build-console.mjs'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { PATIENT } from '../patience.ts'
import { type Receiver, startReceiver } from '../receiver.ts'
import { openFront } from './front.ts'

/** Who can sign in. */
export interface Person {
  readonly email: string
  readonly password: string
}

/** A gateway as a hospital runs it: a real database, a real search, the console at `/`, and somebody who takes the callbacks. */
export interface Hospital {
  /** The same for its whole life, such as `http://127.0.0.1:40123`. */
  readonly address: string
  readonly database: TestDatabase
  /** Of all departments. */
  readonly administrator: Person
  /** Of the department `main` alone; may read and write, not administer. */
  readonly planner: Person
  /** Of the department `main`, with every scope. */
  readonly token: string
  readonly receiver: Receiver
  /** Status of the next answers of the receiver, first one next; 200 when there is none. */
  readonly statuses: number[]
  stopGateway(): Promise<void>
  startGateway(): Promise<void>
  close(): Promise<void>
}

/** Opens one, with the console as its sources are now. Two departments: `main` and `Ward 2`. */
export async function openHospital(): Promise<Hospital> {
  const failure = buildConsole(process.execPath)
  if (failure !== null) throw new Error(failure)
  const key = randomBytes(32)
  const database = await createTestDatabase()
  const statuses: number[] = []
  const receiver = await startReceiver((response) => response.writeHead(statuses.shift() ?? 200).end())
  const start = (): Promise<RunningServer> =>
    startServer(
      readConfig(
        { port: 0, databaseUrl: database.url, callbackAllow: '127.0.0.0/8', threads: 1 },
        { TURNUS_SECRET_KEY: key.toString('hex'), TURNUS_LOG_LEVEL: 'fatal', ...PATIENT },
      ),
    )
  let server: RunningServer | null = await start()
  const front = await openFront(() => server?.address ?? null)
  const stopGateway = async (): Promise<void> => {
    const stopping = server
    server = null
    await stopping?.close()
    front.breakAll()
  }
  const people = await createPeople(database, key)
  return {
    address: front.address,
    database,
    ...people,
    receiver,
    statuses,
    stopGateway,
    async startGateway() {
      server ??= await start()
    },
    async close() {
      await stopGateway()
      await front.close()
      await receiver.close()
      await database.close()
    },
  }
}

async function createPeople(database: TestDatabase, key: Buffer): Promise<Pick<Hospital, 'administrator' | 'planner' | 'token'>> {
  const organization = 'Turnus'
  await createDepartment({ db: database.db, key }, { organization, name: 'Ward 2' })
  const administrator = { email: 'ada@hospital.example', password: 'a long password of Ada' }
  const planner = { email: 'per@hospital.example', password: 'a long password of Per' }
  await createUser(database, { organization, ...administrator, role: 'administrator', departments: [] })
  await createUser(database, { organization, ...planner, role: 'planner', departments: ['main'] })
  const { token } = await createToken(database, { organization, department: 'main', scopes: SCOPES })
  return { administrator, planner, token }
}
