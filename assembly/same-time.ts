import { OFF } from './duties'
import { addReal, int } from './memory'
import { cells, dayCount, dutyOffset, dutyParts, dutySize, horizonFirst, sameTimeUnit, wallStart } from './tables'

const MINUTES_PER_HOUR: i32 = 60
const MINUTES_PER_DAY: i32 = 1440

/** Adds `sign` × the hours by which the start of work moves, from the last shift before day `from` to the first one after day `to` (inclusive). */
export function addSameTimeUnits(row: i32, from: i32, to: i32, sign: f64, units: usize): void {
  let previous = lastStartBefore(row, from)
  let hours = 0
  for (let day = from > horizonFirst ? from : horizonFirst; day < dayCount; day += 1) {
    const duty = int(cells, row + day)
    if (duty === OFF) continue
    for (let i = int(dutyOffset, duty), last = i + int(dutySize, duty); i < last; i += 1) {
      const start = int(wallStart, int(dutyParts, i))
      if (previous >= 0) hours += hoursApart(start, previous)
      previous = start
      // Beyond the stretch only the first shift has another neighbour than before.
      if (day > to) break
    }
    if (day > to) break
  }
  addReal(units, sameTimeUnit, sign * <f64>hours)
}

/** When the last shift before a day starts, in minutes of its day; −1 = there is none in the horizon. */
function lastStartBefore(row: i32, from: i32): i32 {
  let day = from - 1
  while (day >= horizonFirst && int(cells, row + day) === OFF) day -= 1
  if (day < horizonFirst) return -1
  const duty = int(cells, row + day)
  return int(wallStart, int(dutyParts, int(dutyOffset, duty) + int(dutySize, duty) - 1))
}

function hoursApart(start: i32, previous: i32): i32 {
  const apart = start > previous ? start - previous : previous - start
  return (apart < MINUTES_PER_DAY - apart ? apart : MINUTES_PER_DAY - apart) / MINUTES_PER_HOUR
}
