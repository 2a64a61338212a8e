import { NOBODY, type Roster } from '../../model/roster.ts'
import type { Score } from '../../model/score.ts'
import { OFF } from '../compile/duties.ts'
import { UNIT_SETTINGS, type Instance } from '../compile/instance.ts'
import { countUnits } from '../rules/count.ts'
import { addGapUnits } from '../rules/gap.ts'
import { addRunUnits } from '../rules/run.ts'
import { addSpacingUnits } from '../rules/spacing.ts'
import { meetings } from '../rules/wish.ts'

/** Where the search stands: a roster as a table of duties, and the sums that make a move's cost quick to tell. */
export interface State {
  readonly instance: Instance
  /** By employee × days + day: the duty. Decided shifts are always part of it. */
  readonly cells: Int32Array
  /** By demand: seats filled. */
  readonly filled: Int32Array
  /** By count rule, by employee × windows + window: the sum so far, offset included. */
  readonly sums: readonly Int32Array[]
  /** By wish to work: how many shifts meet it. */
  readonly met: Int32Array
  /** Penalties of the whole roster, one per priority. */
  readonly score: Float64Array
}

/** The state of a roster; every shift's employee must be −1 or a position in `schedule.employees`. */
export function createState(instance: Instance, roster: Roster): State {
  const { demands, duties, dayCount } = instance
  const cells = new Int32Array(instance.employeeCount * dayCount)
  const filled = new Int32Array(demands.count)
  roster.forEach((employee, shift) => {
    if (employee === NOBODY) return
    const d = demands.demandOfShift[shift]!
    const cell = employee * dayCount + demands.day[d]!
    cells[cell] = duties.with(cells[cell]!, d)
    filled[d]! += 1
  })
  return createStateOfCells(instance, cells, filled)
}

function createStateOfCells(instance: Instance, cells: Int32Array, filled: Int32Array): State {
  const state: State = {
    instance,
    cells,
    filled,
    sums: instance.counts.map((rule) => new Int32Array(instance.employeeCount * rule.windowCount)),
    met: new Int32Array(instance.wishes?.count ?? 0),
    score: new Float64Array(4),
  }
  recount(state)
  return state
}

/** Replaces the roster by that of `cells`, in place. */
export function restoreCells(state: State, cells: Int32Array): void {
  state.cells.set(cells)
  const { duties, demands } = state.instance
  state.filled.fill(0)
  for (const duty of cells) for (const part of duties.partsOf(duty)) state.filled[part]! += 1
  for (let d = 0; d < demands.count; d += 1)
    if (state.filled[d]! > demands.seats[d]!) throw new Error('Invariant broken: a demand holds more than its seats')
  recount(state)
}

function recount(state: State): void {
  const { instance, cells } = state
  instance.counts.forEach((rule, r) => {
    const sums = state.sums[r]!
    for (let e = 0; e < instance.employeeCount; e += 1) {
      for (let w = 0; w < rule.windowCount; w += 1) sums[e * rule.windowCount + w] = rule.offset[e]!
      for (let day = rule.countsHistoricDays ? 0 : instance.horizonFirst; day < instance.dayCount; day += 1) {
        const duty = cells[e * instance.dayCount + day]!
        sums[e * rule.windowCount + rule.windowOf[day]!]! += rule.of === 'minutes' ? instance.duties.minutes[duty]! : instance.duties.size[duty]!
      }
    }
  })
  state.met.fill(0)
  const { wishes } = instance
  if (wishes) {
    for (let i = 0; i < cells.length; i += 1) {
      for (let k = wishes.offset[i]!; k < wishes.offset[i + 1]!; k += 1)
        state.met[wishes.wishes[k]!]! += meetings(wishes, cells[i]!, wishes.wishes[k]!)
    }
  }
  state.score.set(scoreFromScratch(state))
}

/**
 * The penalties of the state's cells, counted anew without looking at any running sum: the specification that every fast change of
 * `state.score` must agree with.
 */
export function scoreFromScratch(state: State): Score {
  const { instance } = state
  const units = new Float64Array(UNIT_SETTINGS.length)
  const penalties = new Float64Array(4)
  for (let e = 0; e < instance.employeeCount; e += 1) {
    addRowUnits(instance, state.cells, e, instance.dayCount, 1, units)
    // What history alone breaks is not charged: the same row, cut off where the horizon begins.
    if (instance.horizonFirst > 0) addRowUnits(instance, state.cells, e, instance.horizonFirst, -1, units)
    addFitCost(instance, state.cells, e, penalties)
  }
  addWishUnits(state, units)
  addCoverCost(instance, state.filled, penalties)
  units.forEach((amount, k) => {
    for (let p = 0; p < 4; p += 1) penalties[p]! += amount * instance.weights[4 * k + p]!
  })
  return [penalties[0]!, penalties[1]!, penalties[2]!, penalties[3]!]
}

/** Adds `sign` × the units of one row, of which only the first `days` days are looked at. */
function addRowUnits(instance: Instance, cells: Int32Array, employee: number, days: number, sign: number, units: Float64Array): void {
  const row = employee * instance.dayCount
  addGapUnits(instance.gap, cells, row, employee, 0, days - 1, sign, units)
  for (const rule of instance.runs) {
    const flags = rule.of === 'work' ? instance.duties.isWork : instance.duties.isNight
    addRunUnits(rule, flags, cells, row, employee, 0, days - 1, days, sign, units)
  }
  if (instance.spacing) addSpacingUnits(instance.spacing, cells, row, employee, 0, instance.spacing.weekendCount - 1, days, sign, units)
  for (const rule of instance.counts) {
    if (!rule.countsHistoricDays && days === instance.horizonFirst) continue
    const sums = new Map<number, number>()
    for (let day = 0; day < days; day += 1) {
      const duty = cells[row + day]!
      const counts = rule.countsHistoricDays || day >= instance.horizonFirst
      const amount = !counts ? 0 : rule.of === 'minutes' ? instance.duties.minutes[duty]! : instance.duties.size[duty]!
      const window = rule.windowOf[day]!
      sums.set(window, (sums.get(window) ?? rule.offset[employee]!) + amount)
    }
    for (const value of sums.values()) units[rule.unit]! += sign * countUnits(rule, employee, value)
  }
}

function addWishUnits(state: State, units: Float64Array): void {
  const { wishes, dayCount } = state.instance
  if (!wishes) return
  for (let wish = 0; wish < wishes.count; wish += 1) {
    const row = wishes.employee[wish]! * dayCount
    const isMet = state.cells.subarray(row, row + dayCount).some((duty) => meetings(wishes, duty, wish) > 0)
    if (!isMet) units[wishes.unit]! += wishes.weight[wish]!
  }
}

function addFitCost(instance: Instance, cells: Int32Array, employee: number, penalties: Float64Array): void {
  const { fit, demands, duties, dayCount } = instance
  for (let day = 0; day < dayCount; day += 1) {
    const duty = cells[employee * dayCount + day]!
    if (duty === OFF) continue
    for (const part of duties.partsOf(duty)) {
      const at = 4 * fit.index[employee * demands.count + part]!
      for (let p = 0; p < 4; p += 1) penalties[p]! += fit.cost[at + p]!
    }
  }
}

function addCoverCost(instance: Instance, filled: Int32Array, penalties: Float64Array): void {
  const { demands } = instance
  for (let d = 0; d < demands.count; d += 1) {
    const at = 4 * (demands.coverOffset[d]! + filled[d]!)
    for (let p = 0; p < 4; p += 1) penalties[p]! += demands.coverCost[at + p]!
  }
}

/** The roster of a state: of equal seats the dearest ones to leave empty are filled first, in order of employees. */
export function rosterOf(instance: Instance, cells: Int32Array): Roster {
  const { demands, duties, dayCount } = instance
  const roster: Roster = new Int32Array(demands.shiftIndexes.length).fill(NOBODY)
  const taken = new Int32Array(demands.count)
  cells.forEach((duty, cell) => {
    if (duty === OFF) return
    for (const part of duties.partsOf(duty)) {
      roster[demands.shiftIndexes[demands.shiftOffset[part]! + taken[part]!]!] = Math.floor(cell / dayCount)
      taken[part]! += 1
    }
  })
  return roster
}
