import { compareScores } from '../../model/score.ts'
import { clearedRow, daysOf, rowOf, setRow, type Span } from '../scoring/one-row.ts'
import { scoreOf, type State } from '../scoring/state.ts'
import type { Fineness } from './dive.ts'
import type { ColumnPool } from './column-pool.ts'
import { EPSILON, type Neighbourhood, type PricingTools, ColumnGeneration } from './column-generation.ts'

/** The outcome: a better roster; another one of the same cost; none, with a proof that none exists as far as rows can be followed; or none. */
export type Outcome = 'better' | 'other' | 'proved' | 'none'

/** Penalties are whole numbers: a gain is 1 at least. */
const MIN_GAIN = 0.5

/**
 * Finds the best roster lines for some employees together while everybody else stays: column generation over the span, then a dive that chooses one
 * line for each. Never makes the roster worse.
 */
export function solveNeighbourhood(state: State, neighbourhood: Neighbourhood, tools: PricingTools, fineness: Fineness): Outcome {
  return fixPart(state, neighbourhood, tools, fineness, neighbourhood.span, () => {})
}

/**
 * The same by relax-and-fix, for spans that are too long for one dive: the dive fixes one half of the days, while seats of the other half are paid the prices of the
 * master over all days. Then the other half is solved, both halves again, and the middle; their columns go to `windowPool`.
 */
export function relaxAndFix(state: State, neighbourhood: Neighbourhood, tools: PricingTools, fineness: Fineness, windowPool: ColumnPool): Outcome {
  const { employees, span } = neighbourhood
  // One day has no halves.
  if (span.from === span.to) return solveNeighbourhood(state, neighbourhood, tools, fineness)
  const halves = halvesOf(span)
  const [half, other] = tools.random.below(2) === 0 ? halves : [halves[1], halves[0]]
  const onParts = { ...tools, finders: null, pool: windowPool }
  return fixPart(state, neighbourhood, tools, fineness, half, () => {
    for (const days of [other, half, middleOf(span), other]) solveNeighbourhood(state, { employees, span: days }, onParts, fineness)
  })
}

/** Fixes the days of `part` by columns over the whole span; `goOn` may improve the roster before it is compared with the one before. */
function fixPart(state: State, neighbourhood: Neighbourhood, tools: PricingTools, fineness: Fineness, part: Span, goOn: () => void): Outcome {
  const { employees, span } = neighbourhood
  const before = scoreOf(state)
  const rows = employees.map((e) => rowOf(state, e))
  const cleared = employees.map((e) => clearedRow(state, e, span))
  const set = (those: readonly Int32Array[]): void => those.forEach((cells, i) => setRow(state, tools.move, employees[i]!, cells, span))
  set(cleared)
  const search = new ColumnGeneration(state, neighbourhood, tools, rows)
  const start = search.costOf(before, scoreOf(state))
  try {
    const value = search.solveRoot(start - MIN_GAIN, fineness.stopsWhenTailing)
    const chosen = value === 'open' ? search.dive(start + EPSILON, fineness, part) : null
    if (chosen !== null) {
      set(chosen.map((cells, i) => joined(rows[i]!, cells, part)))
      goOn()
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

function halvesOf({ from, to }: Span): [Span, Span] {
  const middle = Math.ceil((from + to) / 2)
  return [
    { from, to: middle - 1 },
    { from: middle, to },
  ]
}

function middleOf(span: Span): Span {
  const quarter = Math.floor(daysOf(span) / 4)
  return { from: span.from + quarter, to: span.to - quarter }
}

/** A row with what another one has on some days. */
function joined(row: Int32Array, other: Int32Array, { from, to }: Span): Int32Array {
  return row.map((duty, day) => (day >= from && day <= to ? other[day]! : duty))
}
