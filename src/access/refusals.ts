import { insertAuditEvent } from '../storage/audit-events.ts'
import type { AuditDetail, NewAuditEvent } from '../storage/audit-events.ts'
import type { GuardedDb } from '../storage/guarded-db.ts'
import type { Log } from '../storage/log.ts'
import { createFailureLog } from '../storage/outage.ts'
import { keyedDigests } from '../storage/seal.ts'
import type { SecretKey } from '../storage/seal.ts'
import { findRefusedToken } from '../storage/tokens.ts'
import type { Scope } from '../storage/tokens.ts'
import { findUserOfEmail } from '../storage/users.ts'
import { actorOf } from './audit.ts'
import { bearerText } from './authenticate.ts'
import type { Caller } from './authenticate.ts'
import { hashToken, isTokenText } from './token-text.ts'

/** Of each kind (failed logins, throttled logins, requests without a valid token, requests of one token), on one node, within a minute. */
export const RECORDED_REFUSALS_PER_MINUTE = 30
const WINDOW_MS = 60_000

/** Codes of the refusals of a request that are written down. */
const REFUSAL_CODES = ['not-authenticated', 'permission-missing', 'department-foreign'] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]

/** True for the code of a failure that says that somebody may not do something. */
export function isRefusal(code: string): code is RefusalCode {
  return (REFUSAL_CODES as readonly string[]).includes(code)
}

/** A request that was refused. */
export interface RefusedRequest {
  readonly code: RefusalCode
  /** Null when the token did not work. */
  readonly caller: Caller | null
  /** The header, of which nothing is kept. */
  readonly authorization: string | undefined
  /** IP address that the request came from. */
  readonly address: string
  readonly method: string
  /** As the API describes it, with its parameters unfilled: `/api/v1/gateway/:solverProblemId`. */
  readonly route: string
  /** What is asked of a token; null when it only has to be valid. */
  readonly scope: Scope | null
  /** The job that was asked for; null when the route is about none. */
  readonly jobId: string | null
}

/** A login that was refused. */
export interface RefusedLogin {
  readonly action: 'login.failed' | 'login.throttled'
  /** In its normal form. */
  readonly email: string
  readonly address: string
  /** True when the password was right, and the user may not act for the department. */
  readonly isUserSure: boolean
}

/** Writes down who was refused. Neither ever throws: a refusal is answered whether it could be written down or not. */
export interface Refusals {
  /** A request that shows no token at all is not written down. */
  recordRequest(refused: RefusedRequest): Promise<void>
  /** Names the user by id; an e-mail that nobody has by a keyed digest, equal for equal e-mails. */
  recordLogin(refused: RefusedLogin): Promise<void>
  /** Writes down how many were left out until now. Safe to call twice. */
  close(): Promise<void>
}

export interface RefusalDeps {
  readonly db: Pick<GuardedDb, 'query' | 'within'>
  readonly key: SecretKey
  readonly log: Log
  /** For how long the limit counts, in milliseconds; a minute when absent. */
  readonly windowMs?: number
}

/** Writes refusals into the audit log, of each kind only so many a minute: what strangers can make grow has a limit, and what was left out is counted. */
export function createRefusals({ db, key, log, windowMs = WINDOW_MS }: RefusalDeps): Refusals {
  const tell = createFailureLog(log, 'error', 'a refusal could not be written into the audit log')
  const write = async (event: NewAuditEvent): Promise<void> => {
    const { organizationId, departmentId } = event
    await insertAuditEvent(organizationId === null ? db : db.within({ organizationId, departmentId }), event)
  }
  const quietly = (work: () => Promise<void>): Promise<void> => work().catch(tell)
  const windows = createWindows(windowMs, (leftOut) => quietly(() => write(leftOut)))

  return {
    recordRequest: (refused) =>
      quietly(async () => {
        const { caller } = refused
        if (caller !== null) {
          const whose = { organizationId: caller.organizationId, departmentId: caller.departmentId, actor: actorOf(caller, refused.address) }
          if (windows.admit(`token ${caller.tokenId}`, whose)) await write({ ...describeCaller(refused), ...whose })
          return
        }
        const text = bearerText(refused.authorization)
        if (text !== null && windows.admit('requests', NOBODY)) await write(await describeStranger(db, refused, text))
      }),
    recordLogin: (refused) =>
      quietly(async () => {
        const { action, address } = refused
        if (!windows.admit(action, NOBODY)) return
        // Asked for every e-mail alike, so that the time does not tell which ones are known.
        const user = await findUserOfEmail(db, refused.email)
        const digest = keyedDigests(key, Buffer.from(`audit email ${refused.email}`))[0].toString('hex')
        await write({
          action,
          organizationId: user?.organizationId ?? null,
          departmentId: null,
          actor: user !== null && refused.isUserSure ? { kind: 'user', userId: user.id, address } : { kind: 'stranger', address },
          target: user === null ? { type: 'unknown-email', id: null, name: digest } : { type: 'user', id: user.id, name: null },
          detail: reasonOf(refused, user),
        })
      }),
    close: () => windows.close(),
  }
}

function reasonOf({ action, isUserSure }: RefusedLogin, user: { readonly disabled: boolean } | null): AuditDetail {
  if (action === 'login.throttled') return {}
  if (user === null) return { reason: 'email-unknown' }
  if (user.disabled) return { reason: 'user-disabled' }
  return { reason: isUserSure ? 'department' : 'password' }
}

type Described = Pick<NewAuditEvent, 'action' | 'target' | 'detail'>

function describeCaller({ code, method, route, scope, jobId }: RefusedRequest): Described {
  const about = code === 'department-foreign' && jobId !== null
  return {
    action: 'access.refused',
    target: about ? { type: 'job', id: Number(jobId), name: null } : null,
    detail: { code, method, route, ...(code === 'permission-missing' ? { scope } : {}) },
  }
}

/** Of a token that once worked it is said which; the organization that it belonged to can then read of it. */
async function describeStranger(db: RefusalDeps['db'], { code, method, route, address }: RefusedRequest, text: string): Promise<NewAuditEvent> {
  const token = isTokenText(text) ? await findRefusedToken(db, hashToken(text)) : null
  const reason = token?.reason ?? (isTokenText(text) ? 'unknown' : 'malformed')
  return {
    action: 'access.refused',
    organizationId: token?.organizationId ?? null,
    departmentId: token?.departmentId ?? null,
    actor: { kind: 'stranger', address },
    target: token === null ? null : { type: 'token', id: token.id, name: null },
    detail: { code, method, route, reason },
  }
}

/** Who the first of a kind was: whose business the count of those left out is. */
type Whose = Pick<NewAuditEvent, 'organizationId' | 'departmentId' | 'actor'>

const NOBODY: Whose = { organizationId: null, departmentId: null, actor: { kind: 'stranger', address: null } }

interface Window {
  readonly whose: Whose
  readonly timer: NodeJS.Timeout
  recorded: number
  leftOut: number
}

interface Windows {
  /** False when as many of this kind were recorded within the window as may be; then it is counted as left out. */
  admit(kind: string, whose: Whose): boolean
  close(): Promise<void>
}

/** One window for each kind that was refused lately. `record` is given what says how many a window left out, once it ends. */
function createWindows(windowMs: number, record: (leftOut: NewAuditEvent) => Promise<void>): Windows {
  const windows = new Map<string, Window>()
  const end = async (kind: string): Promise<void> => {
    const window = windows.get(kind)
    if (window === undefined) return
    clearTimeout(window.timer)
    windows.delete(kind)
    const of = kind.startsWith('token ') ? 'requests' : kind
    const detail = { of, count: window.leftOut, seconds: windowMs / 1000 }
    if (window.leftOut > 0) await record({ ...window.whose, action: 'refusals.left-out', target: null, detail })
  }
  return {
    admit(kind, whose) {
      let window = windows.get(kind)
      if (window === undefined) {
        window = { whose, timer: setTimeout(() => void end(kind), windowMs).unref(), recorded: 0, leftOut: 0 }
        windows.set(kind, window)
      }
      const isAdmitted = window.recorded < RECORDED_REFUSALS_PER_MINUTE
      if (isAdmitted) window.recorded += 1
      else window.leftOut += 1
      return isAdmitted
    },
    async close() {
      await Promise.all([...windows.keys()].map(end))
    },
  }
}
