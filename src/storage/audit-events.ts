import { onlyRow, storableText } from './db.ts'
import type { Queryable } from './db.ts'

/** Everything that the audit log can say. docs/access.md has a line for each; a test compares them. */
export const AUDIT_ACTIONS = [
  'login.succeeded',
  'login.failed',
  'login.throttled',
  'access.refused',
  'refusals.left-out',
  'token.created',
  'token.rotated',
  'token.revoked',
  'user.created',
  'user.disabled',
  'user.enabled',
  'user.role-changed',
  'user.memberships-changed',
  'user.password-changed',
  'organization.created',
  'department.created',
  'secret.rotated',
  'plan.published',
  'plan.deleted',
  'plan.links-created',
  'plan.link-revoked',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const ACTOR_KINDS = ['token', 'user', 'command line', 'stranger'] as const

/** Who did it. A stranger showed no valid token and no right password. */
export type Actor =
  | { readonly kind: 'token'; readonly tokenId: number; readonly userId: number | null; readonly address: string | null }
  | { readonly kind: 'user'; readonly userId: number; readonly address: string | null }
  | { readonly kind: 'command line' }
  | { readonly kind: 'stranger'; readonly address: string | null }

/** What it was done to: a kind of thing, with its id, its name or both. */
export interface AuditTarget {
  readonly type: string
  readonly id: number | null
  readonly name: string | null
}

/** More about it, in few words and numbers. Never a token, a password, or a text that a client made up. */
export type AuditDetail = Readonly<Record<string, string | number | null | readonly (string | number)[]>>

/** Something that happened, about to be written down. */
export interface NewAuditEvent {
  readonly actor: Actor
  readonly action: AuditAction
  /** Null when it is not known whose business it is. */
  readonly organizationId: number | null
  /** Null when it is of no one department. */
  readonly departmentId: number | null
  readonly target: AuditTarget | null
  readonly detail?: AuditDetail
}

/** Something that happened, as it was written down. */
export interface AuditEvent {
  readonly id: number
  readonly at: Date
  readonly organizationId: number | null
  readonly departmentId: number | null
  readonly actor: Actor['kind']
  /** Set when the actor is a token. */
  readonly tokenId: number | null
  /** Who logged in, or whose token it is; null for tokens that an administrator made, the command line and strangers. */
  readonly userId: number | null
  /** IP address; null for the command line. */
  readonly address: string | null
  readonly action: AuditAction
  readonly target: AuditTarget | null
  readonly detail: AuditDetail
}

/** Most rows that one statement deletes, so that none holds others up for long. */
const DELETED_AT_A_TIME = 10_000
/** Most statements of one call: a hundred million events. */
const MOST_DELETIONS = 10_000

/** Writes an event down. Give it the transaction of the change that it tells of. */
export async function insertAuditEvent(db: Queryable, event: NewAuditEvent): Promise<void> {
  const { actor, action, organizationId, departmentId, target, detail = {} } = event
  await db.query(
    `insert into audit_events (organization_id, department_id, actor, token_id, user_id, address, action, target, target_id, target_name, detail)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      organizationId,
      departmentId,
      actor.kind,
      'tokenId' in actor ? actor.tokenId : null,
      'userId' in actor ? actor.userId : null,
      'address' in actor ? actor.address : null,
      action,
      target?.type ?? null,
      target?.id ?? null,
      target?.name === null || target === null ? null : storableText(target.name),
      detail,
    ],
  )
}

/** Which events, newest first. */
export interface AuditPage {
  /** Of one organization; null = all, and those that belong to none. */
  readonly organizationId: number | null
  /** Not before this moment; null = from the first. */
  readonly since: Date | null
  /** Only those of this action; null = all. */
  readonly action: AuditAction | null
  /** Only those with a smaller id; null = from the newest. */
  readonly before: number | null
  readonly limit: number
}

interface Row extends Omit<AuditEvent, 'target'> {
  readonly targetType: string | null
  readonly targetId: number | null
  readonly targetName: string | null
}

/** Events, newest first, at most `limit`. */
export async function listAuditEvents(db: Queryable, page: AuditPage): Promise<readonly AuditEvent[]> {
  const { rows } = await db.query<Row>(
    `select id, at, organization_id as "organizationId", department_id as "departmentId", actor, token_id as "tokenId", user_id as "userId",
            address, action, target as "targetType", target_id as "targetId", target_name as "targetName", detail
       from audit_events
      where ($1::bigint is null or organization_id = $1)
        and ($2::timestamptz is null or at >= $2)
        and ($3::text is null or action = $3)
        and ($4::bigint is null or id < $4)
      order by id desc
      limit $5`,
    [page.organizationId, page.since, page.action, page.before, page.limit],
  )
  return rows.map(({ targetType, targetId, targetName, ...event }) => ({
    ...event,
    target: targetType === null ? null : { type: targetType, id: targetId, name: targetName },
  }))
}

/** Deletes the events of more than `days` days, at least 30 whatever is asked, and answers how many there were. Only the owner of the tables may. */
export async function deleteOldAuditEvents(db: Queryable, days: number): Promise<number> {
  let total = 0
  for (let round = 0; round < MOST_DELETIONS; round += 1) {
    const { deleted } = onlyRow(await db.query<{ deleted: number }>('select delete_old_audit_events($1, $2) as deleted', [days, DELETED_AT_A_TIME]))
    total += deleted
    if (deleted < DELETED_AT_A_TIME) break
  }
  return total
}
