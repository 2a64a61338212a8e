import type { Held } from '../../../model/schedule.ts'
import type { Demands } from '../../instance/demands.ts'
import { OFF, type Duties } from '../../instance/duties.ts'
import { holdsDuring } from '../../instance/held.ts'

/** pairing: who works with whom. Sums that change step by step as one employee leaves or takes what they do on a day. */
export interface PairingRule {
  readonly demands: Demands
  readonly employeeCount: number
  readonly dayCount: number
  readonly groups: readonly PairedGroup[]
  /** By employee: the groups that they belong to at some time. */
  readonly groupsOf: readonly Int32Array[]
  /** By employee: by demand 1 where one of those groups sees it, or where it matters who sits there; null where there is none. */
  readonly seenBy: readonly (Uint8Array | null)[]
  /** Groups whose members work together, for moves of local search. */
  readonly together: readonly PairedGroup[]
  /** Meetings that are free, below 0, by group and pair: the first, or as many as history alone has. */
  readonly free: Int32Array
}

/** One entry of `pairings`. */
export interface PairedGroup {
  readonly mode: 'APART' | 'TOGETHER' | 'AT_MOST_ONCE'
  /** Its id. */
  readonly name: string
  readonly unit: number
  /** Of members who are missed at a decided shift. */
  readonly decidedUnit: number
  readonly times: number
  /** Employees, in order. */
  readonly members: Int32Array
  /** By employee: the position in `members`, or −1; null where there are few, who are looked through. */
  readonly placeOf: Int32Array | null
  /** Whom a shift meets is found by the seats around it; else by what each member does on the days around. */
  readonly bySeat: boolean
  /** By demand: 1 when it is at one of the spots and carries one of the tags; null = all are. */
  readonly isMatching: Uint8Array | null
  /**
   * By demand: those that may be in its scope stand from `from` to before `to`. They are, unless the scope is an overlap: then those that end after it starts. Nearest in
   * time first, for demands are in order of start.
   */
  readonly from: Int32Array
  readonly to: Int32Array
  readonly isOverlap: boolean
  /** Who belongs at times only: by position in `members` what they hold, or null for who always belongs. Null when everybody does. */
  readonly held: readonly (readonly Held<unknown>[] | null)[] | null
  /** The team or skill of which `held` speaks. */
  readonly heldId: unknown
  /** By demand: how many belong while it runs; null = all members. */
  readonly present: Int32Array | null
  /** Of `AT_MOST_ONCE`: where its pairs begin in `met`. Those of b > a stand at b × (b − 1) / 2 + a. */
  readonly metFrom: number
}

/** Running sums of the pairings. */
export interface PairingState {
  /** By employee × days + day: the duty, where one of its shifts is in `seenBy`. A copy, which is changed while a move is worked out. */
  readonly cells: Int32Array
  /** The employees with such a duty on demand d: `seated[seatOffset[d] … seatOffset[d] + filled[d] − 1]`, in any order. */
  readonly seated: Int32Array
  readonly filled: Int32Array
  /** Meetings by group and pair, less the free ones. */
  readonly met: Int32Array
  /** Of the employee who steps: the meetings of one seat. */
  readonly withWhom: Int32Array
  readonly where: Int32Array
  /** By employee: the number of the last seat for which they were counted. */
  readonly mark: Int32Array
  lastMark: number
}

/** Sums of an empty roster. */
export function createPairingState({ demands, employeeCount, dayCount, free }: PairingRule): PairingState {
  const seats = demands.seatOffset.at(-1)!
  return {
    cells: new Int32Array(employeeCount * dayCount),
    seated: new Int32Array(seats),
    filled: new Int32Array(demands.count),
    met: free.slice(),
    withWhom: new Int32Array(seats),
    where: new Int32Array(seats),
    mark: new Int32Array(employeeCount),
    lastMark: 0,
  }
}

/** True for a demand in the scope of another, whose scope is that of the group. */
export function isInScope({ from, to, isOverlap }: PairedGroup, { start, end }: Demands, of: number, d: number): boolean {
  return d >= from[of]! && d < to[of]! && (!isOverlap || end[d]! > start[of]!)
}

/** True where the group's rule speaks of the employee on the demand. */
function isMemberAt(group: PairedGroup, demands: Demands, employee: number, d: number): boolean {
  if (group.isMatching !== null && group.isMatching[d] === 0) return false
  return belongs(group, demands, employee, d)
}

function belongs(group: PairedGroup, demands: Demands, employee: number, d: number): boolean {
  const place = placeOf(group, employee)
  if (place < 0) return false
  const held = group.held === null ? null : group.held[place]!
  return held === null || holdsDuring(held, group.heldId, { start: demands.start[d]!, end: demands.end[d]! })
}

function placeOf({ placeOf: places, members }: PairedGroup, employee: number): number {
  if (places !== null) return places[employee]!
  for (let place = 0; place < members.length; place += 1) if (members[place] === employee) return place
  return -1
}

/** Whether it matters that the employee has one of the shifts of a duty. */
export function isSeen({ seenBy }: PairingRule, duties: Duties, employee: number, duty: number): boolean {
  const seen = seenBy[employee]!
  if (seen === null) return false
  for (let i = duties.partOffset[duty]!, last = i + duties.size[duty]!; i < last; i += 1) if (seen[duties.parts[i]!] === 1) return true
  return false
}

/**
 * Lets one employee take (`step` 1) or leave (−1) a duty on a day on which they have nothing else, and adds what that changes to `units`. Null: nobody asks what it
 * changes.
 */
export function stepPairings(
  rule: PairingRule,
  state: PairingState,
  duties: Duties,
  employee: number,
  day: number,
  duty: number,
  step: number,
  units: Float64Array | null,
): void {
  if (!isSeen(rule, duties, employee, duty)) return
  const { demands, groups } = rule
  const mine = rule.groupsOf[employee]!
  const cell = employee * rule.dayCount + day
  const first = duties.partOffset[duty]!
  const last = first + duties.size[duty]!
  // While its shifts are gone through one by one, what the employee has besides is on other days, or has been gone through, or still is to be.
  state.cells[cell] = OFF
  for (let i = first; i < last; i += 1) {
    const d = duties.parts[i]!
    if (step < 0) leaveSeat(state, demands, d, employee)
    for (let k = 0; k < mine.length; k += 1) {
      const group = groups[mine[k]!]!
      if ((units === null && group.mode !== 'AT_MOST_ONCE') || !isMemberAt(group, demands, employee, d)) continue
      const found = findMeetings(rule, state, duties, group, employee, d)
      if (group.mode === 'APART') stepApart(demands, state, group, d, found, step, units!)
      else if (group.mode === 'AT_MOST_ONCE') stepMet(state, group, employee, found, step, units)
      else stepTogether(rule, state, duties, group, employee, d, found, step < 0 ? i + 1 : first, step < 0 ? last : i, step, units!)
    }
    if (step > 0) {
      state.seated[demands.seatOffset[d]! + state.filled[d]!] = employee
      state.filled[d]! += 1
    }
  }
  if (step > 0) state.cells[cell] = duty
}

function leaveSeat({ seated, filled }: PairingState, { seatOffset }: Demands, d: number, employee: number): void {
  const first = seatOffset[d]!
  const last = first + filled[d]! - 1
  let at = last
  while (at > first && seated[at] !== employee) at -= 1
  seated[at] = seated[last]!
  filled[d]! -= 1
}

/** Notes each shift of another member that is in the scope of a demand, with who works it; answers how many there are. */
function findMeetings(rule: PairingRule, state: PairingState, duties: Duties, group: PairedGroup, employee: number, d: number): number {
  if (group.from[d] === group.to[d]) return 0
  return group.bySeat ? findBySeat(rule, state, group, employee, d) : findByMember(rule, state, duties, group, employee, d)
}

/** By what each member does on the days around. */
function findByMember(rule: PairingRule, state: PairingState, duties: Duties, group: PairedGroup, employee: number, d: number): number {
  const { demands, dayCount } = rule
  const { members } = group
  const firstDay = demands.day[group.from[d]!]!
  const lastDay = demands.day[group.to[d]! - 1]!
  let found = 0
  for (let m = 0; m < members.length; m += 1) {
    const other = members[m]!
    if (other === employee) continue
    for (let day = firstDay; day <= lastDay; day += 1) {
      const duty = state.cells[other * dayCount + day]!
      for (let i = duties.partOffset[duty]!, last = i + duties.size[duty]!; i < last; i += 1) {
        const part = duties.parts[i]!
        if (!isInScope(group, demands, d, part) || !isMemberAt(group, demands, other, part)) continue
        state.withWhom[found] = other
        state.where[found] = part
        found += 1
      }
    }
  }
  return found
}

/** By who sits on the seats around. */
function findBySeat({ demands }: PairingRule, state: PairingState, group: PairedGroup, employee: number, d: number): number {
  let found = 0
  for (let part = group.from[d]!, until = group.to[d]!; part < until; part += 1) {
    if (state.filled[part] === 0 || (group.isMatching !== null && group.isMatching[part] === 0) || !isInScope(group, demands, d, part)) continue
    for (let i = demands.seatOffset[part]!, last = i + state.filled[part]!; i < last; i += 1) {
      const other = state.seated[i]!
      if (other === employee || !belongs(group, demands, other, part)) continue
      state.withWhom[found] = other
      state.where[found] = part
      found += 1
    }
  }
  return found
}

/** Each meeting costs, but of two historic shifts. */
function stepApart(
  { isHistoric }: Demands,
  state: PairingState,
  group: PairedGroup,
  d: number,
  found: number,
  step: number,
  units: Float64Array,
): void {
  let charged = found
  if (isHistoric[d] === 1) for (let i = 0; i < found; i += 1) charged -= isHistoric[state.where[i]!]!
  units[group.unit]! += step * group.times * charged
}

/** Meetings of two count beyond those that are free. */
function stepMet(state: PairingState, group: PairedGroup, employee: number, found: number, step: number, units: Float64Array | null): void {
  const own = placeOf(group, employee)
  let change = 0
  for (let i = 0; i < found; i += 1) {
    const other = placeOf(group, state.withWhom[i]!)
    const at = group.metFrom + (own > other ? (own * (own - 1)) / 2 + other : (other * (other - 1)) / 2 + own)
    const before = state.met[at]!
    state.met[at] = before + step
    change += Math.max(0, before + step) - Math.max(0, before)
  }
  if (units !== null) units[group.unit]! += group.times * change
}

/**
 * Each planned shift costs by member who does not meet it: the employee's own, and those of others that the employee meets by nothing else. The parts of duties
 * from `ownFrom` to before `ownTo` are what the employee has on the day besides.
 */
function stepTogether(
  rule: PairingRule,
  state: PairingState,
  duties: Duties,
  group: PairedGroup,
  employee: number,
  d: number,
  found: number,
  ownFrom: number,
  ownTo: number,
  step: number,
  units: Float64Array,
): void {
  const { demands } = rule
  const times = step * group.times
  if (demands.isHistoric[d] === 0) units[unitAt(group, demands, d)]! += times * missingAt(demands, state, group, d, found)
  for (let i = 0; i < found; i += 1) {
    const part = state.where[i]!
    if (demands.isHistoric[part] === 1 || !belongs(group, demands, employee, part)) continue
    if (!meetsOtherwise(rule, state, duties, group, employee, part, ownFrom, ownTo)) units[unitAt(group, demands, part)]! -= times
  }
}

/** The unit of members who are missed at a demand. */
function unitAt({ unit, decidedUnit }: PairedGroup, { isDecided }: Demands, d: number): number {
  return isDecided[d] === 1 ? decidedUnit : unit
}

/** Others who belong while the demand runs, less those of them who were found. */
function missingAt(demands: Demands, state: PairingState, group: PairedGroup, d: number, found: number): number {
  state.lastMark += 1
  let missing = (group.present === null ? group.members.length : group.present[d]!) - 1
  for (let i = 0; i < found; i += 1) {
    const other = state.withWhom[i]!
    if (state.mark[other] === state.lastMark || (group.held !== null && !belongs(group, demands, other, d))) continue
    state.mark[other] = state.lastMark
    missing -= 1
  }
  return missing
}

function meetsOtherwise(
  rule: PairingRule,
  state: PairingState,
  duties: Duties,
  group: PairedGroup,
  employee: number,
  d: number,
  ownFrom: number,
  ownTo: number,
): boolean {
  const { demands, dayCount } = rule
  for (let i = ownFrom; i < ownTo; i += 1) if (meetsBy(group, demands, employee, d, duties.parts[i]!)) return true
  const lastDay = demands.day[group.to[d]! - 1]!
  for (let day = demands.day[group.from[d]!]!; day <= lastDay; day += 1) {
    const duty = state.cells[employee * dayCount + day]!
    for (let i = duties.partOffset[duty]!, last = i + duties.size[duty]!; i < last; i += 1) {
      if (meetsBy(group, demands, employee, d, duties.parts[i]!)) return true
    }
  }
  return false
}

function meetsBy(group: PairedGroup, demands: Demands, employee: number, d: number, part: number): boolean {
  return isInScope(group, demands, d, part) && isMemberAt(group, demands, employee, part)
}
