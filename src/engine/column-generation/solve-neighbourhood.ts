import { compareScores, type Score } from '../../model/score.ts'
import { clearedRow, daysOf, fillDays, rowOf, setRow, type Span, wholeSpan } from '../scoring/one-row.ts'
import { scoreOf, type State } from '../scoring/state.ts'
import type { Fineness } from './dive.ts'
import type { ColumnPool } from './column-pool.ts'
import { type DivePrices, diveByPrices } from './price-dive.ts'
import { EPSILON, type Neighbourhood, type PricingTools, ColumnGeneration } from './column-generation.ts'

/** The outcome: a better roster; another one of the same cost; none, with a proof that none exists as far as rows can be followed; or none. */
export type Outcome = 'better' | 'other' | 'proved' | 'none'

/** The same of a dive that may end above the roster that there was: 'away' where it left a dearer one. */
export type FarOutcome = Outcome | 'away'

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

/**
 * Everybody on all days, along prices. What comes of that is hardly ever a better roster at once, but windows that go on from there often come to one. It stays, however dear it is; where time is over, the
 * one that there was does.
 */
export function diveAway(state: State, prices: DivePrices, tools: Pick<PricingTools, 'move' | 'random' | 'spend' | 'costs'>): FarOutcome {
  const { move, random, spend, costs } = tools
  const span = wholeSpan(state)
  const employees = Array.from({ length: state.instance.employeeCount }, (_, e) => e)
  const before = scoreOf(state)
  const found = diveByPrices(state.instance, prices, { random, spend, params: costs.params.neighbourhoods })
  if (found === null) return 'none'
  const rows = employees.map((e) => rowOf(state, e))
  for (const e of employees) setRow(state, move, e, clearedRow(state, e, span), span)
  for (const e of random.shuffle(employees)) fillDays(state, move, e, found[e] ?? rows[e]!, span)
  const change = compareScores(scoreOf(state), before)
  return change < 0 ? 'better' : change === 0 ? 'other' : 'away'
}

/** Fixes the days of `part` by columns over the whole span; `goOn` may improve the roster before it is compared with the one before. */
function fixPart(state: State, neighbourhood: Neighbourhood, tools: PricingTools, fineness: Fineness, part: Span, goOn: () => void): Outcome {
  return withColumns(state, neighbourhood, tools, ({ search, before, start, rows, cleared, set }) => {
    const value = search.solveRoot(start - MIN_GAIN, fineness.stopsWhenTailing)
    const chosen = value === 'open' ? search.dive(start + EPSILON, fineness, part) : null
    if (chosen !== null) {
      set(chosen.map((cells, i) => joined(rows[i]!, cells, part)))
      goOn()
      const change = compareScores(scoreOf(state), before)
      if (change <= 0) return change < 0 ? 'better' : 'other'
      set(cleared)
    }
    return value === 'proved' ? 'proved' : 'none'
  })
}

/** What a neighbourhood is solved by. */
interface Begun {
  readonly search: ColumnGeneration
  /** The score of the roster that there was, and what that costs in the master. */
  readonly before: Score
  readonly start: number
  /** By employee of the neighbourhood: the rows that they had, and what is decided of them in the span. */
  readonly rows: readonly Int32Array[]
  readonly cleared: readonly Int32Array[]
  set(rows: readonly Int32Array[]): void
}

/** Clears the rows of a neighbourhood in its span, and gives them back where `solve` comes to 'proved' or 'none' with them cleared. */
function withColumns<T extends FarOutcome>(state: State, neighbourhood: Neighbourhood, tools: PricingTools, solve: (begun: Begun) => T): T {
  const { employees, span } = neighbourhood
  const before = scoreOf(state)
  const rows = employees.map((e) => rowOf(state, e))
  const cleared = employees.map((e) => clearedRow(state, e, span))
  const set = (those: readonly Int32Array[]): void => those.forEach((cells, i) => setRow(state, tools.move, employees[i]!, cells, span))
  set(cleared)
  const search = new ColumnGeneration(state, neighbourhood, tools, rows)
  try {
    const outcome = solve({ search, before, start: search.costOf(before, scoreOf(state)), rows, cleared, set })
    if (outcome === 'proved' || outcome === 'none') set(rows)
    return outcome
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
