import { isDecided, NOBODY, type Roster } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import type { Instance } from '../instance/instance.ts'
import type { Random } from '../random.ts'
import { sensibleEmployees } from '../rules/fit/fit.ts'

interface Near {
  readonly demand: number
  /** Employees at most. */
  readonly most: number
  /** Before and after the demand. */
  readonly days: number
  readonly random: Random
}

/**
 * Up to `most` employees among whom chains may fill a demand that is missed, in order of their positions: some of those who can take it, then those who can take most of what these work around that day, and so on.
 * Everybody, where there are no more. Chance says which takers they are, so that another call may look elsewhere.
 */
export function nearPeople({ demands, fit, employeeCount }: Instance, roster: Roster, { demand, most, days, random }: Near): readonly number[] {
  if (employeeCount <= most) return Array.from({ length: employeeCount }, (_, e) => e)
  const day = demands.day[demand]!
  const near = new Set(random.shuffle(sensibleEmployees(fit, day, demand)).slice(0, Math.ceil(most / 2)))
  const shared = new Float64Array(employeeCount)
  for (let before = -1; near.size > before && near.size < most; ) {
    before = near.size
    shared.fill(0)
    for (let seat = 0; seat < roster.length; seat += 1) {
      const d = demands.demandOfShift[seat]!
      if (!near.has(roster[seat]!) || demands.isDecided[d] === 1 || Math.abs(demands.day[d]! - day) > days) continue
      for (const employee of sensibleEmployees(fit, demands.day[d]!, d)) if (!near.has(employee)) shared[employee]! += 1
    }
    const others = Array.from(shared.keys()).filter((e) => shared[e]! > 0)
    others.sort((a, b) => shared[b]! - shared[a]! || a - b)
    for (const employee of others.slice(0, Math.ceil((most - near.size) / 2))) near.add(employee)
  }
  return [...near].sort((a, b) => a - b)
}

/** The schedule where nobody changes but `people`, and no shift but theirs and those that are missed: all others are as in the roster. */
export function fixedAround(
  schedule: Schedule,
  roster: Roster,
  { people, missed }: { readonly people: ReadonlySet<number>; readonly missed: ReadonlySet<number> },
): Schedule {
  const shifts = schedule.shifts.map((shift, at) => {
    const employee = roster[at]!
    if (isDecided(shift) || people.has(employee) || missed.has(at)) return shift
    return { ...shift, fixed: true, employeeIndex: employee === NOBODY ? null : employee }
  })
  return { ...schedule, shifts }
}
