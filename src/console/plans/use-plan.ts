import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ask, Refused, Unreachable } from '../gateway/ask.ts'
import type { Plan, PlanAnswer, PlanVersion, SavedPlan } from '../../api/schemas/plans.ts'
import { mergePlans, type PlanDocument } from './plan-document.ts'

const SAVE_MS = 800
const AGAIN_MS = 3000

/** What somebody else saved meanwhile, and both changes put together. */
export interface Conflict {
  readonly version: PlanVersion
  readonly theirs: PlanDocument
  readonly merged: PlanDocument
  /** What both changed, in words; of that, the one made here was taken. */
  readonly both: readonly string[]
}

interface Kept {
  /** As it was saved last, or read. */
  readonly saved: PlanDocument
  readonly tag: string
  readonly answer: Plan & Pick<SavedPlan, 'content' | 'errors' | 'warnings'>
}

/** A plan that is edited: what is changed is saved by itself, each time as a version. */
export interface LivePlan {
  /** Null until it is read. */
  readonly kept: Kept | null
  readonly document: PlanDocument
  readonly failure: unknown
  readonly conflict: Conflict | null
  /** True once everything that was changed is saved. */
  readonly isSaved: boolean
  readonly edit: (change: (document: PlanDocument) => PlanDocument) => void
  /** Ends a conflict: with both changes, or with what the other one saved. */
  readonly resolve: (document: PlanDocument) => void
  /** Reads the plan again, after something else changed it. */
  readonly reload: () => Promise<void>
}

/** The path of a plan. */
export function planPath(planId: string, more = ''): string {
  return `/api/v1/plans/${encodeURIComponent(planId)}${more}`
}

/** Keeps a plan, and saves it a moment after each change. */
export function usePlan(planId: string): LivePlan {
  const [kept, setKept] = useState<Kept | null>(null)
  const [document, setDocument] = useState<PlanDocument>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [round, setRound] = useState(0)
  const now = useRef({ kept, document })
  now.current = { kept, document }
  const isSaving = useRef(false)

  const reload = useCallback(async (): Promise<void> => {
    const { answer, tag } = await readPlan(planId)
    const schedule = answer.schedule as PlanDocument
    setKept({ saved: schedule, tag, answer })
    setDocument(schedule)
  }, [planId])
  useEffect(() => void reload().catch(setFailure), [reload])

  const save = async (): Promise<void> => {
    const { kept: base, document: sent } = now.current
    if (base === null || isSaving.current) return
    isSaving.current = true
    try {
      const answer = await ask(planPath(planId), { method: 'PUT', body: { schedule: sent }, headers: { 'if-match': base.tag } })
      setKept({ saved: sent, tag: answer.headers.get('etag') ?? '', answer: (await answer.json()) as SavedPlan })
      setFailure(null)
    } catch (error) {
      if (error instanceof Refused && error.status === 412) setConflict(await readConflict(planId, base.saved, sent, setKept))
      else {
        if (!(error instanceof Unreachable)) setFailure(error)
        setTimeout(() => setRound((last) => last + 1), AGAIN_MS)
      }
    } finally {
      isSaving.current = false
    }
  }
  const isSaved = kept === null || document === kept.saved
  useEffect(() => {
    if (isSaved || conflict !== null) return
    const timer = setTimeout(() => void save().catch(setFailure), SAVE_MS)
    return () => clearTimeout(timer)
  }, [document, kept, conflict, round])
  useWarning(isSaved)

  return {
    kept,
    document,
    failure,
    conflict,
    isSaved,
    edit: (change) => setDocument(change(now.current.document)),
    resolve(chosen) {
      setConflict(null)
      setDocument(chosen)
    },
    reload,
  }
}

/** Whoever leaves the page before everything is saved is asked first. */
function useWarning(isSaved: boolean): void {
  useEffect(() => {
    if (isSaved) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isSaved])
}

async function readPlan(planId: string): Promise<{ answer: PlanAnswer; tag: string }> {
  const answer = await ask(planPath(planId))
  return { answer: (await answer.json()) as PlanAnswer, tag: answer.headers.get('etag') ?? '' }
}

/** Reads what the other one saved, and puts both together; from then on it is saved on top of that. */
async function readConflict(planId: string, base: PlanDocument, mine: PlanDocument, keep: (kept: Kept) => void): Promise<Conflict> {
  const { answer, tag } = await readPlan(planId)
  const theirs = answer.schedule as PlanDocument
  keep({ saved: theirs, tag, answer })
  const { document, both } = mergePlans(base, mine, theirs)
  return { version: answer.content, theirs, merged: document, both }
}
