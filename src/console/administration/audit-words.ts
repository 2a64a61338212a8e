import type { AuditEvent } from '../gateway/documents.ts'
import { t } from '../texts/texts.ts'

/** What the text of each action is called; every action that there is. */
const ACTION_TEXTS = {
  'login.succeeded': 'signedIn',
  'login.failed': 'signInFailed',
  'login.throttled': 'signInPutOff',
  'access.refused': 'refused',
  'refusals.left-out': 'refusalsLeftOut',
  'token.created': 'tokenCreated',
  'token.rotated': 'tokenRotated',
  'token.revoked': 'tokenRevoked',
  'user.created': 'userCreated',
  'user.disabled': 'userDisabled',
  'user.enabled': 'userEnabled',
  'user.role-changed': 'roleChanged',
  'user.memberships-changed': 'departmentsChanged',
  'user.password-changed': 'passwordChanged',
  'organization.created': 'organizationCreated',
  'department.created': 'departmentCreated',
  'secret.rotated': 'secretRotated',
  'plan.published': 'planPublished',
  'plan.deleted': 'planDeleted',
  'plan.links-created': 'linksCreated',
  'plan.link-revoked': 'linkRevoked',
} as const satisfies Record<AuditEvent['action'], string>

/** Every action that there is, in order. */
export const ACTIONS = Object.keys(ACTION_TEXTS) as readonly AuditEvent['action'][]

/** What happened, in words. */
export function actionText(action: AuditEvent['action']): string {
  return t(`audit.action.${ACTION_TEXTS[action]}`)
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
  if (userId !== null) return users.get(userId) ?? `${t('audit.actor.user')} ${userId}`
  return tokenId === null ? kindText(kind) : named(t('audit.actor.token'), tokenId, tokens)
}

/** What it was done to: `token 3 roster import`, `ada@hospital.example`; a dash when nothing is named. */
export function targetText(target: AuditEvent['target'], { users, tokens, departments }: AuditNames): string {
  if (target === null) return '–'
  const { type, id, name } = target
  if (id === null || name !== null) return [typeText(type), id, name].filter((word) => word !== null).join(' ')
  if (type === 'user') return users.get(id) ?? `${typeText(type)} ${id}`
  return named(typeText(type), id, type === 'token' ? tokens : type === 'department' ? departments : NO_NAMES)
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

const KIND_TEXTS = { token: 'token', user: 'user', 'command line': 'commandLine', stranger: 'stranger' } as const

function kindText(kind: AuditEvent['actor']['kind']): string {
  return t(`audit.actor.${KIND_TEXTS[kind]}`)
}

const TYPE_TEXTS = {
  department: 'department',
  job: 'job',
  organization: 'organization',
  plan: 'plan',
  token: 'token',
  user: 'user',
  'unknown-email': 'unknownEmail',
} as const

/** A type that is not known here is named as the log names it. */
function typeText(type: string): string {
  const known = Object.entries(TYPE_TEXTS).find(([name]) => name === type)
  return known === undefined ? type : t(`audit.target.${known[1]}`)
}

function named(type: string, id: number, names: ReadonlyMap<number, string>): string {
  const name = names.get(id)
  return name === undefined ? `${type} ${id}` : `${type} ${id} ${name}`
}

/** A count stays a count. */
function departmentsOf(value: unknown, names: ReadonlyMap<number, string>): unknown {
  return Array.isArray(value) ? value.map((id: unknown) => (typeof id === 'number' ? (names.get(id) ?? id) : id)) : value
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? t('audit.none') : value.map(valueText).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
