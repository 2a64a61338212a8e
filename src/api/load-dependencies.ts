import { firstWhere } from '../model/first-where.ts'
import type { Schedule, Shift, ShiftDependencyRule } from '../model/schedule.ts'
import { MINUTES_PER_DAY } from '../model/units.ts'
import type { Load } from './load.ts'

/** Of one entry in a list of objects, in bytes. */
const OBJECT_BYTES = 64
/** More than this is too much already, and counting on could take as long as preparing. */
const MOST_COUNTED = 50_000_000

/** What shifts need of others: pairs of a time at which a shift needs some and a shift that could be one. */
export function loadOfDependencies({ shiftDependencyRules, shifts }: Schedule): Load {
  const byTag = new Map<string, Shift[]>()
  for (const shift of shiftDependencyRules.length === 0 ? [] : shifts.toSorted((a, b) => a.start - b.start)) {
    for (const tag of new Set(shift.tags)) if (byTag.get(tag)?.push(shift) === undefined) byTag.set(tag, [shift])
  }
  const longestMin = shifts.reduce((longest, { start, end }) => Math.max(longest, end - start), 0)
  const known = new Set<string>()
  let ties = 0
  let pairs = 0
  for (const rule of shiftDependencyRules) {
    const required = byTag.get(rule.requiredShiftTag) ?? []
    for (const anchor of byTag.get(rule.anchorShiftTag) ?? []) {
      ties += 1
      const key = `${rule.requiredShiftTag} ${rule.overlapScope} ${rule.withinHours} ${anchor.start} ${anchor.end}`
      if (known.has(key)) continue
      known.add(key)
      pairs += companionsOf(rule, anchor, required, longestMin)
      if (ties + pairs > MOST_COUNTED) break
    }
  }
  return {
    words: `${ties.toLocaleString('en-US')} pairs of a dependency rule and a shift, with ${pairs.toLocaleString('en-US')} shifts that they could need`,
    pointer: '/shiftDependencyRules',
    bytes: 2 * OBJECT_BYTES * ties + 20 * pairs,
    steps: 20 * (ties + pairs),
  }
}

/** How many shifts start near enough to an anchor to be companions. */
function companionsOf({ overlapScope, withinHours }: ShiftDependencyRule, anchor: Shift, required: readonly Shift[], longestMin: number): number {
  const reach = overlapScope === 'SAME_DAY' ? MINUTES_PER_DAY : 60 * (withinHours ?? 0)
  return firstFrom(required, anchor.end + reach + 1) - firstFrom(required, anchor.start - reach - longestMin)
}

function firstFrom(byStart: readonly Shift[], minute: number): number {
  return firstWhere(byStart.length, (at) => byStart[at]!.start >= minute)
}
