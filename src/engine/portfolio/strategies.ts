import type { StrategyKind } from './strategy.ts'
import { annealing } from './strategies/annealing.ts'
import { groupFilling } from './strategies/group-filling.ts'
import { keptFilling } from './strategies/kept-filling.ts'
import { keptRoster } from './strategies/kept-roster.ts'
import { largeNeighbourhoods } from './strategies/large-neighbourhoods.ts'
import { proofByAscent } from './strategies/proof-by-ascent.ts'
import { proofByBranching } from './strategies/proof-by-branching.ts'
import { repair } from './strategies/repair.ts'
import { rollingHorizon } from './strategies/rolling-horizon.ts'
import { rowEmptying } from './strategies/row-emptying.ts'
import { rowPolishing } from './strategies/row-polishing.ts'

/** Every strategy; `policy.ts` says who has a turn when. */
export const STRATEGIES: readonly StrategyKind[] = [
  annealing,
  rowEmptying,
  keptRoster,
  keptFilling,
  rowPolishing,
  rollingHorizon,
  groupFilling,
  repair,
  largeNeighbourhoods,
  proofByAscent,
  proofByBranching,
]
