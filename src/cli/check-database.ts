import { findProvedKey } from '../access/check-secret-key.ts'
import type { Config } from '../config.ts'
import { GatewayError } from '../model/errors.ts'
import type { Db } from '../storage/db.ts'
import { listDepartments } from '../storage/departments.ts'
import { hasStore } from '../storage/embedded-cluster.ts'
import { type DatabaseFacts, examineDatabase, hearsNotices, readTables, type StoredTables } from '../storage/examine.ts'
import { refuseLostRights } from '../storage/gateway-role.ts'
import { listMigrations, readAppliedMigrations, refuseOldPostgres } from '../storage/migrate.ts'
import { listNodes, type Node } from '../storage/nodes.ts'
import { reasonOfOutage } from '../storage/outage.ts'
import { explainRefusal } from '../storage/refused-connection.ts'
import { findGivenSecretKey } from '../storage/seal.ts'
import { withDatabase } from './administration.ts'
import { attempt, failed, type Finding, ok, skipped, warning } from './finding.ts'

/** A lease lasts 10 s by the clock of the database, so no search depends on ours; signatures of callbacks hold for 5 minutes. */
const CLOCK_OFF_MS = 2000
const CLOCK_WRONG_MS = 60_000
const KEY_REMEDY = 'Set TURNUS_SECRET_KEY or TURNUS_SECRET_KEY_FILE to the same key for every node. Make one with: openssl rand -base64 32'

const CHECKS_WITHIN = ['tables', 'migrations', 'notices', 'clock', 'secret key', 'nodes'] as const

/** Checks the database, and what only it can tell. Nothing is changed in it, and nothing is made that is not there. */
export async function checkDatabase(config: Config): Promise<readonly Finding[]> {
  if (config.databaseUrl === null && !(await hasStore(config.data))) {
    const first = ok('database', `There is none in ${config.data} yet: the first start makes it.`)
    return [first, ...CHECKS_WITHIN.map((check) => skipped(check, 'There is no database yet.'))]
  }
  try {
    return await withDatabase(config, (db) => examine(db, config))
  } catch (error) {
    return [whyNot(error), ...CHECKS_WITHIN.map((check) => skipped(check, 'The database cannot be asked.'))]
  }
}

async function examine(db: Db, config: Config): Promise<readonly Finding[]> {
  const facts = await examineDatabase(db)
  await refuseOldPostgres(db)
  const migrations = await attempt('migrations', () => checkMigrations(db))
  const isMigrated = migrations.status === 'ok' || migrations.status === 'warning'
  return [
    judgeDatabase(facts),
    await attempt('tables', async () => judgeTables(await readTables(db))),
    migrations,
    await attempt('notices', () => checkNotices(db)),
    judgeClock(facts),
    isMigrated ? await attempt('secret key', () => checkKey(db, config)) : skipped('secret key', 'The tables that need it cannot be read.'),
    isMigrated ? await attempt('nodes', async () => judgeNodes(await readNodes(db))) : skipped('nodes', 'The table of nodes cannot be read.'),
  ]
}

/** Why a database cannot be worked with, by what the server or the system said. */
function whyNot(error: unknown): Finding {
  const reason = explainRefusal(error)
  if (reason instanceof GatewayError && reason.code !== 'database-unavailable') return failed('database', reason.message, reason.remedy)
  return failed(
    'database',
    `It cannot be reached: ${reasonOfOutage(error)}.`,
    'Look whether it runs, whether host and port in DATABASE_URL are right, and whether a firewall lets this host through.',
  )
}

/** The server, and what our role may do in it: all that is missing at once. */
export function judgeDatabase({ version, role, mayCreate, hasGatewayRole, roundTripMs }: DatabaseFacts): Finding {
  const detail = `PostgreSQL ${version}, answers within ${roundTripMs.toFixed(1)} ms.`
  const lacks: string[] = []
  const remedies: string[] = []
  if (!mayCreate) {
    lacks.push(`The role ${role} may not create tables in it.`)
    remedies.push(`Let its owner run: grant create on database … to ${role}; grant create on schema public to ${role};`)
  }
  if (!hasGatewayRole) {
    lacks.push(`The role turnus_gateway is missing, and ${role} may not make it.`)
    remedies.push(`Let an administrator of the server run: create role turnus_gateway nologin; grant turnus_gateway to ${role};`)
  }
  if (lacks.length === 0) return ok('database', detail)
  return failed('database', [detail, ...lacks].join(' '), remedies.join(' '))
}

/** What is stored: pages that cannot be read, or could not once. */
export function judgeTables({ damaged, unread, failures }: StoredTables): Finding {
  const [first] = damaged
  const remedy =
    'Stop Turnus, keep a copy of the data folder, look at the health of the disk, and restore the last backup into a new database (turnus restore).'
  if (first !== undefined) {
    const others = damaged.length === 1 ? '' : ` And ${damaged.length - 1} more.`
    return failed('tables', `The table ${first.table} is damaged: ${first.reason}.${others}`, remedy)
  }
  if (failures > 0) return failed('tables', `PostgreSQL has met pages with a wrong checksum, ${failures} times so far.`, remedy)
  if (unread.length > 0)
    return ok(
      'tables',
      `No damage was met. ${unread.length === 1 ? 'One table was' : `${unread.length} tables were`} not read: too large for ten seconds, or not open to this role.`,
    )
  return ok('tables', 'All of them can be read.')
}

async function checkMigrations(db: Db): Promise<Finding> {
  const [applied, known] = [await readAppliedMigrations(db), await listMigrations()]
  const missing = known.length - applied.length
  if (missing === 0) {
    await refuseLostRights(db)
    return ok('migrations', `All ${known.length} are applied.`)
  }
  return warning(
    'migrations',
    applied.length === 0 ? 'None is applied: the database is empty.' : `${missing} of ${known.length} are not applied yet.`,
    'turnus migrate applies them, and so does the next start of turnus serve.',
  )
}

async function checkNotices(db: Db): Promise<Finding> {
  if (await hearsNotices(db)) return ok('notices', 'What one connection announces is heard by another.')
  return failed(
    'notices',
    'What one connection announces is not heard by another, so nodes are woken by polling only, and event streams tell nothing.',
    'Let DATABASE_URL lead to PostgreSQL itself, or to a pooler in session mode.',
  )
}

/** The clocks of this host and of the database. */
export function judgeClock({ clockAheadMs }: Pick<DatabaseFacts, 'clockAheadMs'>): Finding {
  const offMs = Math.abs(clockAheadMs)
  const detail = `The database's clock is ${(offMs / 1000).toFixed(1)} s ${clockAheadMs >= 0 ? 'ahead of' : 'behind'} this host's.`
  const remedy = 'Let both hosts set their clocks by NTP.'
  if (offMs >= CLOCK_WRONG_MS) return failed('clock', `${detail} Receivers refuse callbacks that are signed at a wrong time.`, remedy)
  return offMs >= CLOCK_OFF_MS ? warning('clock', detail, remedy) : ok('clock', detail)
}

async function checkKey(db: Db, config: Config): Promise<Finding> {
  const key = await findGivenSecretKey(config)
  if (key === null && config.databaseUrl !== null) return failed('secret key', 'There is none for the database of DATABASE_URL.', KEY_REMEDY)
  // The first migration makes what a key seals; before the first department nothing is.
  const isEmpty = (await readAppliedMigrations(db)).length === 0 || (await listDepartments(db, null)).length === 0
  if (isEmpty)
    return ok('secret key', `${key === null ? 'The next start makes one' : 'There is one'}, and nothing is stored that it would have to open.`)
  // Throws without a key; it makes none here.
  await findProvedKey(db, config, KEY_REMEDY)
  return ok('secret key', 'It opens what is stored.')
}

/** An older version does not tell its key, and knows no table of nodes before its migration. */
async function readNodes(db: Db): Promise<readonly Node[]> {
  return (await readAppliedMigrations(db)).some(({ name }) => name.startsWith('0008')) ? listNodes(db) : []
}

/** The processes that serve the database. */
export function judgeNodes(nodes: readonly Pick<Node, 'name' | 'roles' | 'version' | 'state'>[]): Finding {
  const alive = nodes.filter(({ state }) => state === 'alive')
  if (alive.length === 0) return ok('nodes', 'No process serves the database at the moment.')
  const versions = [...new Set(alive.map(({ version }) => version))].sort()
  const missing = (['gateway', 'solver', 'dispatcher'] as const).filter((role) => !alive.some(({ roles }) => roles.includes(role)))
  const detail = `${alive.length === 1 ? 'One process serves' : `${alive.length} processes serve`} the database, version ${versions.join(', ')}.`
  if (missing.length > 0) return warning('nodes', `${detail} None is ${missing.join(' or ')}.`, `Start one: turnus serve --role ${missing.join(',')}`)
  if (versions.length === 1) return ok('nodes', detail)
  return warning('nodes', detail, 'Bring all of them to one version; side by side they are meant for the time of an upgrade.')
}
