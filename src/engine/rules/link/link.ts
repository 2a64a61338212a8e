import type { Demands } from '../../instance/demands.ts'
import type { Duties } from '../../instance/duties.ts'
import { addGroupUnitsOfNobody, createGroupState, stepGroups, type GroupRule, type GroupState } from './shift-groups.ts'

/**
 * link: rules that tie several employees. Serves singleEmployeePerWeek, coverageCompetency, shiftDependency, shiftGroups and the weekend floor of
 * assignShift. All are sums that change step by step as one employee leaves or takes one seat.
 */
export interface LinkRule {
  /** By demand: 1 when one of the rules below speaks of it. The sums of the others are not kept. */
  readonly isLinked: Uint8Array
  /** Spots of which one employee a week is preferred: the spot and week of a demand, −1 = none. */
  readonly slotOf: Int32Array
  readonly slotCount: number
  readonly slotUnit: number
  /** By slot: employees that history alone has there. */
  readonly slotHistory: Int32Array
  /**
   * Stretches of coverage requirements. Those of one requirement are numbered in order of time, so what a demand runs through is a span from `spanFrom` to before
   * `spanTo`; the spans of demand d are `spanOffset[d] … spanOffset[d + 1] − 1`.
   */
  readonly spanOffset: Int32Array
  readonly spanFrom: Int32Array
  readonly spanTo: Int32Array
  /** By span: a row of `isSkilled`. */
  readonly spanSkill: Int32Array
  readonly stretchCount: number
  /** By stretch: least number of employees who hold the skill. */
  readonly stretchMin: Int32Array
  readonly stretchUnit: number
  /** By row × employees + employee: 1 when the employee holds the skill during the demands with this row. */
  readonly isSkilled: Uint8Array
  /** Ties of dependency rules, one per rule and anchor demand. */
  readonly ties: readonly Tie[]
  /** Demands of which some must be at work, each with the ties that ask for them. */
  readonly pools: readonly { readonly companions: Int32Array; readonly ties: readonly number[] }[]
  /** By demand: the ties whose anchor it is, and the pools that it is a companion in. */
  readonly anchoring: readonly (readonly number[])[]
  readonly accompanying: readonly (readonly number[])[]
  /** Weekend seats that must be filled at least; 0 = no floor. */
  readonly floor: number
  readonly floorUnit: number
  readonly floorTimes: number
  /** Null when there is none. */
  readonly shiftGroups: GroupRule | null
}

/** What one demand's shifts need of others. */
export interface Tie {
  /** The id of its dependency rule. */
  readonly name: string
  readonly anchor: number
  /** Companions needed; one more where the anchor's own seats are among those that are counted. */
  readonly least: number
  /** Position in `pools`. */
  readonly pool: number
  readonly times: number
  readonly unit: number
}

/** Running sums of the link rules. */
export interface LinkState {
  /** By slot × employees + employee: shifts; by slot: employees. */
  readonly slotShifts: Int32Array
  readonly slotEmployees: Int32Array
  /** By stretch × employees + employee: shifts worked with the skill; by stretch: employees. */
  readonly skilledShifts: Int32Array
  readonly skilledEmployees: Int32Array
  /** By demand: seats filled. */
  readonly filled: Int32Array
  /** By pool: companions at work. */
  readonly companions: Int32Array
  weekendFilled: number
  /** Null when there is no group. */
  readonly groups: GroupState | null
}

/** Sums of an empty roster. */
export function createLinkState(rule: LinkRule, demands: Demands, employeeCount: number): LinkState {
  return {
    slotShifts: new Int32Array(rule.slotCount * employeeCount),
    slotEmployees: new Int32Array(rule.slotCount),
    skilledShifts: new Int32Array(rule.stretchCount * employeeCount),
    skilledEmployees: new Int32Array(rule.stretchCount),
    filled: new Int32Array(demands.count),
    companions: new Int32Array(rule.pools.length),
    weekendFilled: 0,
    groups: rule.shiftGroups === null ? null : createGroupState(rule.shiftGroups, employeeCount),
  }
}

/** Lets one employee take (`step` 1) or leave (−1) every demand of a duty, and adds what that changes to `units`. */
export function stepDuty(
  rule: LinkRule,
  state: LinkState,
  demands: Demands,
  duties: Duties,
  employee: number,
  employeeCount: number,
  duty: number,
  step: number,
  units: Float64Array,
): void {
  for (let i = duties.partOffset[duty]!, last = i + duties.size[duty]!; i < last; i += 1) {
    const d = duties.parts[i]!
    if (rule.isLinked[d] === 0) continue
    stepSlot(rule, state, employee, employeeCount, d, step, units)
    stepStretches(rule, state, employee, employeeCount, d, step, units)
    stepTies(rule, state, d, step, units)
    stepFloor(rule, state, demands, d, step, units)
    if (rule.shiftGroups !== null) stepGroups(rule.shiftGroups, state.groups!, employee, employeeCount, d, step, units)
    state.filled[d]! += step
  }
}

function stepSlot(rule: LinkRule, state: LinkState, employee: number, employeeCount: number, d: number, step: number, units: Float64Array): void {
  const slot = rule.slotOf[d]!
  if (slot < 0) return
  const at = slot * employeeCount + employee
  const before = state.slotShifts[at]!
  state.slotShifts[at] = before + step
  if (before + Math.min(0, step) !== 0) return
  units[rule.slotUnit]! += beyondFirst(state.slotEmployees[slot]! + step) - beyondFirst(state.slotEmployees[slot]!)
  state.slotEmployees[slot]! += step
}

function beyondFirst(employees: number): number {
  return Math.max(0, employees - 1)
}

function stepStretches(
  rule: LinkRule,
  state: LinkState,
  employee: number,
  employeeCount: number,
  d: number,
  step: number,
  units: Float64Array,
): void {
  for (let span = rule.spanOffset[d]!; span < rule.spanOffset[d + 1]!; span += 1) {
    if (rule.isSkilled[rule.spanSkill[span]! * employeeCount + employee] === 0) continue
    for (let stretch = rule.spanFrom[span]!; stretch < rule.spanTo[span]!; stretch += 1) {
      const at = stretch * employeeCount + employee
      const before = state.skilledShifts[at]!
      state.skilledShifts[at] = before + step
      if (before + Math.min(0, step) !== 0) continue
      const least = rule.stretchMin[stretch]!
      const now = state.skilledEmployees[stretch]!
      units[rule.stretchUnit]! += Math.max(0, least - now - step) - Math.max(0, least - now)
      state.skilledEmployees[stretch] = now + step
    }
  }
}

function stepTies(rule: LinkRule, state: LinkState, d: number, step: number, units: Float64Array): void {
  const accompanying = rule.accompanying[d]!
  for (let i = 0; i < accompanying.length; i += 1) {
    const pool = accompanying[i]!
    const before = state.companions[pool]!
    state.companions[pool] = before + step
    const { ties } = rule.pools[pool]!
    for (let j = 0; j < ties.length; j += 1) {
      const tie = rule.ties[ties[j]!]!
      const anchors = state.filled[tie.anchor]!
      units[tie.unit]! += tieUnits(tie, anchors, before + step) - tieUnits(tie, anchors, before)
    }
  }
  const anchoring = rule.anchoring[d]!
  for (let i = 0; i < anchoring.length; i += 1) {
    const tie = rule.ties[anchoring[i]!]!
    const found = state.companions[tie.pool]!
    units[tie.unit]! += tieUnits(tie, state.filled[d]! + step, found) - tieUnits(tie, state.filled[d]!, found)
  }
}

function tieUnits(tie: Tie, anchors: number, found: number): number {
  return anchors * Math.max(0, tie.least - found) * tie.times
}

function stepFloor(rule: LinkRule, state: LinkState, demands: Demands, d: number, step: number, units: Float64Array): void {
  if (rule.floor === 0) return
  const at = demands.coverOffset[d]! + state.filled[d]!
  const change = demands.weekendFilled[at + step]! - demands.weekendFilled[at]!
  if (change === 0) return
  const before = Math.max(0, rule.floor - state.weekendFilled)
  state.weekendFilled += change
  units[rule.floorUnit]! += rule.floorTimes * (Math.max(0, rule.floor - state.weekendFilled) - before)
}

/** Units of a roster without anybody: from here every step counts on. Less what history alone breaks, which is not charged. */
export function addUnitsOfNobody(rule: LinkRule, units: Float64Array): void {
  for (const least of rule.stretchMin) units[rule.stretchUnit]! += least
  for (const employees of rule.slotHistory) units[rule.slotUnit]! -= beyondFirst(employees)
  if (rule.floor > 0) units[rule.floorUnit]! += rule.floorTimes * rule.floor
  if (rule.shiftGroups !== null) addGroupUnitsOfNobody(rule.shiftGroups, units)
}
