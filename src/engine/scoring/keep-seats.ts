import { NOBODY, type Roster } from '../../model/roster.ts'
import type { Instance } from '../instance/instance.ts'

/** Exchanges, in place, who sits on which of several equal seats: whoever had one of them in `given` has that one again. */
export function keepSeats({ demands }: Instance, roster: Roster, given: Roster): Roster {
  for (let d = 0; d < demands.count; d += 1) {
    if (demands.seats[d]! < 2 || demands.candidateOf[d]! >= 0) continue
    const seats = demands.shiftIndexes.subarray(demands.shiftOffset[d], demands.shiftOffset[d + 1])
    const taken = seats.filter((shift) => roster[shift] !== NOBODY)
    if (!taken.some((shift) => given[shift] !== NOBODY && given[shift] !== roster[shift])) continue
    const employees = Array.from(taken, (shift) => roster[shift]!)
    const isKept = (shift: number): boolean => {
      const at = employees.indexOf(given[shift]!)
      if (at === -1) return false
      roster[shift] = employees[at]!
      employees.splice(at, 1)
      return true
    }
    const others = taken.filter((shift) => !isKept(shift))
    others.forEach((shift, i) => (roster[shift] = employees[i]!))
  }
  return roster
}
