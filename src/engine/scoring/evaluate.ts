import type { Instance } from '../instance/instance.ts'
import { OFF } from '../instance/duties.ts'
import { addFitChange } from '../rules/fit/fit-change.ts'
import { addPayChange } from '../rules/pay/pay.ts'
import { addRotaChange } from '../rules/rota/rota.ts'
import { meetings } from '../rules/wish/wish.ts'
import { addWishChange } from '../rules/wish/wish-change.ts'
import { addCountChange, addCountsToSums, createCountScratch, type CountScratch } from '../rules/count/count-change.ts'
import { refreshRow } from './row-cache.ts'
import { addPlainChangeOfRow, addShapeChange, createShapeScratch, type ShapeScratch } from './shape-change.ts'
import { createSharedScratch, findSharedCells, keepBreaks, stepShared, type SharedScratch } from './shared-change.ts'
import { inParts } from './parts.ts'
import type { State } from './state.ts'

/** The most rows one move may change. */
export const MAX_ROWS = 4

/**
 * A move: up to `MAX_ROWS` different employees, each with new duties for some consecutive days. Made once and used again for every
 * move; `evaluate` fills the lower half.
 */
export interface Move {
  rows: number
  /** True when every demand keeps its number of employees: they only change places. */
  keepsCover: boolean
  /** The day on which the first row keeps its duty and changes its breaks, where no duty changes; −1 = none. */
  breakDay: number
  /** Where these breaks are to begin, as `rules/coverage/break-places.ts` has it; the first 0 = wherever is best. */
  readonly breaks: Int32Array
  readonly employee: Int32Array
  /** First and last day (inclusive) that row i changes. */
  readonly from: Int32Array
  readonly to: Int32Array
  /** Row i's new duty on each day from `from[i]` to `to[i]`. */
  readonly next: readonly Int32Array[]
  /** What the move adds: units by `instance.units`, and the penalties of fit and cover by priority. */
  readonly units: Float64Array
  readonly penalties: Float64Array
  readonly scratch: Scratch
}

interface Scratch {
  readonly fillChange: Int32Array
  readonly touchedDemands: Int32Array
  readonly isTouched: Uint8Array
  readonly meetChange: Int32Array
  readonly counts: CountScratch
  readonly shape: ShapeScratch
  readonly shared: SharedScratch
}

/** An empty move for states of this instance. */
export function createMove(instance: Instance): Move {
  return {
    rows: 0,
    keepsCover: false,
    breakDay: -1,
    breaks: new Int32Array(instance.coverage?.breaks?.width ?? 0),
    employee: new Int32Array(MAX_ROWS),
    from: new Int32Array(MAX_ROWS),
    to: new Int32Array(MAX_ROWS),
    next: Array.from({ length: MAX_ROWS }, () => new Int32Array(instance.dayCount)),
    units: new Float64Array(instance.units.length),
    penalties: new Float64Array(4),
    scratch: {
      fillChange: new Int32Array(instance.demands.count),
      touchedDemands: new Int32Array(instance.demands.count),
      isTouched: new Uint8Array(instance.demands.count),
      meetChange: new Int32Array(instance.wishes?.count ?? 0),
      counts: createCountScratch(instance),
      shape: createShapeScratch(instance),
      shared: createSharedScratch(instance, MAX_ROWS),
    },
  }
}

/**
 * Works out what the move would add to every penalty, into `move.units` and `move.penalties`; the state stays as it is.
 * False, with nothing worked out, when a demand would get more employees than it has seats.
 */
export function evaluate(state: State, move: Move): boolean {
  if (!evaluateSeats(state, move)) return false
  for (let i = 0; i < move.rows; i += 1) {
    evaluateCounts(state, move, i)
    evaluateShapes(state, move, i, true)
    evaluatePlain(state, move, i)
  }
  return true
}

/** The first part of `evaluate`: all that follows from who sits where, and what ties employees. */
export function evaluateSeats(state: State, move: Move): boolean {
  // On arrays as short as these `fill` takes three times as long.
  for (let k = 0; k < move.units.length; k += 1) move.units[k] = 0
  for (let p = 0; p < 4; p += 1) move.penalties[p] = 0
  if (!move.keepsCover && !addCoverChange(state, move)) return false
  for (let i = 0; i < move.rows; i += 1) addRowChange(state, move, i)
  addTies(state, move)
  return true
}

/** Adds what the move costs more by rules that tie employees; answers of how many cells they speak. */
export function addTies(state: State, move: Move): number {
  const { shared } = move.scratch
  if (!shared.isAsked || findSharedCells(state, move, shared) === 0) return 0
  stepShared(state, shared, 1, move.units)
  stepShared(state, shared, -1, null)
  return shared.count
}

/** Lets the sums of these rules follow the move, whose cells `addTies` has found. */
export function applyTies(state: State, move: Move): void {
  stepShared(state, move.scratch.shared, 1, null)
  keepBreaks(state, move.scratch.shared)
}

/** The second part: what is counted in row i. It never saves more than `findCountUnits` says that the row costs now. */
export function evaluateCounts(state: State, move: Move, i: number): void {
  const from = move.from[i]!
  const to = move.to[i]!
  if (from <= to) addCountChange(state, move.employee[i]!, from, to, move.next[i]!, move.scratch.counts, move.units)
}

/**
 * The third part: the rules that read stretches of row i. They never save more than `findShapeUnits` says that the row costs now; `isBroken` is false only
 * where that is nothing.
 */
export function evaluateShapes(state: State, move: Move, i: number, isBroken: boolean): void {
  const from = move.from[i]!
  const to = move.to[i]!
  if (from <= to) addShapeChange(state, move.employee[i]!, from, to, move.next[i]!, move.scratch.shape, isBroken, move.units)
}

/** The last part: the rules for which the inner loop has no code of its own. They never save more than `findPlainUnits` says that the row costs now. */
export function evaluatePlain(state: State, move: Move, i: number): void {
  const from = move.from[i]!
  const to = move.to[i]!
  if (from > to || state.instance.plain.length === 0) return
  addPlainChangeOfRow(state, move.employee[i]!, from, to, move.next[i]!, move.scratch.shape, move.units)
}

/** What row i of a move that was evaluated adds by itself, into `move.units`: all that is counted of one employee, but for what single shifts cost by fit. */
export function evaluateRow(state: State, move: Move, i: number): void {
  move.units.fill(0)
  addRowChange(state, move, i)
  evaluateCounts(state, move, i)
  evaluateShapes(state, move, i, true)
  evaluatePlain(state, move, i)
}

/** What a move that was evaluated adds to the rules that tie employees, into `move.units`. */
export function evaluateTies(state: State, move: Move): void {
  move.units.fill(0)
  addTies(state, move)
}

/** Makes the move, which `evaluate` has just worked out for this state. */
export function apply(state: State, move: Move): void {
  const { instance, cells } = state
  if (move.scratch.shared.count > 0) applyTies(state, move)
  for (let i = 0; i < move.rows; i += 1) {
    const row = move.employee[i]! * instance.dayCount
    const next = move.next[i]!
    addCountsToSums(state, move.employee[i]!, move.from[i]!, move.to[i]!, next, move.scratch.counts)
    for (let day = move.from[i]!; day <= move.to[i]!; day += 1) {
      const old = cells[row + day]!
      const duty = next[day]!
      if (old === duty) continue
      addToMet(state, move.employee[i]!, day, old, duty)
      if (!move.keepsCover) {
        addToFilled(state, old, -1)
        addToFilled(state, duty, 1)
      }
      cells[row + day] = duty
    }
    refreshRow(instance, state.rows, cells, move.employee[i]!)
  }
  for (let p = 0; p < 4; p += 1) state.score[p] = inParts(instance, p, state.score[p]! + penaltyOf(instance, move, p))
}

/** What an evaluated move adds to the score on priority p. */
export function penaltyOf(instance: Instance, move: Move, p: number): number {
  let sum = move.penalties[p]!
  for (let k = 0; k < move.units.length; k += 1) sum += move.units[k]! * instance.weights[4 * k + p]!
  return sum
}

function addToMet(state: State, employee: number, day: number, old: number, duty: number): void {
  const { wishes, dayCount } = state.instance
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
  const { instance, cells } = state
  const { duties } = instance
  const { fillChange, touchedDemands, isTouched } = move.scratch
  let touched = 0
  let fits = true
  for (let i = 0; i < move.rows; i += 1) {
    const row = move.employee[i]! * instance.dayCount
    const next = move.next[i]!
    for (let day = move.from[i]!; day <= move.to[i]!; day += 1) {
      const old = cells[row + day]!
      const duty = next[day]!
      if (old === duty) continue
      // A demand belongs to one day: where one row changes, each day can be looked at by itself.
      if (move.rows === 1 && duties.size[old]! < 2 && duties.size[duty]! < 2) {
        if (old !== OFF) addSeatChange(state, old - 1, -1, move.penalties)
        if (duty !== OFF && !addSeatChange(state, duty - 1, 1, move.penalties)) fits = false
        continue
      }
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
  for (let t = 0; t < touched; t += 1) {
    const d = touchedDemands[t]!
    const change = fillChange[d]!
    isTouched[d] = 0
    fillChange[d] = 0
    if (change !== 0 && !addSeatChange(state, d, change, move.penalties)) fits = false
  }
  return fits
}

/** Adds what so many more employees on a demand cost; false, and nothing added, when it has no seats for them. */
function addSeatChange(state: State, d: number, change: number, penalties: Float64Array): boolean {
  const { seats, coverOffset, coverCost } = state.instance.demands
  const now = state.filled[d]!
  if (now + change > seats[d]!) return false
  const before = 4 * (coverOffset[d]! + now)
  const after = before + 4 * change
  for (let p = 0; p < 4; p += 1) penalties[p]! += coverCost[after + p]! - coverCost[before + p]!
  return true
}

/** One row's share of `evaluateSeats`. Days at either end that do not change are cut off. */
function addRowChange(state: State, move: Move, i: number): void {
  const { instance, cells } = state
  const employee = move.employee[i]!
  const row = employee * instance.dayCount
  const next = move.next[i]!
  let from = move.from[i]!
  let to = move.to[i]!
  while (from <= to && cells[row + from] === next[from]) from += 1
  while (to > from && cells[row + to] === next[to]) to -= 1
  move.from[i] = from
  move.to[i] = to
  if (from > to) return
  addFitChange(instance, cells, row, employee, from, to, next, move.penalties)
  if (instance.wishes !== null) addWishChange(state, employee, from, to, next, move)
  if (instance.rota !== null || instance.pay !== null) addRotaAndPay(state, move, i)
}

/** Adds what row i costs more by rotas and by pay. */
export function addRotaAndPay({ instance, cells }: State, move: Move, i: number): void {
  const days = { from: move.from[i]!, to: move.to[i]!, next: move.next[i]! }
  if (instance.rota !== null) addRotaChange(instance, instance.rota, cells, move.employee[i]!, days, move.units)
  if (instance.pay !== null) addPayChange(instance, instance.pay, cells, move.employee[i]!, days, move.units)
}
