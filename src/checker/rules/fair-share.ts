import type { Calendar } from '../../model/calendar.ts'
import { IMPORTANCES, type Contract, type Employee, type History, type Schedule, type Shift, type Spot } from '../../model/schedule.ts'
import { appliesTo, isInTeam, missingSkills } from '../eligibility.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { countOf } from '../words.ts'

const MILLIONTHS = 1_000_000
const MILLIONTHS_PER_HUNDREDTH = 10_000
/** Work minutes a week of a contract that names no limit: 40 hours. */
const USUAL_CAPACITY = 2400
/** A weekend worked before counts as its Saturday and its Sunday. */
const SHIFTS_PER_WEEKEND = 2

/** Which shifts are shared, and what an employee worked of them before. */
interface Shared {
  isShared(shift: Shift, calendar: Calendar): boolean
  /** In shifts. */
  before(history: History): number
  readonly noun: string
}

/** Shifts are shared in proportion to contract hours among those who may work them. */
export const evenShiftDistribution: Rule = {
  setting: 'evenShiftDistribution',
  unit: 'squared shift away from the fair share',
  findMatches: (view) => unfairLoads(view, { isShared: () => true, before: (history) => history.shiftsWorked, noun: 'shift' }),
}

/** Nights are shared in proportion to contract hours among those who may work them. */
export const evenNightDistribution: Rule = {
  setting: 'evenNightDistribution',
  unit: 'squared night away from the fair share',
  findMatches: (view) =>
    unfairLoads(view, {
      isShared: (shift) => shift.isNight,
      before: (history) => history.byTag.get('night')?.shiftsWorked ?? 0,
      noun: 'night',
    }),
}

/** Work on weekends is shared in proportion to contract hours among those who may do it. */
export const evenWeekendDistribution: Rule = {
  setting: 'evenWeekendDistribution',
  unit: 'squared weekend shift away from the fair share',
  findMatches: (view) =>
    unfairLoads(view, {
      isShared: (shift, { days }) => days[shift.day]!.weekday >= 5,
      before: (history) => SHIFTS_PER_WEEKEND * history.weekendsWorked,
      noun: 'weekend shift',
    }),
}

function unfairLoads({ schedule, rows, words }: RosterView, shared: Shared): Finding[] {
  const shares = sharesInHundredths(schedule, shared, ['MANDATORY'])
  const fullShares = sharesInHundredths(schedule, shared, IMPORTANCES)
  const findings: Finding[] = []
  for (const [index, { employee, shifts }] of rows.entries()) {
    const least = Math.floor(shares[index]! / 100)
    const most = Math.ceil(fullShares[index]! / 100)
    const before = employee.history === null ? 0 : shared.before(employee.history)
    const load = shifts.filter((shift) => !shift.historic && shared.isShared(shift, schedule.calendar)).length + before
    const distance = Math.max(load - most, least - load, 0)
    if (distance === 0) continue
    const including = before > 0 ? ` (${before} of them before)` : ''
    const share = least === most ? `${least}` : `${least} to ${most}`
    findings.push({
      shiftIds: [],
      employeeIds: [employee.id],
      amount: distance * distance,
      text: `${words.employee(employee)} has ${countOf(load, shared.noun)}${including}; a fair share is ${share}.`,
    })
  }
  return findings
}

/** What each employee should work of the shifts of some importances, by position: whole hundredths of a shift. */
function sharesInHundredths(schedule: Schedule, shared: Shared, importances: readonly Shift['importance'][]): number[] {
  const capacities = schedule.employees.map((employee) => capacityOf(employee.contract, horizonDaysOf(schedule)))
  const millionths = schedule.employees.map(() => 0)
  const give = (units: number, receivers: readonly number[]): void => {
    const total = receivers.reduce((sum, index) => sum + capacities[index]!, 0)
    for (const index of receivers) millionths[index]! += units * wholeQuotient(MILLIONTHS * capacities[index]!, total)
  }
  for (const { example, count } of equalSeats(schedule, shared, importances)) give(count, eligibleFor(schedule, example))
  const withHistory = [...schedule.employees.keys()].filter((index) => schedule.employees[index]!.history !== null)
  const workedBefore = withHistory.reduce((sum, index) => sum + shared.before(schedule.employees[index]!.history!), 0)
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

/** The shifts of the horizon that are shared, those that the same employees may work taken together: same spot, times and tags. */
function equalSeats(
  { shifts, calendar }: Schedule,
  shared: Shared,
  importances: readonly Shift['importance'][],
): { example: Shift; count: number }[] {
  const chosen = shifts.filter((shift) => importances.includes(shift.importance) && !shift.historic && shared.isShared(shift, calendar))
  const alike = Map.groupBy(chosen, (shift) => JSON.stringify([shift.spotIndex, shift.start, shift.end, shift.tags]))
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
