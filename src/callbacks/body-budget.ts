/** How much of the bodies that are being sent may be in memory at a time. */
export interface BodyBudget {
  /**
   * Runs `work` once there is room for `bytes`, which it holds until `work` ends. Small bodies never wait; large ones wait for each other, in
   * the order in which they came. Rejects with the signal's reason when that aborts before there is room.
   */
  hold<Result>(bytes: number, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>
}

/** Bodies are held compressed, about a twentieth of what is sent: up to this many bytes one counts as small. */
export const SMALL_BODY_BYTES = 256 * 1024
/** All larger bodies together. With 200 small ones beside them a node holds less than 200 MiB. */
export const LARGE_BODIES_BYTES = 128 * 1024 * 1024

/** A budget with nothing in it. A body larger than all of it is sent alone. */
export function createBodyBudget(limits: { readonly smallBytes?: number; readonly largeBytes?: number } = {}): BodyBudget {
  const { smallBytes = SMALL_BODY_BYTES, largeBytes = LARGE_BODIES_BYTES } = limits
  const waiting: { readonly bytes: number; readonly admit: () => void }[] = []
  let held = 0

  const admitNext = (): void => {
    for (let next = waiting[0]; next !== undefined && held + next.bytes <= largeBytes; next = waiting[0]) {
      waiting.shift()
      held += next.bytes
      next.admit()
    }
  }

  const room = async (bytes: number, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry = { bytes, admit: resolve }
    const giveUp = (): void => {
      const index = waiting.indexOf(entry)
      if (index < 0) return
      waiting.splice(index, 1)
      reject(signal.reason as Error)
      admitNext()
    }
    signal.addEventListener('abort', giveUp)
    waiting.push(entry)
    admitNext()
    await promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  return {
    async hold(wanted, signal, work) {
      if (wanted <= smallBytes) return work()
      const bytes = Math.min(wanted, largeBytes)
      await room(bytes, signal)
      try {
        return await work()
      } finally {
        held -= bytes
        admitNext()
      }
    },
  }
}
