import { OFF } from '../instance/duties.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { Column } from '../column-generation/master.ts'
import type { Decision, ColumnGeneration } from '../column-generation/column-generation.ts'
import { partOf, type Sum, type SumGains } from './sum-gains.ts'

/** Further decisions, so that every roster that keeps those of a node keeps one of these. */
export interface Division {
  readonly parts: readonly (readonly Decision[])[]
  /** The count that is decided; null where something else is. */
  readonly sum: Sum | null
}

/** Sums of shares that are as near to a whole number as this are one. */
export const WHOLE = 1e-4
/** What a number that is decided is of. */
type Counted = { readonly kind: 'cover'; readonly demand: number } | { readonly kind: 'sum'; readonly who: number; readonly rule: number }

interface Used {
  readonly column: Column
  readonly share: number
}

/**
 * The divisions of a node by the solution of its linear program; none where the solution is a roster. First choice: a sum of an employee that lies between two whole
 * numbers, of which several may be offered. Second: a demand with a fractional number of employees. Last: an employee has a duty on a day, or has not.
 */
export function divisionsOf(
  search: ColumnGeneration,
  params: SearchParams['bounds'],
  decisions: readonly Decision[],
  gains: SumGains,
): readonly Division[] {
  const { master } = search
  const shares = master.shares()
  const used = master.columns.map((column, i) => ({ column, share: shares[i]! })).filter(({ share }) => share > WHOLE)
  const sums = sumsOf(search, params, used, gains)
  if (sums.length > 0) return sums.map((sum) => ({ parts: divideNumber({ kind: 'sum', who: sum.who, rule: sum.rule }, sum.mean, decisions), sum }))
  const cover = furthest(usesOf(used, ({ cells }) => master.demandsOf(cells)))
  if (cover !== null) return [{ parts: divideNumber({ kind: 'cover', demand: cover.key }, cover.sum, decisions), sum: null }]
  const { dayCount, count } = master
  const taken = furthest(
    usesOf(used, ({ who, cells }) => [...cells].flatMap((duty, day) => (duty === OFF ? [] : [(duty * dayCount + day) * count + who]))),
  )
  if (taken === null) return []
  const cell = Math.floor(taken.key / count)
  const [who, day, duty] = [taken.key % count, cell % dayCount, Math.floor(cell / dayCount)]
  return [{ parts: [true, false].map((isTaken) => [...decisions, { kind: 'duty', who, day, duty, isTaken }]), sum: null }]
}

/** By how much it is of what `of` names: at most the whole number below it, or at least that above. */
function divideNumber(of: Counted, number: number, decisions: readonly Decision[]): Division['parts'] {
  const isOf = (decision: Decision): boolean =>
    of.kind === 'cover'
      ? decision.kind === 'cover' && decision.demand === of.demand
      : decision.kind === 'sum' && decision.who === of.who && decision.rule === of.rule
  const had = decisions.find(isOf)
  const { min, max } = had === undefined || had.kind === 'duty' ? { min: 0, max: Infinity } : had
  const others = decisions.filter((decision) => decision !== had)
  return [
    [...others, { ...of, min, max: Math.floor(number) }],
    [...others, { ...of, min: Math.ceil(number), max }],
  ]
}

/** What employees count that is not whole, first what deciding may gain most. */
function sumsOf(search: ColumnGeneration, { minPart, maxSums }: SearchParams['bounds'], used: readonly Used[], gains: SumGains): readonly Sum[] {
  const byWho = Map.groupBy(used, ({ column }) => column.who)
  const sums = [...byWho].flatMap(([who, rows]) =>
    search
      .sumRulesOf(who)
      .map((rule) => ({ who, rule, mean: rows.reduce((sum, { column, share }) => sum + share * search.sumOf(who, rule, column.cells), 0) })),
  )
  return sums
    .filter(({ mean }) => partOf(mean) > minPart)
    .map((sum) => ({ ...sum, guess: gains.guess(sum) }))
    .sort((a, b) => b.guess - a.guess || a.who - b.who || a.rule - b.rule)
    .slice(0, maxSums)
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
