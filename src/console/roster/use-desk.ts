import { useCallback, useMemo, useState } from 'preact/hooks'
import type { JobRoster } from './use-job-roster.ts'
import { addStep, type Change, changesOf, type Handover, redo, startCopy, undo, type WorkingCopy } from './working-copy.ts'

/** A roster with what was changed of it by hand. */
export interface Desk {
  /** What the copy was begun with. */
  readonly shown: JobRoster
  readonly copy: WorkingCopy
  /** What differs from what it was begun with. */
  readonly changes: readonly Change[]
  /** The job has found a better roster since the changes were begun. */
  readonly hasNewer: boolean
  readonly take: (step: readonly Handover[]) => void
  readonly undo: () => void
  readonly redo: () => void
  /** Forgets the changes and shows what is newest. */
  readonly discard: () => void
}

/** Follows the newest roster for as long as nothing is changed by hand. */
export function useDesk(newest: JobRoster): Desk {
  const [kept, setKept] = useState(() => ({ shown: newest, copy: startCopy(newest.roster) }))
  const isFollowing = kept.copy.done === 0 && kept.shown !== newest
  const current = useMemo(() => (isFollowing ? { shown: newest, copy: startCopy(newest.roster) } : kept), [isFollowing, newest, kept])
  const change = useCallback(
    (how: (copy: WorkingCopy) => WorkingCopy) => setKept(() => ({ shown: current.shown, copy: how(current.copy) })),
    [current],
  )
  return {
    ...current,
    changes: useMemo(() => changesOf(current.copy), [current.copy]),
    hasNewer: current.shown.roster !== newest.roster,
    take: useCallback((step) => change((copy) => addStep(copy, step)), [change]),
    undo: useCallback(() => change(undo), [change]),
    redo: useCallback(() => change(redo), [change]),
    discard: useCallback(() => setKept({ shown: newest, copy: startCopy(newest.roster) }), [newest]),
  }
}
