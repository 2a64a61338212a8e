import type { AuditEvent } from '../gateway/documents.ts'

/** What happened, in words; every action that there is. */
export const ACTION_WORDS: Readonly<Record<AuditEvent['action'], string>> = {
  'login.succeeded': 'Signed in',
  'login.failed': 'Sign-in failed',
  'login.throttled': 'Sign-in put off after too many failures',
  'access.refused': 'Request refused',
  'refusals.left-out': 'More refusals than are written down',
  'token.created': 'Token created',
  'token.rotated': 'Token rotated',
  'token.revoked': 'Token revoked',
  'user.created': 'User created',
  'user.disabled': 'User disabled',
  'user.enabled': 'User enabled',
  'user.role-changed': 'Role changed',
  'user.memberships-changed': 'Departments changed',
  'user.password-changed': 'Password changed',
  'organization.created': 'Organization created',
  'department.created': 'Department created',
  'secret.rotated': 'Signing secret rotated',
}

/** Who did it: `token 3 of user 1`. */
export function actorText({ kind, tokenId, userId }: AuditEvent['actor']): string {
  if (tokenId !== null) return userId === null ? `token ${tokenId}` : `user ${userId}, token ${tokenId}`
  return userId === null ? kind : `user ${userId}`
}

/** What it was done to: `token 3 roster import`; a dash when nothing is named. */
export function targetText(target: AuditEvent['target']): string {
  return target === null ? '–' : [target.type, target.id, target.name].filter((word) => word !== null).join(' ')
}

/** More about it: `scopes gateway:read, gateway:write; expiresDays 90`. */
export function detailText(detail: AuditEvent['detail']): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name} ${valueText(value)}`)
    .join('; ')
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueText).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
