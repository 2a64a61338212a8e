import type { Employee, Held, Schedule, Shift, Wish } from '../../model/schedule.ts'
import { PRIORITIES } from '../../model/score.ts'
import type { SettingName } from '../../model/settings.ts'
import { isKept, type Demands } from './demands.ts'

/** What every employee on every demand costs, whoever else works: penalties of employee e on demand d stand at `4 × index[e × demands + d]`. */
export interface FitTable {
  readonly index: Int32Array
  /** Four penalties per distinct cost; the first four are all zero. */
  readonly cost: Float64Array
  /** 1 where the employee on the demand costs less than one of its seats left empty: worth trying. By e × demands + d. */
  readonly isSensible: Uint8Array
}

/** True when one entry of `held` with this id covers the whole shift. */
export function holds<Id>(held: readonly Held<Id>[], id: Id, shift: Shift): boolean {
  return held.some(
    (entry) => entry.id === id && (entry.start === null || entry.start <= shift.start) && (entry.end === null || entry.end >= shift.end),
  )
}

function applies(wish: Wish, shift: Shift): boolean {
  return wish.start < shift.end && shift.start < wish.end && (wish.tag === null || shift.tags.includes(wish.tag))
}

/** Units of every fit rule that the employee on the shift breaks. The table is built from this, and explanations read it again. */
export function fitUnits(schedule: Schedule, employee: Employee, shift: Shift): Partial<Record<SettingName, number>> {
  if (shift.historic) return {}
  const spot = schedule.spots[shift.spotIndex]!
  const units: Partial<Record<SettingName, number>> = {}
  const missing = spot.skills.filter((skill) => !holds(employee.skills, skill, shift)).length
  if (missing > 0) units.spotSkills = missing
  if (spot.teams.length > 0 && !spot.teams.some((team) => holds(employee.teams, team, shift))) units.spotTeams = 1
  for (const wish of employee.wishes) {
    if (wish.type === 'DESIRED' || !applies(wish, shift)) continue
    const setting = wish.type === 'UNAVAILABLE' ? 'unavailable' : 'undesired'
    units[setting] = (units[setting] ?? 0) + wish.weight
  }
  const { contract } = employee
  const tooShort = (contract.minMinutesPerShift ?? 0) - shift.workMin
  if (tooShort > 0) units.minMinutesPerShift = tooShort
  const tooLong = shift.workMin - (contract.maxMinutesPerShift ?? shift.workMin)
  if (tooLong > 0) units.maxMinutesPerShift = tooLong
  if (shift.suggestedEmployees.length > 0 && !shift.suggestedEmployees.includes(employee.id)) units.useSuggestedEmployee = 1
  if (shift.dislikedEmployees.includes(employee.id)) units.useDislikedEmployee = 1
  return units
}

/** As `fitUnits`, and −1 for an employee who keeps the shift: the state counts 1 for every such shift to begin with. */
function fitUnitsAgainstKept(schedule: Schedule, e: number, shift: Shift): Partial<Record<SettingName, number>> {
  const units = fitUnits(schedule, schedule.employees[e]!, shift)
  if (shift.employeeIndex === e && isKept(schedule, shift)) units.keepAssignment = -1
  return units
}

/**
 * Builds the table. Employees × demands, so what does not change from demand to demand is looked up once per spot and length.
 * `mayWork` is 1 where the employee has the skills and a team for it and is not unavailable, whatever the settings weigh; by e × demands + d.
 */
export function compileFit(schedule: Schedule, demands: Demands): { readonly fit: FitTable; readonly mayWork: Uint8Array } {
  const { employees, shifts } = schedule
  const index = new Int32Array(employees.length * demands.count)
  const mayWork = new Uint8Array(employees.length * demands.count)
  const costs: number[] = [0, 0, 0, 0]
  const known = new Map<string, number>([['', 0]])
  const touchesWish = new Uint8Array(demands.count)
  const isPlain = plainDemands(schedule, demands)
  employees.forEach((employee, e) => {
    touchesWish.fill(0)
    for (const wish of employee.wishes) markOverlapping(demands, wish, touchesWish)
    const timeless = [...employee.skills, ...employee.teams].every((held) => held.start === null && held.end === null)
    const bySpotAndLength = new Map<number, { index: number; mayWork: number }>()
    for (let d = 0; d < demands.count; d += 1) {
      const at = e * demands.count + d
      const alike = demands.spot[d]! * MOST_MINUTES + demands.workMin[d]!
      const plain = timeless && touchesWish[d] === 0 && isPlain[d] === 1
      let entry = plain ? bySpotAndLength.get(alike) : undefined
      if (entry === undefined) {
        const units = fitUnitsAgainstKept(schedule, e, shifts[demands.shiftIndexes[demands.shiftOffset[d]!]!]!)
        entry = { index: internCost(schedule, units, known, costs), mayWork: units.spotSkills || units.spotTeams || units.unavailable ? 0 : 1 }
        if (plain) bySpotAndLength.set(alike, entry)
      }
      index[at] = entry.index
      mayWork[at] = entry.mayWork
    }
  })
  const cost = Float64Array.from(costs)
  return { fit: { index, cost, isSensible: sensibleOnes(demands, index, cost) }, mayWork }
}

function sensibleOnes(demands: Demands, index: Int32Array, cost: Float64Array): Uint8Array {
  const isSensible = new Uint8Array(index.length)
  for (let i = 0; i < index.length; i += 1) {
    const d = i % demands.count
    const empty = 4 * demands.coverOffset[d]!
    let p = 0
    while (p < 4 && cost[4 * index[i]! + p] === demands.coverCost[empty + p]! - demands.coverCost[empty + 4 + p]!) p += 1
    const isCheaper = p < 4 && cost[4 * index[i]! + p]! < demands.coverCost[empty + p]! - demands.coverCost[empty + 4 + p]!
    isSensible[i] = isCheaper || index[i] === 0 ? 1 : 0
  }
  return isSensible
}

/** Above the work minutes of any shift. */
const MOST_MINUTES = 100_000

/** By demand: 1 when its cost for an employee without wishes follows from spot and length alone. */
function plainDemands(schedule: Schedule, demands: Demands): Uint8Array {
  return Uint8Array.from({ length: demands.count }, (_, d) => {
    const shift = schedule.shifts[demands.shiftIndexes[demands.shiftOffset[d]!]!]!
    const isNamed = shift.suggestedEmployees.length > 0 || shift.dislikedEmployees.length > 0 || isKept(schedule, shift)
    return shift.historic || isNamed ? 0 : 1
  })
}

function markOverlapping(demands: Demands, wish: Wish, touched: Uint8Array): void {
  for (let d = 0; d < demands.count && demands.start[d]! < wish.end; d += 1) {
    if (demands.end[d]! > wish.start) touched[d] = 1
  }
}

function internCost(schedule: Schedule, units: Partial<Record<SettingName, number>>, known: Map<string, number>, costs: number[]): number {
  const cost = [0, 0, 0, 0]
  for (const [setting, amount] of Object.entries(units)) {
    for (const p of PRIORITIES) cost[p]! += schedule.settings.weights[setting as SettingName][p] * amount
  }
  if (cost.every((value) => value === 0)) return 0
  const key = cost.join()
  const found = known.get(key)
  if (found !== undefined) return found
  const next = costs.length / 4
  known.set(key, next)
  costs.push(...cost)
  return next
}
