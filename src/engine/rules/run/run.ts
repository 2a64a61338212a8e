import { holderOn, isDated, type Terms } from '../../instance/terms.ts'

/**
 * run: lengths of consecutive days with and without a flag (any work, late, night, some tags). A run that touches the first or the
 * last day is never too short, unless the rule is closed.
 */
export interface RunRule {
  /** Whose contract changes, and when: the limits of a run are those of its last day. Null where nobody's does. */
  readonly terms: Terms | null
  readonly horizonFirst: number
  /** Of `duties.flags`. */
  readonly flag: number
  /** Multiplies the units. */
  readonly times: number
  /** By holder (`Terms`); `NO_LIMIT` and 0 where the contract is silent. */
  readonly most: Int32Array
  readonly least: Int32Array
  readonly mostOff: Int32Array
  readonly leastOff: Int32Array
  /** What the schedule calls it; absent where it has no name. */
  readonly name?: string | undefined
  readonly maxUnit: number
  readonly minUnit: number
  readonly offUnit: number
  /** The first day of a run that may go on before it: 0; −1 when the rule is closed and there is none. */
  readonly openFrom: number
  /** How many days a row has when the rule is closed: a run that ends there ends for good; −1 when it is open. */
  readonly closedAt: number
  /** By employee: 1 when any of the four is a limit. */
  readonly applies: Uint8Array
}

/**
 * Adds `sign` × the units of the runs on days `from` to `to` (inclusive) to `units`. Both must be ends of whole runs, or edges of the
 * row's `days` days. `flags[duty]` is 1 where the duty has the flag; the row is `cells[row … row + days − 1]`.
 */
export function addRunUnits(
  rule: RunRule,
  flags: Uint8Array,
  cells: Int32Array,
  row: number,
  employee: number,
  from: number,
  to: number,
  days: number,
  sign: number,
  units: Float64Array,
): void {
  if (isDated(rule.terms, employee)) {
    addDatedRuns(rule, rule.terms, flags, cells, row, employee, from, to, days, sign, units)
    return
  }
  const amount = sign * rule.times
  let day = from
  while (day <= to) {
    const value = flags[cells[row + day]!]!
    const first = day
    day += 1
    while (day <= to && flags[cells[row + day]!] === value) day += 1
    const length = day - first
    const most = value === 1 ? rule.most[employee]! : rule.mostOff[employee]!
    const least = value === 1 ? rule.least[employee]! : rule.leastOff[employee]!
    if (length > most) units[value === 1 ? rule.maxUnit : rule.offUnit]! += amount * (length - most)
    if (length < least && first > rule.openFrom && (day < days || day === rule.closedAt))
      units[value === 1 ? rule.minUnit : rule.offUnit]! += amount * (least - length)
  }
}

/**
 * The same for somebody whose contract changes. What history alone broke is taken off at once, for it is known only with the end of the run by whose contract it is judged; a row of history
 * alone therefore adds nothing.
 */
function addDatedRuns(
  rule: RunRule,
  terms: Terms,
  flags: Uint8Array,
  cells: Int32Array,
  row: number,
  employee: number,
  from: number,
  to: number,
  days: number,
  sign: number,
  units: Float64Array,
): void {
  const amount = sign * rule.times
  let day = from
  while (day <= to) {
    const value = flags[cells[row + day]!]!
    const first = day
    day += 1
    while (day <= to && flags[cells[row + day]!] === value) day += 1
    const length = day - first
    const holder = holderOn(terms, employee, day - 1)
    const most = value === 1 ? rule.most[holder]! : rule.mostOff[holder]!
    const least = value === 1 ? rule.least[holder]! : rule.leastOff[holder]!
    const historic = Math.max(0, Math.min(day, rule.horizonFirst) - first)
    const over = Math.max(0, length - most) - Math.max(0, historic - most)
    if (over > 0) units[value === 1 ? rule.maxUnit : rule.offUnit]! += amount * over
    if (length < least && first > rule.openFrom && (day < days || day === rule.closedAt) && day >= rule.horizonFirst)
      units[value === 1 ? rule.minUnit : rule.offUnit]! += amount * (least - length)
  }
}
