import { OFF } from '../instance/duties.ts'
import type { Instance } from '../instance/instance.ts'
import { compareScores, PERFECT } from '../../model/score.ts'
import { apply, createMove, evaluate, penaltyOf, type Move } from './evaluate.ts'
import type { State } from './state.ts'

/** By demand with seats that nobody misses when they are empty: how many of its seats are wanted. */
export function wantedSeats({ schedule, demands }: Instance): Map<number, number> {
  const wanted = new Map<number, number>()
  for (const [shift, { isSpare }] of schedule.shifts.entries()) {
    const d = demands.demandOfShift[shift]!
    if (isSpare === true && demands.isDecided[d] === 0) wanted.set(d, (wanted.get(d) ?? demands.seats[d]!) - 1)
  }
  return wanted
}

/** Takes people off seats beyond the ideal of a shift where the roster is no worse without them: a spare seat is for what somebody gains by it. */
export function emptySpareSeats(state: State): void {
  const { instance } = state
  const wanted = wantedSeats(instance)
  if (wanted.size === 0) return
  const move = createMove(instance)
  for (let cell = 0; cell < instance.employeeCount * instance.dayCount; cell += 1) {
    const duty = state.cells[cell]!
    if (duty === OFF) continue
    for (const d of instance.duties.partsOf(duty)) {
      if (state.filled[d]! <= (wanted.get(d) ?? Infinity)) continue
      proposeLeaving(state, move, cell, d)
      if (evaluate(state, move) && isNoWorse(instance, move)) apply(state, move)
    }
  }
}

/** Makes the move take an employee off a demand that they are on. */
function proposeLeaving({ instance: { duties, dayCount }, cells }: State, move: Move, cell: number, d: number): void {
  const day = cell % dayCount
  move.rows = 1
  move.keepsCover = false
  move.employee[0] = (cell - day) / dayCount
  move.from[0] = day
  move.to[0] = day
  move.next[0]![day] = duties.without(cells[cell]!, d)
}

function isNoWorse(instance: Instance, move: Move): boolean {
  const change = [penaltyOf(instance, move, 0), penaltyOf(instance, move, 1), penaltyOf(instance, move, 2), penaltyOf(instance, move, 3)] as const
  return compareScores(change, PERFECT) <= 0
}
