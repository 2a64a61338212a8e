import type { SearchParams } from '../portfolio/params.ts'
import { divisionsOf, WHOLE } from './divide.ts'
import type { Master } from '../column-generation/master.ts'
import type { Decision, RowSearch } from '../column-generation/row-search.ts'
import { type Sum, SumGains } from './sum-gains.ts'

/** Rosters that keep all of some decisions. */
interface Case {
  readonly decisions: readonly Decision[]
  /** None of them costs less. */
  bound: number
  /** About what the cheapest of them costs, as far as that is known. */
  value: number
  /** The ways to divide it; null as long as it was not looked at. None where it cannot be divided: it is a roster, or nothing more is known of it. */
  divisions: readonly DividedCase[] | null
}

interface DividedCase {
  readonly parts: readonly Case[]
  /** The sum that is decided, if it is one. */
  readonly sum: Sum | null
}

/**
 * Proves more than one linear program does: it looks at cases that are all rosters together, that of the least bound first, and divides them (`divide.ts`). Where
 * there are several ways to do that, the parts of one after the other are looked at, and the way that leads up furthest is gone.
 */
export class Branching {
  readonly #search: RowSearch
  readonly #params: SearchParams['bounds']
  readonly #gains: SumGains
  #open: Case[] = [newCase([], -Infinity)]
  /** The least bound of those cases that cannot be divided. */
  #least = Infinity
  /** By employee: the rows that the master chose in the cheapest case where it chose whole ones. */
  rows: readonly Int32Array[] | null = null
  #cheapest = Infinity

  constructor(search: RowSearch, params: SearchParams['bounds']) {
    this.#search = search
    this.#params = params
    this.#gains = new SumGains(params)
  }

  /** No roster costs less in the master. */
  get bound(): number {
    return this.#open.reduce((least, { bound }) => Math.min(least, bound), this.#least)
  }

  /** Looks at all rosters together, if that was not done. */
  begin(ceiling: number, isOver: () => boolean): void {
    const [first] = this.#open
    if (first?.decisions.length === 0 && first.divisions === null && first.bound <= ceiling) this.#look(first, ceiling, isOver)
  }

  /** Looks at cases until there is no more to prove: until none of them may cost `ceiling` or less, or the one that might cannot be divided. False when it is over before. */
  run(ceiling: number, isOver: () => boolean): boolean {
    while (this.#open.length <= this.#params.maxNodes) {
      this.#open.sort((a, b) => b.bound - a.bound || a.decisions.length - b.decisions.length)
      const next = this.#open.at(-1)
      if (next === undefined || next.bound > ceiling || next.bound >= this.#least) return true
      if (isOver()) return false
      if (next.divisions === null) this.#look(next, ceiling, isOver)
      else if (next.divisions.length === 0) this.#close(next)
      else if (!this.#divide(next, next.divisions, ceiling, isOver)) return false
    }
    return true
  }

  /** Solves the master of a case. */
  #look(of: Case, ceiling: number, isOver: () => boolean): void {
    this.#search.enter(of.decisions)
    const outcome = this.#search.solveRoot(ceiling)
    const { master } = this.#search
    of.bound = Math.max(of.bound, master.bound)
    of.value = Math.max(of.value, of.bound)
    if (outcome === 'proved' || isOver()) return
    of.divisions = outcome === 'open' ? this.#divisionsOf(of) : []
    if (outcome !== 'open') return
    of.value = Math.max(of.value, master.objective)
    const rows = of.divisions.length === 0 && of.bound < this.#cheapest ? chosenRows(master) : null
    if (rows === null) return
    this.rows = rows
    this.#cheapest = of.bound
  }

  #divisionsOf({ decisions, bound }: Case): readonly DividedCase[] {
    const toCases = (parts: readonly (readonly Decision[])[]): readonly Case[] => parts.map((part) => newCase(part, bound))
    return divisionsOf(this.#search, this.#params, decisions, this.#gains).map(({ parts, sum }) => ({ parts: toCases(parts), sum }))
  }

  /** Puts the parts of the last open case in its place; false when it is over before. */
  #divide({ value: before }: Case, divisions: readonly DividedCase[], ceiling: number, isOver: () => boolean): boolean {
    let best = divisions[0]!.parts
    let most = -Infinity
    for (const { parts, sum } of divisions.length === 1 ? [] : divisions) {
      for (const part of parts) {
        // What was looked at before it was over is not looked at again.
        if (part.divisions === null && part.bound <= ceiling) this.#look(part, ceiling, isOver)
        if (isOver()) return false
      }
      const values = parts.map(({ value }) => Math.min(value, ceiling))
      if (sum !== null) this.#gains.note(sum, Math.min(...values) - before)
      const worth = this.#params.weakerPartWeight * Math.min(...values) + Math.max(...values)
      if (worth > most) [best, most] = [parts, worth]
      if (Math.min(...values) >= Math.min(ceiling, before + this.#params.enough)) break
    }
    this.#open.pop()
    this.#open.push(...best)
    return true
  }

  /** Of the last open case, what is known is all that there is to know. */
  #close({ bound }: Case): void {
    this.#open.pop()
    this.#least = Math.min(this.#least, bound)
  }
}

function newCase(decisions: readonly Decision[], bound: number): Case {
  return { decisions, bound, value: bound, divisions: null }
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
