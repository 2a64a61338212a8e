import type { Weights } from '../../../model/settings.ts'
import type { CoverageRule } from './coverage.ts'

export const QUARTER_MIN = 15

/** How many people are wanted at a moment, and what each counts who is missing or too many. */
export interface Wanted {
  readonly min: number
  readonly ideal: number
  readonly max: number
  readonly weight: number
}

/** Between one priority and the next, where they are put together to choose between places of breaks. */
const PRIORITY_STEP = 1000

/** A weight as one number, by which weights can be compared as scores are. */
export function priceOf(weights: Weights): number {
  return weights.reduce((sum, weight) => PRIORITY_STEP * sum + weight, 0)
}

/** By fault, that of a ratio last: it costs what a person below the least does. */
export function pricesOf(below: number, ideal: number, above: number): readonly number[] {
  return [below, ideal, above, below]
}

interface NewSpan {
  readonly demand: number
  readonly from: number
  readonly to: number
  readonly who: number
}

interface NewOpening {
  readonly place: number
  readonly spot?: number
  readonly day?: number
  readonly unit: number
  readonly idealUnit: number
  readonly overUnit: number
  readonly times: number
  readonly thousandths: number
  readonly isBreakCover?: boolean
  /** What one person for an hour costs, by fault, priorities put together. */
  readonly price: readonly number[]
}

/** The arrays of the rule while they grow. */
export class CoverageTables {
  readonly opening: number[] = []
  readonly quarters: number[] = []
  readonly firstShared: number[] = []
  readonly lastShared: number[] = []
  readonly min: number[] = []
  readonly ideal: number[] = []
  readonly max: number[] = []
  readonly weight: number[] = []
  readonly sharedFrom: number[] = []
  readonly sharedTo: number[] = []
  readonly requirement: number[] = []
  readonly spotOf: number[] = []
  readonly dayOf: number[] = []
  readonly startOf: number[] = []
  readonly minutesOf: number[] = []
  readonly isBreakCover: number[] = []
  readonly price: number[] = []
  readonly thousandths: number[] = []
  readonly times: number[] = []
  readonly unit: number[] = []
  readonly idealUnit: number[] = []
  readonly overUnit: number[] = []
  readonly #spanDemand: number[] = []
  readonly #spanFrom: number[] = []
  readonly #spanTo: number[] = []
  readonly #spanWho: number[] = []
  readonly #spanOf: number[] = []

  addOpening({ place, spot = 0, day = 0, unit, idealUnit, overUnit, times, thousandths, isBreakCover = false, price }: NewOpening): void {
    this.isBreakCover.push(isBreakCover ? 1 : 0)
    this.price.push(...price)
    this.spotOf.push(spot)
    this.dayOf.push(day)
    this.requirement.push(place)
    this.unit.push(unit)
    this.idealUnit.push(idealUnit)
    this.overUnit.push(overUnit)
    this.times.push(times)
    this.thousandths.push(thousandths)
  }

  /** The stretches between these cuts, of the opening that was added last. */
  addStretches(cuts: readonly number[]): void {
    const start = cuts[0]!
    for (let index = 0; index + 1 < cuts.length; index += 1) {
      const [from, to] = [cuts[index]! - start, cuts[index + 1]! - start]
      const isLast = index + 2 === cuts.length
      const stretch = this.opening.length
      const [first, after] = [Math.ceil(from / QUARTER_MIN), isLast ? Math.ceil(to / QUARTER_MIN) : Math.floor(to / QUARTER_MIN)]
      // A quarter that an earlier stretch has begun goes on in this one.
      const front = from % QUARTER_MIN === 0 ? -1 : this.sharedFrom.length - 1
      if (front >= 0) this.sharedTo[front] = stretch + 1
      const back = !isLast && to % QUARTER_MIN !== 0 && !(front >= 0 && after < first) ? this.sharedFrom.length : -1
      if (back >= 0) {
        this.sharedFrom.push(stretch)
        this.sharedTo.push(stretch + 1)
      }
      this.opening.push(this.requirement.length - 1)
      this.startOf.push(cuts[index]!)
      this.minutesOf.push(to - from)
      this.quarters.push(Math.max(0, after - first))
      this.firstShared.push(front)
      this.lastShared.push(back)
    }
  }

  /** What history alone has too many is not charged: `past` are its employees by stretch, from `begin` on. */
  allowPast(begin: number, past: readonly ReadonlySet<number>[]): void {
    past.forEach(({ size }, index) => (this.max[begin + index] = Math.max(this.max[begin + index]!, size)))
  }

  /** How many are wanted in the next stretch that is told nothing yet. */
  want({ min, ideal, max, weight }: Wanted): void {
    this.min.push(min)
    this.ideal.push(ideal)
    this.max.push(max)
    this.weight.push(weight)
  }

  addSpan({ demand, from, to, who }: NewSpan, of: number): void {
    this.#spanDemand.push(demand)
    this.#spanFrom.push(from)
    this.#spanTo.push(to)
    this.#spanWho.push(who)
    this.#spanOf.push(of)
  }

  finish(demandCount: number): Omit<CoverageRule, 'demands' | 'employeeCount' | 'dayCount' | 'daysAround' | 'isCounted' | 'breaks'> {
    const spanOffset = new Int32Array(demandCount + 1)
    for (const d of this.#spanDemand) spanOffset[d + 1]! += 1
    for (let d = 0; d < demandCount; d += 1) spanOffset[d + 1]! += spanOffset[d]!
    const next = spanOffset.slice()
    const order = new Int32Array(this.#spanDemand.length)
    this.#spanDemand.forEach((d, span) => (order[next[d]!++] = span))
    const isPlain = Uint8Array.from(this.thousandths, (of) => (of < 0 ? 1 : 0))
    this.opening.forEach((opening, stretch) => {
      const { min, ideal, max } = this
      const isShared = this.firstShared[stretch]! >= 0 || this.lastShared[stretch]! >= 0
      const isOrdered = min[stretch]! <= max[stretch]! && ideal[stretch]! <= max[stretch]!
      if (isShared || !isOrdered) isPlain[opening] = 0
    })
    const spans = (of: readonly number[]): Int32Array => order.map((span) => of[span]!)
    return {
      spanOffset,
      spanFrom: spans(this.#spanFrom),
      spanTo: spans(this.#spanTo),
      spanWho: spans(this.#spanWho),
      spanOf: spans(this.#spanOf),
      stretchCount: this.opening.length,
      opening: Int32Array.from(this.opening),
      quarters: Int32Array.from(this.quarters),
      firstShared: Int32Array.from(this.firstShared),
      lastShared: Int32Array.from(this.lastShared),
      min: Int32Array.from(this.min),
      ideal: Int32Array.from(this.ideal),
      max: Int32Array.from(this.max),
      weight: Int32Array.from(this.weight),
      weighed: Int32Array.from(this.weight, (weight, stretch) => weight * this.quarters[stretch]!),
      isPlain,
      sharedFrom: Int32Array.from(this.sharedFrom),
      sharedTo: Int32Array.from(this.sharedTo),
      openingCount: this.requirement.length,
      requirement: Int32Array.from(this.requirement),
      spotOf: Int32Array.from(this.spotOf),
      dayOf: Int32Array.from(this.dayOf),
      startOf: Int32Array.from(this.startOf),
      minutesOf: Int32Array.from(this.minutesOf),
      isBreakCover: Uint8Array.from(this.isBreakCover),
      price: Float64Array.from(this.price),
      thousandths: Int32Array.from(this.thousandths),
      times: Int32Array.from(this.times),
      unit: Int32Array.from(this.unit),
      idealUnit: Int32Array.from(this.idealUnit),
      overUnit: Int32Array.from(this.overUnit),
    }
  }
}
