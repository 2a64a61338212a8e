import type { Schedule } from '../../model/schedule.ts'
import type { Words } from '../words.ts'

const NAMED_SPOTS = 3

/** What a rule without a name is told apart by, beside what it counts of shifts. */
interface Kind {
  /** Positions in `schedule.spots`; empty = at any. */
  readonly spotIndexes: readonly number[]
  readonly per: string
  readonly period: number | null
}

/** `Ward A and Ward B`; of more than three the first three. */
export function spotsInWords({ spotIndexes }: Pick<Kind, 'spotIndexes'>, { spots }: Schedule, { spot, teller }: Words): string {
  const named = spotIndexes.slice(0, NAMED_SPOTS).map((index) => spot(spots[index]!))
  const more = spotIndexes.length - named.length
  return more > 0 ? teller.say('list.more', { listed: named.join(', '), count: more }) : teller.listed(named)
}

/** Those of a list that would be told as another of them is: their kind and what `besides` says of them are the same. They go by their place. */
export function soundAlike<Rule extends Kind>(rules: readonly Rule[], { spots }: Schedule, besides: (rule: Rule) => unknown): ReadonlySet<Rule> {
  const known = ALIKE.get(rules)
  if (known !== undefined) return known as ReadonlySet<Rule>
  const keyOf = (rule: Rule): string => {
    const names = rule.spotIndexes
      .map((index) => spots[index]!.name ?? spots[index]!.id)
      .map(String)
      .toSorted()
    return JSON.stringify([names, rule.per, rule.period, besides(rule)])
  }
  const alike = new Set([...Map.groupBy(rules, keyOf).values()].flatMap((same) => (same.length > 1 ? same : [])))
  ALIKE.set(rules, alike)
  return alike
}

/** Found once: a bad roster tells of a rule in many places. */
const ALIKE = new WeakMap<readonly Kind[], ReadonlySet<Kind>>()
