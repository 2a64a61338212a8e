import { firstWhere } from '../../../model/first-where.ts'
import type { Held, Pairing, Schedule } from '../../../model/schedule.ts'
import type { Identifier } from '../../../model/units.ts'
import type { Compiling } from '../../instance/compiling.ts'
import type { Demands } from '../../instance/demands.ts'
import { holdsDuring, holdsWhen } from '../../instance/held.ts'
import { lowered } from '../link/lowered.ts'
import { isInScope, type PairedGroup, type PairingRule } from './pairing.ts'

/** Up to so many members are looked through; of more, each employee has their place. */
const FEW_MEMBERS = 16

/** The pairings of a schedule; null when it has none that costs anything. */
export function compilePairings(compiling: Compiling): PairingRule | null {
  const { schedule, demands } = compiling
  if (schedule.pairings.length === 0) return null
  const members = new MemberLists(schedule, demands)
  const matching = new Matching(compiling)
  const scopes = scopesOf(demands)
  const groups: PairedGroup[] = []
  let metCount = 0
  for (const pairing of schedule.pairings) {
    const unit = unitOf(compiling, pairing)
    const list = members.of(pairing.employees)
    if (unit < 0 || list.members.length < 2) continue
    const { from, to, seatsAround, daysAround } = scopes[pairing.scope]
    const { mode, weight: times } = pairing
    const isMatching = matching.of(pairing)
    const bySeat = seatsAround < daysAround * list.members.length
    groups.push({
      mode,
      name: String(pairing.id),
      unit,
      decidedUnit: pairing.constraintLevel === 'hard' && mode === 'TOGETHER' ? decidedUnitOf(compiling, unit) : unit,
      times,
      ...list,
      isMatching,
      bySeat,
      from,
      to,
      isOverlap: pairing.scope === 'TIME_OVERLAP',
      metFrom: metCount,
    })
    if (mode === 'AT_MOST_ONCE') metCount += (list.members.length * (list.members.length - 1)) / 2
  }
  if (groups.length === 0) return null
  const employeeCount = schedule.employees.length
  const groupsOf = groupsByEmployee(groups, employeeCount)
  return {
    demands,
    employeeCount,
    dayCount: schedule.calendar.days.length,
    groups,
    groupsOf,
    seenBy: seenByEmployee(groups, groupsOf, demands.count),
    together: groups.filter(({ mode }) => mode === 'TOGETHER'),
    free: freeMeetings(demands, { groups, groupsOf }, metCount),
  }
}

/** What a soft pairing costs stands two priorities further down. */
function unitOf({ schedule, units }: Compiling, { constraintLevel }: Pairing): number {
  return units.of('pairings', constraintLevel === 'hard' ? {} : { weights: lowered(lowered(schedule.settings.weights.pairings)) })
}

/** What members cost who are missed at decided shifts. */
function decidedUnitOf({ schedule, units }: Compiling, unit: number): number {
  const weights = schedule.settings.decidedWeights?.pairings
  return weights === undefined ? unit : units.of('pairings', { weights })
}

function groupsByEmployee(groups: readonly PairedGroup[], employeeCount: number): Int32Array[] {
  const lists: number[][] = Array.from({ length: employeeCount }, () => [])
  groups.forEach(({ members }, g) => {
    for (const employee of members) lists[employee]!.push(g)
  })
  return lists.map((list) => Int32Array.from(list))
}

/** One array for all employees whose groups see the same. Where some are to work together, everybody's seats are kept: moves ask who sits there. */
function seenByEmployee(groups: readonly PairedGroup[], groupsOf: readonly Int32Array[], demandCount: number): (Uint8Array | null)[] {
  const everything = new Uint8Array(demandCount).fill(1)
  if (groups.some(({ mode }) => mode === 'TOGETHER')) return groupsOf.map(() => everything)
  const numbers = new Map<Uint8Array | null, number>()
  for (const { isMatching } of groups) if (!numbers.has(isMatching)) numbers.set(isMatching, numbers.size)
  const known = new Map<string, Uint8Array>()
  return groupsOf.map((mine) => {
    const seen = [...new Set(Array.from(mine, (g) => groups[g]!.isMatching))]
    if (seen.length === 0) return null
    const matching = seen.filter((isMatching) => isMatching !== null)
    if (matching.length < seen.length) return everything
    const key = matching.map((isMatching) => numbers.get(isMatching)!).join()
    const union = known.get(key) ?? Uint8Array.from({ length: demandCount }, (_, d) => (matching.some((isMatching) => isMatching[d] === 1) ? 1 : 0))
    known.set(key, union)
    return union
  })
}

type MemberList = Pick<PairedGroup, 'members' | 'placeOf' | 'held' | 'heldId' | 'present'>

/** Who belongs to a pairing. Teams and skills that several name are looked up once. */
class MemberLists {
  readonly #schedule: Schedule
  readonly #demands: Demands
  readonly #positions: ReadonlyMap<Identifier, number>
  readonly #known = new Map<string, MemberList>()

  constructor(schedule: Schedule, demands: Demands) {
    this.#schedule = schedule
    this.#demands = demands
    this.#positions = new Map(schedule.employees.map(({ id }, e) => [id, e]))
  }

  of(named: Pairing['employees']): MemberList {
    if ('ids' in named) {
      // Of a part of a schedule some may be missing.
      const listed = [...new Set(named.ids.map((id) => this.#positions.get(id) ?? -1))].filter((e) => e >= 0)
      return { ...this.#placed(listed.sort((a, b) => a - b)), held: null, heldId: null, present: null }
    }
    // Of JSON: 7 and "7" are two.
    const key = JSON.stringify(named)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const list = 'team' in named ? this.#holding(named.team, 'teams') : this.#holding(named.skill, 'skills')
    this.#known.set(key, list)
    return list
  }

  #holding(id: Identifier, key: 'teams' | 'skills'): MemberList {
    const { employees } = this.#schedule
    const when = employees.map((employee) => holdsWhen(employee[key], id))
    const placed = this.#placed([...employees.keys()].filter((e) => when[e] !== 'never'))
    if (!when.includes('at times')) return { ...placed, held: null, heldId: id, present: null }
    const held = Array.from(placed.members, (e): readonly Held<unknown>[] | null => (when[e] === 'always' ? null : employees[e]![key]))
    const always = held.filter((entries) => entries === null).length
    const atTimes = held.filter((entries) => entries !== null)
    const { start, end, count } = this.#demands
    const presentDuring = new Map<string, number>()
    const present = Int32Array.from({ length: count }, (_, d) => {
      const during = `${start[d]!} ${end[d]!}`
      const known =
        presentDuring.get(during) ?? always + atTimes.filter((entries) => holdsDuring(entries, id, { start: start[d]!, end: end[d]! })).length
      presentDuring.set(during, known)
      return known
    })
    return { ...placed, held, heldId: id, present }
  }

  #placed(listed: readonly number[]): Pick<MemberList, 'members' | 'placeOf'> {
    const members = Int32Array.from(listed)
    if (members.length <= FEW_MEMBERS) return { members, placeOf: null }
    const placeOf = new Int32Array(this.#schedule.employees.length).fill(-1)
    members.forEach((employee, place) => {
      placeOf[employee] = place
    })
    return { members, placeOf }
  }
}

/** By scope and demand: the demands that can be in it. Demands are in order of start, then end, then spot. */
function scopesOf(demands: Demands): Record<Pairing['scope'], Scope> {
  const { count, start, end, spot, day } = demands
  const isSameShift = (a: number, b: number): boolean => start[a] === start[b] && end[a] === end[b] && spot[a] === spot[b]
  let longestMin = 0
  for (let d = 0; d < count; d += 1) longestMin = Math.max(longestMin, end[d]! - start[d]!)
  const firstFrom = (minute: number): number => firstWhere(count, (at) => start[at]! >= minute)
  const measured = ({ from, to }: Pick<PairedGroup, 'from' | 'to'>): Scope => {
    let seats = 0
    let days = 0
    for (let d = 0; d < count; d += 1) {
      seats += demands.seatOffset[to[d]!]! - demands.seatOffset[from[d]!]!
      days += day[to[d]! - 1]! - day[from[d]!]! + 1
    }
    return { from, to, seatsAround: seats / Math.max(1, count), daysAround: days / Math.max(1, count) }
  }
  return {
    SAME_SHIFT: measured(stretches(count, isSameShift)),
    SAME_DAY: measured(stretches(count, (a, b) => day[a] === day[b])),
    TIME_OVERLAP: measured({ from: start.map((minute) => firstFrom(minute - longestMin + 1)), to: end.map((minute) => firstFrom(minute)) }),
  }
}

/** Which demands a scope reaches, and how many seats and days around one it looks at, on average. */
interface Scope extends Pick<PairedGroup, 'from' | 'to'> {
  readonly seatsAround: number
  readonly daysAround: number
}

/** By demand: the stretch of neighbours that are alike. */
function stretches(count: number, isAlike: (a: number, b: number) => boolean): Pick<PairedGroup, 'from' | 'to'> {
  const from = new Int32Array(count)
  const to = new Int32Array(count)
  for (let first = 0, after = 0; first < count; first = after) {
    while (after < count && isAlike(first, after)) after += 1
    from.fill(first, first, after)
    to.fill(after, first, after)
  }
  return { from, to }
}

/** Which demands are at some spots and carry some tags; what several pairings ask for is looked up once. */
class Matching {
  readonly #compiling: Compiling
  readonly #known = new Map<string, Uint8Array>()

  constructor(compiling: Compiling) {
    this.#compiling = compiling
  }

  of({ spots, tags }: Pairing): Uint8Array | null {
    if (spots.length === 0 && tags.length === 0) return null
    const key = JSON.stringify([spots, tags])
    const known = this.#known.get(key) ?? this.#find(new Set(spots), tags)
    this.#known.set(key, known)
    return known
  }

  #find(spots: ReadonlySet<Identifier>, tags: readonly string[]): Uint8Array {
    const { schedule, demands, measures } = this.#compiling
    const isTagged = tags.length === 0 ? null : measures.carriesAny(tags)
    return Uint8Array.from({ length: demands.count }, (_, d) => {
      if (isTagged !== null && isTagged[d] === 0) return 0
      return spots.size === 0 || spots.has(schedule.spots[demands.spot[d]!]!.id) ? 1 : 0
    })
  }
}

/** Below 0, by group and pair: the first meeting is free, and all that are of history alone. */
function freeMeetings(demands: Demands, { groups, groupsOf }: Pick<PairingRule, 'groups' | 'groupsOf'>, metCount: number): Int32Array {
  const free = new Int32Array(metCount).fill(-1)
  const known = new Map<number, number>()
  const workerOf = (d: number): number | null => demands.sample[d]!.employeeIndex
  const past = [...demands.isHistoric.keys()].filter((d) => demands.isHistoric[d] === 1 && workerOf(d) !== null)
  for (const d of metCount === 0 ? [] : past) {
    const employee = workerOf(d)!
    for (const g of groupsOf[employee]!) {
      const group = groups[g]!
      const own = group.mode === 'AT_MOST_ONCE' ? placeDuring(group, demands, employee, d) : -1
      if (own < 0) continue
      // Each pair of shifts is seen from the later one.
      for (let earlier = group.from[d]!; earlier < d; earlier += 1) {
        if (demands.isHistoric[earlier] === 0 || !isInScope(group, demands, d, earlier)) continue
        const other = workerOf(earlier)
        const place = other === null || other === employee ? -1 : placeDuring(group, demands, other, earlier)
        if (place < 0) continue
        const [low, high] = own < place ? [own, place] : [place, own]
        const at = group.metFrom + (high * (high - 1)) / 2 + low
        known.set(at, (known.get(at) ?? 0) + 1)
      }
    }
  }
  for (const [at, meetings] of known) free[at] = -meetings
  return free
}

/** The position of a member whom the group's rule sees on a demand; −1 for others. */
function placeDuring({ members, isMatching, held, heldId }: PairedGroup, { start, end }: Demands, employee: number, d: number): number {
  if (isMatching !== null && isMatching[d] === 0) return -1
  const place = firstWhere(members.length, (at) => members[at]! >= employee)
  if (members[place] !== employee) return -1
  const entries = held === null ? null : held[place]!
  return entries === null || holdsDuring(entries, heldId, { start: start[d]!, end: end[d]! }) ? place : -1
}
