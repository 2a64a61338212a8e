import type { Demands } from '../../instance/demands.ts'
import type { ByEarlier } from './by-earlier.ts'
import { OFF, type Duties } from '../../instance/duties.ts'
import { ANCHOR } from '../../instance/measures.ts'
import { holderOn, type Terms } from '../../instance/terms.ts'
import { minutesBetween, type TravelTable } from '../../instance/travel.ts'

/**
 * gap: what shifts of one employee that lie near one another cost each other. Serves shiftCollision, minRestBetweenShifts,
 * restDayAfterShift, restAfterShiftInRoomWithRequiredMinutes, and the successions and rests between neighbours of contractRules.
 */
export interface GapRule {
  readonly demands: Demands
  /** Whose contract changes, and when: what a shift may not follow is as the contract of its day says. Null where nobody's does. */
  readonly terms: Terms | null
  /** By holder (`Terms`): least minutes between two shifts; 0 = no limit. */
  readonly restMin: Int32Array
  /** How many days before a shift must be looked at: no earlier shift is felt on its day. */
  readonly lookbackDays: number
  /** How many shifts may run beside one another. */
  readonly allowedCollisions: number
  /** By demand: spots whose shifts may overlap with it; null = none. */
  readonly allowedSpots: readonly (ReadonlySet<number> | null)[]
  /** How long it takes from one demand to another; null where no way takes time. */
  readonly travel: TravelTable | null
  /** By demand: the day after it that stays free, −1 = none. */
  readonly restDay: Int32Array
  /** By demand: minutes of rest that its spot asks for after it, 0 = none. */
  readonly spotRestMin: Int32Array
  /** By holder. */
  readonly successions: readonly (readonly Succession[])[]
  /** The same by the earlier demand. */
  readonly successionsAfter: ByEarlier<Succession>
  readonly rests: readonly (readonly Rest[])[]
  /**
   * By holder: minutes after the end of all earlier shifts within which it matters which of them is the neighbour, for the way
   * from it takes time or some kinds of shifts ask for more rest; 0 = it never does.
   */
  readonly nearMin: Int32Array
  /** Numbers of the units; −1 = the rule is off. */
  readonly collisionUnit: number
  readonly restUnit: number
  readonly restDayUnit: number
  readonly spotRestUnit: number
  /** By employee and day: minutes of rest that decided shifts alone lack, which count by `decidedRestUnit`; null for who lacks none. Null where nobody does. */
  readonly decidedRest: readonly (Int32Array | null)[] | null
  readonly decidedRestUnit: number
  /** True where one of `rests` has a `decided`. */
  readonly splitsRests: boolean
}

/** One shift may not follow another. */
export interface Succession {
  /** By demand: 1 when it is one of the earlier, of the forbidden later ones. */
  readonly isAfter: Uint8Array
  readonly isForbidden: Uint8Array
  /** Forbidden on the next day. */
  readonly nextDay: boolean
  /** Forbidden within this many minutes; null = `nextDay` decides alone. */
  readonly withinMin: number | null
  readonly times: number
  readonly unit: number
  /** What the schedule calls it; absent where it has no name. */
  readonly name?: string | undefined
}

/** Least rest between a shift and its neighbour, where both are of certain kinds. */
export interface Rest {
  /** By demand: 1 when the rest may follow on it, and when it may come before it. */
  readonly isAfter: Uint8Array
  readonly isBefore: Uint8Array
  readonly minMin: number
  readonly times: number
  readonly unit: number
  /** Of as much as decided shifts alone lack on a day; null where it counts as any other. */
  readonly decided: DecidedRest | null
  /** What the schedule calls it; absent where it has no name. */
  readonly name?: string | undefined
}

export interface DecidedRest {
  readonly unit: number
  /** By employee and day: units that decided shifts alone break; null for who breaks none. */
  readonly lacked: readonly (Int32Array | null)[]
  /** Written anew for each day: the units of that day. */
  readonly ofDay: Float64Array
}

const LONG_AGO = -0x3fff_ffff

/**
 * Adds `sign` × the units of all shifts on days `from` to `to` (inclusive) of one row to `units`: what each costs together with the
 * shifts before it. The row is `cells[row … row + days − 1]`.
 */
export function addGapUnits(
  rule: GapRule,
  duties: Duties,
  cells: Int32Array,
  row: number,
  employee: number,
  from: number,
  to: number,
  sign: number,
  units: Float64Array,
): void {
  // Small enough that the engine puts what most schedules need into its callers: what few of them need stands apart.
  const isSplit = rule.decidedRest !== null || rule.splitsRests
  for (let day = from; day <= to; day += 1) {
    if (cells[row + day] === OFF) continue
    const holder = rule.terms === null ? employee : holderOn(rule.terms, employee, day)
    if (isSplit) addSplitDay(rule, duties, cells, row, employee, holder, day, sign, units)
    else addDay(rule, duties, cells, row, holder, day, sign, units)
  }
}

/** The shifts of one day. */
function addDay(rule: GapRule, duties: Duties, cells: Int32Array, row: number, holder: number, day: number, sign: number, units: Float64Array): void {
  const { start, end } = duties
  const anchors = duties.flags[ANCHOR]!
  const duty = cells[row + day]!
  const first = day > rule.lookbackDays ? day - rule.lookbackDays : 0
  let previousEnd = LONG_AGO
  for (let before = day - 1; before >= first; before -= 1) {
    const earlier = cells[row + before]!
    if (earlier === OFF) continue
    if (end[earlier]! > previousEnd) previousEnd = end[earlier]!
    if (anchors[earlier] === 1) addPairs(rule, duties, holder, earlier, duty, sign, units)
  }
  const free = start[duty]! - previousEnd
  if (duties.size[duty] !== 1 || free < 0) addCrowdedDay(rule, duties, cells, row, holder, first, day, sign, units)
  else if (free < rule.nearMin[holder]!) addAfterNeighbour(rule, duties, cells, row, holder, first, day, sign, units)
  else if (free < rule.restMin[holder]!) units[rule.restUnit]! += sign * (rule.restMin[holder]! - free)
}

/** The same where decided shifts alone lack some of a rest, which has a unit of its own. */
function addSplitDay(
  rule: GapRule,
  duties: Duties,
  cells: Int32Array,
  row: number,
  employee: number,
  holder: number,
  day: number,
  sign: number,
  units: Float64Array,
): void {
  const decided = rule.decidedRest === null ? null : rule.decidedRest[employee]!
  const unitsBefore = decided === null ? 0 : units[rule.restUnit]!
  if (rule.splitsRests) beginDay(rule.rests[holder]!)
  addDay(rule, duties, cells, row, holder, day, sign, units)
  if (decided !== null && decided[day]! > 0) {
    const lacked = sign * Math.min(sign * (units[rule.restUnit]! - unitsBefore), decided[day]!)
    units[rule.restUnit]! -= lacked
    units[rule.decidedRestUnit]! += lacked
  }
  if (rule.splitsRests) splitDay(rule.rests[holder]!, employee, day, sign, units)
}

function beginDay(rests: readonly Rest[]): void {
  for (let i = 0; i < rests.length; i += 1) {
    const { decided } = rests[i]!
    if (decided !== null) decided.ofDay[0] = 0
  }
}

/** Adds what the rests of a day lack: as much as decided shifts alone lack by a unit of its own. */
function splitDay(rests: readonly Rest[], employee: number, day: number, sign: number, units: Float64Array): void {
  for (let i = 0; i < rests.length; i += 1) {
    const { unit, decided } = rests[i]!
    if (decided === null) continue
    const whole = decided.ofDay[0]!
    const apart = Math.min(whole, decided.lacked[employee]?.[day] ?? 0)
    units[decided.unit]! += sign * apart
    units[unit]! += sign * (whole - apart)
  }
}

/** Every shift of one duty with every shift of a later day's duty. */
function addPairs(rule: GapRule, duties: Duties, holder: number, earlier: number, later: number, sign: number, units: Float64Array): void {
  for (let i = duties.partOffset[earlier]!, endOfEarlier = i + duties.size[earlier]!; i < endOfEarlier; i += 1) {
    for (let j = duties.partOffset[later]!, endOfLater = j + duties.size[later]!; j < endOfLater; j += 1) {
      addPair(rule, holder, duties.parts[i]!, duties.parts[j]!, sign, units)
    }
  }
}

function addPair(rule: GapRule, holder: number, a: number, b: number, sign: number, units: Float64Array): void {
  const { start, end, day } = rule.demands
  const between = start[b]! - end[a]!
  if (rule.restDay[a] === day[b]) units[rule.restDayUnit]! += sign
  const spotRest = rule.spotRestMin[a]!
  if (spotRest > 0 && !(between < 0 && isOverlapPermitted(rule, a, b))) {
    const rested = Math.max(0, between - minutesBetween(rule.travel, a, b))
    if (rested < spotRest) units[rule.spotRestUnit]! += sign * (spotRest - rested)
  }
  const { groupOf, lists } = rule.successionsAfter
  const successions = lists[holder]![groupOf[a]!]!
  for (let i = 0; i < successions.length; i += 1) {
    const succession = successions[i]!
    if (succession.isForbidden[b] === 0) continue
    const isForbidden = (succession.nextDay && day[b] === day[a]! + 1) || (succession.withinMin !== null && between < succession.withinMin)
    if (isForbidden) units[succession.unit]! += sign * succession.times
  }
}

/** The same for one day with several shifts or an overlap: shift by shift, as the rules' pages say it. Rare, so it may be slow. */
function addCrowdedDay(
  rule: GapRule,
  duties: Duties,
  cells: Int32Array,
  row: number,
  holder: number,
  first: number,
  day: number,
  sign: number,
  units: Float64Array,
): void {
  const { start, end } = rule.demands
  const anchors = duties.flags[ANCHOR]!
  const earlier: number[] = []
  for (let before = first; before < day; before += 1) for (const other of duties.partsOf(cells[row + before]!)) earlier.push(other)
  let neighbour = lastToEnd(rule, duties, cells, row + first, row + day)
  const today = duties.partsOf(cells[row + day]!)
  for (let position = 0; position < today.length; position += 1) {
    const shift = today[position]!
    if (rule.collisionUnit >= 0) {
      const late = neighbour !== -1 && isTooLate(rule, neighbour, shift) ? 1 : 0
      units[rule.collisionUnit]! += sign * Math.max(0, overlapsOf(rule, earlier, shift) + late - rule.allowedCollisions)
    }
    if (neighbour !== -1 && !(end[neighbour]! > start[shift]! && isOverlapPermitted(rule, neighbour, shift))) {
      addRests(rule, holder, neighbour, shift, sign, units)
    }
    // A demand alone is the duty with the next number.
    for (let i = 0; i < position; i += 1) if (anchors[today[i]! + 1] === 1) addPair(rule, holder, today[i]!, shift, sign, units)
    if (neighbour === -1 || end[shift]! >= end[neighbour]!) neighbour = shift
    earlier.push(shift)
  }
}

/** Of the shifts in the cells from `first` up to but without `until`, the one that ends last, the later of two; −1 = there is none. */
function lastToEnd({ demands: { end } }: GapRule, duties: Duties, cells: Int32Array, first: number, until: number): number {
  const { parts, partOffset, size } = duties
  let latest = -1
  for (let cell = first; cell < until; cell += 1) {
    const duty = cells[cell]!
    if (duty === OFF) continue
    for (let i = partOffset[duty]!, last = i + size[duty]!; i < last; i += 1) {
      const other = parts[i]!
      if (latest === -1 || end[other]! >= end[latest]!) latest = other
    }
  }
  return latest
}

/** Adds what is missing of the rest between a shift and its neighbour before it. */
function addRests(rule: GapRule, holder: number, before: number, shift: number, sign: number, units: Float64Array): void {
  const rested = restBetween(rule, before, shift)
  const missing = rule.restMin[holder]! - rested
  if (missing > 0) units[rule.restUnit]! += sign * missing
  const rests = rule.rests[holder]!
  for (let i = 0; i < rests.length; i += 1) {
    const rest = rests[i]!
    if (rest.isAfter[before] === 0 || rest.isBefore[shift] === 0 || rested >= rest.minMin) continue
    const lacking = rest.times * (rest.minMin - rested)
    if (rest.decided === null) units[rest.unit]! += sign * lacking
    else rest.decided.ofDay[0]! += lacking
  }
}

/** Minutes of rest from one shift to a later one: what the way leaves of the time between. */
function restBetween({ demands: { start, end }, travel }: GapRule, a: number, b: number): number {
  return Math.max(0, start[b]! - end[a]! - minutesBetween(travel, a, b))
}

/** True where the shift before has ended, and there is too little time for the way to the next, which may not run beside it. */
function isTooLate(rule: GapRule, before: number, shift: number): boolean {
  if (rule.travel === null) return false
  const free = rule.demands.start[shift]! - rule.demands.end[before]!
  return free >= 0 && free < minutesBetween(rule.travel, before, shift) && !isSpotPermitted(rule, before, shift)
}

/** The same for one shift alone that begins when all earlier ones have ended, so soon that it matters which of them is its neighbour. */
function addAfterNeighbour(
  rule: GapRule,
  duties: Duties,
  cells: Int32Array,
  row: number,
  holder: number,
  first: number,
  day: number,
  sign: number,
  units: Float64Array,
): void {
  const before = lastToEnd(rule, duties, cells, row + first, row + day)
  const shift = duties.parts[duties.partOffset[cells[row + day]!]!]!
  if (rule.collisionUnit >= 0 && rule.allowedCollisions === 0 && isTooLate(rule, before, shift)) units[rule.collisionUnit]! += sign
  addRests(rule, holder, before, shift, sign, units)
}

/** How many of these shifts have not ended when another starts, and may not run beside it. */
function overlapsOf(rule: GapRule, earlier: readonly number[], shift: number): number {
  const { start, end } = rule.demands
  const from = start[shift]!
  let overlaps = 0
  for (let i = 0; i < earlier.length; i += 1) if (end[earlier[i]!]! > from && !isSpotPermitted(rule, earlier[i]!, shift)) overlaps += 1
  return overlaps
}

/** What decides whether two shifts may overlap, and how much rest lies between them. */
export type Overlaps = Pick<GapRule, 'demands' | 'allowedCollisions' | 'allowedSpots' | 'travel'>

/** True where these two demands may overlap. */
export function isOverlapPermitted(rule: Overlaps, a: number, b: number): boolean {
  return rule.allowedCollisions > 0 || isSpotPermitted(rule, a, b)
}

function isSpotPermitted(rule: Overlaps, a: number, b: number): boolean {
  const { spot } = rule.demands
  return (rule.allowedSpots[a]?.has(spot[b]!) ?? false) || (rule.allowedSpots[b]?.has(spot[a]!) ?? false)
}
