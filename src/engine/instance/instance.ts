import type { Schedule } from '../../model/schedule.ts'
import type { Score } from '../../model/score.ts'
import type { ConditionalRule, RowContext } from '../rules/conditional/conditional.ts'
import type { BudgetRule } from '../rules/budget/budget.ts'
import type { CountRule } from '../rules/count/count.ts'
import type { CoverageRule } from '../rules/coverage/coverage.ts'
import type { FitTable } from '../rules/fit/fit.ts'
import type { GapRule } from '../rules/gap/gap.ts'
import type { LinkRule } from '../rules/link/link.ts'
import type { PairingRule } from '../rules/pairing/pairing.ts'
import type { PatternRule } from '../rules/pattern/pattern.ts'
import type { PayTable } from '../rules/pay/pay.ts'
import type { KindedRule } from '../rules/plain-kind.ts'
import type { RefusalRule } from '../rules/refusal/refusal.ts'
import type { RotaRule } from '../rules/rota/rota.ts'
import type { RuleKind } from '../rules/rule-kind.ts'
import type { RunRule } from '../rules/run/run.ts'
import type { SameTimeRule } from '../rules/same-time/same-time.ts'
import type { WeekendRule } from '../rules/weekend/weekend.ts'
import type { WeeklyRestRule } from '../rules/weekly-rest/weekly-rest.ts'
import type { WishRule } from '../rules/wish/wish.ts'
import type { Demands } from './demands.ts'
import type { Duties } from './duties.ts'
import type { Unit } from './units.ts'

/** The rules of an instance. Each field belongs to one kind of `rules/kinds.ts`, but for the last one, which all plain kinds share. */
export interface CompiledRules {
  readonly fit: FitTable
  readonly gap: GapRule
  /** Every rule once, and by employee the positions of those that their contract asks for. */
  readonly runs: readonly RunRule[]
  readonly runsOf: readonly Int32Array[]
  readonly patterns: readonly PatternRule[]
  readonly patternsOf: readonly Int32Array[]
  readonly counts: readonly CountRule[]
  readonly countsOf: readonly Int32Array[]
  readonly weekends: WeekendRule | null
  readonly weeklyRest: WeeklyRestRule | null
  readonly sameTime: SameTimeRule | null
  readonly conditionals: readonly (readonly ConditionalRule[])[]
  readonly wishes: WishRule | null
  readonly links: LinkRule | null
  readonly pairings: PairingRule | null
  readonly coverage: CoverageRule | null
  readonly refusals: RefusalRule | null
  readonly rota: RotaRule | null
  readonly pay: PayTable | null
  readonly budgets: BudgetRule | null
  readonly plain: readonly KindedRule[]
}

/** A schedule compiled for the search: indexes, typed arrays, and rules as data. Employees, days and shifts keep their positions. */
export interface Instance extends CompiledRules {
  readonly schedule: Schedule
  readonly employeeCount: number
  readonly dayCount: number
  /** Days before this one are history. */
  readonly horizonFirst: number
  readonly demands: Demands
  readonly duties: Duties
  /** By day: the demands that a move may fill. */
  readonly openDemands: readonly Int32Array[]
  /** By employee × days + day: the duty made of the decided shifts alone; `OFF` where there is none. */
  readonly decidedDuty: Int32Array
  /** What the rules below count, in the order of every vector of units. */
  readonly units: readonly Unit[]
  /** `weights[4 × k + p]`: what a unit of `units[k]` costs on priority p. */
  readonly weights: Float64Array
  /** By priority: into how many parts a point is divided; 1 where penalties are whole numbers, more where money counts. */
  readonly parts: readonly number[]
  /** Penalties that every roster starts with: one for each shift whose employee is to stay. */
  readonly base: Score
  /** The kinds that its rules are of. */
  readonly kinds: readonly RuleKind[]
  readonly rowContext: RowContext
}
