import { extended, reduced } from './asked'
import { int } from './memory'
import { dutySize } from './tables'

/** The duty of a free day. */
export const OFF: i32 = 0

/** The duty with one more demand. */
export function withDemand(duty: i32, demand: i32): i32 {
  return duty === OFF ? demand + 1 : extended(duty, demand)
}

/** The duty without a demand that it holds. */
export function withoutDemand(duty: i32, demand: i32): i32 {
  return int(dutySize, duty) === 1 ? OFF : reduced(duty, demand)
}
