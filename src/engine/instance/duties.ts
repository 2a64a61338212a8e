import { MINUTES_PER_DAY } from '../../model/units.ts'
import type { Demands } from './demands.ts'
import type { Measures } from './measures.ts'

/** The duty of a free day. */
export const OFF = 0

/** How far a demand is felt: minutes after its end, and days after its own, within which another shift may cost something. */
export interface Reach {
  readonly restMin: Int32Array
  readonly lastDay: Int32Array
}

/**
 * What one employee can do on one day: nothing (`OFF`), one demand d (duty d + 1), or several demands together, which get a number
 * when they are first met. A roster is a table employee × day of duties. Parallel arrays by duty; they are replaced when they grow,
 * so read them from here each time.
 */
export class Duties {
  readonly #demands: Demands
  readonly #measures: Measures
  readonly #reach: Reach
  readonly #dayStart: Int32Array
  readonly #composites = new Map<string, number>()
  /** By duty × demands + demand: the duty with one more demand. */
  readonly #extended = new Map<number, number>()
  #capacity: number
  #partCount = 0
  /** Number of duties so far, `OFF` included. */
  count = 1
  /** Start of the first demand and end of the one that ends last, in minutes. */
  start: Int32Array
  end: Int32Array
  /** How many demands. */
  size: Int32Array
  /** The last day on which a shift can start that this duty costs something. */
  reachDay: Int32Array
  /** The demands of duty x: `parts[partOffset[x] … partOffset[x] + size[x] − 1]`, in row order. */
  partOffset: Int32Array
  parts: Int32Array
  /** The columns of `Measures`, by duty. */
  readonly flags: Uint8Array[]
  readonly sums: Int32Array[]
  /** By duty × `countedWidth` + slot: those columns that counts read, side by side. */
  counted: Int32Array
  readonly countedWidth: number

  constructor(demands: Demands, measures: Measures, dayStart: Int32Array, reach: Reach) {
    this.#demands = demands
    this.#measures = measures
    this.#reach = reach
    this.#dayStart = dayStart
    this.#capacity = demands.count + 1 + 256
    const column = (): Int32Array => new Int32Array(this.#capacity)
    this.start = column()
    this.end = column()
    this.size = column()
    this.reachDay = column()
    this.partOffset = column()
    this.parts = new Int32Array(2 * this.#capacity)
    this.flags = measures.flags.map(() => new Uint8Array(this.#capacity))
    this.sums = measures.sums.map(column)
    this.countedWidth = measures.counted.length
    this.counted = new Int32Array(this.countedWidth * this.#capacity)
    this.reachDay[OFF] = -1
    this.#addSingles()
  }

  /** A duty for each demand alone. Column by column: there may be tens of thousands of columns. */
  #addSingles(): void {
    const { count } = this.#demands
    for (let d = 0; d < count; d += 1) this.#place([d])
    this.flags.forEach((column, f) => column.set(this.#measures.flags[f]!, 1))
    this.sums.forEach((column, s) => column.set(this.#measures.sums[s]!, 1))
    const { counted, countedWidth } = this
    this.#measures.counted.forEach(({ of, column: number }, slot) => {
      const column = (of === 'sum' ? this.sums : this.flags)[number]!
      for (let duty = 1; duty <= count; duty += 1) counted[duty * countedWidth + slot] = column[duty]!
    })
  }

  /** The duty made of these demands of one day; any order, repeats allowed. Empty is `OFF`. */
  of(demandIds: readonly number[]): number {
    if (demandIds.length === 0) return OFF
    if (demandIds.length === 1) return demandIds[0]! + 1
    // Demands are numbered in row order, so sorting by number is sorting by time.
    const sorted = [...demandIds].sort((a, b) => a - b)
    const key = sorted.join(',')
    const known = this.#composites.get(key)
    if (known !== undefined) return known
    const duty = this.#append(sorted)
    this.#composites.set(key, duty)
    return duty
  }

  /** A table of `size` cells in which these demands are worked. Several of one cell are put together at once: one by one each step would be a duty. */
  tableOf(size: number, seats: Iterable<{ readonly cell: number; readonly demand: number }>): Int32Array {
    const cells = new Int32Array(size)
    const several = new Map<number, number[]>()
    for (const { cell, demand } of seats) {
      if (cells[cell] === OFF) cells[cell] = demand + 1
      else if (several.get(cell)?.push(demand) === undefined) several.set(cell, [cells[cell]! - 1, demand])
    }
    for (const [cell, own] of several) cells[cell] = this.of(own)
    return cells
  }

  /** The demands of a duty, in order. */
  partsOf(duty: number): number[] {
    const from = this.partOffset[duty]!
    const parts: number[] = []
    for (let i = from, end = from + this.size[duty]!; i < end; i += 1) parts.push(this.parts[i]!)
    return parts
  }

  /** Whether a demand is one of a duty. */
  holds(duty: number, demand: number): boolean {
    const from = this.partOffset[duty]!
    return this.parts.subarray(from, from + this.size[duty]!).includes(demand)
  }

  /** The duty with one more demand; the duty itself where that would be a second seat of a shift with seats. */
  with(duty: number, demand: number): number {
    if (duty === OFF) return demand + 1
    const key = duty * this.#demands.count + demand
    const known = this.#extended.get(key)
    if (known !== undefined) return known
    const extended = this.#hasSeatOf(duty, demand) ? duty : this.of([...this.partsOf(duty), demand])
    this.#extended.set(key, extended)
    return extended
  }

  #hasSeatOf(duty: number, demand: number): boolean {
    const { sharedShift } = this.#demands
    const shared = sharedShift[demand]!
    return shared > 0 && this.partsOf(duty).some((part) => sharedShift[part] === shared)
  }

  /** The duty without (one seat of) a demand that it holds. */
  without(duty: number, demand: number): number {
    if (this.size[duty] === 1) return OFF
    const parts = this.partsOf(duty)
    parts.splice(parts.indexOf(demand), 1)
    return this.of(parts)
  }

  #append(sorted: readonly number[]): number {
    const duty = this.#place(sorted)
    this.flags.forEach((column, f) => {
      column[duty] = sorted.some((part) => this.#measures.flags[f]![part] === 1) ? 1 : 0
    })
    this.sums.forEach((column, s) => {
      column[duty] = sorted.reduce((sum, part) => sum + this.#measures.sums[s]![part]!, 0)
    })
    this.#measures.counted.forEach(({ of, column }, slot) => {
      this.counted[duty * this.countedWidth + slot] = (of === 'sum' ? this.sums : this.flags)[column]![duty]!
    })
    return duty
  }

  /** A further duty, with all but its columns. */
  #place(sorted: readonly number[]): number {
    if (this.count === this.#capacity) this.#grow()
    if (this.#partCount + sorted.length > this.parts.length) this.parts = grown(this.parts)
    const duty = this.count
    this.count += 1
    this.start[duty] = this.#demands.start[sorted[0]!]!
    this.end[duty] = Math.max(...sorted.map((part) => this.#demands.end[part]!))
    this.size[duty] = sorted.length
    this.reachDay[duty] = Math.max(...sorted.map((part) => this.#reachOf(part)))
    this.partOffset[duty] = this.#partCount
    for (const part of sorted) {
      this.parts[this.#partCount] = part
      this.#partCount += 1
    }
    return duty
  }

  /** The last day that begins before the demand's end and rest are over; at least the day that its rules name. */
  #reachOf(demand: number): number {
    const starts = this.#dayStart
    const from = this.#demands.day[demand]!
    const until = this.#demands.end[demand]! + this.#reach.restMin[demand]!
    let day = from + Math.max(0, Math.floor((until - starts[from]!) / MINUTES_PER_DAY) - 2)
    day = Math.min(day, starts.length - 1)
    while (day + 1 < starts.length && starts[day + 1]! < until) day += 1
    return Math.max(day, Math.min(starts.length - 1, this.#reach.lastDay[demand]!))
  }

  #grow(): void {
    this.#capacity *= 2
    this.start = grown(this.start)
    this.end = grown(this.end)
    this.size = grown(this.size)
    this.reachDay = grown(this.reachDay)
    this.partOffset = grown(this.partOffset)
    this.counted = grown(this.counted)
    this.sums.forEach((column, s) => {
      this.sums[s] = grown(column)
    })
    this.flags.forEach((column, f) => {
      const twice = new Uint8Array(2 * column.length)
      twice.set(column)
      this.flags[f] = twice
    })
  }
}

function grown(column: Int32Array): Int32Array {
  const twice = new Int32Array(2 * column.length)
  twice.set(column)
  return twice
}
