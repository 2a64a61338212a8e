import { GatewayError } from '../model/errors.ts'
import { inTransaction } from '../storage/db.ts'
import { replaceSigningSecret } from '../storage/departments.ts'
import { sealSecret } from '../storage/seal.ts'
import type { SecretKey } from '../storage/seal.ts'
import { recordChange } from './audit.ts'
import type { ChangeDeps } from './audit.ts'
import { resolveDepartment } from './organizations.ts'
import { makeSigningSecret } from './secret-text.ts'

/**
 * Gives a department a new signing secret and answers it. The one before signs too for `overlapHours`, so that receivers can change over;
 * with 0 it is worth nothing at once. Throws `not-found`.
 */
export async function rotateSigningSecret(
  deps: ChangeDeps & { key: SecretKey },
  of: { organization: string | number; department: string | number; overlapHours: number },
): Promise<string> {
  const department = await resolveDepartment(deps, of)
  const secret = makeSigningSecret()
  const sealedSecret = sealSecret(deps.key, 'signing-secret', secret)
  const { id, organizationId, name } = department
  const { overlapHours } = of
  return inTransaction(deps.db, async (tx) => {
    if (!(await replaceSigningSecret(tx, { departmentId: id, sealedSecret, overlapHours }))) {
      throw new GatewayError('not-found', `There is no department "${of.department}".`, 'It was removed a moment ago; list the departments.')
    }
    const target = { type: 'department', id, name }
    await recordChange(tx, deps, { action: 'secret.rotated', organizationId, departmentId: id, target, detail: { overlapHours } })
    return secret
  })
}
