import type { Instance } from '../compile/instance.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { State } from '../scoring/state.ts'
import type { Softening } from '../search/soften.ts'
import { LabelTable } from './label-table.ts'
import { findOptions } from './options.ts'
import type { Resource } from './resource.ts'

/** A row that was found, and whether no better one exists. */
export interface FoundRow {
  /** By day: the duty. */
  readonly cells: Int32Array
  /** False where states had to be given up, or rules that were not followed apply to the employee. */
  readonly isExact: boolean
  /** Ways from a label to the next day that were tried. */
  readonly steps: number
}

/**
 * The cheapest row of one employee between two days (inclusive) while everybody else stays, by dynamic programming over the days: a label
 * for each state that the rules' resources can be in, as many of them as there is time for. What
 * kinds of rules relax is not followed: evaluate what comes out before it is used.
 */
export function findBestRow(
  state: State,
  softening: Softening,
  employee: number,
  span: { from: number; to: number },
  params: SearchParams['polishing'],
): FoundRow {
  const { instance } = state
  const options = findOptions(state, softening, employee, span.from, span.to)
  const resources = resourcesOf(
    instance,
    employee,
    options.map(({ duties }) => duties),
    softening.perUnit,
  )
  const tables: LabelTable[] = [new LabelTable(resources.length)]
  const next = new Int32Array(resources.length)
  tables[0]!.offer(
    Int32Array.from(resources, ({ start }) => start),
    0,
    -1,
    0,
  )
  const choices = options.reduce((sum, { duties }) => sum + duties.length, 0)
  const mostLabels = Math.max(params.minLabels, Math.min(params.maxLabels, Math.floor(params.stepsPerRow / choices)))
  let isCut = false
  let steps = 0
  for (let day = 0; day < instance.dayCount; day += 1) {
    const before = tables[day]!
    const { duties, costs } = options[day]!
    const table = new LabelTable(resources.length)
    const followed = bestLabels(before, resources, day - 1, mostLabels)
    if (followed.length < before.count) isCut = true
    steps += followed.length * duties.length
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
    tables.push(table)
  }
  return { cells: cellsOfBest(tables, resources), isExact: !isCut && isFollowed(instance, employee), steps }
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

function cellsOfBest(tables: readonly LabelTable[], resources: readonly Resource[]): Int32Array {
  const last = tables.at(-1)!
  let best = 0
  let lowest = Infinity
  for (let label = 0; label < last.count; label += 1) {
    const cost = resources.reduce((sum, resource, r) => sum + (resource.end?.(last.at(label, r)) ?? 0), last.cost[label]!)
    if (cost >= lowest) continue
    lowest = cost
    best = label
  }
  const cells = new Int32Array(tables.length - 1)
  for (let day = cells.length; day > 0; day -= 1) {
    cells[day - 1] = tables[day]!.duty[best]!
    best = tables[day]!.parent[best]!
  }
  return cells
}
