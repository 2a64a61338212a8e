import type { Identifier } from '../../model/units.ts'
import { t } from '../texts/texts.ts'
import { isSame, mergePlans, type Merged, type PlanDocument } from './plan-document.ts'

/** What edits are kept in: the storage of the tab, which outlives a reload and the session, and ends with the tab. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

type Entry = { readonly id: Identifier }

/** What was changed in one field of a plan. Of a list only the entries that were changed, as they were and as they are now; absent = there was or is none. */
interface EditedPart {
  readonly isList: boolean
  readonly was?: unknown
  readonly now?: unknown
}

/** The difference between two states of a plan. */
export interface Edits {
  /** Names the version that they begin with. */
  readonly tag: string
  readonly parts: Readonly<Record<string, EditedPart>>
}

/** What was edited from `base`, which `tag` names, to `mine`; null = nothing. */
export function findEdits(tag: string, base: PlanDocument, mine: PlanDocument): Edits | null {
  const parts: Record<string, EditedPart> = {}
  for (const part of new Set([...Object.keys(base), ...Object.keys(mine)])) {
    const [was, now] = [base[part], mine[part]]
    if (isSame(was, now)) continue
    parts[part] = isListOrNone(was) && isListOrNone(now) ? { isList: true, ...editedEntries(was ?? [], now ?? []) } : { isList: false, was, now }
  }
  return Object.keys(parts).length === 0 ? null : { tag, parts }
}

/** Kept edits on top of the newest version. */
export interface Reopened extends Merged {
  /** What the edits begin with, as far as it was edited; everything else as in the newest version. */
  readonly base: PlanDocument
  /** The edits on top of that. */
  readonly mine: PlanDocument
}

/** Puts edits on top of the newest version, which may be another one than they begin with. */
export function reopenEdits({ parts }: Edits, newest: PlanDocument): Reopened {
  const side = (of: 'was' | 'now'): PlanDocument => {
    const document: Record<string, unknown> = { ...newest }
    for (const [part, edited] of Object.entries(parts)) {
      if (edited.isList) document[part] = withEntries((newest[part] ?? []) as readonly Entry[], edited, of)
      else if (edited[of] === undefined) delete document[part]
      else document[part] = edited[of]
    }
    return document
  }
  const [base, mine] = [side('was'), side('now')]
  return { base, mine, ...mergePlans(base, mine, newest) }
}

/** Keeps edits, or with null forgets those that were kept. False where the browser keeps nothing more. */
export function keepEdits(store: Store, place: string, edits: Edits | null): boolean {
  try {
    if (edits === null) store.removeItem(place)
    else store.setItem(place, JSON.stringify(edits))
    return true
  } catch {
    return false
  }
}

/** The edits that were kept; null = none that can be read. */
export function readEdits(store: Store, place: string): Edits | null {
  try {
    const kept = JSON.parse(store.getItem(place) ?? 'null') as Edits | null
    return typeof kept?.tag === 'string' && isObject(kept.parts) && Object.values(kept.parts).every(isEditedPart) ? kept : null
  } catch {
    return null
  }
}

/** What is said beside the name of a plan: what is saved, and what becomes of what is not. `version`: null while something is not saved. */
export function savingText({ version, isOvertaken, isRefused, isHeldUp, isKept }: SavingState): string {
  if (version !== null) return t('saving.saved', { version: String(version) })
  if (!isKept) return t('saving.cannotKeep')
  if (isOvertaken) return t('saving.overtaken')
  if (isRefused) return t('saving.refused')
  return t(isHeldUp ? 'saving.heldUp' : 'saving.saving')
}

interface SavingState {
  readonly version: number | null
  readonly isOvertaken: boolean
  /** By a refusal that waiting does not change. */
  readonly isRefused: boolean
  readonly isHeldUp: boolean
  readonly isKept: boolean
}

function editedEntries(was: readonly Entry[], now: readonly Entry[]): { readonly was: readonly Entry[]; readonly now: readonly Entry[] } {
  const [before, after] = [was, now].map((list) => new Map(list.map((entry) => [entry.id, entry])))
  return { was: was.filter((entry) => !isSame(entry, after!.get(entry.id))), now: now.filter((entry) => !isSame(entry, before!.get(entry.id))) }
}

/** A list of the newest version with the edited entries as they were, or are now: in their places, new ones behind. */
function withEntries(newest: readonly Entry[], edited: EditedPart, of: 'was' | 'now'): readonly Entry[] {
  const [was, now] = [edited.was, edited.now] as readonly (readonly Entry[])[]
  const touched = new Set([...was!, ...now!].map(({ id }) => id))
  const wanted = new Map((of === 'was' ? was! : now!).map((entry) => [entry.id, entry]))
  const kept = newest.flatMap((entry) => (touched.has(entry.id) ? (wanted.get(entry.id) ?? []) : entry))
  const there = new Set(newest.map(({ id }) => id))
  return [...kept, ...[...wanted.values()].filter(({ id }) => !there.has(id))]
}

function isEditedPart(part: unknown): boolean {
  if (!isObject(part)) return false
  return part['isList'] === false || (part['isList'] === true && isListOrNone(part['was'] ?? null) && isListOrNone(part['now'] ?? null))
}

function isListOrNone(value: unknown): value is readonly Entry[] | undefined {
  return value === undefined || (Array.isArray(value) && value.every((entry) => isObject(entry) && 'id' in entry))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
