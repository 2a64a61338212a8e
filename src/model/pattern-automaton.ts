import { isAnyWork, lengthOf, MAX_PATTERN_DAYS, MAX_PATTERN_NAMES, MAX_PATTERN_STATES, type DayName, type Pattern } from './pattern.ts'
import { positionsOf, positionsThatFit, type Positions } from './pattern-positions.ts'

/** A match may end on any day, or on the last day of the horizon: bits of `accepts`. */
export const ENDS_ANY_DAY = 1
export const ENDS_LAST_DAY = 2

/**
 * A deterministic automaton with the fewest states that reads a row day by day, and knows on which days a match ends. State 0 is that before the first known day.
 * `next[(variant × states + state) × letters + letter]` is the state after a day.
 */
export interface PatternAutomaton {
  readonly states: number
  /** Kinds of days that it tells apart. */
  readonly letters: number
  /** By the names that fit a day, a bit for each: its letter. */
  readonly letterOf: Uint16Array
  /** The variant of a day on which a match may begin (bit 1), and of the first day of the horizon (bit 2). */
  readonly variantOf: readonly [number, number, number, number]
  readonly next: Uint8Array
  /** By state. */
  readonly accepts: Uint8Array
}

/** What came of the attempt to make an automaton, and in how many steps. */
export interface MadeAutomaton {
  /** Null where it would be too large; without states where no match can end in the horizon. */
  readonly automaton: PatternAutomaton | null
  readonly steps: number
}

/** An expression whose automaton takes more steps is too large as well. About 0.3 s. */
const MAX_STEPS = 500_000
/** Before equal states become one there may be more of them. */
const MAX_SETS = 4_096
const DAYS_PER_WEEK = 7

const MADE = new WeakMap<Pattern, MadeAutomaton>()

/** The automaton of a pattern, made once for all who ask with the same object. */
export function automatonOf(pattern: Pattern): MadeAutomaton {
  const made = MADE.get(pattern) ?? make(pattern)
  MADE.set(pattern, made)
  return made
}

function make({ root, days, starts }: Pattern): MadeAutomaton {
  if (days.length > MAX_PATTERN_NAMES || lengthOf(root) > MAX_PATTERN_DAYS) return { automaton: null, steps: 1 }
  const positions = positionsOf(root)
  const { letterOf, fits } = lettersOf(days, positions)
  const startsAnywhere = starts === null
  const hasEdge = positions.first !== positions.firstAtStart || positions.after.some((next, p) => next !== positions.afterAtStart[p])
  const variants = VARIANTS.filter(({ mayStart, isFirst }) => (mayStart || !startsAnywhere) && (!isFirst || hasEdge))
  const steps = { left: MAX_STEPS }
  const sets = followSets(positions, fits, variants, starts, steps)
  const small = sets === null ? null : merged(sets, steps)
  const automaton = small === null ? null : withFewLetters(small, letterOf, variants)
  return { automaton, steps: MAX_STEPS - steps.left + 1 }
}

interface Variant {
  readonly mayStart: boolean
  readonly isFirst: boolean
}

const VARIANTS: readonly Variant[] = [0, 1, 2, 3].map((bits) => ({ mayStart: (bits & 1) !== 0, isFirst: (bits & 2) !== 0 }))

/** The days that there can be, by the names that fit them; those at which the same positions are met are one letter. */
function lettersOf(days: readonly DayName[], positions: Positions): { readonly letterOf: Uint16Array; readonly fits: readonly bigint[] } {
  const letterOf = new Uint16Array(1 << days.length)
  const known = new Map<bigint, number>()
  const isThere = dayReader(days)
  for (let names = 0; names < letterOf.length; names += 1) {
    if (!isThere(names)) continue
    const fitting = positionsThatFit(positions, (name) => (names & (1 << name)) !== 0)
    const letter = known.get(fitting) ?? known.size
    known.set(fitting, letter)
    letterOf[names] = letter
  }
  return { letterOf, fits: [...known.keys()] }
}

/** Tells whether there are days that just these names fit: one off, or one whose shifts, with the tags of a name, have those of all names that ask for less. */
function dayReader(days: readonly DayName[]): (names: number) => boolean {
  const bitsOf = (holds: (day: DayName) => boolean): number => days.reduce((bits, day, at) => (holds(day) ? bits | (1 << at) : bits), 0)
  const off = bitsOf((day) => day.off)
  const everyWork = bitsOf(isAnyWork)
  const noWork = bitsOf((day) => day.off && day.tags.length === 0)
  const implied = days.map(({ tags }) => {
    const asked = [...new Set(tags)]
    return asked.length === 0 ? 0 : bitsOf((other) => asked.every(isIn(other.tags)))
  })
  return (names) =>
    names === off ||
    ((names & noWork) === 0 &&
      (names & everyWork) === everyWork &&
      implied.every((others, at) => (names & (1 << at)) === 0 || (names & others) === others))
}

function isIn(tags: readonly string[]): (tag: string) => boolean {
  const known = new Set(tags)
  return (tag) => known.has(tag)
}

/** An automaton as lists, `next` by (state × variants + variant) × letters + letter. */
interface Sets {
  readonly accepts: readonly number[]
  readonly next: readonly number[]
  readonly width: number
}

/**
 * The sets of positions that a row can be at, from the empty one on, each with the weekdays on whose morning it is met, and whether the horizon has begun by then: within
 * a week a match may begin on few of them, and a horizon begins once; without looking at that there would be a set for every choice of days. What no row can do leads to
 * the empty set.
 */
function followSets(
  { first, firstAtStart, after, afterAtStart, last, lastAtEnd }: Positions,
  fits: readonly bigint[],
  variants: readonly Variant[],
  starts: readonly number[] | null,
  steps: { left: number },
): Sets | null {
  const width = variants.length * fits.length
  const numbers = new Map<bigint, number>([[0n, 0]])
  const sets = [0n]
  const next: number[] = Array.from({ length: width }, () => 0)
  const weekdays = starts === null ? 1 : DAYS_PER_WEEK
  const mornings = 2 * weekdays
  const isMet = new Set<number>()
  const open = Array.from({ length: weekdays }, (_, weekday) => weekday)
  /** A morning is a weekday, and as many more once the horizon has begun. */
  const meet = (set: bigint, within: number): number => {
    const number = numbers.get(set) ?? sets.length
    if (number === sets.length) {
      numbers.set(set, number)
      sets.push(set)
      for (let i = 0; i < width; i += 1) next.push(0)
    }
    const morning = number * mornings + within
    if (!isMet.has(morning)) open.push(morning)
    isMet.add(morning)
    return number
  }
  for (const morning of open) isMet.add(morning)
  for (let morning = open.pop(); morning !== undefined; morning = open.pop()) {
    const number = Math.floor(morning / mornings)
    const weekday = morning % weekdays
    const hasBegun = morning % mornings >= weekdays
    const members = membersOf(sets[number]!)
    steps.left -= width + members.length
    if (steps.left < 0 || sets.length > MAX_SETS) return null
    for (const [v, { mayStart, isFirst }] of variants.entries()) {
      if ((starts !== null && mayStart !== starts.includes(weekday)) || (isFirst && hasBegun)) continue
      const follow = isFirst ? afterAtStart : after
      const reached = members.reduce((all, position) => all | follow[position]!, mayStart ? (isFirst ? firstAtStart : first) : 0n)
      for (let letter = 0; letter < fits.length; letter += 1) {
        next[number * width + v * fits.length + letter] = meet(
          reached & fits[letter]!,
          ((weekday + 1) % weekdays) + (hasBegun || isFirst ? weekdays : 0),
        )
      }
    }
  }
  const accepts = sets.map((set) => ((set & last) === 0n ? 0 : ENDS_ANY_DAY) | ((set & lastAtEnd) === 0n ? 0 : ENDS_LAST_DAY))
  return { accepts, next, width }
}

function membersOf(set: bigint): number[] {
  const members: number[] = []
  for (let rest = set, position = 0; rest !== 0n; rest >>= 1n, position += 1) if ((rest & 1n) === 1n) members.push(position)
  return members
}

/** The same with states that nothing tells apart as one (Moore 1956); null when more are left than an automaton may have. */
function merged({ accepts, next, width }: Sets, steps: { left: number }): Sets | null {
  let classOf: Int32Array = Int32Array.from(accepts)
  let count = new Set(accepts).size
  for (;;) {
    steps.left -= next.length
    if (steps.left < 0) return null
    const finer = refined(classOf, next, width)
    const found = finer.reduce((most, own) => Math.max(most, own), 0) + 1
    if (found > MAX_PATTERN_STATES) return null
    classOf = finer
    if (found === count) break
    count = found
  }
  const members = Array.from({ length: count }, (_, one) => classOf.indexOf(one))
  return {
    accepts: members.map((state) => accepts[state]!),
    next: members.flatMap((state) => next.slice(state * width, (state + 1) * width).map((to) => classOf[to]!)),
    width,
  }
}

/** Classes of states of one class that lead to the same classes, numbered as they are met: that of state 0 is 0. */
function refined(classOf: Int32Array, next: readonly number[], width: number): Int32Array {
  const buckets = new Map<number, number[]>()
  const firsts: number[] = []
  const isAlike = (a: number, b: number): boolean => {
    if (classOf[a] !== classOf[b]) return false
    for (let i = 0; i < width; i += 1) if (classOf[next[a * width + i]!] !== classOf[next[b * width + i]!]) return false
    return true
  }
  return classOf.map((own, state) => {
    let hash = own
    for (let i = 0; i < width; i += 1) hash = Math.imul(hash ^ classOf[next[state * width + i]!]!, 0x01000193) ^ (hash >>> 15)
    const bucket = buckets.get(hash) ?? []
    buckets.set(hash, bucket)
    const known = bucket.find((c) => isAlike(firsts[c]!, state))
    if (known !== undefined) return known
    bucket.push(firsts.length)
    return firsts.push(state) - 1
  })
}

/** Letters that lead to the same states from everywhere are one. */
function withFewLetters({ accepts, next, width }: Sets, letterOf: Uint16Array, variants: readonly Variant[]): PatternAutomaton {
  const states = accepts.length
  const each = width / variants.length
  const known = new Map<string, number>()
  const columns: number[][] = []
  const letters = Array.from({ length: each }, (_, letter) => {
    const column = variants.flatMap((_variant, v) => Array.from({ length: states }, (_state, s) => next[s * width + v * each + letter]!))
    const key = column.join()
    const number = known.get(key) ?? columns.push(column) - 1
    known.set(key, number)
    return number
  })
  const table = new Uint8Array(variants.length * states * columns.length)
  columns.forEach((column, letter) => {
    column.forEach((to, row) => (table[row * columns.length + letter] = to))
  })
  const place = ({ mayStart, isFirst }: Variant): number => {
    const found = variants.findIndex((one) => one.mayStart === mayStart && one.isFirst === isFirst)
    // Where it makes no difference there is one for both.
    return found >= 0 ? found : variants.findIndex((one) => one.mayStart === (mayStart || variants.every((v) => v.mayStart)) && !one.isFirst)
  }
  const [neither, start, first, all] = VARIANTS.map(place)
  return {
    states,
    letters: columns.length,
    letterOf: letterOf.map((letter) => letters[letter]!),
    variantOf: [neither!, start!, first!, all!],
    next: table,
    accepts: Uint8Array.from(accepts),
  }
}
