import { useEffect, useState } from 'preact/hooks'
import { currentSession } from './session.ts'

/** Whether the gateway answers. */
export type Reach = 'reached' | 'lost'

const PROBE_MS = 2000
const listeners = new Set<(reach: Reach) => void>()
let reach: Reach = 'reached'
let probe: ReturnType<typeof setTimeout> | null = null

/** Told by whoever asked the gateway. Once it is lost it is looked for until it answers. */
export function reportReach(now: Reach): void {
  if (now === 'lost' && probe === null) probe = setTimeout(look, PROBE_MS)
  if (now === reach) return
  reach = now
  for (const tell of listeners) tell(now)
}

/** Whether the gateway answers, and a new drawing whenever that changes. */
export function useReach(): Reach {
  const [shown, show] = useState(reach)
  useEffect(() => {
    // It may have changed since this was drawn, when nothing listened yet.
    show(reach)
    return onReach(show)
  }, [])
  return shown
}

/** Whether the gateway answers now. */
export function currentReach(): Reach {
  return reach
}

/** Calls `tell` at each change until the function it gives is called. */
export function onReach(tell: (reach: Reach) => void): () => void {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}

async function look(): Promise<void> {
  probe = null
  try {
    const answer = await fetch(`${currentSession()?.gateway ?? ''}/health/live`, { headers: { accept: 'application/json' }, credentials: 'omit' })
    reportReach(answer.ok ? 'reached' : 'lost')
  } catch {
    reportReach('lost')
  }
}
