import type { Contract, Schedule } from '../../model/schedule.ts'
import type { Demands } from './demands.ts'

const MILLIONTHS = 1_000_000
const DEFAULT_MINUTES_PER_WEEK = 2400

/** Contract minutes a week, by which work is shared: the least that the contract names. At least 1. */
export function capacityOf(contract: Contract, horizonDays: number): number {
  const named: number[] = []
  if (contract.maxMinutesPerWeek !== null) named.push(contract.maxMinutesPerWeek)
  if (contract.maxMinutesInKWeeks !== null && contract.inKWeeks !== null) named.push(Math.floor(contract.maxMinutesInKWeeks / contract.inKWeeks))
  if (contract.maxMinutesPerMonth !== null) named.push(Math.floor((contract.maxMinutesPerMonth * 12) / 52))
  if (contract.maxMinutesTotal !== null) named.push(Math.floor((contract.maxMinutesTotal * 7) / horizonDays))
  return Math.max(1, named.length === 0 ? DEFAULT_MINUTES_PER_WEEK : Math.min(...named))
}

/** The number of shifts each employee should work, from `least` to `most`, history included. */
export interface FairShare {
  readonly least: Int32Array
  readonly most: Int32Array
}

/** Shares the mandatory shifts, and the history's, among those who may work them (docs/constraints/evenShiftDistribution.md). */
export function compileFairShare(schedule: Schedule, demands: Demands, mayWork: Uint8Array): FairShare {
  const { employees, shifts, calendar } = schedule
  const capacity = employees.map((employee) => capacityOf(employee.contract, calendar.days.length - calendar.horizonFirst))
  const millionths = new Float64Array(employees.length)
  // Demands that the same people may work are shared alike, so they are summed first: one pass per crew instead of one per demand.
  const crews = new Map<string, { members: number[]; seats: number }>()
  for (let d = 0; d < demands.count; d += 1) {
    let seats = 0
    for (let i = demands.shiftOffset[d]!; i < demands.shiftOffset[d + 1]!; i += 1) {
      const shift = shifts[demands.shiftIndexes[i]!]!
      if (!shift.historic && shift.importance === 'MANDATORY') seats += 1
    }
    if (seats === 0) continue
    const members: number[] = []
    for (let e = 0; e < employees.length; e += 1) if (mayWork[e * demands.count + d] === 1) members.push(e)
    const key = members.join()
    const crew = crews.get(key)
    if (crew) crew.seats += seats
    else crews.set(key, { members, seats })
  }
  for (const { members, seats } of crews.values()) share(members, seats, capacity, millionths)
  const withHistory = employees.flatMap((employee, e) => (employee.history ? [e] : []))
  const workedBefore = employees.reduce((sum, employee) => sum + (employee.history?.shiftsWorked ?? 0), 0)
  share(withHistory, workedBefore, capacity, millionths)
  const hundredths = millionths.map((value) => Math.floor((value + 5_000) / 10_000))
  return {
    least: Int32Array.from(hundredths, (value) => Math.floor(value / 100)),
    most: Int32Array.from(hundredths, (value) => Math.ceil(value / 100)),
  }
}

function share(members: readonly number[], units: number, capacity: readonly number[], millionths: Float64Array): void {
  const sum = members.reduce((total, e) => total + capacity[e]!, 0)
  for (const e of members) millionths[e]! += units * Math.floor((MILLIONTHS * capacity[e]!) / sum)
}
