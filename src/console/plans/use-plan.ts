import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ask, askJson, Refused, Unreachable } from '../gateway/ask.ts'
import { currentSession, type Session } from '../gateway/session.ts'
import type { Plan, PlanAnswer, PlanVersion, SavedPlan } from '../../api/schemas/plans.ts'
import { placeOfChanges } from '../roster/kept-places.ts'
import { type Edits, findEdits, keepEdits, readEdits, reopenEdits } from './kept-edits.ts'
import { isSame, mergePlans, type PlanDocument } from './plan-document.ts'

const SAVE_MS = 800
const AGAIN_MS = 3000

/** What somebody else saved meanwhile. */
export interface Conflict {
  readonly version: PlanVersion
  readonly theirs: PlanDocument
  /** What was edited here begins with this version. */
  readonly base: PlanDocument
  readonly baseTag: string
}

interface Kept {
  /** As it was saved last, or read. */
  readonly saved: PlanDocument
  readonly tag: string
  readonly answer: Plan & Pick<SavedPlan, 'content' | 'errors' | 'warnings'>
}

/** A plan that is edited: what is changed is saved by itself, each time as a version, and kept in the tab until then. */
export interface LivePlan {
  /** Null until it is read. */
  readonly kept: Kept | null
  readonly document: PlanDocument
  /** Requests that were made of the plan, newest first, as it was read last. */
  readonly requests: PlanAnswer['requests']
  readonly failure: unknown
  readonly conflict: Conflict | null
  /** True once everything that was changed is saved. */
  readonly isSaved: boolean
  /** True once a save was refused for what it is, not for the moment: it is tried again when something changes, or when somebody says so. */
  readonly isRefused: boolean
  /** Tries a save again that was refused. */
  readonly saveAgain: () => void
  /** False while what is not saved cannot be kept in the tab either. */
  readonly isKept: boolean
  readonly edit: (change: (document: PlanDocument) => PlanDocument) => void
  /** Ends a conflict: with both changes, or with what the other one saved. */
  readonly resolve: (choice: 'both' | 'theirs') => void
  /** Renames the plan, or puts it away and takes it back. No version comes of it. */
  readonly change: (change: { readonly name?: string; readonly archived?: boolean }) => Promise<void>
  /** Reads the plan again, after something else changed it; what is edited meanwhile stays. */
  readonly reload: () => Promise<void>
}

/** The path of a plan. */
export function planPath(planId: string, more = ''): string {
  return `/api/v1/plans/${encodeURIComponent(planId)}${more}`
}

/** Where the edits of one person to one plan are kept. */
export function placeOfEdits(session: Session, planId: string): string {
  return placeOfChanges(session, `plan ${planId}`)
}

/** Keeps a plan, and saves it a moment after each change. */
export function usePlan(planId: string, session: Session): LivePlan {
  const [kept, setKept] = useState<Kept | null>(null)
  const [document, setDocument] = useState<PlanDocument>({})
  const [requests, setRequests] = useState<PlanAnswer['requests']>([])
  const [failure, setFailure] = useState<unknown>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [isKept, setIsKept] = useState(true)
  const place = placeOfEdits(session, planId)
  const now = useRef({ kept, document, conflict })
  now.current = { kept, document, conflict }

  const reload = useCallback(async (): Promise<void> => {
    const { answer, tag } = await readPlan(planId)
    const theirs = answer.schedule as PlanDocument
    const edits = now.current.kept === null ? readEdits(sessionStorage, place) : editsOf(now.current)
    setKept({ saved: theirs, tag, answer })
    setRequests(answer.requests)
    const { document: mine, conflict: found } = open(edits, { theirs, tag, version: answer.content })
    setDocument(mine)
    setConflict(found)
  }, [planId, place])
  useEffect(() => void reload().catch(setFailure), [reload])

  const isSaved = kept === null || document === kept.saved
  useLayoutEffect(() => {
    if (kept !== null) setIsKept(keepEdits(sessionStorage, place, editsOf({ kept, document, conflict })))
  }, [document, kept, conflict, place])
  const { isRefused, saveAgain } = useSaving({ planId, session, now, isSaved, reload, setKept, setFailure })
  useWarning(isSaved)

  return {
    kept,
    document,
    requests,
    failure,
    conflict,
    isSaved,
    isRefused,
    saveAgain,
    isKept,
    edit: setDocument,
    resolve(choice) {
      setConflict(null)
      if (conflict !== null) setDocument(choice === 'theirs' ? conflict.theirs : mergePlans(conflict.base, document, conflict.theirs).document)
    },
    async change(change) {
      const { name, archivedAt } = await askJson<Plan>(planPath(planId), { method: 'PATCH', body: change })
      // Nothing else: its version may be one that is not read yet.
      setKept((last) => last && { ...last, answer: { ...last.answer, name, archivedAt } })
    },
    reload,
  }
}

interface Saving {
  readonly planId: string
  readonly session: Session
  readonly now: { readonly current: Pick<LivePlan, 'kept' | 'document' | 'conflict'> }
  readonly isSaved: boolean
  readonly reload: () => Promise<void>
  readonly setKept: (kept: Kept) => void
  readonly setFailure: (failure: unknown) => void
}

/** Saves a moment after each change, again and again until it is saved or refused, and at once when the page is left. */
function useSaving({ planId, session, now, isSaved, reload, setKept, setFailure }: Saving): Pick<LivePlan, 'isRefused' | 'saveAgain'> {
  const [round, setRound] = useState(0)
  const [isRefused, setRefused] = useState(false)
  const saveAgain = (): void => setRound((last) => last + 1)
  const isSaving = useRef(false)
  const place = placeOfEdits(session, planId)
  const save = async (): Promise<void> => {
    const { kept: base, document: sent } = now.current
    if (base === null || isSaving.current) return
    isSaving.current = true
    try {
      const answer = await ask(planPath(planId), { method: 'PUT', body: { schedule: sent }, headers: { 'if-match': base.tag } })
      const tag = tagOf(answer)
      // At once, because the page may be left already.
      keepEdits(sessionStorage, place, findEdits(tag, sent, now.current.document))
      setKept({ saved: sent, tag, answer: (await answer.json()) as SavedPlan })
      setFailure(null)
      setRefused(false)
    } catch (error) {
      const refused = error instanceof Refused && error.status === 412 ? await failureOf(reload()) : error
      const isFinal = isForGood(refused)
      setRefused(isFinal)
      if (!(refused instanceof Unreachable)) setFailure(refused)
      if (refused !== null && !isFinal) setTimeout(saveAgain, AGAIN_MS)
    } finally {
      isSaving.current = false
    }
  }
  const { document, kept, conflict } = now.current
  useEffect(() => {
    if (isSaved || conflict !== null) return
    const timer = setTimeout(() => void save(), SAVE_MS)
    return () => clearTimeout(timer)
  }, [document, kept, conflict, round])
  useSaveOnLeaving(() => {
    if (currentSession()?.token === session.token && editsOf(now.current) !== null && now.current.conflict === null) void save()
  })
  return { isRefused, saveAgain }
}

/** Of a refusal that waiting does not change. A session that ended, a conflict and a queue that is full pass. */
const PASSING: ReadonlySet<number> = new Set([401, 408, 412, 425, 429])

/** Whether the same save would be refused again. */
function isForGood(failure: unknown): boolean {
  return failure instanceof Refused && failure.status >= 400 && failure.status < 500 && !PASSING.has(failure.status)
}

/** Why it failed; null when it did not. */
function failureOf(work: Promise<void>): Promise<unknown> {
  return work.then(
    () => null,
    (failure: unknown) => failure,
  )
}

/** What is edited and not saved; null = nothing. */
function editsOf({ kept, document, conflict }: Pick<LivePlan, 'kept' | 'document' | 'conflict'>): Edits | null {
  if (kept === null) return null
  return conflict === null ? findEdits(kept.tag, kept.saved, document) : findEdits(conflict.baseTag, conflict.base, document)
}

/** What the page shows of a version that was read, when there are edits that are not saved. */
function open(
  edits: Edits | null,
  { theirs, tag, version }: { readonly theirs: PlanDocument; readonly tag: string; readonly version: PlanVersion },
): { readonly document: PlanDocument; readonly conflict: Conflict | null } {
  if (edits === null) return { document: theirs, conflict: null }
  const { base, mine, document } = reopenEdits(edits, theirs)
  // They were saved after all, and only the answer got lost.
  if (isSame(document, theirs)) return { document: theirs, conflict: null }
  return { document: mine, conflict: edits.tag === tag ? null : { version, theirs, base, baseTag: edits.tag } }
}

function useSaveOnLeaving(save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => () => latest.current(), [])
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
  return { answer: (await answer.json()) as PlanAnswer, tag: tagOf(answer) }
}

/** The tag of the version in an answer: an answer that was compressed calls the same tag weak. */
function tagOf(answer: Response): string {
  return (answer.headers.get('etag') ?? '').replace(/^W\//, '')
}
