import { type Demands, hasTag } from '../../instance/demands.ts'
import { OFF, type Duties } from '../../instance/duties.ts'

/** interval: wishes to work, each met by any one shift that overlaps it and carries its tag. Serves desired. */
export interface WishRule {
  readonly unit: number
  readonly demands: Demands
  readonly duties: Duties
  readonly count: number
  readonly employee: Int32Array
  /** Not 32-bit: a wish may end for ever. */
  readonly start: Float64Array
  readonly end: Float64Array
  /** Tag number; −1 = any shift; −2 = a tag that no shift carries. */
  readonly tag: Int32Array
  readonly weight: Int32Array
  /** The last day on which a shift starts that could meet it, where shifts of several days could; else −1. */
  readonly lastOfSeveral: Int32Array
  /** By employee × days + day: the wishes that a shift starting on that day could meet, `wishes[offset[i] … offset[i + 1] − 1]`. */
  readonly offset: Int32Array
  readonly wishes: Int32Array
}

/** How many demands of a duty meet a wish. */
export function meetings(rule: Pick<WishRule, 'demands' | 'duties' | 'start' | 'end' | 'tag'>, duty: number, wish: number): number {
  if (duty === OFF) return 0
  const { demands, duties } = rule
  let met = 0
  const from = duties.partOffset[duty]!
  for (let i = from; i < from + duties.size[duty]!; i += 1) {
    const d = duties.parts[i]!
    if (demands.start[d]! >= rule.end[wish]! || demands.end[d]! <= rule.start[wish]!) continue
    const tag = rule.tag[wish]!
    if (tag === -1 || (tag >= 0 && hasTag(demands, d, tag))) met += 1
  }
  return met
}
