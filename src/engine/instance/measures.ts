import type { CountCondition, Schedule, StartDays } from '../../model/schedule.ts'
import type { Demands } from './demands.ts'

/** Columns that every duty has: `work`, `night`, `late`, and one per set of tags that some rule asks about. */
export const WORK = 0
export const NIGHT = 1
export const LATE = 2
/** The duty has a shift after which some rule asks for rest or forbids another. */
export const ANCHOR = 3
/** The duty has a shift that a rule ties to those of other employees. */
export const LINKED = 4
/** The duty has a shift that works the Saturday, the Sunday, either of the week in which it starts. */
export const SATURDAY_WORK = 5
export const SUNDAY_WORK = 6
const WEEKEND_WORK = 7

export const MINUTES = 0
export const SHIFTS = 1
export const NIGHTS = 2
export const WEEKEND_SHIFTS = 3

/** Where the columns of some demands begin: two flags, and two sums. */
interface DemandSet {
  readonly flag: number
  readonly sum: number
}

/**
 * What the rules read of a demand, as columns: flags (a duty has one when any of its demands does) and sums (a duty's is that of its
 * demands). Sets of tags get columns when they are first asked for.
 */
export class Measures {
  readonly flags: Uint8Array[]
  readonly sums: Int32Array[]
  /** The columns that counts read. */
  readonly counted: { readonly of: 'sum' | 'flag'; readonly column: number }[] = []
  readonly #schedule: Schedule
  readonly #demands: Demands
  readonly #carrying = new Map<string, Uint8Array>()
  readonly #tagSets = new Map<string, DemandSet>()
  readonly #points = new Map<string, number>()
  readonly #slots = new Map<string, number>()
  readonly #most = new Map<number, number>()

  constructor(schedule: Schedule, demands: Demands) {
    this.#schedule = schedule
    this.#demands = demands
    const onWeekend = demands.worksSaturday.map((saturday, d) => saturday | demands.worksSunday[d]!)
    const ones = new Int32Array(demands.count).fill(1)
    this.flags = [
      Uint8Array.from(ones),
      demands.isNight,
      demands.isLate,
      new Uint8Array(demands.count),
      new Uint8Array(demands.count),
      demands.worksSaturday,
      demands.worksSunday,
      onWeekend,
    ]
    this.sums = [demands.workMin, ones, Int32Array.from(demands.isNight), Int32Array.from(onWeekend)]
  }

  /** Column of the flag "has a shift with one of these tags"; `WORK` when there are none. */
  flagOf(tags: readonly string[], on?: StartDays): number {
    return tags.length === 0 && on === undefined ? WORK : this.#tagSet(tags, on).flag
  }

  /** Column of the flag "has a shift with one of these tags that works a day of its weekend". */
  weekendFlagOf(tags: readonly string[], on?: StartDays): number {
    return tags.length === 0 && on === undefined ? WEEKEND_WORK : this.#tagSet(tags, on).flag + 1
  }

  /** Column of what a count counts: a sum, or for days and weekends a flag. */
  columnOf({ of, tags, on }: Pick<CountCondition, 'of' | 'tags'> & { readonly on?: StartDays }): number {
    if (of === 'shifts' || of === 'minutes' || of === 'points') return this.sumOf(of, tags, on)
    return of === 'weekends' ? this.weekendFlagOf(tags, on) : this.flagOf(tags, on)
  }

  /** Column of the shifts, of the minutes or of the points, that carry one of these tags; all of them when there are none. */
  sumOf(of: 'shifts' | 'minutes' | 'points', tags: readonly string[], on?: StartDays): number {
    if (of === 'points') return this.#pointsOf(tags, on)
    if (tags.length === 0 && on === undefined) return of === 'minutes' ? MINUTES : SHIFTS
    return this.#tagSet(tags, on).sum + (of === 'minutes' ? 1 : 0)
  }

  /** Column of what these demands come to; `key` names them. */
  columnOfThose(key: string, isMeant: Uint8Array, of: 'shifts' | 'minutes' | 'weekends' | 'points'): number {
    const name = `those ${key}`
    if (of === 'points') return this.#pointsOfThose(name, () => isMeant)
    const { flag, sum } = this.#demandSet(name, () => isMeant)
    if (of === 'weekends') return flag + 1
    return of === 'minutes' ? sum + 1 : sum
  }

  /** The place of a column among those that counts read. */
  slotOf(of: 'sum' | 'flag', column: number): number {
    const key = `${of} ${column}`
    const known = this.#slots.get(key)
    if (known !== undefined) return known
    this.counted.push({ of, column })
    this.#slots.set(key, this.counted.length - 1)
    return this.counted.length - 1
  }

  /** The most that one demand adds to a sum. */
  mostOf(column: number): number {
    const known = this.#most.get(column)
    if (known !== undefined) return known
    const most = this.sums[column]!.reduce((high, amount) => Math.max(high, amount), 0)
    this.#most.set(column, most)
    return most
  }

  /** By demand: 1 when it carries one of these tags. One array for all who ask for the same tags: to be read alone. */
  carriesAny(tags: readonly string[]): Uint8Array {
    const key = keyOf(tags)
    const known = this.#carrying.get(key)
    if (known !== undefined) return known
    const carries = new Uint8Array(this.#demands.count)
    const { count, sample, tags: index } = this.#demands
    const isCarried = index.carrying(new Set(tags), count)
    for (let d = 0; d < count; d += 1) if (isCarried(sample[d]!.tags)) carries[d] = 1
    this.#carrying.set(key, carries)
    return carries
  }

  /** By demand: 1 when a rule with these tags and days counts it; without tags every one that starts then. As `carriesAny`, to be read alone. */
  counts(tags: readonly string[], on?: StartDays): Uint8Array {
    if (on === undefined) return tags.length === 0 ? this.flags[WORK]! : this.carriesAny(tags)
    const key = keyOf(tags, on)
    const known = this.#carrying.get(key)
    if (known !== undefined) return known
    const isMeant = daysOf(this.#schedule, on)
    const counts = this.counts(tags).map((has, d) => has & isMeant[this.#demands.day[d]!]!)
    this.#carrying.set(key, counts)
    return counts
  }

  #pointsOf(tags: readonly string[], on?: StartDays): number {
    return this.#pointsOfThose(keyOf(tags, on), () => this.counts(tags, on))
  }

  #pointsOfThose(key: string, find: () => Uint8Array): number {
    const known = this.#points.get(key)
    if (known !== undefined) return known
    const { sample } = this.#demands
    this.sums.push(Int32Array.from(find(), (has, d) => has * (sample[d]!.points ?? 0)))
    this.#points.set(key, this.sums.length - 1)
    return this.sums.length - 1
  }

  #tagSet(tags: readonly string[], on?: StartDays): DemandSet {
    return this.#demandSet(keyOf(tags, on), () => this.counts(tags, on))
  }

  #demandSet(key: string, find: () => Uint8Array): DemandSet {
    const known = this.#tagSets.get(key)
    if (known !== undefined) return known
    const columns = { flag: this.flags.length, sum: this.sums.length }
    this.#tagSets.set(key, columns)
    const carries = find()
    const onWeekend = this.flags[WEEKEND_WORK]!
    this.flags.push(
      carries,
      carries.map((has, d) => has & onWeekend[d]!),
    )
    this.sums.push(
      Int32Array.from(carries),
      Int32Array.from(carries, (has, d) => has * this.#demands.workMin[d]!),
    )
    return columns
  }
}

/** The same for the same tags and days, in whichever order. */
function keyOf(tags: readonly string[], on?: StartDays): string {
  const key = JSON.stringify(sorted(tags))
  return on === undefined ? key : `${key} ${JSON.stringify([sorted(on.weekdays), sorted(on.dates)])}`
}

function sorted<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)].sort((a, b) => (a < b ? -1 : 1))
}

/** By known day: 1 when it is one of them. */
function daysOf({ calendar }: Schedule, { weekdays, dates }: StartDays): Uint8Array {
  const [ofWeek, named] = [new Set(weekdays), new Set(dates)]
  return Uint8Array.from(calendar.days, ({ weekday, date }) => (ofWeek.has(weekday) || named.has(date) ? 1 : 0))
}
