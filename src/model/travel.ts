import type { Identifier } from './units.ts'

/** How long it takes to get from one place to another. */
export interface Travel {
  /** By id of the place that is left and of the one that is reached: minutes, 0 or more. What is not in it takes none. */
  readonly minutes: ReadonlyMap<Identifier, ReadonlyMap<Identifier, number>>
}

/** Minutes of travel from one place to another; 0 where none are known. */
export function travelMinutes(travel: Travel | null, from: Identifier, to: Identifier): number {
  return travel?.minutes.get(from)?.get(to) ?? 0
}
