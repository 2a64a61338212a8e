import { FormatError } from './format-error.ts'
import { type Inrc1Contract, type Inrc1Instance, type Inrc1Limit, weekdayAt } from './inrc1-instance.ts'

/** A rule of a contract as a request says it. */
export type PostedRule = Readonly<Record<string, unknown>>

export const WEEKDAY_NAMES = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const
/** The objective of the competition. */
const PRIORITY = 2
/** Of a rule; docs/limits.md. */
const MOST_WEIGHT = 1_000_000

/** Names of days in expressions. */
const DAYS = { any: {}, off: { off: true } }
/** Begins the id of a period of the calendar: the days of a weekend that the beginning of the horizon cuts. Their number ends it. */
export const CUT_WEEKEND_PERIOD = 'first-weekend-'

/** The days of one weekend that lie in the horizon. */
export interface Weekend {
  /** From 0. */
  readonly first: number
  readonly length: number
  /** Whether the horizon begins, or ends, in it. */
  readonly cut: 'before' | 'behind' | null
}

/** Whether a weekend is worked at all. */
type Worked = 'worked' | 'free'

/** What the rules of a contract about weekends know. */
interface Scope {
  readonly contract: Inrc1Contract
  readonly instance: Inrc1Instance
  readonly weekends: readonly Weekend[]
  /** The weekday on which a weekend begins, and that of the first day of the horizon. */
  readonly starts: readonly string[]
  readonly fromFirstDay: readonly string[]
}

function scopeOf(contract: Inrc1Contract, instance: Inrc1Instance): Scope {
  return {
    contract,
    instance,
    weekends: weekendsOf(contract, instance),
    starts: [WEEKDAY_NAMES[contract.weekend[0]!]!],
    fromFirstDay: [WEEKDAY_NAMES[weekdayAt(instance.firstDay)]!],
  }
}

/** Most and least weekends in a row, and most in the horizon, for weekends of three or four days, which no calendar of a schedule can name: they are written as expressions. */
export function weekendLimits(contract: Inrc1Contract, instance: Inrc1Instance): readonly PostedRule[] {
  const scope = scopeOf(contract, instance)
  const {
    MaxWorkingWeekendsInFourWeeks: most,
    MaxConsecutiveWorkingWeekends: mostInARow,
    MinConsecutiveWorkingWeekends: leastInARow,
  } = contract.limits
  return [
    ...(most === null ? [] : atMost(scope, most)),
    // Each weekend that ends more in a row than there may be.
    ...(mostInARow === null
      ? []
      : inARow(scope, worked(mostInARow.limit + 1)).map((rule) => costed('MaxConsecutiveWorkingWeekends', mostInARow.cost, rule))),
    ...(leastInARow === null ? [] : atLeastInARow(scope, leastInARow)),
  ]
}

/** Each stretch of work in a weekend costs its distance to the first and to the last day. One of which the horizon leaves a single day has no whole to be complete. */
export function completeWeekendRules(contract: Inrc1Contract, instance: Inrc1Instance): readonly PostedRule[] {
  const scope = scopeOf(contract, instance)
  return shapesOf(scope).flatMap((shape) => {
    const byUnits = Map.groupBy(partly(shape.length), ({ units }) => units)
    return [...byUnits].map(([units, words]) => {
      const rule = { ...within(scope, shape, oneOf(words.map(({ text }) => text))), where: DAYS }
      return costed('CompleteWeekends', contract.flags.CompleteWeekends * units, rule)
    })
  })
}

/** Where a weekend is worked on all its days, two or more, each type beyond the first costs as many units as it has days. */
export function identicalWeekendRules(contract: Inrc1Contract, instance: Inrc1Instance): readonly PostedRule[] {
  const scope = scopeOf(contract, instance)
  const types = instance.shiftTypes.map(({ id }) => id)
  return shapesOf(scope).flatMap((shape) =>
    subsets(types.length, Math.min(shape.length, types.length) - 1).map((set) => {
      const rule = anotherType(scope, shape, {
        before: set.map((t) => types[t]!),
        others: types.filter((_, t) => !set.includes(t)),
      })
      return costed('IdenticalShiftTypesDuringWeekend', contract.flags.IdenticalShiftTypesDuringWeekend * shape.length, rule)
    }),
  )
}

/** Days of a weekend that are all worked, of which the first few are of exactly the types `before`, and the next is of another. */
function anotherType(scope: Scope, shape: Weekend, { before, others }: { before: readonly string[]; others: readonly string[] }): PostedRule {
  if (shape.cut === null && shape.length === 2) return { kind: 'succession', after: before, forbidden: others, nextDay: true, weekdays: scope.starts }
  const names = { ...Object.fromEntries(before.map((type, i) => [`type_${i + 1}`, { tags: [type] }])), other: { tags: others }, any: {} }
  const expressions = newAfter(before.length, shape.length)
  return { ...within(scope, shape, oneOf(expressions)), where: wordsIn(names, expressions) }
}

/** Weekends of two days or more in the horizon, one of each kind: whole, or cut to so many days. */
function shapesOf({ weekends }: Scope): readonly Weekend[] {
  return [...new Map(weekends.filter(({ length }) => length > 1).map((each) => [`${each.length} ${each.cut}`, each])).values()]
}

/** An expression for days of a weekend like this one: wherever one lies, or where the horizon cuts it. */
function within({ starts, fromFirstDay }: Scope, { cut }: Weekend, expression: string): PostedRule {
  if (cut === 'before') return { kind: 'pattern', pattern: `^ ${expression}`, starts: fromFirstDay }
  return { kind: 'pattern', pattern: cut === 'behind' ? `${expression} $` : expression, starts }
}

/** Only those that the horizon begins, or ends, with. */
interface Edges {
  readonly isFirst?: boolean
  readonly isLast?: boolean
}

/**
 * Weekends in a row, wherever they are: one expression for those that are whole, and one each for those that begin or end with one that is cut. No two of them match the same weekends.
 */
function inARow(scope: Scope, row: readonly Worked[], { isFirst = false, isLast = false }: Edges = {}): readonly PostedRule[] {
  const last = scope.weekends.length - row.length
  const places = [0, 1, last].filter((at) => at >= 0 && at <= last && (!isFirst || at === 0) && (!isLast || at === last))
  const rules = places.map((at) => inARowAt(scope, row, { at, isFirst, isLast }))
  return [...new Map(rules.map((rule) => [rule.pattern, rule])).values()]
}

function inARowAt(
  { weekends, instance, starts, fromFirstDay }: Scope,
  row: readonly Worked[],
  { at, isFirst, isLast }: { readonly at: number } & Required<Edges>,
): PostedRule & { readonly pattern: string } {
  const chosen = weekends.slice(at, at + row.length)
  const isExact = isFirst || chosen[0]!.cut === 'before'
  const parts = chosen.flatMap(({ first, length }, i) => {
    const next = chosen[i + 1]
    return [row[i] === 'worked' ? workedOn(length) : `off{${length}}`, next === undefined ? '' : gap(next.first - first - length)]
  })
  const { first, length, cut } = chosen.at(-1)!
  const begin = isExact ? ['^', gap(chosen[0]!.first)] : []
  const end = isLast ? [gap(instance.days - first - length), '$'] : cut === 'behind' ? ['$'] : []
  const pattern = [...begin, ...parts, ...end].filter((part) => part !== '').join(' ')
  return { kind: 'pattern', pattern, where: wordsIn(DAYS, [pattern]), starts: isExact ? fromFirstDay : starts }
}

/** Runs of each length that is too short, for each weekend that is missing. */
function atLeastInARow(scope: Scope, { limit, cost }: Inrc1Limit): readonly PostedRule[] {
  const short = Array.from({ length: Math.max(0, Math.min(limit - 1, scope.weekends.length)) }, (_, i) => i + 1)
  return short.flatMap((length) =>
    runsOf(scope, worked(length)).map((rule) => costed('MinConsecutiveWorkingWeekends', cost * (limit - length), rule)),
  )
}

/** Runs of exactly so many. */
function runsOf(scope: Scope, row: readonly Worked[]): readonly PostedRule[] {
  if (row.length === scope.weekends.length) return inARow(scope, row, { isFirst: true, isLast: true })
  return [
    ...inARow(scope, ['free', ...row, 'free']),
    ...inARow(scope, [...row, 'free'], { isFirst: true }),
    ...inARow(scope, ['free', ...row], { isLast: true }),
  ]
}

/** At most so many in the horizon. One that the beginning of the horizon cuts begins on another weekday than the others, so that it is a condition. */
function atMost(scope: Scope, { limit, cost }: Inrc1Limit): readonly PostedRule[] {
  const { weekends, starts } = scope
  const name = 'MaxWorkingWeekendsInFourWeeks'
  if (limit >= weekends.length) return []
  if (limit === 0) return inARow(scope, ['worked']).map((rule) => costed(name, cost, rule))
  const [first, ...others] = weekends
  const counted = first!.cut === 'before' ? others : weekends
  const patterns = [...new Set(counted.map(({ length, cut }) => `${workedOn(length)}${cut === 'behind' ? ' $' : ''}`))]
  const most = (max: number): PostedRule => ({ kind: 'pattern', pattern: oneOf(patterns), where: wordsIn(DAYS, patterns), starts, max })
  if (first!.cut !== 'before') return [costed(name, cost, most(limit))]
  const when = { kind: 'count', of: 'days', per: 'period', period: `${CUT_WEEKEND_PERIOD}${first!.length}` }
  return [costed(name, cost, { ...most(limit), when: { ...when, max: 0 } }), costed(name, cost, { ...most(limit - 1), when: { ...when, min: 1 } })]
}

/** A rule with its name and what a unit costs. Throws `FormatError` where that is more than a rule can weigh. */
export function costed(name: string, cost: number, rule: PostedRule): PostedRule {
  if (cost > MOST_WEIGHT)
    throw new FormatError(null, `<${name}> would weigh ${cost}, and a rule weighs at most ${MOST_WEIGHT}. Lower its weight or its number.`)
  return { ...rule, name, weight: cost, priority: PRIORITY }
}

/** Those of the horizon, in order. */
export function weekendsOf({ weekend }: Inrc1Contract, { firstDay, days }: Inrc1Instance): readonly Weekend[] {
  const found: Weekend[] = []
  for (let first = 1 - weekend.length; first < days; first += 1) {
    if (weekdayAt(firstDay + first) !== weekend[0]) continue
    const [from, to] = [Math.max(0, first), Math.min(days, first + weekend.length)]
    found.push({ first: from, length: to - from, cut: from > first ? 'before' : to - from < weekend.length ? 'behind' : null })
  }
  return found
}

function worked(count: number): readonly Worked[] {
  return Array.from<Worked>({ length: count }).fill('worked')
}

function oneOf(expressions: readonly string[]): string {
  return expressions.length === 1 ? expressions[0]! : `(${expressions.join('|')})`
}

function gap(days: number): string {
  return days === 0 ? '' : `.{${days}}`
}

/** One day or more of so many. */
function workedOn(days: number): string {
  return oneOf(
    Array.from({ length: days }, (_, at) =>
      [...Array.from({ length: at }).fill('off'), 'any', gap(days - at - 1)].filter((part) => part !== '').join(' '),
    ),
  )
}

/** Every way to work a weekend of so many days in part, with its units. */
function partly(days: number): readonly { readonly text: string; readonly units: number }[] {
  return Array.from({ length: 2 ** days - 2 }, (_, i) => {
    const isWorked = Array.from({ length: days }, (_, day) => ((i + 1) >> day) % 2 === 1)
    return { text: isWorked.map((works) => (works ? 'any' : 'off')).join(' '), units: distances(isWorked) }
  })
}

/** Over the stretches of work: how many days lie before each, and behind it. */
function distances(isWorked: readonly boolean[]): number {
  let units = 0
  for (let from = 0; from < isWorked.length; from += 1) {
    if (!isWorked[from] || isWorked[from - 1] === true) continue
    let to = from
    while (isWorked[to] === true) to += 1
    units += from + (isWorked.length - to)
  }
  return units
}

/** Sets of 1 to `most` positions of `count`, each in order. */
function subsets(count: number, most: number): readonly (readonly number[])[] {
  const grow = (set: readonly number[]): (readonly number[])[] =>
    set.length >= most
      ? []
      : Array.from({ length: count - (set.at(-1) ?? -1) - 1 }, (_, i) => [...set, (set.at(-1) ?? -1) + 1 + i]).flatMap((larger) => [
          larger,
          ...grow(larger),
        ])
  return grow([])
}

/** Days of which the first few are of exactly these types, each of them there, the next is of another, and the rest is worked: once for each set on the way to all types of the days. */
function newAfter(types: number, days: number): readonly string[] {
  return Array.from({ length: days - types }, (_, i) => types + i).flatMap((before) =>
    sequences(types, before)
      .filter((sequence) => new Set(sequence).size === types)
      .map((sequence) =>
        [...sequence.map((type) => `type_${type + 1}`), 'other', ...Array.from({ length: days - before - 1 }).fill('any')].join(' '),
      ),
  )
}

function sequences(types: number, length: number): readonly (readonly number[])[] {
  if (length === 0) return [[]]
  return sequences(types, length - 1).flatMap((before) => Array.from({ length: types }, (_, type) => [...before, type]))
}

/** Only the names that the expressions speak of: one that is not used is warned of. */
function wordsIn(where: Readonly<Record<string, PostedRule>>, expressions: readonly string[]): Readonly<Record<string, PostedRule>> {
  const words = new Set(expressions.join(' ').match(/[\p{L}_][\p{L}\p{N}_]*/gu))
  return Object.fromEntries(Object.entries(where).filter(([name]) => words.has(name)))
}
