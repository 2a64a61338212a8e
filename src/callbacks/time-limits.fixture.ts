import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { onTestFinished, vi } from 'vitest'

/** The time limits of calls, which end when the test says so and by no clock. */
export interface TimeLimits {
  /** How long each would have lasted, in milliseconds, in the order of the calls. */
  readonly ms: readonly number[]
  /** Ends the limit of the last call. */
  end(): void
}

/** Until the test is over: no limit ends by itself. */
export function holdTimeLimits(): TimeLimits {
  const ms: number[] = []
  let last = new AbortController()
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((limitMs) => {
    ms.push(limitMs)
    last = new AbortController()
    return last.signal
  })
  onTestFinished(() => spy.mockRestore())
  return { ms, end: () => last.abort(new DOMException('The time is over.', 'TimeoutError')) }
}

/** Calls `act` whenever a caller has read bytes of an answer's body, until the test is over. */
export function onBytesRead(act: () => void): void {
  // The client says so just before it hands them on.
  const onBytes = (): void => void setImmediate(act)
  subscribe('undici:request:bodyChunkReceived', onBytes)
  onTestFinished(() => void unsubscribe('undici:request:bodyChunkReceived', onBytes))
}
