import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { GuidedRowFinder } from '../../src/engine/column-generation/pricers/guided-row.ts'
import { PricedRows } from '../../src/engine/column-generation/pricers/priced-rows.ts'
import { RowFinder } from '../../src/engine/column-generation/pricers/row-finder.ts'
import { rowOptions } from '../../src/engine/column-generation/pricers/row-options.ts'
import { BestRowPricer } from '../../src/engine/rows/best-row.ts'
import { wholeSpan } from '../../src/engine/scoring/one-row.ts'
import { describeRowPricer } from './row-pricer.ts'

/** Prices of sums leave a gap now and then. */
const NEARLY_ALWAYS = 0.95

describeRowPricer(
  'column generation’s finder of rows',
  ({ state, costs, employee, row, seed }) => {
    const options = rowOptions(state, costs, employee, wholeSpan(state), row)
    // With sums in the graph, and beside it.
    return new RowFinder(state, costs, employee, { options, row, limits: [] }, () => false, seed % 2 === 0 ? 0 : DEFAULT_PARAMS.rows.maxEdges)
  },
  { finds: NEARLY_ALWAYS, proves: NEARLY_ALWAYS },
)

describeRowPricer(
  'the ascent’s finder of rows that follows sums',
  ({ state, costs, employee, row }) => new PricedRows(state, costs, employee, wholeSpan(state), row, { followsGaps: true, maxEdgesWithSums: 1e6 }),
  { finds: NEARLY_ALWAYS, proves: NEARLY_ALWAYS },
)

describeRowPricer(
  'the ascent’s finder of rows at prices of sums',
  ({ state, costs, employee, row, seed }) => {
    return new PricedRows(state, costs, employee, wholeSpan(state), row, { followsGaps: seed % 4 > 0, maxEdgesWithSums: 0 })
  },
  // Whoever prices sums moves their prices from round to round; this is the first.
  { finds: 0.3, proves: 0.1 },
)

describeRowPricer(
  'the finder of rows for long horizons',
  ({ state, costs, employee, row }) => new GuidedRowFinder(state, costs, employee, wholeSpan(state), row, 100_000),
  { finds: NEARLY_ALWAYS, proves: 0 },
)

describeRowPricer(
  'local search’s finder of rows',
  ({ state, penaltyWeights, employee }) => new BestRowPricer(state, penaltyWeights, employee, wholeSpan(state), DEFAULT_PARAMS.polishing),
  { finds: 1, proves: 1, replaces: true },
)
