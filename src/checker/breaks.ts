import { NOBODY, type Roster } from '../model/roster.ts'
import type { BreakRule } from '../model/breaks.ts'
import type { Schedule, Shift } from '../model/schedule.ts'
import type { Minute } from '../model/units.ts'

/** A break of whoever works a shift, with its rule. */
export interface PlacedBreak {
  readonly rule: BreakRule
  readonly start: Minute // inclusive
  readonly end: Minute // exclusive
}

/** The breaks of a shift, in the order of its rules; none where it is not said where they lie. */
export function breaksOf({ start, breakRules = [], breaks = [] }: Shift): PlacedBreak[] {
  return breaks.map((after, at) => {
    const rule = breakRules[at]!
    return { rule, start: (start + after) as Minute, end: (start + after + rule.minutes) as Minute }
  })
}

/** A stretch of a shift without a break. */
export interface Spell {
  readonly start: Minute // inclusive
  readonly end: Minute // exclusive
}

/** When whoever works a shift is at work: all of it but the breaks. */
export function spellsOf(shift: Shift): Spell[] {
  if (shift.breaks === undefined) return [shift]
  const spells: Spell[] = []
  let from = shift.start
  for (const { start, end } of breaksOf(shift).sort((a, b) => a.start - b.start)) {
    if (start > from) spells.push({ start: from, end: start })
    from = Math.max(from, end) as Minute
  }
  if (from < shift.end) spells.push({ start: from, end: shift.end })
  return spells
}

export interface Time {
  readonly start: number
  readonly end: number
}

/** When there is a break and nobody at work, in order. */
export function bareTimes(breaks: readonly Time[], spells: readonly Time[]): Time[] {
  const changes = new Map<number, { breaks: number; spells: number }>()
  const change = (at: number, of: 'breaks' | 'spells', by: number): void => {
    const now = changes.get(at) ?? { breaks: 0, spells: 0 }
    changes.set(at, now)
    now[of] += by
  }
  for (const [of, times] of [['breaks', breaks] as const, ['spells', spells] as const]) {
    for (const { start, end } of times) {
      change(start, of, 1)
      change(end, of, -1)
    }
  }
  const moments = [...changes.keys()].sort((a, b) => a - b)
  const now = { breaks: 0, spells: 0 }
  return moments.flatMap((start, at): Time[] => {
    now.breaks += changes.get(start)!.breaks
    now.spells += changes.get(start)!.spells
    return now.breaks > 0 && now.spells === 0 ? [{ start, end: moments[at + 1]! }] : []
  })
}

/**
 * The worked shifts whose breaks are not as their rules say (docs/breaks.md): one for each rule, begun on a step, within its window, none over another. What is historic is not judged. Must be empty
 * before a roster is stored or shown.
 */
export function findMisplacedBreaks({ shifts }: Schedule, roster: Roster): readonly Shift[] {
  return shifts.filter((shift, position) => roster[position] !== NOBODY && !shift.historic && isMisplaced(shift))
}

function isMisplaced(shift: Shift): boolean {
  const { breakRules = [], breaks = [] } = shift
  if (breaks.length !== breakRules.length) return true
  const placed = breaksOf(shift).sort((a, b) => a.start - b.start)
  return placed.some(({ rule, start, end }, at) => {
    const [after, before] = [start - shift.start, shift.end - end]
    const isOver = at > 0 && placed[at - 1]!.end > start
    return isOver || after < rule.earliestAfter || before < rule.latestBefore || after % rule.stepMinutes !== 0
  })
}
