import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { GuidedRowFinder } from '../../src/engine/column-generation/pricers/guided-row.ts'
import { PricedRows } from '../../src/engine/column-generation/pricers/priced-rows.ts'
import { RowFinder } from '../../src/engine/column-generation/pricers/row-finder.ts'
import { rowOptions } from '../../src/engine/column-generation/pricers/row-options.ts'
import { WindowRows } from '../../src/engine/column-generation/rolling/window-rows.ts'
import { BestRowPricer } from '../../src/engine/rows/best-row.ts'
import type { FoundRows, Pricing, PricingLimits, RowPricer } from '../../src/engine/rows/row-pricer.ts'
import { wholeSpan } from '../../src/engine/scoring/one-row.ts'
import { describeRowPricer, type PricerCase } from './row-pricer.ts'

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

/** Told to look ten thousand times as far as by itself. */
class DeterminedFinder extends RowFinder {
  override find(pricing: Pricing, limits: PricingLimits): FoundRows {
    return super.find(pricing, { ...limits, effort: 1e4 })
  }
}

describeRowPricer(
  'column generation’s finder of rows that looks further than by itself',
  ({ state, costs, employee, row }) => {
    const options = rowOptions(state, costs, employee, wholeSpan(state), row)
    const twoLabels = { ...DEFAULT_PARAMS, rows: { ...DEFAULT_PARAMS.rows, maxLabels: 2, labelsToProve: 1, often: 1000 } }
    return new DeterminedFinder(state, { ...costs, params: twoLabels }, employee, { options, row, limits: [] }, () => false, 0)
  },
  { finds: NEARLY_ALWAYS, proves: NEARLY_ALWAYS },
)

describeRowPricer(
  'the ascent’s finder of rows that follows sums',
  ({ state, costs, employee, row }) => new PricedRows(state, costs, employee, wholeSpan(state), row, { followsGaps: true, maxEdgesWithSums: 1e6 }),
  { finds: NEARLY_ALWAYS, proves: NEARLY_ALWAYS },
)

/** The parts of rows that a window finds, each with what follows it best. */
class RowsByWindow implements RowPricer {
  readonly #rows: PricedRows
  readonly #duties: number
  readonly #split: number

  constructor({ state, costs, employee, row, seed }: PricerCase) {
    const { dayCount, duties } = state.instance
    this.#rows = new PricedRows(state, costs, employee, wholeSpan(state), row, { followsGaps: true, maxEdgesWithSums: 1e6 })
    this.#duties = duties.count
    this.#split = 1 + (seed % dayCount)
  }

  get steps(): number {
    return this.#rows.steps
  }

  find({ priceOf, fixed }: Pricing, { wanted }: PricingLimits): FoundRows {
    const prices = Float64Array.from({ length: this.#duties }, (_, duty) => priceOf(duty))
    const outlook = this.#rows.outlook(prices, fixed)
    if (outlook === null) return { rows: [], least: -Infinity }
    const window = new WindowRows(outlook, { from: 0, to: this.#split }, 0, [])
    const parts = window.find({ priceOf: (duty) => -prices[duty]!, priceOfSums: [], fixed }, wanted)
    const rows = parts.map(({ cells: part, priced }) => {
      const begun = part.map((duty, day) => (day < this.#split ? duty : (fixed?.[day] ?? -1)))
      const { cells, cost } = this.#rows.cheapest(prices, begun)!
      if (Math.abs(priced - cost) > 0.01) throw new Error(`what follows costs ${cost} and not ${priced}`)
      return { cells, cost }
    })
    return { rows, least: parts[0]?.priced ?? Infinity }
  }

  costOf(cells: Int32Array): number {
    return this.#rows.costOf(cells)
  }
}

describeRowPricer('the finder of parts of rows in a window', (of) => new RowsByWindow(of), { finds: NEARLY_ALWAYS, proves: NEARLY_ALWAYS })

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
