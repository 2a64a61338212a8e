import { OFF } from '../compile/duties.ts'
import type { Column, Master } from './master.ts'
import type { Decision, RowSearch } from './row-search.ts'

/** Rosters that keep all of some decisions. */
interface Case {
  readonly decisions: readonly Decision[]
  /** None of them costs less. */
  readonly bound: number
}

/** Sums of shares that are as near to a whole number as this are one. */
const WHOLE = 1e-4
/** When more cases than this are open, no further ones are looked at. */
const MOST_CASES = 10_000

/**
 * Proves more than one linear programme does: it looks at cases that are all rosters together, that of the least bound first. Where the programme leaves a demand
 * between two numbers of employees, the roster has at most the lower or at least the upper one; where it does not, an employee has a duty on a day or has it not.
 */
export class Branching {
  readonly #search: RowSearch
  #open: Case[] = [{ decisions: [], bound: -Infinity }]
  /** The least bound of those cases that cannot be divided, and the rows, by employee, that the programme chose there. */
  #least = Infinity
  rows: readonly Int32Array[] | null = null

  constructor(search: RowSearch) {
    this.#search = search
  }

  /** No roster costs less in the master. */
  get bound(): number {
    return this.#open.reduce((least, { bound }) => Math.min(least, bound), this.#least)
  }

  /** Looks at cases until there is no more to prove: until none of them may cost `ceiling` or less, or the one that might cannot be divided. False when it is over before. */
  run(ceiling: number, isOver: () => boolean): boolean {
    while (this.#open.length <= MOST_CASES) {
      this.#open.sort((a, b) => b.bound - a.bound || a.decisions.length - b.decisions.length)
      const next = this.#open.at(-1)
      if (next === undefined || next.bound > ceiling || next.bound >= this.#least) return true
      if (isOver()) return false
      this.#open.pop()
      this.#open.push(...this.#look(next, ceiling, isOver))
    }
    return true
  }

  /** What is open of a case after it was looked at. */
  #look(of: Case, ceiling: number, isOver: () => boolean): Case[] {
    this.#search.enter(of.decisions)
    const outcome = this.#search.solveRoot(ceiling)
    const { master } = this.#search
    const bound = Math.max(of.bound, master.bound)
    if (outcome === 'proved' || isOver()) return [{ ...of, bound }]
    const parts = outcome === 'open' ? divide(master, of.decisions) : []
    if (parts.length === 0 && bound < this.#least) {
      this.#least = bound
      this.rows = chosenRows(master)
    }
    return parts.map((decisions) => ({ decisions, bound }))
  }
}

/** By employee: the row that they have wholly; null where somebody has none. */
function chosenRows(master: Master): Int32Array[] | null {
  const shares = master.shares()
  const rows: Int32Array[] = []
  master.columns.forEach(({ who, cells }, i) => {
    if (shares[i]! > 1 - WHOLE) rows[who] = cells
  })
  return Object.keys(rows).length === master.count ? rows : null
}

/** Further decisions, so that every roster that keeps those keeps one of these; none where the solution of the programme is a roster. */
export function divide(master: Master, decisions: readonly Decision[]): (readonly Decision[])[] {
  const shares = master.shares()
  const used = master.columns.map((column, i) => ({ column, share: shares[i]! })).filter(({ share }) => share > WHOLE)
  const cover = furthest(usesOf(used, ({ cells }) => master.demandsOf(cells)))
  if (cover !== null) return divideCover(cover, decisions)
  const { dayCount } = master
  const taken = furthest(
    usesOf(used, ({ who, cells }) => [...cells].flatMap((duty, day) => (duty === OFF ? [] : [(duty * dayCount + day) * master.count + who]))),
  )
  if (taken === null) return []
  const cell = Math.floor(taken.key / master.count)
  const [who, day, duty] = [taken.key % master.count, cell % dayCount, Math.floor(cell / dayCount)]
  return [true, false].map((isTaken) => [...decisions, { kind: 'duty', who, day, duty, isTaken }])
}

function divideCover({ key: demand, sum }: Use, decisions: readonly Decision[]): (readonly Decision[])[] {
  const had = decisions.find((decision) => decision.kind === 'cover' && decision.demand === demand)
  const { least, most } = had?.kind === 'cover' ? had : { least: 0, most: Infinity }
  const others = decisions.filter((decision) => decision !== had)
  return [
    [...others, { kind: 'cover', demand, least, most: Math.floor(sum) }],
    [...others, { kind: 'cover', demand, least: Math.ceil(sum), most }],
  ]
}

interface Use {
  readonly key: number
  readonly sum: number
}

/** By key: the shares of the columns that have it. */
function usesOf(used: readonly { column: Column; share: number }[], keysOf: (column: Column) => readonly number[]): Map<number, number> {
  const uses = new Map<number, number>()
  for (const { column, share } of used) for (const key of keysOf(column)) uses.set(key, (uses.get(key) ?? 0) + share)
  return uses
}

/** The sum that is furthest from a whole number; null where all are one. */
function furthest(uses: ReadonlyMap<number, number>): Use | null {
  let best: Use | null = null
  const partOf = (sum: number): number => Math.abs(sum - Math.round(sum))
  for (const [key, sum] of uses) if (partOf(sum) > Math.max(WHOLE, best === null ? 0 : partOf(best.sum))) best = { key, sum }
  return best
}
