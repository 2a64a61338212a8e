import { pageOf } from '../api/cursor.ts'
import type { Page, PageOf } from '../api/cursor.ts'
import { ACTOR_KINDS, AUDIT_ACTIONS, insertAuditEvent, listAuditEvents } from '../storage/audit-events.ts'
import type { Actor, AuditAction, AuditEvent, NewAuditEvent } from '../storage/audit-events.ts'
import type { Db, Queryable, Transaction } from '../storage/db.ts'
import type { Caller } from './authenticate.ts'

export { ACTOR_KINDS, AUDIT_ACTIONS }
export type { Actor, AuditAction, AuditEvent }

/** What a use-case works with that changes something and writes it into the audit log, in one transaction. */
export interface ChangeDeps {
  readonly db: Db
  /** Who changes it; the command line when absent. The database refuses that for a connection of the HTTP interface, so it cannot be forgotten there. */
  readonly actor?: Actor
}

const COMMAND_LINE: Actor = { kind: 'command line' }

/** The caller of a request, as the audit log names it. `address`: IP address that the request came from. */
export function actorOf(caller: Pick<Caller, 'tokenId' | 'userId'>, address: string): Actor {
  return { kind: 'token', tokenId: caller.tokenId, userId: caller.userId, address }
}

/** Writes down what a change did. `tx` is the transaction of the change: both are true, or neither. */
export function recordChange(tx: Transaction, deps: ChangeDeps, event: Omit<NewAuditEvent, 'actor'>): Promise<void> {
  return insertAuditEvent(tx, { ...event, actor: deps.actor ?? COMMAND_LINE })
}

/** What of the audit log is asked for. */
export interface AuditQuery extends PageOf {
  /** Of this organization; null = of all, and of none. */
  readonly organizationId: number | null
  /** Not before this moment; null = from the first. */
  readonly since: Date | null
  /** Null = every action. */
  readonly action: AuditAction | null
}

/** What happened, newest first. Throws `request-invalid` for a cursor that is not ours. */
export function listAudit(deps: { db: Queryable }, { organizationId, since, action, ...page }: AuditQuery): Promise<Page<AuditEvent>> {
  return pageOf(page, (at) => listAuditEvents(deps.db, { organizationId, since, action, ...at }))
}
