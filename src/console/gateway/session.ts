import { createBroadcast, useTold } from '../parts/broadcast.ts'

/** A department, as logins name it. */
export interface DepartmentName {
  readonly id: number | string
  readonly name: string
}

/** What is known of who is signed in. Kept until the tab is closed, in the tab alone; nothing else is stored. */
export interface Session {
  readonly token: string
  /** The e-mail that was signed in with; null for a token that was pasted. */
  readonly email: string | null
  readonly department: DepartmentName
  /** All departments that a login may choose, oldest first; empty for a token that was pasted. */
  readonly departments: readonly DepartmentName[]
  readonly scopes: readonly string[]
  /** Where the gateway is, without a slash at its end; '' = where this page came from. */
  readonly gateway: string
}

const PLACE = 'turnus.session'
const changes = createBroadcast<Session | null>()
let current = readStored()
let wasEnded = false
let isMoving = false

/** The session now; null when nobody is signed in. */
export function currentSession(): Session | null {
  return current
}

/** True when the last session was ended by the gateway: its token expired or was revoked. */
export function wasSessionEnded(): boolean {
  return wasEnded
}

/** Signs out because the gateway does not take the token any more; not while another session is on its way, which may have ended this one. */
export function endSession(): void {
  if (!isMoving) replaceSession(null, true)
}

/** Opens a session and makes it the current one. The token of the one before may end on the way there. Throws what opening throws; then the one before stays. */
export async function moveToSession(open: () => Promise<Session>): Promise<void> {
  isMoving = true
  try {
    setSession(await open())
  } finally {
    isMoving = false
  }
}

/** Signs in or, with null, out; everything that shows the session is told. */
export function setSession(session: Session | null): void {
  replaceSession(session, false)
}

/** Takes the departments that a login may choose now for those of the session; nothing without one. */
export function renewDepartments(departments: readonly DepartmentName[]): void {
  if (current === null || current.email === null) return
  const isSame =
    departments.length === current.departments.length &&
    departments.every(({ id, name }, at) => {
      const known = current!.departments[at]!
      return id === known.id && name === known.name
    })
  if (!isSame) setSession({ ...current, departments })
}

function replaceSession(session: Session | null, isEnded: boolean): void {
  current = session
  wasEnded = isEnded
  if (session === null) sessionStorage.removeItem(PLACE)
  else sessionStorage.setItem(PLACE, JSON.stringify(session))
  changes.tell(session)
}

/** The session, and a new drawing whenever it changes. */
export function useSession(): Session | null {
  return useTold(changes, currentSession)
}

/** Whether the one who is signed in may do what needs this scope. */
export function may(session: Session | null, scope: 'gateway:read' | 'gateway:write' | 'tokens:admin'): boolean {
  return session !== null && session.scopes.includes(scope)
}

function readStored(): Session | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(PLACE) ?? 'null') as Session | null
    return typeof stored?.token === 'string' && Array.isArray(stored.scopes) && Array.isArray(stored.departments) ? stored : null
  } catch {
    return null
  }
}
