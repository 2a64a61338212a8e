import type { Queryable } from '../storage/db.ts'
import { findSealedSigningSecret, listDepartments } from '../storage/departments.ts'
import { openSecret } from '../storage/seal.ts'
import type { SecretKey } from '../storage/seal.ts'

/**
 * Throws `environment-unfit` when the database was used with another secret key before. Call it when a server starts:
 * with a wrong key every job would fail one by one.
 */
export async function checkSecretKey(deps: { db: Queryable; key: SecretKey }): Promise<void> {
  const [oldest] = await listDepartments(deps.db, null)
  const sealed = oldest && (await findSealedSigningSecret(deps.db, oldest.id))
  if (sealed) openSecret(deps.key, 'signing-secret', sealed)
}
