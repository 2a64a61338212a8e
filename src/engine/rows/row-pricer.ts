import { costAlong, type Resource } from './resource.ts'

/** What a duty costs beside what rules say, infinite = it must not be; and by day, the duty that it must have, −1 = any. Null = nothing is fixed. */
export interface Pricing {
  readonly priceOf: (duty: number) => number
  readonly fixed: Int32Array | null
}

/** A row, and what it costs by the rules that its pricer follows, prices included. */
export interface PricedRow {
  /** By day: the duty. */
  readonly cells: Int32Array
  readonly cost: number
}

/** What is wanted of a search for rows. */
export interface PricingLimits {
  /** How many rows are of use, about: a pricer may answer fewer, or those that it met on its way too. */
  readonly wanted: number
  /** Dearer rows are of no use; Infinity = all are. */
  readonly ceiling: number
  /** How many times as far to look as a pricer does by itself, where it leaves off before it knows the cheapest row; absent = 1. */
  readonly effort?: number
  /** True ends the search with what it has. Asked with the steps of the pricer so far, by those that take long. */
  readonly isOver?: (steps: number) => boolean
}

export interface FoundRows {
  /** Cheapest first; none where there is none, or none was found. */
  readonly rows: readonly PricedRow[]
  /** No row costs less, as far as rows below the ceiling go: infinite where there is none, negative infinite where nothing is known. */
  readonly least: number
}

/**
 * Finds rows of one employee at prices of duties while everybody else stays. Pricers differ in how far they look, how long that takes and what they prove; what
 * they say of a row is the same: `describeRowPricer` holds them to it. Costs of rules that a pricer does not follow, or that all rows share, are left out.
 */
export interface RowPricer {
  /** So far, each about as long as an iteration of local search. */
  readonly steps: number
  find(pricing: Pricing, limits: PricingLimits): FoundRows
  /** What a row costs without prices. */
  costOf(cells: Int32Array): number
}

/** Nothing is priced, nothing fixed. */
export const UNPRICED: Pricing = { priceOf: () => 0, fixed: null }

/** By day: the duties an employee may have, and what each costs whatever else they do. */
export interface RowOptions {
  readonly duties: readonly (readonly number[])[]
  readonly costs: readonly ArrayLike<number>[]
}

/** What a row of these options costs, alone and by rules along the days. */
export function rowCost({ duties, costs }: RowOptions, resources: readonly Resource[], cells: Int32Array): number {
  const alone = costs.reduce((sum, of, day) => sum + of[duties[day]!.indexOf(cells[day]!)]!, 0)
  return resources.reduce((sum, resource) => sum + costAlong(resource, cells), alone)
}

/** By day, by option: what it costs at these prices; infinite where the day must have another duty. */
export function pricedOptions({ duties, costs }: RowOptions, { priceOf, fixed }: Pricing): Float64Array[] {
  return duties.map((those, day) => {
    const alone = costs[day]!
    const wanted = fixed === null ? -1 : fixed[day]!
    // A loop: `Float64Array.from` makes an ascent take 1.7 times as long.
    const priced = new Float64Array(those.length)
    for (let o = 0; o < those.length; o += 1) {
      const duty = those[o]!
      priced[o] = wanted >= 0 && wanted !== duty ? Infinity : alone[o]! + priceOf(duty)
    }
    return priced
  })
}
