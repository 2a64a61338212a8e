import type { SearchParams } from '../portfolio/params.ts'
import { divisionsOf, WHOLE } from './divide.ts'
import type { Master } from '../column-generation/master.ts'
import type { Decision, ColumnGeneration } from '../column-generation/column-generation.ts'
import { type Sum, SumGains } from './sum-gains.ts'

/** Rosters that keep all of some decisions. */
interface Node {
  readonly decisions: readonly Decision[]
  /** None of them costs less. */
  bound: number
  /** About what the cheapest of them costs, as far as that is known. */
  value: number
  /** The ways to divide it; null as long as it was not looked at. None where it cannot be divided: it is a roster, or nothing more is known of it. */
  divisions: readonly DividedNode[] | null
}

interface DividedNode {
  readonly parts: readonly Node[]
  /** The sum that is decided, if it is one. */
  readonly sum: Sum | null
}

/**
 * Branch and bound: solves open nodes in the order of their bounds and divides them (`divide.ts`). The open nodes together hold every roster, so the
 * least of their bounds is a bound of all. Of several divisions of a node, the one that raises the bound most is taken (strong branching).
 */
export class Branching {
  readonly #search: ColumnGeneration
  readonly #params: SearchParams['bounds']
  readonly #gains: SumGains
  #open: Node[] = [newNode([], -Infinity)]
  /** The least bound of the nodes that cannot be divided. */
  #least = Infinity
  /** By employee: the rows that the master chose in the cheapest node where it chose whole ones. */
  rows: readonly Int32Array[] | null = null
  #cheapest = Infinity

  constructor(search: ColumnGeneration, params: SearchParams['bounds']) {
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

  /** Solves nodes until every open bound exceeds `ceiling`, or the node with the least bound cannot be divided. False when time is over before. */
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

  /** Solves the master of a node. */
  #look(of: Node, ceiling: number, isOver: () => boolean): void {
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

  #divisionsOf({ decisions, bound }: Node): readonly DividedNode[] {
    const toNodes = (parts: readonly (readonly Decision[])[]): readonly Node[] => parts.map((part) => newNode(part, bound))
    return divisionsOf(this.#search, this.#params, decisions, this.#gains).map(({ parts, sum }) => ({ parts: toNodes(parts), sum }))
  }

  /** Puts the parts of the last open node in its place; false when it is over before. */
  #divide({ value: before }: Node, divisions: readonly DividedNode[], ceiling: number, isOver: () => boolean): boolean {
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

  /** Of the last open node, what is known is all that there is to know. */
  #close({ bound }: Node): void {
    this.#open.pop()
    this.#least = Math.min(this.#least, bound)
  }
}

function newNode(decisions: readonly Decision[], bound: number): Node {
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
