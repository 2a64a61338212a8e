import type { Instance } from '../instance/instance.ts'
import { type Duties, OFF } from '../instance/duties.ts'
import { LINKED } from '../instance/measures.ts'
import { isSeen as isCovered, stepCoverage } from '../rules/coverage/coverage.ts'
import { stepDuty } from '../rules/link/link.ts'
import { isSeen as isPaired, stepPairings } from '../rules/pairing/pairing.ts'
import { stepRefusals } from '../rules/refusal/refusal.ts'
import type { Move } from './evaluate.ts'
import type { State } from './state.ts'

/**
 * The cells that a move changes and of which a rule speaks whose sums employees share: links, pairings, coverage, refused wishes. Most moves have none where a rule is about some
 * employees or shifts, and cost nothing then.
 */
export interface SharedScratch {
  count: number
  readonly employee: Int32Array
  readonly day: Int32Array
  readonly old: Int32Array
  readonly next: Int32Array
  /** Units nobody looks at: of steps that are only taken back. */
  readonly ignored: Float64Array
}

/** Scratch for moves of this instance. */
export function createSharedScratch({ dayCount, units }: Instance, maxRows: number): SharedScratch {
  const column = (): Int32Array => new Int32Array(maxRows * dayCount)
  return { count: 0, employee: column(), day: column(), old: column(), next: column(), ignored: new Float64Array(units.length) }
}

/** Notes which of the changed cells such a rule speaks of; answers how many. */
export function findSharedCells({ instance, cells }: State, move: Move, scratch: SharedScratch): number {
  const { links, pairings, coverage, refusals, dayCount, duties } = instance
  let count = 0
  if (links !== null || pairings !== null || coverage !== null || refusals !== null) {
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
  }
  scratch.count = count
  return count
}

function isSpokenOf(
  { links, pairings, coverage, refusals, dayCount }: Instance,
  duties: Duties,
  employee: number,
  day: number,
  duty: number,
): boolean {
  if (duty === OFF) return false
  if (links !== null && duties.flags[LINKED]![duty] === 1) return true
  if (pairings !== null && isPaired(pairings, duties, employee, duty)) return true
  if (coverage !== null && isCovered(coverage, duties, duty)) return true
  return refusals !== null && refusals.offset[employee * dayCount + day]! < refusals.offset[employee * dayCount + day + 1]!
}

/**
 * Lets all rows leave what they did on the cells noted and take what they are to do (`step` 1), or the other way round (−1). First all leave, then all take: in between no demand
 * holds more than its seats. `units` null: nobody asks what it changes.
 */
export function stepShared(state: State, scratch: SharedScratch, step: 1 | -1, units: Float64Array | null): void {
  const { old, next } = scratch
  stepCells(state, scratch, step === 1 ? old : next, -1, units)
  stepCells(state, scratch, step === 1 ? next : old, 1, units)
}

function stepCells(state: State, scratch: SharedScratch, done: Int32Array, step: 1 | -1, units: Float64Array | null): void {
  const { instance, links, pairings, coverage, refusals } = state
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
    if (coverage !== null) stepCoverage(instance.coverage!, coverage, duties, employee, day, duty, step, counted)
    if (refusals !== null) stepRefusals(instance.refusals!, refusals, employee, day, duty, step, counted)
  }
}
