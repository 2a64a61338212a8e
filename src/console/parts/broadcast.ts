import { useEffect, useState } from 'preact/hooks'

/** Tells whoever listens; what is told now is kept by whoever tells. */
export interface Broadcast<Value> {
  tell(value: Value): void
  /** Calls `hear` each time until the function it gives is called. */
  listen(hear: (value: Value) => void): () => void
}

/** One that nobody listens to yet. */
export function createBroadcast<Value>(): Broadcast<Value> {
  const listeners = new Set<(value: Value) => void>()
  return {
    tell(value) {
      for (const hear of listeners) hear(value)
    },
    listen(hear) {
      listeners.add(hear)
      return () => {
        listeners.delete(hear)
      }
    },
  }
}

/** What `current` gives, and a new drawing whenever something else is told. */
export function useTold<Value>(told: Broadcast<Value>, current: () => Value): Value {
  const [shown, show] = useState(current)
  useEffect(() => {
    // It may have changed since this was drawn, when nothing listened yet.
    show(current)
    return told.listen(show)
  }, [])
  return shown
}
