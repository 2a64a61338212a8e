import type { Score } from '../../model/score.ts'
import { scoreOf, type State } from '../scoring/state.ts'
import type { ChangedRows } from './changed-rows.ts'

/** The best roster so far. Replaced in place; `revision` counts. */
export interface Incumbent {
  readonly cells: Int32Array
  score: Score
  revision: number
  /** No roster is better; null as long as nothing is proved. */
  bound: Score | null
}

/** Whether a roster is better than the incumbent. */
export function isBetter(state: State, incumbent: Incumbent): boolean {
  const { score } = state
  const best = incumbent.score
  if (score[0] !== best[0]) return score[0]! < best[0]
  if (score[1] !== best[1]) return score[1]! < best[1]
  if (score[2] !== best[2]) return score[2]! < best[2]
  return score[3]! < best[3]
}

/** Makes a roster the incumbent. */
export function keep(state: State, incumbent: Incumbent, changed: ChangedRows): void {
  const { dayCount, employeeCount } = state.instance
  // Behind the duties stand the places of their breaks, as many for each.
  const width = state.cells.length / (employeeCount * dayCount) - 1
  for (let i = 0; i < changed.count; i += 1) {
    const first = changed.rows[i]! * dayCount
    for (let cell = first; cell < first + dayCount; cell += 1) incumbent.cells[cell] = state.cells[cell]!
    const places = employeeCount * dayCount + first * width
    for (let place = places; place < places + dayCount * width; place += 1) incumbent.cells[place] = state.cells[place]!
  }
  changed.clear()
  incumbent.score = scoreOf(state)
  incumbent.revision += 1
}
