import { OFF } from '../compile/duties.ts'
import type { Column } from './master.ts'
import type { Decision, RowSearch } from './row-search.ts'

/** Further decisions, so that every roster that keeps those of a case keeps one of these. */
export type Division = readonly (readonly Decision[])[]

/** Sums of shares that are as near to a whole number as this are one. */
export const WHOLE = 1e-4
/** What employees count is worth deciding from here on. */
const LEAST_PART = 0.01
/** Of those that lie furthest from a whole number, so many are named. */
const MOST_SUMS = 3

/** What a number that is decided is of. */
type Counted = { readonly kind: 'cover'; readonly demand: number } | { readonly kind: 'sum'; readonly who: number; readonly rule: number }

interface Used {
  readonly column: Column
  readonly share: number
}

/**
 * How a case may be divided, by the solution of its linear programme; none where that is a roster. Where what an employee counts lies between two numbers, a roster has at most
 * the lower or at least the upper one; there may be several ways to divide by that. Where there is none, so it is with how many employees a demand has, and at last an employee has a
 * duty on a day or has it not.
 */
export function divisionsOf(search: RowSearch, decisions: readonly Decision[]): readonly Division[] {
  const { master } = search
  const shares = master.shares()
  const used = master.columns.map((column, i) => ({ column, share: shares[i]! })).filter(({ share }) => share > WHOLE)
  const sums = sumsOf(search, used)
  if (sums.length > 0) return sums.map(({ who, rule, mean }) => divideNumber({ kind: 'sum', who, rule }, mean, decisions))
  const cover = furthest(usesOf(used, ({ cells }) => master.demandsOf(cells)))
  if (cover !== null) return [divideNumber({ kind: 'cover', demand: cover.key }, cover.sum, decisions)]
  const { dayCount, count } = master
  const taken = furthest(
    usesOf(used, ({ who, cells }) => [...cells].flatMap((duty, day) => (duty === OFF ? [] : [(duty * dayCount + day) * count + who]))),
  )
  if (taken === null) return []
  const cell = Math.floor(taken.key / count)
  const [who, day, duty] = [taken.key % count, cell % dayCount, Math.floor(cell / dayCount)]
  return [[true, false].map((isTaken) => [...decisions, { kind: 'duty', who, day, duty, isTaken }])]
}

/** By how much it is of what `of` names: at most the whole number below it, or at least that above. */
function divideNumber(of: Counted, number: number, decisions: readonly Decision[]): Division {
  const isOf = (decision: Decision): boolean =>
    of.kind === 'cover'
      ? decision.kind === 'cover' && decision.demand === of.demand
      : decision.kind === 'sum' && decision.who === of.who && decision.rule === of.rule
  const had = decisions.find(isOf)
  const { least, most } = had === undefined || had.kind === 'duty' ? { least: 0, most: Infinity } : had
  const others = decisions.filter((decision) => decision !== had)
  return [
    [...others, { ...of, least, most: Math.floor(number) }],
    [...others, { ...of, least: Math.ceil(number), most }],
  ]
}

interface Sum {
  readonly who: number
  readonly rule: number
  /** What the employee's rows count, by their shares. */
  readonly mean: number
}

/** What employees count that lies furthest from a whole number, furthest first. */
function sumsOf(search: RowSearch, used: readonly Used[]): readonly Sum[] {
  const byWho = Map.groupBy(used, ({ column }) => column.who)
  const sums = [...byWho].flatMap(([who, rows]) =>
    search
      .sumRulesOf(who)
      .map((rule) => ({ who, rule, mean: rows.reduce((sum, { column, share }) => sum + share * search.sumOf(who, rule, column.cells), 0) })),
  )
  return sums
    .filter(({ mean }) => partOf(mean) > LEAST_PART)
    .sort((a, b) => partOf(b.mean) - partOf(a.mean) || a.who - b.who || a.rule - b.rule)
    .slice(0, MOST_SUMS)
}

interface Use {
  readonly key: number
  readonly sum: number
}

/** By key: the shares of the columns that have it. */
function usesOf(used: readonly Used[], keysOf: (column: Column) => readonly number[]): Map<number, number> {
  const uses = new Map<number, number>()
  for (const { column, share } of used) for (const key of keysOf(column)) uses.set(key, (uses.get(key) ?? 0) + share)
  return uses
}

/** The sum that is furthest from a whole number; null where all are one. */
function furthest(uses: ReadonlyMap<number, number>): Use | null {
  let best: Use | null = null
  for (const [key, sum] of uses) if (partOf(sum) > Math.max(WHOLE, best === null ? 0 : partOf(best.sum))) best = { key, sum }
  return best
}

function partOf(sum: number): number {
  return Math.abs(sum - Math.round(sum))
}
