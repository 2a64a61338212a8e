import { invariant } from '../../../model/errors.ts'
import { automatonOf, ENDS_ANY_DAY, ENDS_LAST_DAY, type PatternAutomaton } from '../../../model/pattern-automaton.ts'
import type { Pattern } from '../../../model/pattern.ts'
import type { PatternRule as PostedPattern } from '../../../model/schedule.ts'
import type { Compiling } from '../../instance/compiling.ts'
import { contractRuleUnit, type HeldRule, needsWholeRow, NO_LIMIT } from '../../instance/limits.ts'
import { termsOf } from '../../instance/terms.ts'
import { countedWindows } from '../../instance/windows.ts'
import { splitByDecided } from './decided.ts'
import { DayLetters, type PatternRule, type PatternShape } from './pattern.ts'

/** All patterns that contracts ask for, and by employee the positions of those that theirs do. Those that are judged over the whole row are conditional. */
export function compilePatterns(c: Compiling): { readonly patterns: readonly PatternRule[]; readonly patternsOf: readonly Int32Array[] } {
  const shapesOf = patternReader(c)
  const patterns: PatternRule[] = []
  const asked: number[][] = c.schedule.employees.map(() => [])
  for (const held of c.rules) {
    const { rule } = held
    if (rule.kind !== 'pattern' || needsWholeRow(rule)) continue
    const unit = contractRuleUnit(c.units, rule, false)
    if (unit < 0) continue
    const decidedUnit = rule.decidedWeights === undefined ? unit : c.units.of('contractRules', { weights: rule.decidedWeights })
    for (const { shape, employees, isOfDecided } of shapesOf(rule, held).flatMap((whole) => splitByDecided(c, rule, whole))) {
      for (const e of employees) asked[e]!.push(patterns.length)
      patterns.push({ ...shape, unit: isOfDecided ? decidedUnit : unit, times: rule.weight })
    }
  }
  return { patterns, patternsOf: asked.map((mine) => Int32Array.from(mine)) }
}

/** A shape of a rule, and whose it is. */
export interface HeldShape {
  readonly shape: PatternShape
  readonly employees: readonly number[]
}

/** Makes the shapes of a rule: one for all who have one contract, and one for all whose contracts change alike. */
export type PatternReader = (rule: PostedPattern, held: Pick<HeldRule, 'employees' | 'holders'>) => HeldShape[]

/** One automaton, with its letters, is made for all that have the same pattern. */
export function patternReader(c: Compiling): PatternReader {
  const known = new Map<Pattern, DayShape>()
  const terms = termsOf(c.schedule)
  const changing = Map.groupBy(terms === null ? [] : c.schedule.employees.keys(), (e) => terms!.at[e]!)
  changing.delete(-1)
  return (rule, { employees, holders }) => {
    const days = known.get(rule.pattern) ?? readDays(c, rule.pattern)
    known.set(rule.pattern, days)
    const shapes: HeldShape[] = employees.length === 0 ? [] : [{ shape: { ...days, ...limitsOf(c, rule, () => true) }, employees }]
    if (terms === null || holders.length === 0) return shapes
    const having = new Set(holders)
    for (const [at, changed] of changing) {
      const isOn = (day: number): boolean => having.has(terms.holders[at + day]!)
      const endsOn = days.endsOn.map((ends, day) => (isOn(day) ? ends : 0))
      if (endsOn.some((ends) => ends !== 0)) shapes.push({ shape: { ...days, endsOn, ...limitsOf(c, rule, isOn) }, employees: changed })
    }
    return shapes
  }
}

type DayShape = Omit<PatternShape, 'windowCount' | 'windowOf' | 'most' | 'least'>

function readDays({ schedule: { calendar }, measures }: Compiling, pattern: Pattern): DayShape {
  const { automaton } = automatonOf(pattern)
  invariant(automaton !== null, 'a pattern that was read has an automaton')
  const { states, letters, letterOf, next, accepts } = automaton
  const flags = pattern.days.map(({ tags, off }) => (off && tags.length === 0 ? null : measures.flagOf(tags)))
  const offNames = pattern.days.reduce((names, { off }, at) => (off ? names | (1 << at) : names), 0)
  const last = calendar.days.length - 1
  return {
    letters: new DayLetters(letterOf, offNames, flags),
    letterCount: letters,
    states,
    next,
    nextOffset: Int32Array.from(
      calendar.days,
      ({ weekday }, day) => states * letters * variantOn(automaton, pattern, weekday, day === calendar.horizonFirst),
    ),
    accepts,
    endsOn: Uint8Array.from(calendar.days, (_, day) => (day < calendar.horizonFirst ? 0 : day === last ? ENDS_LAST_DAY : ENDS_ANY_DAY)),
  }
}

function variantOn({ variantOf }: PatternAutomaton, { starts }: Pattern, weekday: number, isFirst: boolean): number {
  const mayStart = starts === null || starts.includes(weekday)
  return variantOf[((mayStart ? 1 : 0) + (isFirst ? 2 : 0)) as 0 | 1 | 2 | 3]
}

/** The windows of a rule, and the least of each: the part that falls on those days of the horizon whose contract has the rule, for only these count. */
function limitsOf(
  { schedule: { calendar } }: Compiling,
  { per, period, min, max }: PostedPattern,
  isOn: (day: number) => boolean,
): Omit<PatternShape, keyof DayShape> {
  const windows = countedWindows(calendar, { per, period, days: null })
  const windowOf = windows.firstWindow.map((window, day) => (window <= windows.lastWindow[day]! ? window : -1))
  const planned = new Int32Array(windows.count)
  for (let day: number = calendar.horizonFirst; day < windowOf.length; day += 1) if (windowOf[day]! >= 0 && isOn(day)) planned[windowOf[day]!]! += 1
  const full = (window: number): number => (per === 'horizon' ? windowOf.length - calendar.horizonFirst : windows.full[window]!)
  const least = planned.map((days, window) => Math.floor(((min ?? 0) * days) / full(window)))
  return { windowCount: windows.count, windowOf, most: max ?? NO_LIMIT, least }
}
