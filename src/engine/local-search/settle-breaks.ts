import { PRIORITIES } from '../../model/score.ts'
import { apply, createMove, evaluate, penaltyOf } from '../scoring/evaluate.ts'
import type { State } from '../scoring/state.ts'
import { fillWithBreaks, hasBreaks } from './break-moves.ts'

/** Lets the breaks of each employee and day lie where they cost least, one after another, until nothing is better so or `maxRounds` over all are done. */
export function settleBreaks(state: State, maxRounds: number): void {
  const { instance } = state
  if (!hasBreaks(instance)) return
  const move = createMove(instance)
  for (let round = 0, isBetter = true; isBetter && round < maxRounds; round += 1) {
    isBetter = false
    for (let employee = 0; employee < instance.employeeCount; employee += 1) {
      for (let day = 0; day < instance.dayCount; day += 1) {
        if (!fillWithBreaks(state, move, employee, day) || !evaluate(state, move)) continue
        if (!isGain(PRIORITIES.map((p) => penaltyOf(instance, move, p)))) continue
        apply(state, move)
        isBetter = true
      }
    }
  }
}

/** Whether the first priority that changes costs less. */
function isGain(change: readonly number[]): boolean {
  return (change.find((penalty) => penalty !== 0) ?? 0) < 0
}
