import type { Compiling } from '../instance/compiling.ts'
import type { Duties } from '../instance/duties.ts'
import type { Instance } from '../instance/instance.ts'
import type { Resource } from '../rows/resource.ts'
import type { RowCache } from '../scoring/row-cache.ts'
import { leftOutBy } from './left-out.ts'
import type { KindOf, Resources, RowToFollow } from './rule-kind.ts'

/**
 * A rule of a kind for which the inner loop of the local search has no code of its own: it says what a whole row breaks, and is asked again for each move that concerns it.
 */
export interface PlainRule {
  readonly unit: number
  /** Of one row, which begins at `row` in `cells`: what it breaks, less what history alone broke; never below 0. */
  unitsOf(duties: Duties, cells: Int32Array, row: number, employee: number): number
  /** False when new duties on days `from` to `to` (inclusive) cannot change what the row breaks. */
  isConcerned(employee: number, from: number, to: number): boolean
  /** True when nothing matters but when duties begin and end. */
  readonly readsTimes: boolean
}

/** A plain rule in an instance, with the name of its kind. */
export interface KindedRule {
  readonly kind: string
  readonly rule: PlainRule
}

/** A kind that is made of plain rules: followed by resources, or relaxed as a whole. */
export type PlainKind<R extends PlainRule> = {
  readonly name: string
  readonly compile: (compiling: Compiling) => (duties: Duties) => readonly R[]
} & (
  | { readonly relaxed: 'as a whole'; readonly resources?: never }
  | {
      readonly resources: Omit<Resources, 'of'> & { readonly of: (rule: R, row: RowToFollow) => readonly Resource[] }
      readonly relaxed?: never
    }
)

/** The declaration of a plain kind as one of `kinds.ts`. */
export function plainKind<R extends PlainRule>(kind: PlainKind<R>): KindOf<'plain'> {
  const { name, resources } = kind
  const compiled = new WeakSet<PlainRule>()
  const isOfKind = (rule: PlainRule): rule is R => compiled.has(rule)
  const parts = {
    name,
    fields: ['plain'] as const,
    compile: (compiling: Compiling) => {
      const finish = kind.compile(compiling)
      return (duties: Duties) => {
        const rules = finish(duties)
        for (const rule of rules) compiled.add(rule)
        return { plain: rules.map((rule) => ({ kind: name, rule })) }
      }
    },
    count: {
      of: 'kept' as const,
      add: ({ plain, duties, dayCount }: Instance, cells: Int32Array, employee: number, units: Float64Array): void => {
        for (const { rule } of plain) if (isOfKind(rule)) units[rule.unit]! += rule.unitsOf(duties, cells, employee * dayCount, employee)
      },
    },
    change: addPlainChange,
  }
  if (resources === undefined) {
    const without = ({ plain }: Instance) => ({ plain: plain.filter(({ rule }) => !isOfKind(rule)) })
    const concerns = ({ plain, dayCount }: Instance, employee: number): boolean =>
      plain.some(({ rule }) => isOfKind(rule) && rule.isConcerned(employee, 0, dayCount - 1))
    const leftOut = (instance: Instance) =>
      leftOutBy(
        instance,
        instance.plain.map(({ rule }) => rule).filter((rule) => isOfKind(rule)),
      )
    return { ...parts, relaxed: { without, concerns, leftOut } }
  }
  const resourcesOf = (row: RowToFollow): Resource[] => row.instance.plain.flatMap(({ rule }) => (isOfKind(rule) ? resources.of(rule, row) : []))
  return { ...parts, resources: { ...resources, of: resourcesOf } }
}

/** Adds what the plain rules of a row cost more than the cache says, now that days `from` to `to` (inclusive) are changed. */
export function addPlainChange(
  instance: Instance,
  cache: RowCache,
  cells: Int32Array,
  employee: number,
  from: number,
  to: number,
  movesTime: boolean,
  units: Float64Array,
): void {
  const { plain, duties, dayCount } = instance
  const now = cache.plain[employee]!
  for (let i = 0; i < plain.length; i += 1) {
    const { rule } = plain[i]!
    if ((rule.readsTimes && !movesTime) || !rule.isConcerned(employee, from, to)) continue
    units[rule.unit]! += rule.unitsOf(duties, cells, employee * dayCount, employee) - now[i]!
  }
}
