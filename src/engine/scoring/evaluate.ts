import { OFF } from '../compile/duties.ts'
import { UNIT_SETTINGS, type Instance } from '../compile/instance.ts'
import { countUnits } from '../rules/count.ts'
import { addGapUnits } from '../rules/gap.ts'
import { addRunUnits } from '../rules/run.ts'
import { addSpacingUnits } from '../rules/spacing.ts'
import { meetings } from '../rules/wish.ts'
import type { State } from './state.ts'

/** The most rows one move may change. */
export const MAX_ROWS = 4

/**
 * A move: up to `MAX_ROWS` different employees, each with new duties for some consecutive days. Made once and used again for every
 * move; `evaluate` fills the lower half.
 */
export interface Move {
  rows: number
  readonly employee: Int32Array
  /** First and last day (inclusive) that row i changes. */
  readonly from: Int32Array
  readonly to: Int32Array
  /** Row i's new duty on each day from `from[i]` to `to[i]`. */
  readonly next: readonly Int32Array[]
  /** What the move adds: units by `UNIT_SETTINGS`, and the penalties of fit and cover by priority. */
  readonly units: Float64Array
  readonly penalties: Float64Array
  readonly scratch: Scratch
}

interface Scratch {
  readonly fillChange: Int32Array
  readonly touchedDemands: Int32Array
  readonly isTouched: Uint8Array
  readonly before: Int32Array
  readonly meetChange: Int32Array
  readonly spanFrom: Int32Array
  readonly spanTo: Int32Array
}

/** An empty move for states of this instance. */
export function createMove(instance: Instance): Move {
  return {
    rows: 0,
    employee: new Int32Array(MAX_ROWS),
    from: new Int32Array(MAX_ROWS),
    to: new Int32Array(MAX_ROWS),
    next: Array.from({ length: MAX_ROWS }, () => new Int32Array(instance.dayCount)),
    units: new Float64Array(UNIT_SETTINGS.length),
    penalties: new Float64Array(4),
    scratch: {
      fillChange: new Int32Array(instance.demands.count),
      touchedDemands: new Int32Array(instance.demands.count),
      isTouched: new Uint8Array(instance.demands.count),
      before: new Int32Array(instance.dayCount),
      meetChange: new Int32Array(instance.wishes?.count ?? 0),
      spanFrom: new Int32Array(instance.runs.length),
      spanTo: new Int32Array(instance.runs.length),
    },
  }
}

/**
 * Works out what the move would add to every penalty, into `move.units` and `move.penalties`; the state stays as it is.
 * False, with nothing worked out, when a demand would get more employees than it has seats.
 */
export function evaluate(state: State, move: Move): boolean {
  move.units.fill(0)
  move.penalties.fill(0)
  if (!addCoverChange(state, move)) return false
  for (let i = 0; i < move.rows; i += 1) addRowChange(state, move, i)
  return true
}

/** Makes the move, which `evaluate` has just worked out for this state. */
export function apply(state: State, move: Move): void {
  const { instance, cells } = state
  for (let i = 0; i < move.rows; i += 1) {
    const row = move.employee[i]! * instance.dayCount
    const next = move.next[i]!
    for (let day = move.from[i]!; day <= move.to[i]!; day += 1) {
      const old = cells[row + day]!
      const duty = next[day]!
      if (old === duty) continue
      addToSums(state, move.employee[i]!, day, old, duty)
      addToFilled(state, old, -1)
      addToFilled(state, duty, 1)
      cells[row + day] = duty
    }
  }
  for (let p = 0; p < 4; p += 1) state.score[p]! += penaltyOf(instance, move, p)
}

/** What an evaluated move adds to the score on priority p. */
export function penaltyOf(instance: Instance, move: Move, p: number): number {
  let sum = move.penalties[p]!
  for (let k = 0; k < UNIT_SETTINGS.length; k += 1) sum += move.units[k]! * instance.weights[4 * k + p]!
  return sum
}

function addToSums(state: State, employee: number, day: number, old: number, duty: number): void {
  const { counts, duties, wishes, dayCount } = state.instance
  for (let r = 0; r < counts.length; r += 1) {
    const rule = counts[r]!
    const of = rule.of === 'minutes' ? duties.minutes : duties.size
    state.sums[r]![employee * rule.windowCount + rule.windowOf[day]!]! += of[duty]! - of[old]!
  }
  if (wishes === null) return
  const cell = employee * dayCount + day
  for (let k = wishes.offset[cell]!; k < wishes.offset[cell + 1]!; k += 1) {
    const wish = wishes.wishes[k]!
    state.met[wish]! += meetings(wishes, duty, wish) - meetings(wishes, old, wish)
  }
}

function addToFilled(state: State, duty: number, change: number): void {
  const { duties } = state.instance
  const from = duties.partOffset[duty]!
  for (let i = from; i < from + duties.size[duty]!; i += 1) state.filled[duties.parts[i]!]! += change
}

function addCoverChange(state: State, move: Move): boolean {
  const { instance, cells, filled } = state
  const { demands, duties } = instance
  const { fillChange, touchedDemands, isTouched } = move.scratch
  let touched = 0
  for (let i = 0; i < move.rows; i += 1) {
    const row = move.employee[i]! * instance.dayCount
    const next = move.next[i]!
    for (let day = move.from[i]!; day <= move.to[i]!; day += 1) {
      const old = cells[row + day]!
      const duty = next[day]!
      if (old === duty) continue
      for (let part = duties.partOffset[old]!, last = part + duties.size[old]!; part < last; part += 1) {
        const d = duties.parts[part]!
        if (isTouched[d] === 0) {
          isTouched[d] = 1
          touchedDemands[touched++] = d
        }
        fillChange[d]! -= 1
      }
      for (let part = duties.partOffset[duty]!, last = part + duties.size[duty]!; part < last; part += 1) {
        const d = duties.parts[part]!
        if (isTouched[d] === 0) {
          isTouched[d] = 1
          touchedDemands[touched++] = d
        }
        fillChange[d]! += 1
      }
    }
  }
  let fits = true
  const penalties = move.penalties
  for (let t = 0; t < touched; t += 1) {
    const d = touchedDemands[t]!
    const change = fillChange[d]!
    isTouched[d] = 0
    fillChange[d] = 0
    if (change === 0) continue
    const now = filled[d]!
    if (now + change > demands.seats[d]!) fits = false
    else {
      const before = 4 * (demands.coverOffset[d]! + now)
      const after = before + 4 * change
      for (let p = 0; p < 4; p += 1) penalties[p]! += demands.coverCost[after + p]! - demands.coverCost[before + p]!
    }
  }
  return fits
}

/** One row's share of `evaluate`: the rules read the row before and after, over no more days than the change can reach. */
function addRowChange(state: State, move: Move, i: number): void {
  const { instance, cells } = state
  const employee = move.employee[i]!
  const row = employee * instance.dayCount
  const next = move.next[i]!
  let from = move.from[i]!
  let to = move.to[i]!
  while (from <= to && cells[row + from] === next[from]) from += 1
  while (to > from && cells[row + to] === next[to]) to -= 1
  if (from > to) return
  addFitChange(instance, cells, row, employee, from, to, next, move.penalties)
  addCountChange(state, employee, from, to, next, move.units)
  if (instance.wishes !== null) addWishChange(state, employee, from, to, next, move)
  addShapeChange(state, employee, from, to, next, move)
}

function addFitChange(
  instance: Instance,
  cells: Int32Array,
  row: number,
  employee: number,
  from: number,
  to: number,
  next: Int32Array,
  penalties: Float64Array,
): void {
  const { fit, demands, duties } = instance
  const base = employee * demands.count
  for (let day = from; day <= to; day += 1) {
    const old = cells[row + day]!
    const duty = next[day]!
    if (old === duty) continue
    for (let part = duties.partOffset[old]!, last = part + duties.size[old]!; part < last; part += 1) {
      const at = 4 * fit.index[base + duties.parts[part]!]!
      if (at !== 0) for (let p = 0; p < 4; p += 1) penalties[p]! -= fit.cost[at + p]!
    }
    for (let part = duties.partOffset[duty]!, last = part + duties.size[duty]!; part < last; part += 1) {
      const at = 4 * fit.index[base + duties.parts[part]!]!
      if (at !== 0) for (let p = 0; p < 4; p += 1) penalties[p]! += fit.cost[at + p]!
    }
  }
}

function addCountChange(state: State, employee: number, from: number, to: number, next: Int32Array, units: Float64Array): void {
  const { instance, cells } = state
  const { counts, duties } = instance
  const row = employee * instance.dayCount
  for (let r = 0; r < counts.length; r += 1) {
    const rule = counts[r]!
    const of = rule.of === 'minutes' ? duties.minutes : duties.size
    const sums = state.sums[r]!
    let day = from
    while (day <= to) {
      const window = rule.windowOf[day]!
      let change = 0
      while (day <= to && rule.windowOf[day] === window) {
        change += of[next[day]!]! - of[cells[row + day]!]!
        day += 1
      }
      if (change === 0) continue
      const now = sums[employee * rule.windowCount + window]!
      units[rule.unit]! += countUnits(rule, employee, now + change) - countUnits(rule, employee, now)
    }
  }
}

function addWishChange(state: State, employee: number, from: number, to: number, next: Int32Array, move: Move): void {
  const { instance, cells, met } = state
  const wishes = instance.wishes!
  const { meetChange } = move.scratch
  const row = employee * instance.dayCount
  const first = wishes.offset[row + from]!
  const last = wishes.offset[row + to + 1]!
  if (first === last) return
  for (let day = from; day <= to; day += 1) {
    const old = cells[row + day]!
    const duty = next[day]!
    if (old === duty) continue
    for (let k = wishes.offset[row + day]!; k < wishes.offset[row + day + 1]!; k += 1) {
      const wish = wishes.wishes[k]!
      meetChange[wish]! += meetings(wishes, duty, wish) - meetings(wishes, old, wish)
    }
  }
  for (let k = first; k < last; k += 1) {
    const wish = wishes.wishes[k]!
    const change = meetChange[wish]!
    if (change === 0) continue
    meetChange[wish] = 0
    if (met[wish] === 0) move.units[wishes.unit]! -= wishes.weight[wish]!
    else if (met[wish]! + change === 0) move.units[wishes.unit]! += wishes.weight[wish]!
  }
}

/** Runs, weekends and gaps: the rules that read stretches of the row. Counted before, then with the new duties in place, then put back. */
function addShapeChange(state: State, employee: number, from: number, to: number, next: Int32Array, move: Move): void {
  const { instance, cells } = state
  const { duties, dayCount } = instance
  const { before, spanFrom, spanTo } = move.scratch
  const row = employee * dayCount
  let reach = to
  for (let day = from; day <= to; day += 1) {
    reach = Math.max(reach, duties.reachDay[next[day]!]!, duties.reachDay[cells[row + day]!]!)
  }
  for (let r = 0; r < instance.runs.length; r += 1) findRunSpan(state, r, employee, from, to, next, spanFrom, spanTo)
  const weekends = weekendSpan(state, employee, from, to, next)
  addShapeUnits(state, move, employee, from, reach, weekends, -1)
  for (let day = from; day <= to; day += 1) {
    before[day] = cells[row + day]!
    cells[row + day] = next[day]!
  }
  addShapeUnits(state, move, employee, from, reach, weekends, 1)
  for (let day = from; day <= to; day += 1) cells[row + day] = before[day]!
}

function addShapeUnits(state: State, move: Move, employee: number, from: number, reach: number, weekends: number, sign: number): void {
  const { instance, cells } = state
  const { runs, spacing, dayCount } = instance
  const { spanFrom, spanTo } = move.scratch
  const row = employee * dayCount
  addGapUnits(instance.gap, cells, row, employee, from, reach, sign, move.units)
  for (let r = 0; r < runs.length; r += 1) {
    if (spanFrom[r]! < 0) continue
    const rule = runs[r]!
    const flags = rule.of === 'work' ? instance.duties.isWork : instance.duties.isNight
    addRunUnits(rule, flags, cells, row, employee, spanFrom[r]!, spanTo[r]!, dayCount, sign, move.units)
  }
  if (weekends >= 0) {
    const first = weekends >> 16
    const last = Math.min(spacing!.weekendCount - 1, (weekends & 0xffff) + spacing!.every[employee]! - 1)
    addSpacingUnits(spacing!, cells, row, employee, first, last, dayCount, sign, move.units)
  }
}

/** The whole runs around the days whose flag changes, into `spanFrom[r]` and `spanTo[r]`; −1 when no flag changes. */
function findRunSpan(
  state: State,
  r: number,
  employee: number,
  from: number,
  to: number,
  next: Int32Array,
  spanFrom: Int32Array,
  spanTo: Int32Array,
): void {
  const { instance, cells } = state
  const rule = instance.runs[r]!
  spanFrom[r] = -1
  if (rule.applies[employee] === 0) return
  const flags = rule.of === 'work' ? instance.duties.isWork : instance.duties.isNight
  const row = employee * instance.dayCount
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
  spanFrom[r] = first
  spanTo[r] = last
}

/** First and last weekend with a day that turns from free to worked or back, as `first << 16 | last`; −1 when there is none. */
function weekendSpan(state: State, employee: number, from: number, to: number, next: Int32Array): number {
  const { spacing, dayCount } = state.instance
  if (spacing === null || spacing.every[employee]! <= 1) return -1
  let first = -1
  let last = -1
  for (let day = from; day <= to; day += 1) {
    const weekend = spacing.weekendOf[day]!
    if (weekend < 0 || (state.cells[employee * dayCount + day] === OFF) === (next[day] === OFF)) continue
    if (first < 0) first = weekend
    last = weekend
  }
  return first < 0 ? -1 : (first << 16) | last
}
