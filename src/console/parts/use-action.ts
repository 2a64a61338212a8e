import { useState } from 'preact/hooks'

/** Something that a click does: whether it is being done, and why it failed the last time. */
export interface Action<Arguments extends readonly unknown[]> {
  readonly failure: unknown
  readonly isBusy: boolean
  /** Does it, unless it is being done already. */
  readonly run: (...given: Arguments) => void
}

/** Keeps track of `work`, which the page starts by `run`. */
export function useAction<Arguments extends readonly unknown[]>(work: (...given: Arguments) => Promise<void>): Action<Arguments> {
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const run = (...given: Arguments): void => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    work(...given)
      .catch((refused: unknown) => setFailure(refused))
      .finally(() => setBusy(false))
  }
  return { failure, isBusy, run }
}
