import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { currentSession } from '../gateway/session.ts'
import { announce } from '../parts/announce.tsx'
import { withAbsences } from './absences.ts'
import { forgetChanges, keepChanges, type Restored, restoreChanges } from './kept-changes.ts'
import { placeOfChanges } from './kept-places.ts'
import { type Retiming, timesOf, withTimes } from './retimings.ts'
import type { JobRoster } from './use-job-roster.ts'
import {
  type Absence,
  addAbsence,
  addRetiming,
  addStep,
  type Change,
  changesOf,
  type Handover,
  redo,
  removeAbsence,
  removeRetiming,
  startCopy,
  undo,
  withSteps,
  type WorkingCopy,
} from './working-copy.ts'
import { t } from '../texts/texts.ts'

/** A roster with what was changed of it by hand. */
export interface Desk {
  /** What the copy was begun with; its model knows of the absences and of the times of shifts that were told by hand. */
  readonly shown: JobRoster
  readonly copy: WorkingCopy
  /** What differs from what it was begun with. */
  readonly changes: readonly Change[]
  /** Something differs, if only that somebody is absent, or a shift at another time. */
  readonly isChanged: boolean
  /** Changes that were made before the page was left and are here again; null once that was read, or when there were none. */
  readonly restored: Pick<Restored, 'isSameRoster'> | null
  /** The job has found a better roster since the changes were begun. */
  readonly hasNewer: boolean
  readonly take: (step: readonly Handover[]) => void
  readonly markAbsent: (absence: Absence) => void
  readonly unmarkAbsent: (absence: Absence) => void
  readonly retime: (retiming: Retiming) => void
  readonly takeBackTimes: (retiming: Retiming) => void
  readonly undo: () => void
  readonly redo: () => void
  /** Forgets the changes and shows what is newest. */
  readonly discard: () => void
  /** Forgets the changes that are kept for when the page is come back to: they are submitted. */
  readonly forget: () => void
  /** Says that the notice of restored changes was read. */
  readonly dismiss: () => void
}

interface Held {
  readonly shown: JobRoster
  readonly copy: WorkingCopy
  readonly restored: Desk['restored']
}

/** Follows the newest roster for as long as nothing is changed by hand. Changes outlive the page: they are kept in the tab until they are submitted or discarded. */
export function useDesk(newest: JobRoster): Desk {
  const place = useMemo(() => placeOfChanges(currentSession()!, newest.entry.solverProblemId), [])
  const [kept, setKept] = useState<Held>(() => begin(newest, place))
  const isFollowing = kept.copy.done === 0 && kept.shown !== newest
  const current = useMemo(() => {
    if (isFollowing) return startHeld(newest)
    // The same roster, told in another language.
    return kept.shown.roster === newest.roster ? { ...kept, shown: newest } : kept
  }, [isFollowing, newest, kept])
  const change = useCallback((how: (copy: WorkingCopy) => WorkingCopy) => setKept({ ...current, copy: how(current.copy) }), [current])
  const { shown, copy, restored } = current
  useKept(place, current)
  const model = useMemo(() => withAbsences(withTimes(shown.model, copy.times), copy.absences), [shown.model, copy.times, copy.absences])
  const changes = useMemo(() => changesOf(copy), [copy])
  return {
    shown: useMemo(() => (model === shown.model ? shown : { ...shown, model }), [shown, model]),
    copy,
    changes,
    isChanged: changes.length > 0 || copy.absences.length > 0 || copy.times.length > 0,
    restored,
    hasNewer: shown.roster !== newest.roster,
    take: useCallback((step) => change((now) => addStep(now, step)), [change]),
    markAbsent: useCallback((absence) => change((now) => addAbsence(now, shown.model, absence)), [change, shown.model]),
    unmarkAbsent: useCallback((absence) => change((now) => removeAbsence(now, absence)), [change]),
    retime: useCallback((retiming) => change((now) => addRetiming(now, retiming, timesOf(shown.model, retiming.shift))), [change, shown.model]),
    takeBackTimes: useCallback((retiming) => change((now) => removeRetiming(now, retiming)), [change]),
    undo: useCallback(() => change(undo), [change]),
    redo: useCallback(() => change(redo), [change]),
    discard: useCallback(() => setKept(startHeld(newest)), [newest]),
    forget: useCallback(() => forgetChanges(sessionStorage, place), [place]),
    dismiss: useCallback(() => setKept({ ...current, restored: null }), [current]),
  }
}

function startHeld(newest: JobRoster): Held {
  return { shown: newest, copy: startCopy(newest.roster), restored: null }
}

/** With the changes that were kept, where there are any. */
function begin(newest: JobRoster, place: string): Held {
  const start = startHeld(newest)
  const restored = restoreChanges(sessionStorage, place, { model: newest.model, revision: newest.entry.progress.revision })
  if (restored === null) return start
  const copy = withSteps(start.copy, restored.steps, restored.done)
  return { ...start, copy, restored: copy.done === 0 ? null : { isSameRoster: restored.isSameRoster } }
}

/** Keeps every change at once: nobody can tell when the page is left. */
function useKept(place: string, { shown, copy }: Held): void {
  useEffect(() => {
    try {
      keepChanges(sessionStorage, place, { model: shown.model, copy, revision: shown.entry.progress.revision })
    } catch {
      announce(t('desk.keepsNothing'))
    }
  }, [place, copy])
}
