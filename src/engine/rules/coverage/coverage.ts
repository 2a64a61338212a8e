import type { Demands } from '../../instance/demands.ts'
import { OFF, type Duties } from '../../instance/duties.ts'
import { breakCount, type BreakTable, slotWithin } from './break-places.ts'
import { findBreaks, isAway, stretchesOf } from './break-stretches.ts'

/** What can be wrong at a moment: below the least, below the ideal beyond that, above the most, below what a ratio asks, which is the last. */
export const BELOW = 0
export const IDEAL = 1
export const ABOVE = 2
export const FAULTS = 4
export const NO_MAX = 2 ** 31 - 1
const THOUSAND = 1000
export const QUARTERS_PER_HOUR = 4
/** In the place of a requirement: what is demanded. */
export const OF_DEMAND = -1
/** And: breaks that somebody has to cover. */
export const OF_BREAKS = -2

/**
 * coverage: how many are at work at every moment. An *opening* is one time of one requirement, or what is demanded at one spot on one day; it is cut into *stretches* wherever a shift
 * that it sees starts or ends, or another number is wanted, numbered in order of time. Quarters of an hour begin with the opening. A quarter that lies in one stretch counts with it; of one that several stretches share, a *shared quarter*, the worst
 * moment counts. All are sums that change step by step as one employee leaves or takes what they do on a day.
 */
export interface CoverageRule {
  readonly demands: Demands
  readonly employeeCount: number
  readonly dayCount: number
  /** Days on which somebody may start a shift that overlaps with one of a day, before or after it. */
  readonly daysAround: number
  /** Of demand d: the stretches of one opening that it runs through, from `spanFrom` to before `spanTo`, for the spans `spanOffset[d] … spanOffset[d + 1] − 1`. */
  readonly spanOffset: Int32Array
  readonly spanFrom: Int32Array
  readonly spanTo: Int32Array
  /** By span: the row of `isCounted` of who counts, and of whom a ratio is of; −1 = there is none. */
  readonly spanWho: Int32Array
  readonly spanOf: Int32Array
  /** By row × employees + employee. */
  readonly isCounted: Uint8Array
  readonly stretchCount: number
  /** By stretch: its opening, the quarters that lie in it alone, and its first and last shared quarter (−1 = none). */
  readonly opening: Int32Array
  readonly quarters: Int32Array
  readonly firstShared: Int32Array
  readonly lastShared: Int32Array
  /** By stretch: the minute at which it begins, and how many it has. */
  readonly startOf: Int32Array
  readonly minutesOf: Int32Array
  /** By stretch: how many are wanted there, and what each person who is missing or too many counts. */
  readonly min: Int32Array
  readonly ideal: Int32Array
  readonly max: Int32Array
  readonly weight: Int32Array
  /** By stretch: its weight times its quarters. */
  readonly weighed: Int32Array
  /** By shared quarter: its stretches, from `sharedFrom` to before `sharedTo`. */
  readonly sharedFrom: Int32Array
  readonly sharedTo: Int32Array
  /** By opening; `requirement`: its place among those of the schedule, `OF_DEMAND` or `OF_BREAKS`. */
  readonly openingCount: number
  readonly requirement: Int32Array
  /** Of what is demanded: at which spot, and on which day. */
  readonly spotOf: Int32Array
  readonly dayOf: Int32Array
  /** By opening: 1 where no stretches share a quarter and no ratio is asked for, so that each person counts for themselves. */
  readonly isPlain: Uint8Array
  /** −1 = no ratio. */
  readonly thousandths: Int32Array
  /** By opening: 1 where the others are those on a break that somebody has to cover. */
  readonly isBreakCover: Uint8Array
  /** By opening × faults + fault: what one person for an hour costs, priorities put together, to choose between places of breaks. */
  readonly price: Float64Array
  /** The breaks of shifts; null = there are none. */
  readonly breaks: BreakTable | null
  readonly times: Int32Array
  /** What a unit is counted as: of an ideal, of a most, and of everything else; −1 = not at all. */
  readonly unit: Int32Array
  readonly idealUnit: Int32Array
  readonly overUnit: Int32Array
}

/** Running sums. */
export interface CoverageState {
  /** By employee × days + day: the duty, where a requirement sees one of its shifts. A copy, which is changed while a move is worked out. */
  readonly cells: Int32Array
  /** By stretch: who counts, and of whom a ratio is. */
  readonly counted: Int32Array
  readonly others: Int32Array
  /** By opening × faults + fault: weighed persons times quarters of an hour. */
  readonly wrong: Float64Array
  /** By employee × days + day × width + number: where breaks begin (`break-places.ts`). A copy, as `cells` is. */
  readonly places: Int32Array
  /** Demands of the employee who steps that overlap with the one that is looked at, and where the places of their breaks begin. */
  readonly beside: number[]
  readonly besideSlot: number[]
}

const UNITS = new WeakMap<CoverageRule, readonly number[]>()

/** The units that coverage counts by, and nothing else does. */
export function coverageUnitsOf(rule: CoverageRule): readonly number[] {
  const known = UNITS.get(rule) ?? [...new Set([...rule.unit, ...rule.idealUnit, ...rule.overUnit])].filter((unit) => unit >= 0)
  UNITS.set(rule, known)
  return known
}

/** Sums of an empty roster. */
export function createCoverageState({ employeeCount, dayCount, stretchCount, openingCount, breaks }: CoverageRule): CoverageState {
  return {
    cells: new Int32Array(employeeCount * dayCount),
    counted: new Int32Array(stretchCount),
    others: new Int32Array(stretchCount),
    wrong: new Float64Array(FAULTS * openingCount),
    places: new Int32Array(breaks === null ? 0 : breaks.width * employeeCount * dayCount),
    beside: [],
    besideSlot: [],
  }
}

/** By how many people a stretch is wrong with so many there, weighed. */
export function peopleWrong(rule: CoverageRule, stretch: number, fault: number, counted: number, others: number): number {
  if (fault === BELOW) return rule.weight[stretch]! * Math.max(0, rule.min[stretch]! - counted)
  if (fault === IDEAL) return rule.weight[stretch]! * Math.max(0, rule.ideal[stretch]! - Math.max(counted, rule.min[stretch]!))
  if (fault === ABOVE) return rule.weight[stretch]! * Math.max(0, counted - rule.max[stretch]!)
  const opening = rule.opening[stretch]!
  const thousandths = rule.thousandths[opening]!
  if (rule.isBreakCover[opening] === 1) return thousandths >= 0 && others > 0 && counted === 0 ? 1 : 0
  return thousandths < 0 ? 0 : Math.max(0, Math.ceil((thousandths * others) / THOUSAND) - counted)
}

/** Adds to `units` what an opening without anybody costs, and notes it in the sums of an empty roster. */
export function addCoverageUnitsOfNobody(rule: CoverageRule, state: CoverageState, units: Float64Array): void {
  for (let stretch = 0; stretch < rule.stretchCount; stretch += 1) {
    for (let fault = 0; fault < FAULTS; fault += 1)
      addQuarters(rule, state, stretch, fault, rule.quarters[stretch]! * peopleWrong(rule, stretch, fault, 0, 0), units)
  }
  for (let shared = 0; shared < rule.sharedFrom.length; shared += 1) {
    const stretch = rule.sharedFrom[shared]!
    for (let fault = 0; fault < FAULTS; fault += 1) addQuarters(rule, state, stretch, fault, worstOf(rule, state, shared, -1, fault), units)
  }
}

/** What a unit of a fault is counted as; −1 = not at all. */
export function unitOf({ unit, idealUnit, overUnit }: CoverageRule, opening: number, fault: number): number {
  return (fault === IDEAL ? idealUnit : fault === ABOVE ? overUnit : unit)[opening]!
}

/** Hours are rounded up once for the whole of an opening. */
function addQuarters(rule: CoverageRule, { wrong }: CoverageState, stretch: number, fault: number, quarters: number, units: Float64Array): void {
  if (quarters === 0) return
  const opening = rule.opening[stretch]!
  const unit = unitOf(rule, opening, fault)
  if (unit < 0) return
  const at = FAULTS * opening + fault
  const before = wrong[at]!
  wrong[at] = before + quarters
  units[unit]! += rule.times[opening]! * (Math.ceil((before + quarters) / QUARTERS_PER_HOUR) - Math.ceil(before / QUARTERS_PER_HOUR))
}

/** Calls `each` with every stretch that a demand runs through, and the row of `isCounted` of who counts there. */
export function eachStretch(
  { spanOffset, spanFrom, spanTo, spanWho }: Pick<CoverageRule, 'spanOffset' | 'spanFrom' | 'spanTo' | 'spanWho'>,
  d: number,
  each: (stretch: number, who: number) => void,
): void {
  for (let span = spanOffset[d]!; span < spanOffset[d + 1]!; span += 1) {
    for (let stretch = spanFrom[span]!; stretch < spanTo[span]!; stretch += 1) each(stretch, spanWho[span]!)
  }
}

/** Whether a requirement sees one of the shifts of a duty. */
export function isSeen({ spanOffset }: CoverageRule, duties: Duties, duty: number): boolean {
  for (let i = duties.partOffset[duty]!, last = i + duties.size[duty]!; i < last; i += 1) {
    const d = duties.parts[i]!
    if (spanOffset[d]! < spanOffset[d + 1]!) return true
  }
  return false
}

/** Lets one employee take (`step` 1) or leave (−1) a duty on a day on which they have nothing else, and adds what that changes to `units`. */
export function stepCoverage(
  rule: CoverageRule,
  state: CoverageState,
  duties: Duties,
  employee: number,
  day: number,
  duty: number,
  step: number,
  units: Float64Array,
): void {
  const first = duties.partOffset[duty]!
  const last = first + duties.size[duty]!
  if (!isSeen(rule, duties, duty)) return
  // While its shifts are gone through one by one, what the employee has besides is on other days, or has been gone through, or still is to be.
  const cell = employee * rule.dayCount + day
  const { breaks } = rule
  state.cells[cell] = OFF
  const slots = breaks === null ? 0 : cell * breaks.width
  let slot = slots
  for (let i = first; i < last; i += 1) {
    const d = duties.parts[i]!
    const count = breaks === null ? 0 : breakCount(breaks, d)
    if (rule.spanOffset[d]! < rule.spanOffset[d + 1]!) {
      findBeside(rule, state, duties, employee, day, d)
      if (step < 0) noteBeside(rule, state, d, duties, cell, i + 1, last, slot + count)
      else noteBeside(rule, state, d, duties, cell, first, i, slots)
      if (count > 0) stepBreaking(rule, state, { employee, d, slot: slotWithin(breaks!, cell, slot, count) }, step, units)
      else stepDemand(rule, state, employee, d, step, units)
    }
    slot += count
  }
  if (step > 0) state.cells[cell] = duty
}

/** Notes what the employee works at the same time on this and other days. */
function findBeside(rule: CoverageRule, state: CoverageState, duties: Duties, employee: number, day: number, d: number): void {
  state.beside.length = 0
  state.besideSlot.length = 0
  const row = employee * rule.dayCount
  const to = Math.min(rule.dayCount - 1, day + rule.daysAround)
  for (let other = Math.max(0, day - rule.daysAround); other <= to; other += 1) {
    const duty = state.cells[row + other]!
    const first = duties.partOffset[duty]!
    const slot = rule.breaks === null ? 0 : (row + other) * rule.breaks.width
    noteBeside(rule, state, d, duties, row + other, first, first + duties.size[duty]!, slot)
  }
}

/** Notes those of the parts from `from` to `to` of the duty of a cell that run beside a demand. `slot`: where the places of the breaks of the first would begin. */
function noteBeside(
  { demands, spanOffset, breaks }: CoverageRule,
  state: CoverageState,
  d: number,
  duties: Duties,
  cell: number,
  from: number,
  to: number,
  slot: number,
): void {
  for (let part = from, at = slot; part < to; part += 1) {
    const other = duties.parts[part]!
    const count = breaks === null ? 0 : breakCount(breaks, other)
    if (spanOffset[other]! < spanOffset[other + 1]! && demands.start[other]! < demands.end[d]! && demands.start[d]! < demands.end[other]!) {
      state.beside.push(other)
      if (breaks !== null) state.besideSlot.push(slotWithin(breaks, cell, at, count))
    }
    at += count
  }
}

function stepDemand(rule: CoverageRule, state: CoverageState, employee: number, d: number, step: number, units: Float64Array): void {
  const { spanFrom, spanTo, spanWho, spanOf, isCounted, employeeCount } = rule
  for (let span = rule.spanOffset[d]!; span < rule.spanOffset[d + 1]!; span += 1) {
    const counts = isCounted[spanWho[span]! * employeeCount + employee]!
    const isOther = spanOf[span]! < 0 ? 0 : isCounted[spanOf[span]! * employeeCount + employee]!
    if (counts + isOther === 0) continue
    if (state.beside.length === 0 && rule.isPlain[rule.opening[spanFrom[span]!]!] === 1) {
      stepPlain(rule, state, spanFrom[span]!, spanTo[span]!, step, units)
      continue
    }
    for (let stretch = spanFrom[span]!; stretch < spanTo[span]!; stretch += 1) {
      const counted = counts === 1 && !isThereOtherwise(rule, state, employee, stretch, spanWho) ? step : 0
      const others = isOther === 1 && !isThereOtherwise(rule, state, employee, stretch, spanOf) ? step : 0
      if (counted !== 0 || others !== 0) stepStretch(rule, state, stretch, counted, others, units)
    }
  }
}

interface Breaking {
  readonly employee: number
  readonly d: number
  /** Where the places of its breaks begin. */
  readonly slot: number
}

/** As `stepDemand`, of a demand with breaks: nobody is there while they are on one. */
function stepBreaking(rule: CoverageRule, state: CoverageState, { employee, d, slot }: Breaking, step: number, units: Float64Array): void {
  const { spanFrom, spanTo, spanWho, spanOf, isCounted, employeeCount, isBreakCover } = rule
  const { scratch, isCovered, offset } = rule.breaks!
  for (let span = rule.spanOffset[d]!; span < rule.spanOffset[d + 1]!; span += 1) {
    const counts = isCounted[spanWho[span]! * employeeCount + employee]!
    const isOther = spanOf[span]! < 0 ? 0 : isCounted[spanOf[span]! * employeeCount + employee]!
    if (counts + isOther === 0) continue
    const opening = rule.opening[spanFrom[span]!]!
    const isCover = isBreakCover[opening] === 1
    const breaks = findBreaks(rule, state, d, slot, span)
    const isPlain = state.beside.length === 0 && rule.isPlain[opening] === 1
    let from = spanFrom[span]!
    for (let next = 0; next <= breaks; next += 1) {
      const until = next === breaks ? spanTo[span]! : scratch.from[next]!
      if (isPlain) stepPlain(rule, state, from, until, step, units)
      else {
        for (let stretch = from; stretch < until; stretch += 1) {
          const counted = counts === 1 && !isThereOtherwise(rule, state, employee, stretch, spanWho) ? step : 0
          const others = isOther === 1 && !isCover && !isThereOtherwise(rule, state, employee, stretch, spanOf) ? step : 0
          if (counted !== 0 || others !== 0) stepStretch(rule, state, stretch, counted, others, units)
        }
      }
      from = next === breaks ? until : scratch.to[next]!
    }
    if (!isCover || isOther === 0) continue
    for (let k = 0; k < breakCount(rule.breaks!, d); k += 1) {
      if (isCovered[offset[d]! + k] === 0) continue
      const [begin, end] = stretchesOf(rule, state, { d, slot, span, k })
      for (let stretch = begin; stretch < end; stretch += 1) stepStretch(rule, state, stretch, 0, step, units)
    }
  }
}

/** One person comes to the stretches of a plain opening, or leaves them: what that changes is added up first, as most stretches change alike. */
function stepPlain(rule: CoverageRule, state: CoverageState, from: number, to: number, step: number, units: Float64Array): void {
  const { min, ideal, max, weighed } = rule
  const { counted } = state
  let below = 0
  let short = 0
  let above = 0
  for (let stretch = from; stretch < to; stretch += 1) {
    // Of the person who comes, or who is no longer there: how many others there are.
    const others = step > 0 ? counted[stretch]! : counted[stretch]! - 1
    counted[stretch]! += step
    if (others < min[stretch]!) below += weighed[stretch]!
    else if (others < ideal[stretch]!) short += weighed[stretch]!
    else if (others >= max[stretch]!) above += weighed[stretch]!
  }
  if (below !== 0) addQuarters(rule, state, from, BELOW, -step * below, units)
  if (short !== 0) addQuarters(rule, state, from, IDEAL, -step * short, units)
  if (above !== 0) addQuarters(rule, state, from, ABOVE, step * above, units)
}

/** Whether the employee counts in a stretch by another shift, which they work at the same time. */
function isThereOtherwise(rule: CoverageRule, state: CoverageState, employee: number, stretch: number, rowOf: Int32Array): boolean {
  const { beside } = state
  for (let i = 0; i < beside.length; i += 1) {
    const d = beside[i]!
    for (let span = rule.spanOffset[d]!; span < rule.spanOffset[d + 1]!; span += 1) {
      if (stretch < rule.spanFrom[span]! || stretch >= rule.spanTo[span]! || rowOf[span]! < 0) continue
      if (rule.breaks !== null && isAway(rule, state, i, stretch)) continue
      if (rule.isCounted[rowOf[span]! * rule.employeeCount + employee] === 1) return true
    }
  }
  return false
}

function stepStretch(rule: CoverageRule, state: CoverageState, stretch: number, counted: number, others: number, units: Float64Array): void {
  const before = state.counted[stretch]!
  const othersBefore = state.others[stretch]!
  const opening = rule.opening[stretch]!
  const [few, many] = counted < 0 ? [before - 1, before] : [before, before + counted]
  // As a rule neither of the two numbers is wrong.
  const isUnasked = rule.thousandths[opening]! < 0 || (rule.isBreakCover[opening] === 1 && othersBefore + others === 0 && othersBefore === 0)
  const isRight = isUnasked && few >= rule.min[stretch]! && few >= rule.ideal[stretch]! && many <= rule.max[stretch]!
  for (let fault = isRight ? FAULTS : 0; fault < FAULTS; fault += 1) {
    const was = peopleWrong(rule, stretch, fault, before, othersBefore)
    const is = peopleWrong(rule, stretch, fault, before + counted, othersBefore + others)
    if (was === is) continue
    let quarters = rule.quarters[stretch]! * (is - was)
    const [first, last] = [rule.firstShared[stretch]!, rule.lastShared[stretch]!]
    if (first >= 0) quarters += sharedChange(rule, state, first, stretch, fault, was, is)
    if (last >= 0 && last !== first) quarters += sharedChange(rule, state, last, stretch, fault, was, is)
    addQuarters(rule, state, stretch, fault, quarters, units)
  }
  state.counted[stretch] = before + counted
  state.others[stretch] = othersBefore + others
}

/** What changes in a quarter that several stretches share, of which the worst counts. */
function sharedChange(rule: CoverageRule, state: CoverageState, shared: number, changed: number, fault: number, was: number, is: number): number {
  const most = worstOf(rule, state, shared, changed, fault)
  return Math.max(most, is) - Math.max(most, was)
}

/** The worst moment of a quarter that several stretches share, one of them aside. */
function worstOf(rule: CoverageRule, state: CoverageState, shared: number, aside: number, fault: number): number {
  let most = 0
  for (let stretch = rule.sharedFrom[shared]!; stretch < rule.sharedTo[shared]!; stretch += 1) {
    if (stretch !== aside) most = Math.max(most, peopleWrong(rule, stretch, fault, state.counted[stretch]!, state.others[stretch]!))
  }
  return most
}
