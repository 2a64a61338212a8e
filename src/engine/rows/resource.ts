/**
 * What one rule must remember of the days of a row that are decided, to tell what the next day costs: the side of a rule that finding rows
 * needs. States are whole numbers from 0; equal states have equal futures. Costs are those of local search (`local-search/penalty-weights.ts`).
 */
export interface Resource {
  /** True for a sum over many days, which few rows bring to its limits. */
  readonly counts?: boolean
  /** The state before the first day. */
  readonly start: number
  /** The state after `day` with this duty, and in `cost` what the day adds. */
  step(state: number, day: number, duty: number): number
  /** Of the last step. */
  cost: number
  /** Bits of the last step, which a graph keeps apart from costs; absent = there are none. */
  readonly marks?: number
  /** What the end of the row adds; absent = nothing. */
  end?(state: number): number
  /** A guess at what the state will cost yet, to choose among states that cannot all be followed; absent = nothing. */
  outlook?(state: number, day: number): number
}

/** What a resource costs along a row (by day: the duty). */
export function costAlong(resource: Resource, cells: Int32Array): number {
  let state = resource.start
  let cost = 0
  for (let day = 0; day < cells.length; day += 1) {
    state = resource.step(state, day, cells[day]!)
    cost += resource.cost
  }
  return cost + (resource.end?.(state) ?? 0)
}
