import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDepartment, createOrganization } from '../../src/access/organizations.ts'
import { makeTokenText } from '../../src/access/token-text.ts'
import { createToken, revokeToken, SCOPES, type Scope } from '../../src/access/tokens.ts'
import { createUser } from '../../src/access/users.ts'
import { readConfig } from '../../src/config.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { compress } from '../../src/storage/compress.ts'
import { inTransaction } from '../../src/storage/db.ts'
import { insertDelivery } from '../../src/storage/deliveries.ts'
import { sealSecret } from '../../src/storage/seal.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { PATIENT } from '../patience.ts'
import { type AccessRow, CREDENTIALS, type IdKind, JOB_SCHEDULE } from './access-rows.ts'

const key = randomBytes(32)

/** Whoever may knock: what stands in `Authorization`, by the scope that the route needs; undefined for no header. */
export type Caller = (needs: AccessRow['needs']) => string | undefined

/** A gateway with two departments of one organization and one of another, and tokens in every condition. */
export interface AccessWorld {
  readonly address: string
  /** Where its console lies: a page, what lies beside it, and `assets/main.js`. */
  readonly consoleFolder: string
  readonly callers: Readonly<Record<string, Caller>>
  /** Makes something of the first department, and answers its id. */
  make(kind: IdKind): Promise<string>
  /** Id of a link of a plan; nothing that is one for what is no plan. */
  linkOf(planId: string): Promise<string>
  close(): Promise<void>
}

/** Makes one, over a real database and a real port. */
export async function createAccessWorld(): Promise<AccessWorld> {
  const database = await createTestDatabase()
  const flags = { port: 0, databaseUrl: database.url, callbackAllow: '127.0.0.0/8', role: 'gateway' }
  const consoleFolder = await makeConsole()
  const server = await startServer(readConfig(flags, { TURNUS_SECRET_KEY: key.toString('hex'), TURNUS_LOG_LEVEL: 'silent', ...PATIENT }), {
    consoleFolder,
  })
  for (const [organization, department] of [
    ['City', 'A'],
    ['City', 'B'],
    ['Country', 'C'],
  ] as const) {
    if (department !== 'B') await createOrganization(database, organization)
    await createDepartment({ db: database.db, key }, { organization, name: department })
  }
  const callers = await makeCallers(database, server)
  const at = { address: server.address!, authorization: callers['right']!(null)! }
  const makers: Record<IdKind, () => Promise<string>> = {
    'waiting job': () => makeJob(at),
    'solved job': async () => solve(database, await makeJob(at)),
    'called job': async () => makeDelivery(database, await solve(database, await makeJob(at))),
    'plan': () => makePlan(at),
    'employee link': async () => makeLink(at, await makePlan(at)),
    'token': async () => String((await createToken(database, { organization: 'City', department: 'A', scopes: SCOPES })).id),
    'user': async () => String(await makeUser(database, `${randomUUID()}@city.example`)),
  }
  return {
    address: server.address!,
    consoleFolder,
    callers,
    make: (kind) => makers[kind](),
    async linkOf(planId) {
      const { rows } = await database.db.query<{ id: number }>('select id from employee_links where plan_id::text = $1', [planId])
      return String(rows[0]?.id ?? 'none')
    },
    async close() {
      await server.close()
      await database.close()
      await rm(consoleFolder, { recursive: true })
    },
  }
}

async function makeConsole(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'turnus-console-'))
  await mkdir(join(folder, 'assets'))
  for (const file of ['index.html', 'icon.svg', 'config.json', 'assets/main.js']) await writeFile(join(folder, file), '')
  return folder
}

async function makeCallers(database: TestDatabase, server: RunningServer): Promise<Record<string, Caller>> {
  const make = async (organization: string, department: string, scopes: readonly Scope[] = SCOPES) =>
    createToken(database, { organization, department, scopes })
  const [right, expired, revoked, neighbour, stranger] = await Promise.all([
    make('City', 'A'),
    make('City', 'A'),
    make('City', 'A'),
    make('City', 'B'),
    make('Country', 'C'),
  ])
  await database.db.query(`update tokens set expires_at = now() - interval '1 second' where id = $1`, [expired.id])
  await revokeToken(database, revoked.id)
  const without = new Map<AccessRow['needs'], string>([[null, right.token]])
  for (const scope of SCOPES)
    without.set(
      scope,
      (
        await make(
          'City',
          'A',
          SCOPES.filter((other) => other !== scope),
        )
      ).token,
    )
  const bearer =
    (token: string): Caller =>
    () =>
      `Bearer ${token}`
  return {
    'no token': () => undefined,
    'not a token': bearer('garbage'),
    'another scheme': () => `Basic ${Buffer.from(`${CREDENTIALS.email}:${CREDENTIALS.password}`).toString('base64')}`,
    'wrong checksum': bearer(right.token.slice(0, -1) + (right.token.endsWith('0') ? '1' : '0')),
    'unknown': bearer(makeTokenText()),
    'expired': bearer(expired.token),
    'revoked': bearer(revoked.token),
    'user disabled': bearer(await tokenOfDisabledUser(database, server)),
    'scope missing': (needs) => `Bearer ${without.get(needs)}`,
    'other department': bearer(neighbour.token),
    'other organization': bearer(stranger.token),
    'right': bearer(right.token),
  }
}

function makeUser(database: TestDatabase, email: string): Promise<number> {
  return createUser(database, { organization: 'City', role: 'administrator', departments: [], ...CREDENTIALS, email })
}

async function tokenOfDisabledUser(database: TestDatabase, server: RunningServer): Promise<string> {
  const gone = { ...CREDENTIALS, email: 'gone@city.example' }
  await makeUser(database, CREDENTIALS.email)
  await makeUser(database, gone.email)
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server.address}/v1/auth`, { method: 'POST', headers, body: JSON.stringify({ ...gone, department: 'A' }) })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  await database.db.query('update users set disabled_at = now() where email = $1', [gone.email])
  return token
}

async function makeJob({ address, authorization }: { address: string; authorization: string }): Promise<string> {
  const headers = { authorization, 'content-type': 'application/json' }
  const answer = await fetch(`${address}/api/v1/gateway`, { method: 'POST', headers, body: JSON.stringify(JOB_SCHEDULE) })
  return ((await answer.json()) as { solverProblemId: string }).solverProblemId
}

async function makePlan({ address, authorization }: { address: string; authorization: string }): Promise<string> {
  const headers = { authorization, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'March', schedule: JOB_SCHEDULE })
  const answer = await fetch(`${address}/api/v1/plans`, { method: 'POST', headers, body })
  const { planId } = (await answer.json()) as { planId: string }
  await fetch(`${address}/api/v1/plans/${planId}/links`, { method: 'POST', headers, body: JSON.stringify({ employeeIds: [2] }) })
  return planId
}

/** Publishes the plan, and answers the secret of a link to the roster of its first employee. */
async function makeLink({ address, authorization }: { address: string; authorization: string }, planId: string): Promise<string> {
  const headers = { authorization, 'content-type': 'application/json' }
  const post = async (path: string, body: object) =>
    fetch(`${address}/api/v1/plans/${planId}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await post('publish', { version: 1 })
  const [link] = (await (await post('links', { employeeIds: [1] })).json()) as { path: string }[]
  return link!.path.replace('/my/', '')
}

async function solve({ db }: TestDatabase, id: string): Promise<string> {
  await db.query(`update jobs set state = 'SOLVING', attempt = 1 where id = $1`, [id])
  const solution = sealSecret(key, 'solution', await compress(Buffer.from('{"shifts":[{"id":1,"employee":1}]}')))
  const sql = `update jobs set state = 'SOLVED', ended_at = now(), stop_reason = 'CONVERGED', score = '{0,0,0,0}', solution = $2 where id = $1`
  await db.query(sql, [id, solution])
  return id
}

async function makeDelivery({ db }: TestDatabase, id: string): Promise<string> {
  const body = sealSecret(key, 'callback-body', await compress(Buffer.from('{}')))
  await inTransaction(db, (tx) => insertDelivery(tx, { jobId: Number(id), type: 'schedule.solved', messageId: `msg_${id}`, body }))
  return id
}
