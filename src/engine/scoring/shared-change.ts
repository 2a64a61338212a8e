import type { Instance } from '../instance/instance.ts'
import { type Duties, OFF } from '../instance/duties.ts'
import { LINKED } from '../instance/measures.ts'
import { stepBudgets } from '../rules/budget/budget.ts'
import { isSeen as isCovered, stepCoverage } from '../rules/coverage/coverage.ts'
import { clearBreaks, placeBreaks } from '../rules/coverage/place-breaks.ts'
import { stepDuty } from '../rules/link/link.ts'
import { isSeen as isPaired, stepPairings } from '../rules/pairing/pairing.ts'
import { stepRefusals } from '../rules/refusal/refusal.ts'
import type { Move } from './evaluate.ts'
import type { State } from './state.ts'

/**
 * The cells that a move changes and of which a rule speaks whose sums employees share: links, pairings, coverage, refused wishes, budgets. Most moves have none where a rule is about some
 * employees or shifts, and cost nothing then.
 */
export interface SharedScratch {
  /** False where no rule speaks of any cell. */
  readonly isAsked: boolean
  count: number
  readonly employee: Int32Array
  readonly day: Int32Array
  readonly old: Int32Array
  readonly next: Int32Array
  /** Where the breaks of the one cell are to lie, whose duty stays; null = wherever is best. */
  breaks: Int32Array | null
  /** Units nobody looks at: of steps that are only taken back. */
  readonly ignored: Float64Array
}

/** Scratch for moves of this instance. */
export function createSharedScratch(instance: Instance, maxRows: number): SharedScratch {
  const { dayCount, units, links, pairings, coverage, refusals, budgets } = instance
  const column = (): Int32Array => new Int32Array(maxRows * dayCount)
  const isAsked = links !== null || pairings !== null || coverage !== null || refusals !== null || budgets !== null
  return {
    isAsked,
    count: 0,
    breaks: null,
    employee: column(),
    day: column(),
    old: column(),
    next: column(),
    ignored: new Float64Array(units.length),
  }
}

/** Notes which of the changed cells such a rule speaks of; answers how many. Asked only where some rule does. */
export function findSharedCells({ instance, cells }: State, move: Move, scratch: SharedScratch): number {
  const { dayCount, duties } = instance
  let count = 0
  for (let i = 0; i < move.rows; i += 1) {
    const employee = move.employee[i]!
    const next = move.next[i]!
    for (let day = move.from[i]!; day <= move.to[i]!; day += 1) {
      const old = cells[employee * dayCount + day]!
      const duty = next[day]!
      if (old === duty || !(isSpokenOf(instance, duties, employee, day, old) || isSpokenOf(instance, duties, employee, day, duty))) continue
      scratch.employee[count] = employee
      scratch.day[count] = day
      scratch.old[count] = old
      scratch.next[count] = duty
      count += 1
    }
  }
  scratch.breaks = null
  if (move.breakDay >= 0 && count === 0) count = findBreakCell(move, cells, dayCount, scratch)
  scratch.count = count
  return count
}

/** Notes the cell of a move that lets somebody have the same shift with other breaks. */
function findBreakCell(move: Move, cells: Int32Array, dayCount: number, scratch: SharedScratch): number {
  const employee = move.employee[0]!
  const duty = cells[employee * dayCount + move.breakDay]!
  scratch.employee[0] = employee
  scratch.day[0] = move.breakDay
  scratch.old[0] = duty
  scratch.next[0] = duty
  scratch.breaks = move.breaks[0]! > 0 ? move.breaks : null
  return 1
}

function isSpokenOf(
  { links, pairings, coverage, refusals, budgets, dayCount }: Instance,
  duties: Duties,
  employee: number,
  day: number,
  duty: number,
): boolean {
  if (duty === OFF) return false
  if (links !== null && duties.flags[LINKED]![duty] === 1) return true
  if (pairings !== null && isPaired(pairings, duties, employee, duty)) return true
  if (coverage !== null && isCovered(coverage, duties, duty)) return true
  if (budgets !== null && budgets.isPaid[employee] === 1) return true
  return refusals !== null && refusals.offset[employee * dayCount + day]! < refusals.offset[employee * dayCount + day + 1]!
}

/**
 * Lets all rows leave what they did on the cells noted and take what they are to do (`step` 1), or the other way round (−1). First all leave, then all take: in between no demand
 * holds more than its seats. `units` null: nobody asks what it changes.
 */
export function stepShared(state: State, scratch: SharedScratch, step: 1 | -1, units: Float64Array | null): void {
  const { old, next } = scratch
  stepCells(state, scratch, step === 1 ? old : next, -1, units, null)
  // What is taken back has its breaks where it had them.
  stepCells(state, scratch, step === 1 ? next : old, 1, units, step === 1 ? null : state.cells)
}

/** The places of the breaks of a cell as they stand. */
function placesOf({ instance, cells }: State, cell: number): Int32Array {
  const { width } = instance.coverage!.breaks!
  const from = instance.employeeCount * instance.dayCount + cell * width
  return cells.subarray(from, from + width)
}

/** Lets the table of duties say where the breaks of the cells lie that a move has changed. */
export function keepBreaks({ instance, cells, coverage }: State, { count, employee, day }: SharedScratch): void {
  const { employeeCount, dayCount } = instance
  const width = instance.coverage?.breaks?.width ?? 0
  for (let i = 0; width > 0 && i < count; i += 1) {
    const from = (employee[i]! * dayCount + day[i]!) * width
    for (let place = from; place < from + width; place += 1) cells[employeeCount * dayCount + place] = coverage!.places[place]!
  }
}

function stepCells(state: State, scratch: SharedScratch, done: Int32Array, step: 1 | -1, units: Float64Array | null, given: Int32Array | null): void {
  const { instance, links, pairings, coverage, refusals, budgets } = state
  const { duties, demands, employeeCount } = instance
  const counted = units ?? scratch.ignored
  for (let i = 0; i < scratch.count; i += 1) {
    const duty = done[i]!
    if (duty === OFF) continue
    const employee = scratch.employee[i]!
    const day = scratch.day[i]!
    if (links !== null && duties.flags[LINKED]![duty] === 1) {
      stepDuty(instance.links!, links, demands, duties, employee, employeeCount, duty, step, counted)
    }
    if (pairings !== null) stepPairings(instance.pairings!, pairings, duties, employee, day, duty, step, units)
    if (coverage !== null) {
      const rule = instance.coverage!
      const cell = employee * instance.dayCount + day
      if (rule.breaks !== null && step === 1)
        placeBreaks(rule, coverage, duties, { employee, cell, duty }, given === null ? scratch.breaks : placesOf(state, cell))
      stepCoverage(rule, coverage, duties, employee, day, duty, step, counted)
      if (rule.breaks !== null && step === -1) clearBreaks(rule.breaks, coverage, cell)
    }
    if (refusals !== null) stepRefusals(instance.refusals!, refusals, employee, day, duty, step, counted)
    if (budgets !== null) stepBudgets(instance.budgets!, budgets, duties, employee, day, duty, step, counted)
  }
}
