import type { Compiling } from '../instance/compiling.ts'
import type { Duties } from '../instance/duties.ts'
import type { CompiledRules, Instance } from '../instance/instance.ts'
import type { Resource } from '../rows/resource.ts'
import type { LeftOut } from './left-out.ts'
import type { PenaltyWeights } from '../local-search/penalty-weights.ts'

/** A field of an instance that holds rules. */
export type RuleField = keyof CompiledRules

/**
 * A kind of rule: all that the engine knows of it. Compiling, counting from scratch, finding rows and proving bounds go by the list of kinds (`kinds.ts`) and by nothing
 * else, so that whoever adds one to the list has added it everywhere.
 */
export type RuleKind = Parts & RowSide

/** A kind that holds these fields of an instance. */
export type KindOf<F extends RuleField> = RuleKind & {
  readonly fields: readonly F[]
  readonly compile: Compile<F>
}

interface Parts {
  /** As `model/rules.ts` calls it. */
  readonly name: string
  /** Where its rules stand in an instance. */
  readonly fields: readonly RuleField[]
  readonly compile: (compiling: Compiling) => (duties: Duties) => Partial<CompiledRules>
  readonly count: Count
  /**
   * The function by which the local search tells what a move changes. Its inner loop (`scoring/`) calls it by its name, for a call through a table costs it speed;
   * a test holds it to that.
   */
  readonly change: (...args: never[]) => unknown
}

/**
 * Makes the rules of a schedule, in two steps: the first asks for columns of duties and for units, the second has the duties. Units are numbered in the order in which
 * they are asked for.
 */
export type Compile<F extends RuleField> = (compiling: Compiling) => (duties: Duties) => Pick<CompiledRules, F>

/**
 * Counts from scratch, without any running sum: all that a row breaks, less what history alone broke. `row`: of one employee. `kept`: the same, for what the search keeps
 * by row (`scoring/row-cache.ts`). `roster`: of all employees together.
 */
export type Count =
  | {
      readonly of: 'row' | 'kept'
      readonly add: (instance: Instance, cells: Int32Array, employee: number, units: Float64Array) => void
    }
  | { readonly of: 'roster'; readonly add: (instance: Instance, cells: Int32Array, tally: Tally) => void }

/** Where a roster is counted: units in the order of `instance.units`, and penalties by priority of what has no units. */
export interface Tally {
  readonly units: Float64Array
  readonly penalties: Float64Array
}

/**
 * How finding rows and proving bounds meet a kind. Either they follow it, by resources, by what a day costs or by rows of the master, or it is relaxed: left out of what a bound is proved of.
 * A kind that declares neither does not compile, for a bound that took its rules for free would be wrong.
 */
type RowSide = Followed | FollowedByDay | FollowedTogether | Relaxed

interface Followed {
  readonly isCover?: never
  readonly resources: Resources
  /** What can be told of a day alone; `resources` have the rest. */
  readonly dayCost?: DayCost
  /** Rules of the kind that no resource follows. */
  readonly relaxed?: Relaxation
}

interface FollowedByDay {
  readonly isCover?: never
  readonly dayCost: DayCost
  readonly resources?: never
  readonly relaxed?: never
}

/** No row knows it alone, and masters have rows for it, which all employees share (`column-generation/cover-rows.ts`). */
interface FollowedTogether {
  readonly isCover: true
  /** What masters do not follow; whoever looks at one row alone follows nothing of it. */
  readonly relaxed: Relaxation
  readonly resources?: never
  readonly dayCost?: never
}

interface Relaxed {
  readonly isCover?: never
  readonly relaxed: Relaxation
  readonly resources?: never
  readonly dayCost?: never
}

/** How a kind is followed along a row. */
export interface Resources {
  /** States of a row name the resources in this order, the lowest first. */
  readonly place: number
  /** What the rules of one employee must remember. */
  readonly of: (row: RowToFollow) => readonly Resource[]
  /**
   * What they read of a duty of one shift. `columns`: nothing but columns of duties, and when it begins and ends. Else also these numbers: duties that differ in one of them
   * are told apart.
   */
  readonly reads: 'columns' | ((instance: Instance) => (duty: number) => readonly number[])
}

/** A row that is looked for. */
export interface RowToFollow {
  readonly instance: Instance
  readonly employee: number
  /** By day: the duties that it may have. */
  readonly options: readonly (readonly number[])[]
  /** By unit: what one costs. */
  readonly perUnit: Float64Array
}

/** Adds to `before` what a duty costs whatever the employee does on other days. */
export type DayCost = (
  instance: Instance,
  costs: Pick<PenaltyWeights, 'factors' | 'perUnit'>,
  at: { readonly employee: number; readonly day: number; readonly duty: number },
  before: number,
) => number

/** How those rules of a kind that rows do not follow are left out. */
export interface Relaxation {
  /** The fields of the kind without them: no roster costs more so. */
  readonly without: (instance: Instance) => Partial<CompiledRules>
  /** Whether one of them concerns an employee. */
  readonly concerns: (instance: Instance, employee: number) => boolean
  /** What an answer says of them: `boundLeavesOut`. None where they concern nobody. */
  readonly leftOut: (instance: Instance) => readonly LeftOut[]
}
