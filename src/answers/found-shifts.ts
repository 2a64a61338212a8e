import { ShiftTemplate as TemplateSchema } from '../api/schemas/demand.ts'
import { Shift as ShiftSchema } from '../api/schemas/shift.ts'
import type { Identifier } from '../model/units.ts'

type Fields = Readonly<Record<string, unknown>>

/** A shift that a search found for a template: its id as the solution has it, its spot, and its times as texts. */
export interface FoundShift {
  readonly id: string
  readonly spot: Identifier
  readonly start: string
  readonly end: string
}

/** What is said of a template and holds for a shift that was made of it. */
const OF_TEMPLATE = Object.keys(TemplateSchema.properties).filter((key) => key !== 'id' && Object.hasOwn(ShiftSchema.properties, key))

/**
 * A shift that was found, as one that is posted, without who works it: with what its `template` says (`{}` where that is not known any more), and an id of its own, which
 * `taken` gets, the set of all ids of shifts.
 */
export function foundAsPosted({ id, spot, start, end }: FoundShift, template: Fields, taken: Set<unknown>): Fields & { readonly id: string } {
  return {
    ...Object.fromEntries(OF_TEMPLATE.flatMap((key) => ((template[key] ?? null) === null ? [] : [[key, template[key]]]))),
    id: keptId(id, taken),
    spot,
    start,
    end,
    // Nobody misses anybody on it: the demand says how many are wanted.
    importance: 'OPTIONAL',
    weight: 0,
  }
}

/** The template of a shift that was found and is posted since, by its id; null for every other. */
export function templateOfKept(id: unknown): string | null {
  return typeof id === 'string' ? (/^(.+)\/[^/]+\/k\d+$/.exec(id)?.[1] ?? null) : null
}

/** A shift that was found becomes one that is posted, and ids of the form that it had are for those that are found next. */
function keptId(found: string, taken: Set<unknown>): string {
  const front = found.slice(0, found.lastIndexOf('/') + 1)
  for (let n = 1; ; n += 1) {
    const id = `${front}k${n}`
    if (taken.has(id)) continue
    taken.add(id)
    return id
  }
}
