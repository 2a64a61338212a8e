import { OFF, type Duties } from '../../instance/duties.ts'

/** pattern: days of a window on which a match of a regular expression over days ends. */
export interface PatternRule extends PatternShape {
  readonly unit: number
  /** Multiplies the units. */
  readonly times: number
}

/** What is counted, and within which limits. The automaton is that of `model/pattern-automaton.ts`. */
export interface PatternShape {
  readonly letters: DayLetters
  readonly letterCount: number
  readonly states: number
  /** `next[nextOffset[day] + state × letterCount + letter]` is the state after the day. */
  readonly next: Uint8Array
  readonly nextOffset: Int32Array
  /** A match ends on the day when `accepts[state] & endsOn[day]` is not 0; in history, and on days whose contract does not have the rule, none does. */
  readonly accepts: Uint8Array
  readonly endsOn: Uint8Array
  readonly windowCount: number
  /** By day: its window; −1 = none. */
  readonly windowOf: Int32Array
  readonly most: number
  /** By window: its part that falls on the days of the horizon whose contract has the rule. */
  readonly least: Int32Array
}

/** The letters of duties: which days an automaton tells apart. Found when they are first asked for, for duties grow more. */
export class DayLetters {
  #known = new Int16Array(0)
  readonly #letterOf: Uint16Array
  readonly #offNames: number
  readonly #flags: readonly (number | null)[]

  /** `letterOf` by the names that fit; `offNames`: those that fit a day off; `flags` by name: of `duties.flags`, null = no working day. */
  constructor(letterOf: Uint16Array, offNames: number, flags: readonly (number | null)[]) {
    this.#letterOf = letterOf
    this.#offNames = offNames
    this.#flags = flags
  }

  /** Of a day that so many names fit, a bit each. */
  of(names: number): number {
    return this.#letterOf[names]!
  }

  at(duty: number, duties: Duties): number {
    const known = this.#known[duty]
    return known !== undefined && known >= 0 ? known : this.#find(duty, duties)
  }

  #find(duty: number, duties: Duties): number {
    if (duty >= this.#known.length) {
      const grown = new Int16Array(2 * duties.count).fill(-1)
      grown.set(this.#known)
      this.#known = grown
    }
    let names = duty === OFF ? this.#offNames : 0
    if (duty !== OFF) for (const [name, flag] of this.#flags.entries()) if (flag !== null && duties.flags[flag]![duty] === 1) names |= 1 << name
    const letter = this.of(names)
    this.#known[duty] = letter
    return letter
  }
}

/** The state after a day with this duty. */
export function stateAfter(shape: PatternShape, duties: Duties, state: number, day: number, duty: number): number {
  return shape.next[shape.nextOffset[day]! + state * shape.letterCount + shape.letters.at(duty, duties)]!
}

/** 1 when a match ends on the day, where that is the state after it. */
export function endsOn(shape: PatternShape, state: number, day: number): 0 | 1 {
  return (shape.accepts[state]! & shape.endsOn[day]!) === 0 ? 0 : 1
}

/** Units of one window in which so many matches end, without the factor of the rule. */
export function windowUnits({ most, least }: PatternShape, window: number, ends: number): number {
  return ends > most ? ends - most : Math.max(0, least[window]! - ends)
}

/** The rule without the matches that it asks for: what is left of it forbids. */
export function withoutLeast(rule: PatternRule): PatternRule {
  return { ...rule, least: new Int32Array(rule.windowCount) }
}

/** Puts into `ends`, by window, on how many days of a row (from `row` on) a match ends; into `states`, where given, the states before each day and after the last. */
export function countEnds(
  shape: PatternShape,
  duties: Duties,
  cells: Int32Array,
  row: number,
  ends: Float64Array | Int32Array,
  states: Uint8Array | null,
): void {
  const days = shape.windowOf.length
  ends.fill(0)
  let state = 0
  if (states !== null) states[0] = 0
  for (let day = 0; day < days; day += 1) {
    state = stateAfter(shape, duties, state, day, cells[row + day]!)
    if (states !== null) states[day + 1] = state
    const window = shape.windowOf[day]!
    if (window >= 0) ends[window]! += endsOn(shape, state, day)
  }
}

/** Units of one row, which begins at `row` in `cells`, counted from scratch, with the factor of the rule. */
export function patternUnits(rule: PatternRule, duties: Duties, cells: Int32Array, row: number): number {
  const ends = new Int32Array(rule.windowCount)
  countEnds(rule, duties, cells, row, ends, null)
  return rule.times * ends.reduce((sum, count, window) => sum + windowUnits(rule, window, count), 0)
}

/** Beyond this many ends it makes no difference to any window how many there are. */
export function maxEndsThatMatter({ most, least, windowOf }: PatternShape): number {
  return least.reduce((high, asked) => Math.max(high, asked), most < windowOf.length ? most : 0)
}
