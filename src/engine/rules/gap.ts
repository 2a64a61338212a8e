import type { Demands } from '../compile/demands.ts'
import { OFF, type Duties } from '../compile/duties.ts'

/** gap: what neighbouring shifts of one employee cost each other. Serves shiftCollision and minRestBetweenShifts. */
export interface GapRule {
  readonly demands: Demands
  readonly duties: Duties
  /** By employee: least minutes between two shifts; 0 = no limit. */
  readonly restMin: Int32Array
  /** How many days before a shift must be looked at: no earlier shift lasts, with the longest rest, into its day. */
  readonly lookbackDays: number
  /** How many shifts may run beside one another. */
  readonly allowedCollisions: number
  /** By demand: spots whose shifts may overlap with it; null = none. */
  readonly allowedSpots: readonly (ReadonlySet<number> | null)[]
  readonly collisionUnit: number
  readonly restUnit: number
}

/**
 * Adds `sign` × the units of all shifts on days `from` to `to` (inclusive) of one row to `units`: minutes of rest missing before each
 * shift, and overlapping shifts too many. The row is `cells[row … row + days − 1]`.
 */
export function addGapUnits(
  rule: GapRule,
  cells: Int32Array,
  row: number,
  employee: number,
  from: number,
  to: number,
  sign: number,
  units: Float64Array,
): void {
  const { start, end, size } = rule.duties
  const rest = rule.restMin[employee]!
  for (let day = from; day <= to; day += 1) {
    const duty = cells[row + day]!
    if (duty === OFF) continue
    const first = day > rule.lookbackDays ? day - rule.lookbackDays : 0
    let previousEnd = -NEVER
    for (let before = day - 1; before >= first; before -= 1) {
      const earlier = cells[row + before]!
      if (earlier !== OFF && end[earlier]! > previousEnd) previousEnd = end[earlier]!
    }
    const free = start[duty]! - previousEnd
    if (size[duty] === 1 && free >= 0) {
      if (free < rest) units[rule.restUnit]! += sign * (rest - free)
    } else {
      addCrowdedDay(rule, cells, row, rest, first, day, sign, units)
    }
  }
}

const NEVER = 0x3fff_ffff

/** The same for one day with several shifts or an overlap: shift by shift, as the rules' pages say it. Rare, so it may be slow. */
function addCrowdedDay(
  rule: GapRule,
  cells: Int32Array,
  row: number,
  rest: number,
  first: number,
  day: number,
  sign: number,
  units: Float64Array,
): void {
  const { start, end } = rule.demands
  const earlier: number[] = []
  for (let before = first; before < day; before += 1) earlier.push(...rule.duties.partsOf(cells[row + before]!))
  for (const shift of rule.duties.partsOf(cells[row + day]!)) {
    let predecessor = -1
    let overlaps = 0
    for (const other of earlier) {
      if (predecessor === -1 || end[other]! >= end[predecessor]!) predecessor = other
      if (end[other]! > start[shift]! && !isPermitted(rule, other, shift)) overlaps += 1
    }
    units[rule.collisionUnit]! += sign * Math.max(0, overlaps - rule.allowedCollisions)
    if (predecessor !== -1) {
      const overlapsPermitted = end[predecessor]! > start[shift]! && (rule.allowedCollisions > 0 || isPermitted(rule, predecessor, shift))
      if (!overlapsPermitted) units[rule.restUnit]! += sign * Math.max(0, rest - Math.max(0, start[shift]! - end[predecessor]!))
    }
    earlier.push(shift)
  }
}

function isPermitted(rule: GapRule, a: number, b: number): boolean {
  const { spot } = rule.demands
  return (rule.allowedSpots[a]?.has(spot[b]!) ?? false) || (rule.allowedSpots[b]?.has(spot[a]!) ?? false)
}
