import { currentSession, setSession } from '../gateway/session.ts'
import { revokeLogin } from './open-session.ts'

/** Forgets the session; a token that a login made is revoked as well. */
export async function signOut(): Promise<void> {
  const session = currentSession()
  if (session === null) return
  setSession(null)
  if (session.email !== null) await revokeLogin(session)
}
