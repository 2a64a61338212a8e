import { addReal, byte, int, setByte, setInt } from './memory'
import { cells, dayCount, patternCounts, patternEnds, patterns, patternsFrom, patternsOf, patternStates } from './tables'

/** A pattern rule (`src/engine/rules/pattern/pattern.ts`). */
@unmanaged
class PatternRule {
  times: f64
  /** By duty. */
  letters: usize
  letterCount: i32
  next: usize
  nextOffset: usize
  accepts: usize
  endsOn: usize
  windowCount: i32
  windowOf: usize
  most: i32
  least: usize
  unit: i32
}

/** Bytes of a record: each begins at a multiple of 8. */
const SIZE: usize = (offsetof<PatternRule>() + 7) & ~7

function ruleAt(i: i32): PatternRule {
  return changetype<PatternRule>(patterns + <usize>int(patternsOf, i) * SIZE)
}

/** The states of the i-th pattern of all employees: before each day, and after the last one. */
function statesAt(i: i32): usize {
  return patternStates + <usize>(i * (dayCount + 1))
}

/** Its windows: days on which a match ends. */
function endsAt(i: i32): usize {
  return patternCounts + ((<usize>int(patternEnds, i)) << 2)
}

function stateAfter(rule: PatternRule, state: i32, day: i32, duty: i32): i32 {
  return byte(rule.next, int(rule.nextOffset, day) + state * rule.letterCount + byte(rule.letters, duty))
}

function endsOn(rule: PatternRule, state: i32, day: i32): i32 {
  return (byte(rule.accepts, state) & byte(rule.endsOn, day)) === 0 ? 0 : 1
}

function windowUnits(rule: PatternRule, window: i32, ends: i32): i32 {
  if (ends > rule.most) return ends - rule.most
  const missing = int(rule.least, window) - ends
  return missing > 0 ? missing : 0
}

/** Adds what the patterns of an employee cost more, now that days `from` to `to` (inclusive) of the row are changed. */
export function addPatternChange(employee: i32, from: i32, to: i32, units: usize): void {
  for (let i = int(patternsFrom, employee), last = int(patternsFrom, employee + 1); i < last; i += 1) {
    const rule = ruleAt(i)
    const change = unitsChanged(rule, i, employee * dayCount, from, to)
    if (change !== 0) addReal(units, rule.unit, rule.times * <f64>change)
  }
}

/** From the state before the first changed day until the automaton stands behind the last one where it stood before. */
function unitsChanged(rule: PatternRule, i: i32, row: i32, from: i32, to: i32): i32 {
  const states = statesAt(i)
  let state = byte(states, from)
  let window = -1
  let more = 0
  let units = 0
  for (let day = from; day < dayCount; day += 1) {
    const before = byte(states, day + 1)
    state = stateAfter(rule, state, day, int(cells, row + day))
    if (state === before) {
      if (day >= to) break
      continue
    }
    const own = int(rule.windowOf, day)
    if (own < 0) continue
    if (own !== window) {
      units += windowChange(rule, i, window, more)
      window = own
      more = 0
    }
    more += endsOn(rule, state, day) - endsOn(rule, before, day)
  }
  return units + windowChange(rule, i, window, more)
}

function windowChange(rule: PatternRule, i: i32, window: i32, more: i32): i32 {
  if (more === 0) return 0
  const ends = int(endsAt(i), window)
  return windowUnits(rule, window, ends + more) - windowUnits(rule, window, ends)
}

/** Adds what the patterns of an employee cost now. */
export function addPatternsNow(employee: i32, units: usize): void {
  for (let i = int(patternsFrom, employee), last = int(patternsFrom, employee + 1); i < last; i += 1) {
    const rule = ruleAt(i)
    const ends = endsAt(i)
    for (let window = 0; window < rule.windowCount; window += 1) {
      addReal(units, rule.unit, rule.times * <f64>windowUnits(rule, window, int(ends, window)))
    }
  }
}

/** Reads an employee's row anew. */
export function refreshPatterns(employee: i32): void {
  const row = employee * dayCount
  for (let i = int(patternsFrom, employee), last = int(patternsFrom, employee + 1); i < last; i += 1) {
    const rule = ruleAt(i)
    const states = statesAt(i)
    const ends = endsAt(i)
    for (let window = 0; window < rule.windowCount; window += 1) setInt(ends, window, 0)
    let state = 0
    setByte(states, 0, 0)
    for (let day = 0; day < dayCount; day += 1) {
      state = stateAfter(rule, state, day, int(cells, row + day))
      setByte(states, day + 1, state)
      const window = int(rule.windowOf, day)
      if (window >= 0) setInt(ends, window, int(ends, window) + endsOn(rule, state, day))
    }
  }
}
