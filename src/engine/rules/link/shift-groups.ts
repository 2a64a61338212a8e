/** Shifts that belong together, of the setting shiftGroups. Parallel arrays by group; those that history alone has are not among them. */
export interface GroupRule {
  readonly count: number
  /** Their ids. */
  readonly names: readonly string[]
  /** Of demand d: the groups `groups[offset[d] … offset[d + 1] − 1]`. Every seat of a demand is in the same groups. */
  readonly offset: Int32Array
  readonly groups: Int32Array
  /** Of group g: the demands `members[memberOffset[g] … memberOffset[g + 1] − 1]`. */
  readonly memberOffset: Int32Array
  readonly members: Int32Array
  /** The groups that one employee should work alone, and those of which all shifts should be worked or none. */
  readonly blocks: Int32Array
  readonly wholes: Int32Array
  /** One of the modes below. */
  readonly mode: Uint8Array
  /** Shifts, without the historic ones that nobody worked. */
  readonly size: Int32Array
  /** Of filled shifts; 0 and `NO_MAX` where there is no limit. */
  readonly min: Int32Array
  readonly max: Int32Array
  readonly times: Int32Array
  readonly unit: Int32Array
  /** What the historic shifts are off by alone, which is not charged. */
  readonly historic: Int32Array
  /** Where the employees of a group are counted, 0 to before `tallies`; −1 = no matter who they are. */
  readonly tally: Int32Array
  readonly tallies: number
}

export const SAME_EMPLOYEE = 0
export const DIFFERENT_EMPLOYEES = 1
export const ALL_OR_NONE = 2
export const COUNT = 3
export const NO_MAX = 2 ** 31 - 1

/** Running sums of the groups. */
export interface GroupState {
  /** By group: shifts filled, and different employees on them. */
  readonly filled: Int32Array
  readonly employees: Int32Array
  /** By tally × employees + employee: shifts. */
  readonly shifts: Int32Array
}

/** Sums of an empty roster. */
export function createGroupState({ count, tallies }: GroupRule, employeeCount: number): GroupState {
  return { filled: new Int32Array(count), employees: new Int32Array(count), shifts: new Int32Array(tallies * employeeCount) }
}

/** By how much a group with so many shifts filled, by so many different employees, is off. */
export function groupUnits(
  { mode, size, min, max }: Pick<GroupRule, 'mode' | 'size' | 'min' | 'max'>,
  group: number,
  filled: number,
  employees: number,
): number {
  const of = mode[group]!
  if (of === SAME_EMPLOYEE) return Math.max(0, employees - 1)
  if (of === DIFFERENT_EMPLOYEES) return filled - employees
  if (of === ALL_OR_NONE) return Math.min(filled, size[group]! - filled)
  return Math.max(0, min[group]! - filled, filled - max[group]!)
}

/** Lets one employee take (`step` 1) or leave (−1) a seat of a demand, and adds what that changes to `units`. */
export function stepGroups(
  rule: GroupRule,
  state: GroupState,
  employee: number,
  employeeCount: number,
  d: number,
  step: number,
  units: Float64Array,
): void {
  for (let i = rule.offset[d]!; i < rule.offset[d + 1]!; i += 1) {
    const group = rule.groups[i]!
    const filled = state.filled[group]!
    const employees = state.employees[group]!
    let change = 0
    if (rule.tally[group]! >= 0) {
      const at = rule.tally[group]! * employeeCount + employee
      const before = state.shifts[at]!
      state.shifts[at] = before + step
      if (before + Math.min(0, step) === 0) change = step
    }
    state.filled[group] = filled + step
    state.employees[group] = employees + change
    units[rule.unit[group]!]! +=
      rule.times[group]! * (groupUnits(rule, group, filled + step, employees + change) - groupUnits(rule, group, filled, employees))
  }
}

/** Units of a roster without anybody, less what is not charged. */
export function addGroupUnitsOfNobody(rule: GroupRule, units: Float64Array): void {
  for (let group = 0; group < rule.count; group += 1) {
    units[rule.unit[group]!]! += rule.times[group]! * (groupUnits(rule, group, 0, 0) - rule.historic[group]!)
  }
}
