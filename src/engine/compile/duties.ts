import { MINUTES_PER_DAY } from '../../model/units.ts'
import type { Demands } from './demands.ts'

/** The duty of a free day. */
export const OFF = 0

/**
 * What one employee can do on one day: nothing (`OFF`), one demand d (duty d + 1), or several demands together, which get a number
 * when they are first met. A roster is a table employee × day of duties. Parallel arrays by duty; they are replaced when they grow,
 * so read them from here each time.
 */
export class Duties {
  readonly #demands: Demands
  readonly #composites = new Map<string, number>()
  #capacity: number
  /** Number of duties so far, `OFF` included. */
  count: number
  /** Elapsed work, breaks excluded. */
  minutes: Int32Array
  /** Start of the first demand and end of the one that ends last, in minutes. */
  start: Int32Array
  end: Int32Array
  /** How many demands. */
  size: Uint8Array
  /** 1 for every duty but `OFF`. */
  isWork: Uint8Array
  isNight: Uint8Array
  /** The last day on which a shift can start before this duty's end plus the longest rest of any contract. */
  reachDay: Int32Array
  /** The demands of duty x: `parts[partOffset[x] … partOffset[x] + size[x] − 1]`, in order of start, end, number. */
  partOffset: Int32Array
  parts: Int32Array
  #partCount: number
  readonly #longestRestMin: number
  readonly #dayStart: Int32Array

  constructor(demands: Demands, dayStart: Int32Array, longestRestMin: number) {
    this.#demands = demands
    this.#longestRestMin = longestRestMin
    this.#dayStart = dayStart
    this.#capacity = demands.count + 1 + 256
    this.count = 1
    this.minutes = new Int32Array(this.#capacity)
    this.start = new Int32Array(this.#capacity)
    this.end = new Int32Array(this.#capacity)
    this.size = new Uint8Array(this.#capacity)
    this.isWork = new Uint8Array(this.#capacity).fill(1)
    this.isWork[OFF] = 0
    this.isNight = new Uint8Array(this.#capacity)
    this.reachDay = new Int32Array(this.#capacity)
    this.partOffset = new Int32Array(this.#capacity)
    this.parts = new Int32Array(2 * this.#capacity)
    this.#partCount = 0
    this.reachDay[OFF] = -1
    for (let d = 0; d < demands.count; d += 1) this.#append([d])
  }

  /** The duty made of these demands of one day; any order, repeats allowed. Empty is `OFF`. */
  of(demandIds: readonly number[]): number {
    if (demandIds.length === 0) return OFF
    if (demandIds.length === 1) return demandIds[0]! + 1
    // Demands are numbered in order of start and end, so sorting by number is sorting by time.
    const sorted = [...demandIds].sort((a, b) => a - b)
    const key = sorted.join(',')
    const known = this.#composites.get(key)
    if (known !== undefined) return known
    const duty = this.#append(sorted)
    this.#composites.set(key, duty)
    return duty
  }

  /** The demands of a duty, in order. */
  partsOf(duty: number): number[] {
    const from = this.partOffset[duty]!
    return [...this.parts.subarray(from, from + this.size[duty]!)]
  }

  /** The duty with one more demand. */
  with(duty: number, demand: number): number {
    return duty === OFF ? demand + 1 : this.of([...this.partsOf(duty), demand])
  }

  /** The duty without (one seat of) a demand that it holds. */
  without(duty: number, demand: number): number {
    const parts = this.partsOf(duty)
    parts.splice(parts.indexOf(demand), 1)
    return this.of(parts)
  }

  #append(sorted: readonly number[]): number {
    if (this.count === this.#capacity) this.#grow()
    if (this.#partCount + sorted.length > this.parts.length) this.parts = copyInto(new Int32Array(2 * this.parts.length), this.parts)
    const duty = this.count
    this.count += 1
    const d = this.#demands
    let end = d.end[sorted[0]!]!
    let minutes = 0
    let night = 0
    for (const part of sorted) {
      end = Math.max(end, d.end[part]!)
      minutes += d.workMin[part]!
      night |= d.isNight[part]!
    }
    this.minutes[duty] = minutes
    this.start[duty] = d.start[sorted[0]!]!
    this.end[duty] = end
    this.size[duty] = sorted.length
    this.isNight[duty] = night
    this.reachDay[duty] = this.#lastDayBefore(end + this.#longestRestMin, d.day[sorted[0]!]!)
    this.partOffset[duty] = this.#partCount
    for (const part of sorted) {
      this.parts[this.#partCount] = part
      this.#partCount += 1
    }
    return duty
  }

  #lastDayBefore(minute: number, fromDay: number): number {
    const starts = this.#dayStart
    let day = fromDay + Math.max(0, Math.floor((minute - starts[fromDay]!) / MINUTES_PER_DAY) - 2)
    day = Math.min(day, starts.length - 1)
    while (day + 1 < starts.length && starts[day + 1]! < minute) day += 1
    return day
  }

  #grow(): void {
    this.#capacity *= 2
    this.minutes = copyInto(new Int32Array(this.#capacity), this.minutes)
    this.start = copyInto(new Int32Array(this.#capacity), this.start)
    this.end = copyInto(new Int32Array(this.#capacity), this.end)
    this.size = copyInto(new Uint8Array(this.#capacity), this.size)
    this.isWork = copyInto(new Uint8Array(this.#capacity).fill(1), this.isWork)
    this.isNight = copyInto(new Uint8Array(this.#capacity), this.isNight)
    this.reachDay = copyInto(new Int32Array(this.#capacity), this.reachDay)
    this.partOffset = copyInto(new Int32Array(this.#capacity), this.partOffset)
  }
}

function copyInto<T extends Int32Array | Uint8Array>(target: T, source: T): T {
  target.set(source)
  return target
}
