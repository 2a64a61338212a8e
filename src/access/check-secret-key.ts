import type { Config } from '../config.ts'
import { GatewayError } from '../model/errors.ts'
import type { Queryable } from '../storage/db.ts'
import { findSealedSigningSecret, listDepartments } from '../storage/departments.ts'
import { findGivenSecretKey, findSecretKey, openSecret } from '../storage/seal.ts'
import type { SecretKey } from '../storage/seal.ts'

/** What names a secret key. */
type KeyConfig = Pick<Config, 'secretKey' | 'previousSecretKey' | 'databaseUrl' | 'data'>

/**
 * Throws `environment-unfit` when the database was used with another secret key before. Call it when a server starts:
 * with a wrong key every job would fail one by one.
 */
export async function checkSecretKey(deps: { db: Queryable; key: SecretKey }): Promise<void> {
  const [oldest] = await listDepartments(deps.db, null)
  const sealed = oldest && (await findSealedSigningSecret(deps.db, oldest.id))
  if (sealed) openSecret(deps.key, 'signing-secret', sealed)
}

/**
 * The secret key of a database that is open, whatever it opens there. It is made only where it can have sealed nothing yet: an embedded store with
 * departments whose key file is gone is refused with `environment-unfit`, because a new key would open nothing, and hide that the right one is
 * missing. `remedy` is for a database of one's own without a key, `usage-wrong`.
 */
export async function findKeyOfStore(db: Queryable, config: KeyConfig, remedy: string): Promise<SecretKey> {
  const given = await findGivenSecretKey(config)
  if (given !== null) return given
  if (config.databaseUrl === null && (await listDepartments(db, null)).length > 0) {
    throw new GatewayError(
      'environment-unfit',
      `The data folder ${config.data} has a database and no secret-key.`,
      'Put back the key that it was first used with, as the file secret-key in that folder or by TURNUS_SECRET_KEY_FILE. A new one would open nothing that is stored.',
    )
  }
  return findSecretKey(config, remedy)
}

/** As `findKeyOfStore`, and it opens what is stored: for whatever seals something, which nobody could open with the right key otherwise. */
export async function findProvedKey(db: Queryable, config: KeyConfig, remedy: string): Promise<SecretKey> {
  const key = await findKeyOfStore(db, config, remedy)
  await checkSecretKey({ db, key })
  return key
}
