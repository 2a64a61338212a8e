import type { Instance } from '../instance/instance.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { Span } from '../scoring/one-row.ts'
import type { State } from '../scoring/state.ts'
import type { PenaltyWeights } from '../local-search/penalty-weights.ts'
import { LabelTable } from './label-table.ts'
import { costOnDay, type DayOptions, findOptions } from './options.ts'
import { costAlong, type Resource } from './resource.ts'
import type { FoundRows, PricedRow, Pricing, RowPricer } from './row-pricer.ts'

/**
 * Finds the cheapest row of one employee between two days (inclusive) while everybody else stays, by dynamic programming over the days: a label
 * for each state that the rules' resources can be in, as many of them as there is time for. What kinds of rules relax is not followed: evaluate what comes out before it is used. Of a row with rules that are not followed, and of one that was found while states were
 * given up, nothing is said of what others cost. Seats are paid for: a row costs what it costs the roster.
 */
export class BestRowPricer implements RowPricer {
  readonly #state: State
  readonly #penaltyWeights: PenaltyWeights
  readonly #employee: number
  readonly #span: Span
  readonly #params: SearchParams['polishing']
  /** Paths from a label to the next day that were tried. */
  steps = 0

  /** Days outside of the span keep what they have. */
  constructor(state: State, penaltyWeights: PenaltyWeights, employee: number, span: Span, params: SearchParams['polishing']) {
    this.#state = state
    this.#penaltyWeights = penaltyWeights
    this.#employee = employee
    this.#span = span
    this.#params = params
  }

  /** The cheapest row, as the state is now. */
  find(pricing: Pricing): FoundRows {
    const { instance } = this.#state
    const options = findOptions(this.#state, this.#penaltyWeights, this.#employee, this.#span, pricing)
    const resources = this.#resourcesFor(options.map(({ duties }) => duties))
    const { minLabels, maxLabels, stepsPerRow } = this.#params
    const choices = options.reduce((sum, { duties }) => sum + duties.length, 0)
    const labelLimit = Math.max(minLabels, Math.min(maxLabels, Math.floor(stepsPerRow / choices)))
    const tables: LabelTable[] = [new LabelTable(resources.length)]
    tables[0]!.offer(
      Int32Array.from(resources, ({ start }) => start),
      0,
      -1,
      0,
    )
    let isCut = false
    for (let day = 0; day < instance.dayCount; day += 1) {
      const before = tables[day]!
      const followed = bestLabels(before, resources, day - 1, labelLimit)
      if (followed.length < before.count) isCut = true
      this.steps += followed.length * options[day]!.duties.length
      tables.push(nextTable(resources, before, followed, day, options[day]!))
    }
    const row = bestOf(tables, resources)
    if (row === null) return { rows: [], least: isCut ? -Infinity : Infinity }
    return { rows: [row], least: isCut || !isFollowed(instance, this.#employee) ? -Infinity : row.cost }
  }

  costOf(cells: Int32Array): number {
    const alone = cells.reduce((sum, duty, day) => sum + costOnDay(this.#state, this.#penaltyWeights, this.#employee, day, duty), 0)
    return this.#resourcesFor(Array.from(cells, (duty) => [duty])).reduce((sum, resource) => sum + costAlong(resource, cells), alone)
  }

  #resourcesFor(options: readonly (readonly number[])[]): Resource[] {
    return resourcesOf(this.#state.instance, this.#employee, options, this.#penaltyWeights.perUnit)
  }
}

/** The labels after a day, where some of those before it are gone on from. */
function nextTable(
  resources: readonly Resource[],
  before: LabelTable,
  followed: readonly number[],
  day: number,
  { duties, costs }: DayOptions,
): LabelTable {
  const table = new LabelTable(resources.length)
  const next = new Int32Array(resources.length)
  for (const label of followed) {
    for (let o = 0; o < duties.length; o += 1) {
      let cost = before.cost[label]! + costs[o]!
      for (let r = 0; r < resources.length; r += 1) {
        next[r] = resources[r]!.step(before.at(label, r), day, duties[o]!)
        cost += resources[r]!.cost
      }
      table.offer(next, cost, label, duties[o]!)
    }
  }
  return table
}

/** What the rules of one employee must remember, where `options[day]` are the duties they may have; those that are not followed are left out. */
export function resourcesOf(instance: Instance, employee: number, options: readonly (readonly number[])[], perUnit: Float64Array): Resource[] {
  const row = { instance, employee, options, perUnit }
  return instance.kinds
    .flatMap(({ resources }) => resources ?? [])
    .sort((a, b) => a.place - b.place)
    .flatMap(({ of }) => of(row))
}

/** True when every rule that applies to the employee is among the resources. */
function isFollowed(instance: Instance, employee: number): boolean {
  return !instance.kinds.some(({ relaxed }) => relaxed?.concerns(instance, employee))
}

/** The labels to go on from: all, or those that look best with what they will cost yet. */
function bestLabels(table: LabelTable, resources: readonly Resource[], day: number, most: number): number[] {
  const all = Array.from({ length: table.count }, (_, label) => label)
  if (all.length <= most) return all
  const rank = Float64Array.from(all, (label) =>
    resources.reduce((sum, resource, r) => sum + (resource.outlook?.(table.at(label, r), day) ?? 0), table.cost[label]!),
  )
  return all.sort((a, b) => rank[a]! - rank[b]! || a - b).slice(0, most)
}

/** Null when no label is left. */
function bestOf(tables: readonly LabelTable[], resources: readonly Resource[]): PricedRow | null {
  const last = tables.at(-1)!
  let best = -1
  let lowest = Infinity
  for (let label = 0; label < last.count; label += 1) {
    const cost = resources.reduce((sum, resource, r) => sum + (resource.end?.(last.at(label, r)) ?? 0), last.cost[label]!)
    if (cost >= lowest) continue
    lowest = cost
    best = label
  }
  if (best < 0) return null
  const cells = new Int32Array(tables.length - 1)
  for (let day = cells.length; day > 0; day -= 1) {
    cells[day - 1] = tables[day]!.duty[best]!
    best = tables[day]!.parent[best]!
  }
  return { cells, cost: lowest }
}
