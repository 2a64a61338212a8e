import type { Employee, Schedule, Shift } from '../../../model/schedule.ts'
import { PRIORITIES } from '../../../model/score.ts'
import type { Weights } from '../../../model/settings.ts'
import { MINUTES_PER_HOUR } from '../../../model/units.ts'
import { isCheaper, type FitTable } from './fit.ts'
import type { Compiling } from '../../instance/compiling.ts'
import type { DayWishes } from '../../instance/day-wishes.ts'
import { isKept, keepWeights, type Demands } from '../../instance/demands.ts'
import { Holders } from '../../instance/holders.ts'
import { addGeneratedUnits, addLengthUnits, addPreferredUnits, addSpotUnits, type FitSetting, type GeneratedSetting } from './fit-units.ts'
import { firstShiftOf, lengthsOf, Numbering, type Staff } from '../../instance/staff.ts'

/** Amounts by all rules that a cost may be made of. */
type PricedUnits = Partial<Record<FitSetting | GeneratedSetting, number>>

/** Gives every distinct cost a position. */
class Costs {
  readonly numbers: number[] = [0, 0, 0, 0]
  readonly #byUnits = new Map<string, number>()
  readonly #byCost = new Map<string, number>()
  readonly #schedule: Schedule

  constructor(schedule: Schedule) {
    this.#schedule = schedule
  }

  /** `less`: what is taken off beside them. */
  of(units: PricedUnits, less: Weights | null = null): number {
    let text = less === null ? '' : `less ${less.join()} `
    for (const setting in units) text += `${setting} ${units[setting as keyof PricedUnits]!} `
    if (text === '') return 0
    const known = this.#byUnits.get(text)
    if (known !== undefined) return known
    const at = this.#find(units, less)
    this.#byUnits.set(text, at)
    return at
  }

  #find(units: PricedUnits, less: Weights | null): number {
    const cost = less === null ? [0, 0, 0, 0] : less.map((weight) => -weight)
    for (const [setting, amount] of Object.entries(units)) {
      for (const p of PRIORITIES) cost[p]! += this.#schedule.settings.weights[setting as keyof PricedUnits][p] * amount
    }
    if (cost.every((value) => value === 0)) return 0
    const key = cost.join()
    const known = this.#byCost.get(key)
    if (known !== undefined) return known
    const at = this.numbers.length
    this.#byCost.set(key, at)
    this.numbers.push(...cost)
    return at
  }
}

type FitParts = Pick<Compiling, 'schedule' | 'demands' | 'staff' | 'dayWishes' | 'between'>

/** Builds the table: groups of employees × columns of demands, wishes by employee and day, and names by demand. */
export function compileFit({ schedule, demands, staff, dayWishes: wishes, between }: FitParts): FitTable {
  const costs = new Costs(schedule)
  const { rows, rowOfGroup } = compileRows({ schedule, demands, staff, between }, costs)
  const names = compileNames(schedule, demands, costs)
  const days = compileBlocks(schedule, wishes, costs)
  const gain = gainsOf(schedule, demands)
  const isPlainGroup = staff.example.map(
    (_, group) => names.named.length === 0 && rows.subarray(rowOfGroup[group], rowOfGroup[group + 1]).every((at) => at === 0),
  )
  const table = {
    dayCount: schedule.calendar.days.length,
    cost: Float64Array.from(costs.numbers),
    rowOf: staff.groupOf.map((group) => rowOfGroup[group]!),
    isDated: Uint8Array.from(staff.groupOf, (group) => staff.isDated[group]!),
    isPlain: Uint8Array.from(staff.groupOf, (group) => (isPlainGroup[group]! ? 1 : 0)),
    columnOf: staff.columnOf,
    datedColumnOf: staff.datedColumnOf,
    rows,
    placeOf: wishes.placeOf,
    ...days,
    ...names,
    gain,
  }
  return { ...table, ...compileCandidates({ demands, staff, between }, rowOfGroup, table) }
}

function compileRows({ schedule, demands, staff, between }: Omit<FitParts, 'dayWishes'>, costs: Costs): { rows: Int32Array; rowOfGroup: Int32Array } {
  const rowOfGroup = new Int32Array(staff.example.length + 1)
  staff.example.forEach((_, group) => {
    rowOfGroup[group + 1] = rowOfGroup[group]! + examplesFor(staff, group).length
  })
  const rows = new Int32Array(rowOfGroup.at(-1)!)
  const employeeOf = (group: number): Employee => schedule.employees[staff.example[group]!]!
  const costOf = (employee: Fitted, d: number): number => {
    const shift = firstShiftOf(demands, d)
    if (shift.historic) return 0
    const units: PricedUnits = {}
    if (demands.candidateOf[d]! >= 0) addGeneratedUnits(shift, units)
    addSpotUnits(schedule, employee, shift, units)
    addPreferredUnits(employee, shift, units)
    addLengthUnits(employee, shift, units)
    // Those who are suggested get it back by name.
    if (shift.suggestedEmployees.length > 0) units.useSuggestedEmployee = 1
    return costs.of(units)
  }
  // Whoever holds nothing of what a spot and a shift ask for costs as much as somebody who holds nothing at all.
  const byLimits = new Map<string, Int32Array>()
  staff.example.forEach((_, group) => {
    const example = employeeOf(group)
    const key = `${staff.isDated[group]} ${lengthsOf(example).join()}`
    const holdsNothing = { ...example, skills: NOTHING, teams: NOTHING }
    const row = byLimits.get(key) ?? Int32Array.from(examplesFor(staff, group), (d) => costOf(holdsNothing, d))
    byLimits.set(key, row)
    rows.set(row, rowOfGroup[group])
    between()
  })
  const holders = new Holders(schedule, staff)
  for (const [isDated, examples] of [staff.columnExample, staff.datedColumnExample].entries()) {
    for (const { positions, holders: groups, oncePerKind } of holders.bySpot(demands, examples)) {
      between()
      if (groups === null) continue
      for (const column of positions) {
        const costAt = oncePerKind((group) => costOf(employeeOf(group), examples[column]!))
        for (const group of groups) if (staff.isDated[group] === isDated) rows[rowOfGroup[group]! + column] = costAt(group)
      }
    }
  }
  return { rows, rowOfGroup }
}

type Fitted = Pick<Employee, 'skills' | 'teams' | 'contract' | 'contracts'>
const NOTHING: readonly never[] = []

function examplesFor(staff: Staff, group: number): readonly number[] {
  return staff.isDated[group] === 1 ? staff.datedColumnExample : staff.columnExample
}

function compileBlocks(schedule: Schedule, { places, entries }: DayWishes, costs: Costs): Pick<FitTable, 'wishesOn' | 'wished'> {
  const dayCount = schedule.calendar.days.length
  const wishesOn = new Int32Array(schedule.employees.length * dayCount)
  const wished: number[] = places.reduce((most, day) => (day.length > most.length ? day : most), [] as readonly number[]).map(() => 0)
  const known = new Map<string, number>()
  for (const { employee, day, units } of entries) {
    const block = units.map((unit) => costs.of(unit))
    if (block.every((at) => at === 0)) continue
    const key = block.join()
    const at = known.get(key) ?? wished.length
    if (at === wished.length) {
      known.set(key, at)
      for (const cost of block) wished.push(cost)
    }
    wishesOn[employee * dayCount + day] = at
  }
  return { wishesOn, wished: Int32Array.from(wished) }
}

/** Whom each demand's shift suggests, dislikes or was with: the state counts 1 for every such shift to begin with, so staying takes it off. */
function compileNames(schedule: Schedule, demands: Demands, costs: Costs): Pick<FitTable, 'namedFrom' | 'namedEmployee' | 'named'> {
  const position = new Map(schedule.employees.map(({ id }, e) => [id, e]))
  const unitsOfNames = Array.from({ length: 2 ** NAMES.length }, (_, names) =>
    Object.fromEntries(NAMES.filter((__, bit) => (names & (1 << bit)) !== 0)),
  )
  const namedFrom = new Int32Array(demands.count + 1)
  const employees: number[] = []
  const named: number[] = []
  // By employee: the names that the demand has for them, a bit for each.
  const namesOf = new Uint8Array(schedule.employees.length)
  for (let d = 0; d < demands.count; d += 1) {
    const shift = firstShiftOf(demands, d)
    const own: number[] = []
    // The seats of one shift start together.
    const ofKeeping = keepWeights(schedule, shift)
    const give = (employee: number | null | undefined, names: number): void => {
      if (employee === null || employee === undefined) return
      if (namesOf[employee] === 0) own.push(employee)
      namesOf[employee]! |= names
    }
    if (!shift.historic) {
      for (const id of shift.suggestedEmployees) give(position.get(id), 1)
      for (const id of shift.dislikedEmployees) give(position.get(id), 2)
      // Seats of one shift may each have come with somebody.
      for (let at = demands.shiftOffset[d]!; at < demands.shiftOffset[d + 1]!; at += 1) {
        const seat = schedule.shifts[demands.shiftIndexes[at]!]!
        if (isKept(schedule, seat)) give(seat.employeeIndex, KEPT)
      }
    }
    for (const employee of own.sort((a, b) => a - b)) {
      employees.push(employee)
      const names = namesOf[employee]!
      named.push(costs.of(unitsOfNames[names & ~KEPT]!, (names & KEPT) === 0 ? null : ofKeeping))
      namesOf[employee] = 0
    }
    namedFrom[d + 1] = employees.length
  }
  return { namedFrom, namedEmployee: Int32Array.from(employees), named: Int32Array.from(named) }
}

/** What each name adds or takes off, in the order of the bits. */
const NAMES = [
  ['useSuggestedEmployee', -1],
  ['useDislikedEmployee', 1],
] as const
/** The bit after those: the shift came with them, which takes off what its keeping weighs. */
const KEPT = 1 << NAMES.length

/** The most that a person on a candidate can be worth: where somebody is missing all the time. */
function mostOfCandidate({ settings: { weights }, demands = [] }: Schedule, { workMin, cost, start, end }: Shift): number[] {
  const weight = demands.reduce((most, demand) => Math.max(most, demand.weight), 1)
  const hours = (weight * (end - start)) / MINUTES_PER_HOUR
  return PRIORITIES.map(
    (p) => (weights.demandUnder[p] + weights.demandIdeal[p]) * hours + weights.generatedMinutes[p] * workMin + weights.shiftCost[p] * cost,
  )
}

function gainsOf(schedule: Schedule, demands: Demands): Float64Array {
  const gain = new Float64Array(4 * demands.count)
  for (let d = 0; d < demands.count; d += 1) {
    if (demands.candidateOf[d]! >= 0) {
      gain.set(mostOfCandidate(schedule, demands.sample[d]!), 4 * d)
      continue
    }
    const empty = 4 * demands.coverOffset[d]!
    for (let p = 0; p < 4; p += 1) gain[4 * d + p] = demands.coverCost[empty + p]! - demands.coverCost[empty + 4 + p]!
  }
  return gain
}

/** Candidate lists are told apart by which groups are in them, so that demands of many columns share one list. */
function compileCandidates(
  { demands, staff, between }: Pick<FitParts, 'demands' | 'staff' | 'between'>,
  rowOfGroup: Int32Array,
  { cost, rows, gain }: Pick<FitTable, 'cost' | 'rows' | 'gain'>,
): Pick<FitTable, 'candidateListOf' | 'candidateLists' | 'isMember'> {
  const alike = new Numbering()
  const alikeOf = Int32Array.from({ length: demands.count }, (_, d) =>
    alike.of(`${staff.columnOf[d]!} ${staff.datedColumnOf[d]!} ${gain.subarray(4 * d, 4 * d + 4).join()}`, d),
  )
  const distinct = new Numbering()
  const candidateLists: Int32Array[] = []
  const listOfAlike = alike.examples.map((d) => {
    between()
    const isIn = new Uint8Array(staff.example.length)
    for (let group = 0; group < isIn.length; group += 1) {
      const column = staff.isDated[group] === 1 ? staff.datedColumnOf[d]! : staff.columnOf[d]!
      if (isCheaper({ cost, gain }, rows[rowOfGroup[group]! + column]!, 0, 0, d)) isIn[group] = 1
    }
    const list = distinct.ofFlags(isIn, d)
    candidateLists[list] ??= membersOf(staff, isIn)
    return list
  })
  const isMember = new Uint8Array(candidateLists.length * staff.groupOf.length)
  candidateLists.forEach((members, list) => {
    for (const e of members) isMember[list * staff.groupOf.length + e] = 1
  })
  return { candidateListOf: alikeOf.map((number) => listOfAlike[number]!), candidateLists, isMember }
}

/** The employees of these groups (1 = in), in order. */
export function membersOf({ groupOf }: Staff, isIn: Uint8Array): Int32Array {
  const members = new Int32Array(groupOf.length)
  let count = 0
  for (let e = 0; e < groupOf.length; e += 1) if (isIn[groupOf[e]!] === 1) members[count++] = e
  return members.slice(0, count)
}
