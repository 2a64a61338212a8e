import type { Calendar } from '../../model/calendar.ts'
import type { Compiling } from '../instance/compiling.ts'
import type { Duties } from '../instance/duties.ts'
import type { Instance } from '../instance/instance.ts'
import type { Resource } from '../rows/resource.ts'
import type { RowCache } from '../scoring/row-cache.ts'
import { leftOutBy } from './left-out.ts'
import type { DayCost, KindOf, Relaxation, Resources, RowToFollow } from './rule-kind.ts'

/**
 * A rule of a kind for which the inner loop of the local search has no code of its own: it says what a whole row breaks, and is asked again for each move that concerns it.
 */
export interface PlainRule {
  readonly unit: number
  /** Of one row, which begins at `row` in `cells`: what it breaks, less what history alone broke; never below 0, but for kinds that are `alsoRelaxed`. */
  unitsOf(duties: Duties, cells: Int32Array, row: number, employee: number): number
  /** False when new duties on days `from` to `to` (inclusive) cannot change what the row breaks. */
  isConcerned(employee: number, from: number, to: number): boolean
  /** True when nothing matters but when duties begin and end. */
  readonly readsTimes: boolean
}

/** A rule that looks at each day by itself. */
export interface DayRule {
  readonly unit: number
  /** What a duty breaks on a day of the horizon, whatever the employee does on others. */
  unitsOn(employee: number, day: number, duty: number): number
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
  | {
      readonly relaxed: 'as a whole'
      /** Rules of other kinds that these may make cheaper, without what they would cost. */
      readonly alsoRelaxed?: Relaxation['without']
      readonly resources?: never
    }
  | {
      readonly resources: Omit<Resources, 'of'> & { readonly of: (rule: R, row: RowToFollow) => readonly Resource[] }
      readonly relaxed?: never
      readonly alsoRelaxed?: never
    }
)

/** A kind that is made of rules which look at each day by itself. */
export interface DayKind {
  readonly name: string
  readonly compile: (compiling: Compiling) => (duties: Duties) => readonly DayRule[]
}

/** The declaration of a plain kind as one of `kinds.ts`. */
export function plainKind<R extends PlainRule>(kind: PlainKind<R>): KindOf<'plain'> {
  const { resources, alsoRelaxed } = kind
  const { parts, isOfKind } = partsOf(kind)
  if (resources === undefined) {
    const without = (instance: Instance) => ({ plain: instance.plain.filter(({ rule }) => !isOfKind(rule)), ...alsoRelaxed?.(instance) })
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

/** The declaration of a kind whose rules look at each day by itself: rows and bounds follow it without a state. */
export function dayKind({ name, compile }: DayKind): KindOf<'plain'> {
  const { parts, isOfKind } = partsOf<DayRule & PlainRule>({
    name,
    compile: (compiling) => {
      const finish = compile(compiling)
      return (duties) => finish(duties).map((rule) => overDays(rule, compiling.schedule.calendar))
    },
  })
  const dayCost: DayCost = ({ plain, horizonFirst }, { perUnit }, { employee, day, duty }, before) => {
    let cost = before
    if (day < horizonFirst) return cost
    for (const { rule } of plain) if (isOfKind(rule)) cost += perUnit[rule.unit]! * rule.unitsOn(employee, day, duty)
    return cost
  }
  return { ...parts, dayCost }
}

function overDays({ unit, unitsOn }: DayRule, { days, horizonFirst }: Calendar): DayRule & PlainRule {
  return {
    unit,
    unitsOn,
    readsTimes: false,
    isConcerned: (_employee, _from, to) => to >= horizonFirst,
    unitsOf: (_duties, cells, row, employee) => {
      let units = 0
      for (let day: number = horizonFirst; day < days.length; day += 1) units += unitsOn(employee, day, cells[row + day]!)
      return units
    },
  }
}

/** What all plain kinds have, and how their rules are told from those of others. */
function partsOf<R extends PlainRule>({ name, compile }: Pick<PlainKind<R>, 'name' | 'compile'>) {
  const compiled = new WeakSet<PlainRule>()
  const isOfKind = (rule: PlainRule): rule is R => compiled.has(rule)
  const parts = {
    name,
    fields: ['plain'] as const,
    compile: (compiling: Compiling) => {
      const finish = compile(compiling)
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
  return { parts, isOfKind }
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
