import { isJsonObject, pointerStep } from '../api/fields.ts'
import { isId } from '../api/identifiers.ts'
import type { Identifier } from '../model/units.ts'

/** What became of one part of a schedule from one version of a plan to another. */
export interface PlanChange {
  readonly kind: 'ADDED' | 'REMOVED' | 'CHANGED'
  /** RFC 6901: into the newer version; of what was removed, into the older. */
  readonly pointer: string
  /** The list or field of the document that it is in, such as `employees`. */
  readonly part: string
  /** Of an entry of a list that has one. */
  readonly id?: Identifier
  /** Of an entry of a list that has one. */
  readonly name?: string
  /** Of an entry that was changed: the fields that are different. */
  readonly fields?: readonly string[]
}

type Json = Readonly<Record<string, unknown>>

/**
 * Says what is different between two documents, part by part: entries of lists by their id, wherever they stand; settings by their name; everything else as a
 * whole. At most `most`.
 */
export function listPlanChanges(before: Json, after: Json, most: number): PlanChange[] {
  const parts = new Set([...Object.keys(before), ...Object.keys(after)])
  const changes: PlanChange[] = []
  for (const part of parts) {
    if (changes.length >= most) break
    changes.push(...changesOf(part, before[part], after[part]))
  }
  return changes.slice(0, most)
}

function changesOf(part: string, before: unknown, after: unknown): PlanChange[] {
  if (isSame(before, after)) return []
  const old = entriesById(before)
  const now = entriesById(after)
  if (old !== null && now !== null && (old.size > 0 || now.size > 0)) return changesOfEntries(part, old, now)
  if (isJsonObject(before) && isJsonObject(after)) return changesOfFields(part, before, after)
  return [{ kind: kindOf(before, after), pointer: `/${pointerStep(part)}`, part }]
}

interface Entry {
  readonly at: number
  readonly value: Json
}

/** The entries of a list by their ids; null for what is no list, or has an entry without an id or with one that stands twice. */
function entriesById(list: unknown): ReadonlyMap<Identifier, Entry> | null {
  if (list === undefined || list === null) return new Map()
  if (!Array.isArray(list)) return null
  const entries = new Map<Identifier, Entry>()
  for (const [at, value] of list.entries()) {
    if (!isJsonObject(value) || !isId(value['id']) || entries.has(value['id'])) return null
    entries.set(value['id'], { at, value })
  }
  return entries
}

function changesOfEntries(part: string, old: ReadonlyMap<Identifier, Entry>, now: ReadonlyMap<Identifier, Entry>): PlanChange[] {
  const changes: PlanChange[] = []
  const describe = (kind: PlanChange['kind'], { at, value }: Entry, fields?: readonly string[]): PlanChange => ({
    kind,
    pointer: `/${pointerStep(part)}/${at}`,
    part,
    id: value['id'] as Identifier,
    ...(typeof value['name'] === 'string' ? { name: value['name'] } : {}),
    ...(fields === undefined ? {} : { fields }),
  })
  for (const [id, entry] of now) {
    const before = old.get(id)
    if (before === undefined) changes.push(describe('ADDED', entry))
    else {
      const fields = differentFields(before.value, entry.value)
      if (fields.length > 0) changes.push(describe('CHANGED', entry, fields))
    }
  }
  for (const [id, entry] of old) if (!now.has(id)) changes.push(describe('REMOVED', entry))
  return changes
}

function changesOfFields(part: string, before: Json, after: Json): PlanChange[] {
  return differentFields(before, after).map((field) => ({
    kind: kindOf(before[field], after[field]),
    pointer: `/${pointerStep(part)}/${pointerStep(field)}`,
    part,
    fields: [field],
  }))
}

function differentFields(before: Json, after: Json): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((field) => !isSame(before[field], after[field]))
}

function kindOf(before: unknown, after: unknown): PlanChange['kind'] {
  if (before === undefined) return 'ADDED'
  return after === undefined ? 'REMOVED' : 'CHANGED'
}

/** Of JSON; the order of fields does not count. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((value, at) => isSame(value, b[at]))
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
}
