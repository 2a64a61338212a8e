import type { Duties } from '../instance/duties.ts'
import type { Instance } from '../instance/instance.ts'
import { isConcerned } from '../rules/conditional/conditional.ts'
import { addConditionalChange } from '../rules/conditional/conditional-change.ts'
import { addGapUnits } from '../rules/gap/gap.ts'
import { addPatternChange } from '../rules/pattern/pattern-change.ts'
import { addPlainChange } from '../rules/plain-kind.ts'
import { addRunUnits } from '../rules/run/run.ts'
import { addSameTimeUnits } from '../rules/same-time/same-time.ts'
import { addWeekendUnits, weekendDaysOf } from '../rules/weekend/weekend.ts'
import { addRestChange } from '../rules/weekly-rest/weekly-rest-change.ts'
import { addCachedPlain, addCachedUnits } from './row-cache.ts'
import type { State } from './state.ts'

/** What a change of one row can reach, found before it is tried. */
export interface ShapeScratch {
  readonly before: Int32Array
  /** By run rule of the employee: the whole runs around the days whose flag changes; −1 when none does. */
  readonly spanFrom: Int32Array
  readonly spanTo: Int32Array
  /** Last day whose shifts feel the change. */
  reach: number
  /** First and last weekend with a day that turns from free to worked or back; −1 when there is none. */
  firstWeekend: number
  lastWeekend: number
  /** False when every changed day begins and ends as before: rules about time alone need no look. */
  movesTime: boolean
  /** By conditional rule of the employee: 1 when the change concerns it. */
  readonly isConcerned: Uint8Array
}

/** Scratch for rows of this instance. */
export function createShapeScratch(instance: Instance): ShapeScratch {
  return {
    before: new Int32Array(instance.dayCount),
    spanFrom: new Int32Array(instance.runs.length),
    spanTo: new Int32Array(instance.runs.length),
    reach: 0,
    firstWeekend: -1,
    lastWeekend: -1,
    movesTime: false,
    isConcerned: new Uint8Array(instance.conditionals.reduce((most, rules) => Math.max(most, rules.length), 0)),
  }
}

/**
 * The rules that read stretches of a row: gaps, runs, weekends, rests, patterns. They are counted over what the change can reach, which is left out
 * where the row is known to break none of them now, then again with the new duties in place, which are put back.
 */
export function addShapeChange(
  state: State,
  employee: number,
  from: number,
  to: number,
  next: Int32Array,
  scratch: ShapeScratch,
  isBroken: boolean,
  units: Float64Array,
): void {
  const { instance, cells } = state
  const row = employee * instance.dayCount
  findReach(state, employee, from, to, next, scratch)
  if (isBroken) addShapeUnits(instance, cells, employee, from, to, scratch, -1, units)
  for (let day = from; day <= to; day += 1) {
    scratch.before[day] = cells[row + day]!
    cells[row + day] = next[day]!
  }
  addShapeUnits(instance, cells, employee, from, to, scratch, 1, units)
  if (scratch.movesTime) addRestChange(instance, state.rows, cells, employee, from, to, units)
  if (instance.patterns.length > 0) addPatternChange(instance, state.rows.patterns[employee]!, cells, employee, from, to, units)
  addConditionalChange(instance, state.rows, cells, employee, scratch.isConcerned, units)
  for (let day = from; day <= to; day += 1) cells[row + day] = scratch.before[day]!
}

/**
 * The rules for which there is no code of their own: each counts the whole row with the new duties in place, which takes as long as all of the above together, and often much
 * longer.
 */
export function addPlainChangeOfRow(
  state: State,
  employee: number,
  from: number,
  to: number,
  next: Int32Array,
  scratch: ShapeScratch,
  units: Float64Array,
): void {
  const { instance, cells } = state
  const row = employee * instance.dayCount
  let movesTime = false
  for (let day = from; day <= to; day += 1) {
    const old = cells[row + day]!
    if (movesTimeOf(instance.duties, old, next[day]!)) movesTime = true
    scratch.before[day] = old
    cells[row + day] = next[day]!
  }
  addPlainChange(instance, state.rows, cells, employee, from, to, movesTime, units)
  for (let day = from; day <= to; day += 1) cells[row + day] = scratch.before[day]!
}

/** Puts into `units` what the rules that read stretches of one row cost now: no change of the row can save more. */
export function findShapeUnits(state: State, employee: number, units: Float64Array): void {
  units.fill(0)
  addStretchUnits(state.instance, state.cells, employee, units)
  addCachedUnits(state.instance, state.rows, employee, units)
  const { sameTime, dayCount, duties } = state.instance
  if (sameTime !== null) addSameTimeUnits(sameTime, duties, state.cells, employee * dayCount, 0, dayCount - 1, dayCount, 1, units)
}

/** The same of plain rules. */
export function findPlainUnits({ instance, rows }: State, employee: number, units: Float64Array): void {
  units.fill(0)
  addCachedPlain(instance, rows, employee, units)
}

/** Gaps, runs and weekends of a whole row, without what history alone broke being taken off. */
function addStretchUnits(instance: Instance, cells: Int32Array, employee: number, units: Float64Array): void {
  const { gap, runs, weekends, duties, dayCount } = instance
  const row = employee * dayCount
  addGapUnits(gap, duties, cells, row, employee, 0, dayCount - 1, 1, units)
  for (const r of instance.runsOf[employee]!) {
    addRunUnits(runs[r]!, duties.flags[runs[r]!.flag]!, cells, row, employee, 0, dayCount - 1, dayCount, 1, units)
  }
  if (weekends !== null) addWeekendUnits(weekends, duties, cells, row, employee, 0, weekends.weekends.count - 1, dayCount, 1, units)
}

function findReach(state: State, employee: number, from: number, to: number, next: Int32Array, scratch: ShapeScratch): void {
  const { instance, cells } = state
  const { reachDay } = instance.duties
  const row = employee * instance.dayCount
  let reach = to
  let movesTime = false
  for (let day = from; day <= to; day += 1) {
    const old = cells[row + day]!
    const duty = next[day]!
    if (reachDay[duty]! > reach) reach = reachDay[duty]!
    if (reachDay[old]! > reach) reach = reachDay[old]!
    if (movesTimeOf(instance.duties, old, duty)) movesTime = true
  }
  scratch.reach = reach
  scratch.movesTime = movesTime
  const mine = instance.runsOf[employee]!
  for (let i = 0; i < mine.length; i += 1) findRunSpan(instance, cells, row, mine[i]!, from, to, next, scratch)
  const conditionals = instance.conditionals[employee]!
  for (let i = 0; i < conditionals.length; i += 1) {
    scratch.isConcerned[i] = isConcerned(conditionals[i]!, instance.duties, cells, row, from, to, next) ? 1 : 0
  }
  scratch.firstWeekend = -1
  const { weekends } = instance
  if (weekends === null || weekends.applies[employee] === 0) return
  for (let day = from; day <= to; day += 1) {
    const weekend = weekends.weekends.weekendOf[day]!
    if (weekend < 0 || weekendDaysOf(instance.duties, cells[row + day]!) === weekendDaysOf(instance.duties, next[day]!)) continue
    if (scratch.firstWeekend < 0) scratch.firstWeekend = weekend
    scratch.lastWeekend = weekend
  }
}

/** False where a day begins and ends as before. */
function movesTimeOf({ start, end, size }: Duties, old: number, duty: number): boolean {
  return start[old] !== start[duty] || end[old] !== end[duty] || size[old]! + size[duty]! > 2
}

function findRunSpan(
  instance: Instance,
  cells: Int32Array,
  row: number,
  r: number,
  from: number,
  to: number,
  next: Int32Array,
  scratch: ShapeScratch,
): void {
  const flags = instance.duties.flags[instance.runs[r]!.flag]!
  scratch.spanFrom[r] = -1
  let first = from
  while (first <= to && flags[cells[row + first]!] === flags[next[first]!]) first += 1
  if (first > to) return
  let last = to
  while (flags[cells[row + last]!] === flags[next[last]!]) last -= 1
  if (first > 0) {
    first -= 1
    const value = flags[cells[row + first]!]
    while (first > 0 && flags[cells[row + first - 1]!] === value) first -= 1
  }
  const end = instance.dayCount - 1
  if (last < end) {
    last += 1
    const value = flags[cells[row + last]!]
    while (last < end && flags[cells[row + last + 1]!] === value) last += 1
  }
  scratch.spanFrom[r] = first
  scratch.spanTo[r] = last
}

function addShapeUnits(
  instance: Instance,
  cells: Int32Array,
  employee: number,
  from: number,
  to: number,
  scratch: ShapeScratch,
  sign: number,
  units: Float64Array,
): void {
  const { runs, weekends, dayCount, duties } = instance
  const row = employee * dayCount
  addGapUnits(instance.gap, duties, cells, row, employee, from, scratch.reach, sign, units)
  const mine = instance.runsOf[employee]!
  for (let i = 0; i < mine.length; i += 1) {
    const r = mine[i]!
    if (scratch.spanFrom[r]! < 0) continue
    const rule = runs[r]!
    addRunUnits(rule, duties.flags[rule.flag]!, cells, row, employee, scratch.spanFrom[r]!, scratch.spanTo[r]!, dayCount, sign, units)
  }
  if (scratch.firstWeekend >= 0) {
    const last = Math.min(weekends!.weekends.count - 1, scratch.lastWeekend + weekends!.reach[employee]! - 1)
    addWeekendUnits(weekends!, duties, cells, row, employee, scratch.firstWeekend, last, dayCount, sign, units)
  }
  if (scratch.movesTime && instance.sameTime !== null) addSameTimeUnits(instance.sameTime, duties, cells, row, from, to, dayCount, sign, units)
}
