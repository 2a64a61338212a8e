import type { Contract, Employee, Schedule, Shift, Spot } from '../../model/schedule.ts'
import { appliesTo, isInTeam, missingSkills } from '../eligibility.ts'
import type { Finding, Rule } from '../rule.ts'
import { countOf } from '../words.ts'

const MILLIONTHS = 1_000_000
const MILLIONTHS_PER_HUNDREDTH = 10_000
/** Work minutes a week of a contract that names no limit: 40 hours. */
const USUAL_CAPACITY = 2400

/** Shifts are shared in proportion to contract hours among those who may work them. */
export const evenShiftDistribution: Rule = {
  setting: 'evenShiftDistribution',
  unit: 'squared shift away from the fair share',
  findMatches({ schedule, rows, words }) {
    const shares = sharesInHundredths(schedule)
    const findings: Finding[] = []
    for (const [index, { employee, shifts }] of rows.entries()) {
      const least = Math.floor(shares[index]! / 100)
      const most = Math.ceil(shares[index]! / 100)
      const before = employee.history?.shiftsWorked ?? 0
      const load = shifts.filter((shift) => !shift.historic).length + before
      const distance = Math.max(load - most, least - load, 0)
      if (distance === 0) continue
      const including = before > 0 ? ` (${before} of them before)` : ''
      const share = least === most ? `${least}` : `${least} to ${most}`
      findings.push({
        shiftIds: [],
        employeeIds: [employee.id],
        amount: distance * distance,
        text: `${words.employee(employee)} has ${countOf(load, 'shift')}${including}; a fair share is ${share}.`,
      })
    }
    return findings
  },
}

/** What each employee should work, by position: whole hundredths of a shift. */
function sharesInHundredths(schedule: Schedule): number[] {
  const capacities = schedule.employees.map((employee) => capacityOf(employee.contract, horizonDaysOf(schedule)))
  const millionths = schedule.employees.map(() => 0)
  const give = (units: number, receivers: readonly number[]): void => {
    const total = receivers.reduce((sum, index) => sum + capacities[index]!, 0)
    for (const index of receivers) millionths[index]! += units * wholeQuotient(MILLIONTHS * capacities[index]!, total)
  }
  for (const { example, count } of equalSeats(schedule)) give(count, eligibleFor(schedule, example))
  const withHistory = [...schedule.employees.keys()].filter((index) => schedule.employees[index]!.history !== null)
  const workedBefore = withHistory.reduce((sum, index) => sum + schedule.employees[index]!.history!.shiftsWorked, 0)
  give(workedBefore, withHistory)
  return millionths.map((sum) => wholeQuotient(sum + MILLIONTHS_PER_HUNDREDTH / 2, MILLIONTHS_PER_HUNDREDTH))
}

function horizonDaysOf({ calendar }: Schedule): number {
  return Math.max(1, calendar.days.length - calendar.horizonFirst)
}

/** Work minutes a week that the contract leaves room for; 1 or more. */
function capacityOf(contract: Contract, horizonDays: number): number {
  const named: number[] = []
  if (contract.maxMinutesPerWeek !== null) named.push(contract.maxMinutesPerWeek)
  if (contract.maxMinutesInKWeeks !== null && contract.inKWeeks !== null) named.push(wholeQuotient(contract.maxMinutesInKWeeks, contract.inKWeeks))
  if (contract.maxMinutesPerMonth !== null) named.push(wholeQuotient(contract.maxMinutesPerMonth * 12, 52))
  if (contract.maxMinutesTotal !== null) named.push(wholeQuotient(contract.maxMinutesTotal * 7, horizonDays))
  return named.length === 0 ? USUAL_CAPACITY : Math.max(1, Math.min(...named))
}

/** Rounded down; both not negative. By the remainder, so that no division is rounded up to a whole number. */
function wholeQuotient(dividend: number, divisor: number): number {
  return (dividend - (dividend % divisor)) / divisor
}

/** The mandatory shifts of the horizon, those that the same employees may work taken together: same spot, times and tags. */
function equalSeats({ shifts }: Schedule): { example: Shift; count: number }[] {
  const shared = shifts.filter((shift) => shift.importance === 'MANDATORY' && !shift.historic)
  const alike = Map.groupBy(shared, (shift) => JSON.stringify([shift.spotIndex, shift.start, shift.end, shift.tags]))
  return [...alike.values()].map((seats) => ({ example: seats[0]!, count: seats.length }))
}

/** Positions of the employees who may work a shift. */
function eligibleFor({ employees, spots }: Schedule, shift: Shift): number[] {
  const spot = spots[shift.spotIndex]!
  return [...employees.keys()].filter((index) => mayWork(employees[index]!, spot, shift))
}

function mayWork(employee: Employee, spot: Spot, shift: Shift): boolean {
  if (missingSkills(employee, spot, shift).length > 0 || !isInTeam(employee, spot, shift)) return false
  return !employee.wishes.some((wish) => wish.type === 'UNAVAILABLE' && appliesTo(wish, shift))
}
