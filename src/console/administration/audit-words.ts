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
  'plan.published': 'Plan published',
  'plan.deleted': 'Plan deleted',
  'plan.links-created': 'Links for employees created',
  'plan.link-revoked': 'Link of an employee revoked',
}

/** What people call those whom the log names by id: e-mails of users, names of tokens and departments. The log itself holds no e-mail. */
export interface AuditNames {
  readonly users: ReadonlyMap<number, string>
  readonly tokens: ReadonlyMap<number, string>
  readonly departments: ReadonlyMap<number, string>
}

/** Who did it: `ada@hospital.example`, `token 3 roster import`. By number alone only who is not known any more. */
export function actorText({ kind, tokenId, userId }: AuditEvent['actor'], { users, tokens }: AuditNames): string {
  // The token of a login says no more than who logged in.
  if (userId !== null) return users.get(userId) ?? `user ${userId}`
  return tokenId === null ? kind : named('token', tokenId, tokens)
}

/** What it was done to: `token 3 roster import`, `ada@hospital.example`; a dash when nothing is named. */
export function targetText(target: AuditEvent['target'], { users, tokens, departments }: AuditNames): string {
  if (target === null) return '–'
  const { type, id, name } = target
  if (id === null || name !== null) return [type, id, name].filter((word) => word !== null).join(' ')
  if (type === 'user') return users.get(id) ?? `user ${id}`
  return named(type, id, type === 'token' ? tokens : type === 'department' ? departments : NO_NAMES)
}

/** More about it: `scopes gateway:read, gateway:write; expiresDays 90`. */
export function detailText(detail: AuditEvent['detail'], { departments }: AuditNames): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name} ${valueText(DEPARTMENT_LISTS.has(name) ? departmentsOf(value, departments) : value)}`)
    .join('; ')
}

const NO_NAMES: ReadonlyMap<number, string> = new Map()
/** Details that list departments, by id. */
const DEPARTMENT_LISTS: ReadonlySet<string> = new Set(['departments', 'added', 'removed'])

function named(type: string, id: number, names: ReadonlyMap<number, string>): string {
  const name = names.get(id)
  return name === undefined ? `${type} ${id}` : `${type} ${id} ${name}`
}

/** A count stays a count. */
function departmentsOf(value: unknown, names: ReadonlyMap<number, string>): unknown {
  return Array.isArray(value) ? value.map((id: unknown) => (typeof id === 'number' ? (names.get(id) ?? id) : id)) : value
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueText).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
