import { compareScores } from '../../model/score.ts'
import { clearedRow, rowOf, setRow } from '../scoring/one-row.ts'
import { scoreOf, type State } from '../scoring/state.ts'
import type { Fineness } from './dive.ts'
import { EPSILON, type Neighbourhood, type Recombining, RowSearch } from './row-search.ts'

/**
 * What came of it: a better roster; another one that costs as much; none, and a proof that there is none as far as rows can be followed; or
 * none.
 */
export type Outcome = 'better' | 'other' | 'proved' | 'none'

/** Penalties are whole numbers: what is gained is 1 at least. */
const LEAST_GAIN = 0.5

/**
 * Gives some employees the best rows for all of them together while everybody else stays: rows are found at prices for the seats, prices by a linear
 * programme over rows, and a dive chooses one row for each. Never makes the roster worse.
 */
export function recombine(state: State, neighbourhood: Neighbourhood, recombining: Recombining, fineness: Fineness): Outcome {
  const { employees, span } = neighbourhood
  const before = scoreOf(state)
  const rows = employees.map((e) => rowOf(state, e))
  const cleared = employees.map((e) => clearedRow(state, e, span))
  const set = (those: readonly Int32Array[]): void => those.forEach((cells, i) => setRow(state, recombining.move, employees[i]!, cells, span))
  set(cleared)
  const search = new RowSearch(state, neighbourhood, recombining, rows)
  const start = search.costOf(before, scoreOf(state))
  try {
    const value = search.solveRoot(start - LEAST_GAIN)
    const chosen = value === 'open' ? search.dive(start + EPSILON, fineness) : null
    if (chosen !== null) {
      set(chosen)
      const change = compareScores(scoreOf(state), before)
      if (change <= 0) return change < 0 ? 'better' : 'other'
      set(cleared)
    }
    set(rows)
    return value === 'proved' ? 'proved' : 'none'
  } finally {
    search.dispose()
  }
}
