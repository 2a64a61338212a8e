import type { Calendar } from '../../../model/calendar.ts'
import type { Contract, Employee, History, Schedule, Shift } from '../../../model/schedule.ts'
import { meanOf } from '../../instance/dated-limits.ts'
import type { Demands } from '../../instance/demands.ts'
import type { Candidates, CandidateLists } from '../../instance/eligible.ts'
import type { Measures } from '../../instance/measures.ts'

export const MILLIONTHS = 1_000_000
const DEFAULT_MINUTES_PER_WEEK = 2400

/** Contract minutes a week, by which work is shared: the least that the contract names. At least 1. */
function capacityOf(contract: Contract, horizonDays: number): number {
  const named: number[] = []
  if (contract.maxMinutesPerWeek !== null) named.push(contract.maxMinutesPerWeek)
  if (contract.maxMinutesInKWeeks !== null && contract.inKWeeks !== null) named.push(Math.floor(contract.maxMinutesInKWeeks / contract.inKWeeks))
  if (contract.maxMinutesPerMonth !== null) named.push(Math.floor((contract.maxMinutesPerMonth * 12) / 52))
  if (contract.maxMinutesTotal !== null) named.push(Math.floor((contract.maxMinutesTotal * 7) / horizonDays))
  return Math.max(1, named.length === 0 ? DEFAULT_MINUTES_PER_WEEK : Math.min(...named))
}

/** Of an employee: of those whose contract changes the mean over the days of the horizon on which they have one. */
export function capacityOfEmployee({ contract, contracts }: Employee, { days, horizonFirst }: Calendar): number {
  const horizonDays = days.length - horizonFirst
  if (contracts === undefined) return capacityOf(contract, horizonDays)
  return Math.max(
    1,
    meanOf(contracts, horizonFirst, (held) => capacityOf(held, horizonDays)),
  )
}

/** What is shared: which shifts, and how many of them an employee's history holds. */
export interface Shared {
  readonly counts: (shift: Shift) => boolean
  readonly before: (history: History) => number
}

/** The same of posted shifts alone: as many are made of templates as there are people for them, so that nobody has a share of those. */
export function postedAlone({ counts, before }: Shared): Shared {
  return { counts: (shift) => shift.template === undefined && counts(shift), before }
}

/** The column of shared shifts; null where none is made of a template, so that a column of all shifts will do. */
export function columnOfPosted({ demands, measures }: { demands: Demands; measures: Measures }, name: string, { counts }: Shared): number | null {
  if (demands.sample.every(({ template }) => template === undefined)) return null
  const isShared = Uint8Array.from(demands.sample, (shift) => (counts(shift) ? 1 : 0))
  return measures.columnOfThose(`${name} of posted shifts`, isShared, 'shifts')
}

/** By employee: the number of shifts to work, from `least` to `most`, of which history holds `offset`. */
export interface FairShare {
  readonly least: Int32Array
  readonly most: Int32Array
  readonly offset: Int32Array
}

interface Sharing {
  readonly schedule: Schedule
  readonly demands: Demands
  readonly candidateLists: CandidateLists
}

/**
 * Shares the shifts, and the history's, among those who may work them (docs/constraints/evenShiftDistribution.md): at least a fair part
 * of the mandatory ones, at most one of all.
 */
export function compileFairShare(sharing: Sharing, shared: Shared): FairShare {
  const { employees } = sharing.schedule
  const offset = Int32Array.from(employees, ({ history }) => (history ? shared.before(history) : 0))
  const ofMandatory = hundredths(sharing, offset, (shift) => shift.importance === 'MANDATORY' && shared.counts(shift))
  const ofAll = hundredths(sharing, offset, shared.counts)
  return {
    least: Int32Array.from(ofMandatory, (value) => Math.floor(value / 100)),
    most: Int32Array.from(ofAll, (value) => Math.ceil(value / 100)),
    offset,
  }
}

/** By employee: the fair part of these shifts and of all history, in hundredths of a shift. */
function hundredths({ schedule, demands, candidateLists }: Sharing, offset: Int32Array, counts: (shift: Shift) => boolean): Float64Array {
  const { employees, shifts, calendar } = schedule
  const capacity = employees.map((employee) => capacityOfEmployee(employee, calendar))
  const millionths = new Float64Array(employees.length)
  const isCapped = schedule.settings.weights.oneShiftPerDay.some((weight) => weight > 0)
  // Demands that the same people may work are shared alike, so their seats are summed first: of each day where nobody gets more than one shift of it.
  const seats = new Map<number, Map<number, number>>()
  shifts.forEach((shift, index) => {
    if (shift.historic || !counts(shift)) return
    const list = candidateLists.candidateListOf[demands.demandOfShift[index]!]!
    const day = isCapped ? shift.day : 0
    const ofDay = seats.get(day) ?? new Map<number, number>()
    seats.set(day, ofDay.set(list, (ofDay.get(list) ?? 0) + 1))
  })
  const ofDay = new Float64Array(employees.length)
  for (const [, seatsOfList] of seats) {
    ofDay.fill(0)
    for (const [list, units] of seatsOfList) share(candidateLists.lists[list]!, units, capacity, ofDay)
    ofDay.forEach((part, e) => (millionths[e]! += isCapped ? Math.min(MILLIONTHS, part) : part))
  }
  const withHistory = Int32Array.from(employees.flatMap((employee, e) => (employee.history ? [e] : [])))
  share(
    { qualified: withHistory, absent: [] },
    offset.reduce((sum, worked) => sum + worked, 0),
    capacity,
    millionths,
  )
  return millionths.map(toHundredths)
}

/** Rounded. */
export function toHundredths(millionths: number): number {
  return Math.floor((millionths + 5_000) / 10_000)
}

function share({ qualified, absent }: Candidates, units: number, capacity: readonly number[], millionths: Float64Array): void {
  let sum = 0
  for (const e of qualified) sum += capacity[e]!
  for (const e of absent) sum -= capacity[e]!
  let next = 0
  for (const e of qualified) {
    if (absent[next] === e) next += 1
    else millionths[e]! += units * Math.floor((MILLIONTHS * capacity[e]!) / sum)
  }
}
