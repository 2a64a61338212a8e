import { applyTies, ASKS_REFRESH, refreshRow } from './asked'
import { addCountsToSums } from './counts'
import { addInt, byte, int, real, setInt, setReal } from './memory'
import { keepsCover, nextOf, rows } from './move'
import { refreshPatterns } from './patterns'
import { meetings, tied } from './seats'
import {
  asksOf,
  cells,
  dayCount,
  dutyOffset,
  dutyParts,
  dutySize,
  filled,
  met,
  moveEmployee,
  moveFrom,
  moveTo,
  parts,
  penalties,
  score,
  unitCount,
  units,
  weights,
  wishList,
  wishOffset,
} from './tables'
import { refreshRest } from './weekly-rest'

/** Makes the move, which has just been evaluated. */
export function apply(): void {
  if (tied > 0) applyTies()
  for (let i = 0; i < rows; i += 1) {
    const employee = int(moveEmployee, i)
    const row = employee * dayCount
    const from = int(moveFrom, i)
    const to = int(moveTo, i)
    const next = nextOf(i)
    addCountsToSums(employee, from, to, next)
    for (let day = from; day <= to; day += 1) {
      const old = int(cells, row + day)
      const duty = int(next, day)
      if (old === duty) continue
      if (wishOffset !== 0) addToMet(row + day, old, duty)
      if (!keepsCover) {
        addToFilled(old, -1)
        addToFilled(duty, 1)
      }
      setInt(cells, row + day, duty)
    }
    if ((byte(asksOf, employee) & ASKS_REFRESH) !== 0) refreshRow(employee)
    else {
      refreshRest(employee)
      refreshPatterns(employee)
    }
  }
  for (let p = 0; p < 4; p += 1) setReal(score, p, inParts(p, real(score, p) + penaltyOf(p)))
}

function penaltyOf(p: i32): f64 {
  let sum = real(penalties, p)
  for (let k = 0; k < unitCount; k += 1) sum += real(units, k) * real(weights, 4 * k + p)
  return sum
}

/** The penalty as a whole number of parts of a point, as `src/engine/scoring/parts.ts` has it. */
function inParts(p: i32, penalty: f64): f64 {
  const count = real(parts, p)
  return count === 1 ? penalty : Math.round(penalty * count) / count + 0
}

function addToMet(cell: i32, old: i32, duty: i32): void {
  for (let k = int(wishOffset, cell), last = int(wishOffset, cell + 1); k < last; k += 1) {
    const wish = int(wishList, k)
    addInt(met, wish, meetings(duty, wish) - meetings(old, wish))
  }
}

function addToFilled(duty: i32, change: i32): void {
  for (let i = int(dutyOffset, duty), last = i + int(dutySize, duty); i < last; i += 1) addInt(filled, int(dutyParts, i), change)
}
