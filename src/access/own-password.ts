import { GatewayError } from '../model/errors.ts'
import { insertAuditEvent } from '../storage/audit-events.ts'
import { inTransaction } from '../storage/db.ts'
import { revokeTokensOfUser } from '../storage/tokens.ts'
import { lockUser, updatePasswordHash } from '../storage/users.ts'
import { type Credentials, type LoginDeps, proveUser } from './login.ts'
import { judgePassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { refuse } from './users.ts'

/** A user's e-mail and password, and the password that is to take its place. */
export interface PasswordChange extends Omit<Credentials, 'department'> {
  readonly newPassword: string
}

/**
 * Gives a user who knows the password another one, and ends every token that the user's logins made. Throws `credentials-wrong` and `too-many-requests` as a login does,
 * `request-invalid` for a password that will not do, and `permission-missing` for a user who is disabled. What was changed is in the audit log.
 */
export async function changeOwnPassword(deps: LoginDeps, { newPassword, ...credentials }: PasswordChange): Promise<void> {
  const { id, organizationId, email } = await proveUser(deps, credentials)
  const issue = judgePassword(newPassword, email)
  refuse([issue === null ? null : { ...issue, pointer: '/newPassword' }])
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(deps.db.within({ organizationId, departmentId: null }), async (tx) => {
    // Held, so that who is disabled meanwhile is not let in again by it.
    const user = await lockUser(tx, id)
    if (user.disabledAt !== null) throw new GatewayError('permission-missing', 'The user is disabled.', 'Ask your administrator.')
    await updatePasswordHash(tx, { id, passwordHash })
    const tokensRevoked = await revokeTokensOfUser(tx, { userId: id, departmentIds: null })
    const actor = { kind: 'user', userId: id, address: credentials.address } as const
    const target = { type: 'user', id, name: null }
    await insertAuditEvent(tx, { organizationId, departmentId: null, actor, action: 'user.password-changed', target, detail: { tokensRevoked } })
  })
}
