import { ask, askJson, call } from '../gateway/ask.ts'
import type { AuthAnswer } from '../gateway/documents.ts'
import type { DepartmentName, Session } from '../gateway/session.ts'

export interface Credentials {
  readonly gateway: string
  readonly email: string
  readonly password: string
  /** Its id; the gateway chooses when absent. */
  readonly department?: DepartmentName['id']
}

/** Logs in with e-mail and password. The session is not the current one yet: there may be a department to choose. Throws `Refused` and `Unreachable`. */
export async function logIn({ gateway, ...credentials }: Credentials): Promise<Session> {
  const answer = await askJson<AuthAnswer>('/v1/auth', { method: 'POST', body: credentials, as: { gateway, token: null } })
  return describe({ gateway, token: answer.access_token, email: credentials.email, departments: answer.departments })
}

/** The session of a token. Throws `Refused` for one that is not valid, and `Unreachable`. */
export async function openToken({ gateway, token }: { readonly gateway: string; readonly token: string }): Promise<Session> {
  return describe({ gateway, token, email: null, departments: [] })
}

/**
 * The session of another department: logs in once more, because a token opens one department, and revokes the token of `session`, which a login made.
 * Gives `session` itself when it is that department's already.
 */
export async function changeDepartment(
  session: Session,
  change: { readonly password: string; readonly department: DepartmentName['id'] },
): Promise<Session> {
  if (session.department.id === change.department || session.email === null) return session
  const next = await logIn({ gateway: session.gateway, email: session.email, ...change })
  await revokeLogin(session)
  return next
}

/** Gives the user of a session another password, which ends the session, and logs in anew with that. Throws `Refused` and `Unreachable`. */
export async function changePassword(
  { gateway, email, department }: Session & { readonly email: string },
  change: { readonly password: string; readonly newPassword: string },
): Promise<Session> {
  await ask('/v1/auth/password', { method: 'POST', body: { email, ...change }, as: { gateway, token: null } })
  return logIn({ gateway, email, password: change.newPassword, department: department.id })
}

/** Ends the token of a login, so that nobody finds it useful later. When the gateway is away it ends by itself, within hours. */
export async function revokeLogin({ gateway, token }: Session): Promise<void> {
  await ask('/api/v1/tokens/current', { method: 'DELETE', as: { gateway, token } }).catch(() => undefined)
}

async function describe(known: Pick<Session, 'gateway' | 'token' | 'email' | 'departments'>): Promise<Session> {
  const { department, scopes } = await call<Pick<Session, 'department' | 'scopes'>>('token.describe', {}, { as: known })
  return { ...known, department, scopes }
}

/** The gateway that `config.json` beside this page names: '' (where the page came from) when there is none. */
export async function readGateway(): Promise<string> {
  try {
    const answer = await fetch('./config.json', { credentials: 'omit', headers: { accept: 'application/json' } })
    const { gateway } = answer.ok ? ((await answer.json()) as { readonly gateway?: unknown }) : {}
    return typeof gateway === 'string' ? gateway.replace(/\/+$/, '') : ''
  } catch {
    return ''
  }
}
