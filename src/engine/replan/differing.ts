import type { Roster } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import { type PostedShift, postedShifts } from '../../model/seats.ts'

/** Two rosters are clearly different where so many of the shifts that either changes are otherwise, and `LEAST_DIFFERENT` at least. */
const DIFFERENT_SHARE = 0.2
const LEAST_DIFFERENT = 2

/** Compares rosters with one that is kept, shift by shift; of seats it makes no difference who has which. */
export class Differing {
  readonly #kept: Roster
  readonly #ranges: readonly PostedShift[]
  readonly #changed = new Map<Roster, ReadonlySet<number>>()

  constructor({ shifts }: Schedule, kept: Roster) {
    this.#kept = kept
    this.#ranges = postedShifts(shifts)
  }

  /** Whether two rosters are clearly different. */
  isClear(a: Roster, b: Roster): boolean {
    const either = new Set([...this.#changedIn(a), ...this.#changedIn(b)]).size
    return this.#between(a, b).size >= Math.max(LEAST_DIFFERENT, Math.ceil(DIFFERENT_SHARE * either))
  }

  #changedIn(roster: Roster): ReadonlySet<number> {
    const known = this.#changed.get(roster) ?? this.#between(this.#kept, roster)
    this.#changed.set(roster, known)
    return known
  }

  /** The posted shifts that not the same people work, by their first seats. */
  #between(a: Roster, b: Roster): ReadonlySet<number> {
    const differing = new Set<number>()
    for (const { from, to } of this.#ranges)
      if (to === from + 1 ? a[from] !== b[from] : !isSamePeople(a.subarray(from, to), b.subarray(from, to))) differing.add(from)
    return differing
  }
}

function isSamePeople(a: Int32Array, b: Int32Array): boolean {
  const ordered = a.toSorted()
  return b.toSorted().every((employee, at) => employee === ordered[at])
}
