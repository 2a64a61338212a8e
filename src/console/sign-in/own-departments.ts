import { useEffect } from 'preact/hooks'
import { askPage } from '../gateway/ask.ts'
import type { Department } from '../gateway/documents.ts'
import { may, renewDepartments, type Session } from '../gateway/session.ts'

/** As many as the gateway gives at once. */
const MOST = 1000

/**
 * Asks which departments there are now and takes them for those that the session may change to: whoever administers may act for all of them. Others have those of their
 * login, because a change of theirs signs them out. Throws `Refused` and `Unreachable`.
 */
export async function loadDepartments(signal?: AbortSignal): Promise<void> {
  const { rows } = await askPage<Department>(`/api/v1/departments?limit=${MOST}`, signal === undefined ? {} : { signal })
  if (signal?.aborted !== true) renewDepartments(rows.map(({ id, name }) => ({ id, name })).toSorted((one, other) => one.id - other.id))
}

/** Keeps the departments of the session as they are now, whenever the page is opened and whenever `place` is another. */
export function useOwnDepartments(session: Session, place: string): void {
  const isAdministrator = session.email !== null && may(session, 'tokens:admin')
  useEffect(() => {
    if (!isAdministrator) return undefined
    const stop = new AbortController()
    // Those of the login stay while the gateway is away.
    loadDepartments(stop.signal).catch(() => undefined)
    return () => stop.abort()
  }, [isAdministrator, place])
}
