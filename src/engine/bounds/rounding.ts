/** What rounding may add to a bound, absolutely and of its size; the rest is rounded up to a whole number. */
const ROUNDING = 1e-3
const ROUNDING_SHARE = 1e-9

/** What a bound of such a cost is lowered by before it is rounded up. */
export function rounding(cost: number): number {
  return ROUNDING + ROUNDING_SHARE * Math.abs(cost)
}
