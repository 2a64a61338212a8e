import { useEffect } from 'preact/hooks'
import { PRIORITY_KEYS, type PriorityNames } from '../../model/priority-names.ts'
import { askJson } from '../gateway/ask.ts'
import { may, type Session } from '../gateway/session.ts'
import { t } from '../texts/texts.ts'
import { createBroadcast, useTold } from './broadcast.ts'

const PATH = '/api/v1/priorities'
const NO_NAMES: PriorityNames = { first: null, second: null, third: null, fourth: null }
const changes = createBroadcast<PriorityNames>()
let current = NO_NAMES

/** What the department calls its priorities; null where it has no name of its own. */
export function ownPriorityNames(): PriorityNames {
  return current
}

/** Takes what the department calls its priorities; everything that shows them is told. */
export function takePriorityNames(names: PriorityNames): void {
  current = names
  changes.tell(names)
}

/** Saves new names for everybody of the department, and takes them. Throws `Refused` and `Unreachable`. */
export async function savePriorityNames(names: PriorityNames): Promise<void> {
  takePriorityNames(await askJson<PriorityNames>(PATH, { method: 'PUT', body: names }))
}

/** Asks what the department of a session calls its priorities, and draws anew whenever that changes. The usual names stand until it is known, and where it cannot be. */
export function usePriorityNames(session: Session | null): void {
  useTold(changes, ownPriorityNames)
  const token = may(session, 'gateway:read') ? session!.token : null
  useEffect(() => {
    takePriorityNames(NO_NAMES)
    if (token === null) return undefined
    const stop = new AbortController()
    askJson<PriorityNames>(PATH, { signal: stop.signal }).then(
      (names) => {
        if (!stop.signal.aborted) takePriorityNames(names)
      },
      () => undefined,
    )
    return () => stop.abort()
  }, [token])
}

/** What stands on each of the four priorities, with their order: as the department calls it, or else as everybody does. */
export function priorityNames(): readonly string[] {
  const usual = usualNames()
  return PRIORITY_KEYS.map((key, at) => (current[key] === null ? usual[at]! : `${at + 1} · ${current[key]}`))
}

/** What stands there where nobody says otherwise. */
export function usualNames(): readonly string[] {
  return [t('priority.0'), t('priority.1'), t('priority.2'), t('priority.3')]
}
