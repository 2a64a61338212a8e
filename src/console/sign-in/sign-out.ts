import { currentSession, setSession } from '../gateway/session.ts'
import { forgetForms } from '../parts/kept-form.ts'
import { placesOfChanges } from '../roster/kept-places.ts'
import { revokeLogin } from './open-session.ts'

/** Forgets the session, and the changes and half-filled forms that are kept in the tab; a token that a login made is revoked as well. */
export async function signOut(): Promise<void> {
  const session = currentSession()
  if (session === null) return
  for (const place of placesOfChanges(sessionStorage)) sessionStorage.removeItem(place)
  forgetForms(sessionStorage)
  setSession(null)
  if (session.email !== null) await revokeLogin(session)
}
