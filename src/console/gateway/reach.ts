import { createBroadcast, useTold } from '../parts/broadcast.ts'
import { currentSession } from './session.ts'

/** Whether the gateway answers. */
export type Reach = 'reached' | 'lost'

const PROBE_MS = 2000
const changes = createBroadcast<Reach>()
let reach: Reach = 'reached'
let probe: ReturnType<typeof setTimeout> | null = null

/** Told by whoever asked the gateway. Once it is lost it is looked for until it answers. */
export function reportReach(now: Reach): void {
  if (now === 'lost' && probe === null) probe = setTimeout(look, PROBE_MS)
  if (now === reach) return
  reach = now
  changes.tell(now)
}

/** Whether the gateway answers, and a new drawing whenever that changes. */
export function useReach(): Reach {
  return useTold(changes, currentReach)
}

/** Whether the gateway answers now. */
export function currentReach(): Reach {
  return reach
}

/** Calls `tell` at each change until the function it gives is called. */
export const onReach = changes.listen

async function look(): Promise<void> {
  probe = null
  try {
    const answer = await fetch(`${currentSession()?.gateway ?? ''}/health/live`, { headers: { accept: 'application/json' }, credentials: 'omit' })
    reportReach(answer.ok ? 'reached' : 'lost')
  } catch {
    reportReach('lost')
  }
}
