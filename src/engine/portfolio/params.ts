import { BOUNDS } from './params/bounds.ts'
import { COLUMNS, NEIGHBOURHOODS, ROWS, STEPS } from './params/column-generation.ts'
import { type Cycle, CYCLES } from './params/cycles.ts'
import { CONSTRUCTION, MOVES, PACKING, POLISHING, WEIGHTING } from './params/local-search.ts'
import type { Section, ValuesOf } from './params/parameter.ts'
import { POLICY, PROVING } from './params/policy.ts'
import { REPLANNING } from './params/replanning.ts'
import { ROLLING_HORIZON } from './params/rolling.ts'

/** Every number that steers the search but for the cycles, by section and name. */
export const PARAMETERS = {
  weighting: WEIGHTING,
  moves: MOVES,
  construction: CONSTRUCTION,
  polishing: POLISHING,
  packing: PACKING,
  policy: POLICY,
  proving: PROVING,
  neighbourhoods: NEIGHBOURHOODS,
  columns: COLUMNS,
  rows: ROWS,
  steps: STEPS,
  bounds: BOUNDS,
  replanning: REPLANNING,
  rolling: ROLLING_HORIZON,
} satisfies Readonly<Record<string, Section>>

/** What steers a search. Two searches of one seed and as many iterations that differ in nothing else may differ by any of these numbers. */
export type SearchParams = { readonly [S in keyof typeof PARAMETERS]: ValuesOf<(typeof PARAMETERS)[S]> } & {
  /** By the number of active priorities, 0 to 4. */
  readonly cycles: readonly (readonly Cycle[])[]
}

/** What a search has that was told nothing else. */
export const DEFAULT_PARAMS: SearchParams = {
  ...(Object.fromEntries(
    Object.entries(PARAMETERS).map(([name, section]) => [
      name,
      Object.fromEntries(Object.entries(section).map(([parameter, { value }]) => [parameter, value])),
    ]),
  ) as Omit<SearchParams, 'cycles'>),
  cycles: CYCLES,
}
