import type { Instance } from '../../instance/instance.ts'
import { countEnds, endsOn, stateAfter, windowUnits, type PatternRule } from './pattern.ts'

/** Where the automata of one employee stand, and what they have counted: by rule of the employee. */
export interface PatternCache {
  /** The state before each day, and after the last one. */
  readonly states: readonly Uint8Array[]
  /** By window: days on which a match ends. */
  readonly ends: readonly Int32Array[]
}

/** A cache without figures. */
export function createPatternCache({ patterns, patternsOf, dayCount }: Instance, employee: number): PatternCache {
  const mine = [...patternsOf[employee]!].map((r) => patterns[r]!)
  return { states: mine.map(() => new Uint8Array(dayCount + 1)), ends: mine.map(({ windowCount }) => new Int32Array(windowCount)) }
}

/** Reads one employee's whole row anew. */
export function refreshPatterns(
  { patterns, patternsOf, duties, dayCount }: Instance,
  cache: PatternCache,
  cells: Int32Array,
  employee: number,
): void {
  const mine = patternsOf[employee]!
  for (let i = 0; i < mine.length; i += 1) countEnds(patterns[mine[i]!]!, duties, cells, employee * dayCount, cache.ends[i]!, cache.states[i]!)
}

/** Adds what the cache says that the patterns of one employee cost. */
export function addCachedPatterns({ patterns, patternsOf }: Instance, cache: PatternCache, employee: number, units: Float64Array): void {
  const mine = patternsOf[employee]!
  for (let i = 0; i < mine.length; i += 1) {
    const rule = patterns[mine[i]!]!
    const ends = cache.ends[i]!
    for (let window = 0; window < rule.windowCount; window += 1) units[rule.unit]! += rule.times * windowUnits(rule, window, ends[window]!)
  }
}

/**
 * Adds what the patterns of a row cost more than the cache says, now that days `from` to `to` (inclusive) are changed. Each automaton goes on from the state before
 * the first of them, until it stands behind the last one where it stood before.
 */
export function addPatternChange(
  instance: Instance,
  cache: PatternCache,
  cells: Int32Array,
  employee: number,
  from: number,
  to: number,
  units: Float64Array,
): void {
  const { patterns, patternsOf } = instance
  const mine = patternsOf[employee]!
  for (let i = 0; i < mine.length; i += 1) {
    const rule = patterns[mine[i]!]!
    const change = unitsChanged(instance, rule, cache.states[i]!, cache.ends[i]!, cells, employee * instance.dayCount, from, to)
    if (change !== 0) units[rule.unit]! += rule.times * change
  }
}

function unitsChanged(
  { duties, dayCount }: Instance,
  rule: PatternRule,
  states: Uint8Array,
  ends: Int32Array,
  cells: Int32Array,
  row: number,
  from: number,
  to: number,
): number {
  let state = states[from]!
  let window = -1
  let more = 0
  let units = 0
  for (let day = from; day < dayCount; day += 1) {
    const before = states[day + 1]!
    state = stateAfter(rule, duties, state, day, cells[row + day]!)
    if (state === before) {
      if (day >= to) break
      continue
    }
    const own = rule.windowOf[day]!
    if (own < 0) continue
    if (own !== window) {
      if (more !== 0) units += windowUnits(rule, window, ends[window]! + more) - windowUnits(rule, window, ends[window]!)
      window = own
      more = 0
    }
    more += endsOn(rule, state, day) - endsOn(rule, before, day)
  }
  return more === 0 ? units : units + windowUnits(rule, window, ends[window]! + more) - windowUnits(rule, window, ends[window]!)
}
