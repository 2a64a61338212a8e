import { findKeyOfStore, findProvedKey } from '../access/check-secret-key.ts'
import { type Config, readConfig } from '../config.ts'
import { GatewayError } from '../model/errors.ts'
import { type Db, openDb } from '../storage/db.ts'
import { hasStore } from '../storage/embedded-cluster.ts'
import { openEmbedded, type Purpose } from '../storage/embedded.ts'
import { migrate } from '../storage/migrate.ts'
import type { SecretKey } from '../storage/seal.ts'
import type { DatabaseFlags } from './flags.ts'
import type { Terminal } from './terminal.ts'

const KEY_REMEDY = 'Set TURNUS_SECRET_KEY or TURNUS_SECRET_KEY_FILE to the key that the gateway uses.'

/** What a command works with when it administers: the database, at the schema of this version, and the key of its secrets. */
export interface Administration {
  readonly db: Db
  /** Found to open what is stored. */
  readonly key: () => Promise<SecretKey>
  /** Whatever it opens. */
  readonly unprovedKey: () => Promise<SecretKey>
}

/**
 * Opens the database that the flags and the environment name, brings it to the schema of this version, runs `work` and closes it again.
 * An embedded database that a running gateway has open is shared with it; one that is stopped is started for as long as this takes;
 * one that is not there is made.
 */
export async function administer<Result>(terminal: Terminal, flags: DatabaseFlags, work: (deps: Administration) => Promise<Result>): Promise<Result> {
  const config = readConfig(flags, terminal.env)
  return withDatabase(config, async (db) => {
    await migrate(db)
    return work({ db, key: () => findProvedKey(db, config, KEY_REMEDY), unprovedKey: () => findKeyOfStore(db, config, KEY_REMEDY) })
  })
}

/** As `administer`, for a command that makes no sense without a store: a data folder mistyped is told, not filled. Throws `not-found`. */
export async function administerExisting<Result>(
  terminal: Terminal,
  flags: DatabaseFlags,
  work: (deps: Administration) => Promise<Result>,
): Promise<Result> {
  await refuseMissingStore(readConfig(flags, terminal.env))
  return administer(terminal, flags, work)
}

/** Throws `not-found` when the embedded database is meant and the data folder has none. */
export async function refuseMissingStore({ databaseUrl, data }: Config): Promise<void> {
  if (databaseUrl === null && !(await hasStore(data))) {
    throw new GatewayError('not-found', `There is no store in ${data}.`, 'Name the data folder of the gateway with --data or TURNUS_DATA.')
  }
}

/** Opens the database of a configuration, as it is, for as long as `work` takes. With the purpose `serve` nobody else may serve it meanwhile. */
export async function withDatabase<Result>(config: Config, work: (db: Db) => Promise<Result>, purpose: Purpose = 'administration'): Promise<Result> {
  const embedded = config.databaseUrl === null ? await openEmbedded(config.data, purpose) : null
  try {
    const db = openDb(embedded?.url ?? config.databaseUrl!)
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  } finally {
    await embedded?.close()
  }
}
