import { NOBODY, type Roster } from './roster.ts'
import type { Schedule, Shift } from './schedule.ts'
import type { Identifier } from './units.ts'

/** What break a shift has that is longer than `overMinutes`. Durations in minutes. */
export interface BreakRule {
  readonly id: Identifier
  readonly overMinutes: number
  readonly minutes: number
  /** Whether it counts as work. */
  readonly paid: boolean
  /** It begins no earlier after the start of the shift, and ends no later before its end. */
  readonly earliestAfter: number
  readonly latestBefore: number
  /** It begins a multiple of so many minutes after the start of the shift; 1 or more. */
  readonly stepMinutes: number
  /** Whether somebody has to be at work at the spot meanwhile. */
  readonly covered: boolean
}

/** What a shift says of its breaks. */
export interface Breaking {
  /** One break of each is in it; absent = none. Unpaid ones are part of `breakMin`. Shifts of one length and the same rules share the list. */
  readonly breakRules?: readonly BreakRule[]
  /** Where they begin, by rule, in minutes after its start, for whoever works it; absent = the document does not say. */
  readonly breaks?: readonly number[]
}

/** Whether a shift has breaks, or one that a template allows: rules that no shift names, or is long enough for, change nothing. */
export function shiftsHaveBreaks({ shifts, candidates = [] }: Pick<Schedule, 'shifts' | 'candidates'>): boolean {
  const isBroken = ({ breakRules }: Shift): boolean => breakRules !== undefined
  return shifts.some(isBroken) || candidates.some(isBroken)
}

interface BreakPlaces {
  readonly first: number
  readonly last: number
}

/** The places at which a break may begin in a shift of so many minutes: `first`, `first + stepMinutes` … `last`, in minutes after its start; none where `last` is before `first`. */
export function breakPlaces({ minutes, earliestAfter, latestBefore, stepMinutes }: BreakRule, length: number): BreakPlaces {
  return {
    first: stepMinutes * Math.ceil(earliestAfter / stepMinutes),
    last: stepMinutes * Math.floor((length - latestBefore - minutes) / stepMinutes),
  }
}

interface Taken {
  readonly start: number
  readonly end: number
}

/** Whether breaks of all these rules fit into a shift beside those that are taken, none over another. In a given order the earliest places leave most room, and there are few orders. */
function leavesRoom(rules: readonly BreakRule[], length: number, taken: readonly Taken[], from = 0): boolean {
  if (rules.length === 0) return true
  return rules.some((rule, at) => {
    const { first, last } = breakPlaces(rule, length)
    const { minutes, stepMinutes } = rule
    let start = Math.max(first, stepMinutes * Math.ceil(from / stepMinutes))
    for (let hit = hitBy(taken, start, minutes); hit !== undefined; hit = hitBy(taken, start, minutes)) {
      start = stepMinutes * Math.ceil(hit.end / stepMinutes)
    }
    if (start > last) return false
    const rest = rules.filter((_, other) => other !== at)
    return leavesRoom(rest, length, taken, start + minutes)
  })
}

function hitBy(taken: readonly Taken[], start: number, minutes: number): Taken | undefined {
  return taken.find((other) => other.start < start + minutes && other.end > start)
}

/** Whether a shift of so many minutes can hold one break for each of these rules. */
export function canHold(rules: readonly BreakRule[], length: number): boolean {
  return leavesRoom(rules, length, [])
}

/**
 * Begins of breaks by rule, in minutes after the start of a shift that can hold them: one after another, each where it costs least by `costAt`, of equals the nearest to where it would
 * be if they parted the shift evenly, of equals the earliest. A place that would leave no room for those that follow is none.
 */
export function placeIn(rules: readonly BreakRule[], length: number, costAt: (rule: BreakRule, start: number) => number): number[] {
  const taken: Taken[] = []
  for (const [at, rule] of rules.entries()) {
    const { first, last } = breakPlaces(rule, length)
    const rest = rules.slice(at + 1)
    const evenly = ((at + 1) * length) / (rules.length + 1) - rule.minutes / 2
    let best = { start: -1, cost: Infinity, off: Infinity }
    for (let start = first; start <= last; start += rule.stepMinutes) {
      const cost = costAt(rule, start)
      const off = Math.abs(start - evenly)
      if (cost > best.cost || (cost === best.cost && off >= best.off) || hitBy(taken, start, rule.minutes) !== undefined) continue
      if (rest.length > 0 && !leavesRoom(rest, length, [...taken, { start, end: start + rule.minutes }])) continue
      best = { start, cost, off }
    }
    taken.push({ start: best.start, end: best.start + rule.minutes })
  }
  return taken.map(({ start }) => start)
}

const EVENLY = new WeakMap<readonly BreakRule[], Map<number, readonly number[]>>()

/** Where breaks lie that part a shift as evenly as their rules allow. */
export function evenPlaces(rules: readonly BreakRule[], length: number): readonly number[] {
  const known = EVENLY.get(rules) ?? new Map<number, readonly number[]>()
  EVENLY.set(rules, known)
  const places = known.get(length) ?? placeIn(rules, length, () => 0)
  known.set(length, places)
  return places
}

/** Why a break may not begin there, `others` being the begins of those before it in the list; null where it may. */
export function whyMisplaced(
  rules: readonly BreakRule[],
  length: number,
  starts: readonly number[],
  at: number,
): 'step' | 'early' | 'late' | 'overlap' | null {
  const rule = rules[at]!
  const start = starts[at]!
  const { minutes, earliestAfter, latestBefore, stepMinutes } = rule
  if (start % stepMinutes !== 0) return 'step'
  if (start < earliestAfter) return 'early'
  if (start + minutes > length - latestBefore) return 'late'
  return starts.slice(0, at).some((other, k) => other < start + minutes && other + rules[k]!.minutes > start) ? 'overlap' : null
}

/** A roster says where breaks lie behind all else: pairs of `−2 − seat` and a begin in minutes after the start of the shift, by seat and then by rule. Seats are posted shifts by position, then those that were found, in order. */
const FIRST_SEAT = -2

function breaksFrom(roster: Roster, from: number): number {
  let at = from
  while (at < roster.length && roster[at]! >= 0) at += 2
  return at
}

/** By seat: where its breaks begin, by rule. */
type BreaksBySeat = ReadonlyMap<number, readonly number[]>

/** Where breaks begin as a roster says. */
export function breaksSaid({ shifts }: Pick<Schedule, 'shifts'>, roster: Roster): BreaksBySeat {
  const said = new Map<number, number[]>()
  for (let at = breaksFrom(roster, shifts.length); at + 1 < roster.length; at += 2) {
    const seat = FIRST_SEAT - roster[at]!
    const starts = said.get(seat)
    if (starts === undefined) said.set(seat, [roster[at + 1]!])
    else starts.push(roster[at + 1]!)
  }
  return said
}

/** A roster that says nothing of breaks, with where they lie. */
export function withBreaks(roster: Roster, breaks: BreaksBySeat): Roster {
  if (breaks.size === 0) return roster
  const pairs = [...breaks].sort(([a], [b]) => a - b).flatMap(([seat, starts]) => starts.flatMap((start) => [FIRST_SEAT - seat, start]))
  const whole = new Int32Array(roster.length + pairs.length)
  whole.set(roster)
  whole.set(pairs, roster.length)
  return whole
}

const QUARTER_MIN = 15

/**
 * Where the breaks of all worked shifts lie, by position; null where a shift has none or nobody works it. What `said` knows stays, then what a shift came with; all others are placed in order of
 * start, end and position of their shifts: each where the fewest breaks of the spot lie in the quarters of an hour that it touches, as `placeIn` does.
 */
export function placeBreaks(shifts: readonly Shift[], people: Roster, said: BreaksBySeat): (readonly number[] | null)[] {
  const placed: (readonly number[] | null)[] = shifts.map(() => null)
  const taken = new Map<number, Map<number, number>>()
  const quartersOf = (from: number, minutes: number): readonly [number, number] => [
    Math.floor(from / QUARTER_MIN),
    Math.ceil((from + minutes) / QUARTER_MIN),
  ]
  const note = (shift: Shift, rules: readonly BreakRule[], starts: readonly number[]): void => {
    const at = taken.get(shift.spotIndex) ?? new Map<number, number>()
    taken.set(shift.spotIndex, at)
    for (const [k, start] of starts.entries()) {
      const [first, after] = quartersOf(shift.start + start, rules[k]!.minutes)
      for (let quarter = first; quarter < after; quarter += 1) at.set(quarter, (at.get(quarter) ?? 0) + 1)
    }
  }
  const open: number[] = []
  for (const [position, shift] of shifts.entries()) {
    const rules = shift.breakRules
    if (rules === undefined || people[position] === NOBODY) continue
    const starts = said.get(position) ?? shift.breaks
    if (starts === undefined) open.push(position)
    else {
      placed[position] = starts
      note(shift, rules, starts)
    }
  }
  open.sort((a, b) => shifts[a]!.start - shifts[b]!.start || shifts[a]!.end - shifts[b]!.end || a - b)
  for (const position of open) {
    const shift = shifts[position]!
    const at = taken.get(shift.spotIndex)
    const starts = placeIn(shift.breakRules!, shift.end - shift.start, ({ minutes }, start) => {
      const [first, after] = quartersOf(shift.start + start, minutes)
      let sum = 0
      for (let quarter = first; quarter < after; quarter += 1) sum += at?.get(quarter) ?? 0
      return sum
    })
    placed[position] = starts
    note(shift, shift.breakRules!, starts)
  }
  return placed
}
