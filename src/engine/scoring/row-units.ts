import type { Instance } from '../instance/instance.ts'

/**
 * Adds the units of one whole row, counted from its cells alone: every rule over all days, less what history alone broke. The slow,
 * obvious side of every fast change. Rules of which the search keeps what a row costs are in `row-cache.ts`.
 */
export function addRowUnits(instance: Instance, cells: Int32Array, employee: number, units: Float64Array): void {
  for (const { count } of instance.kinds) if (count.of === 'row') count.add(instance, cells, employee, units)
}
