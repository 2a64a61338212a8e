import type { Schedule, Spot } from '../../model/schedule.ts'

/**
 * By spot: the first spot that asks for the same, of which no rule can tell it apart; itself where there is none. Rules that look at which of several spots somebody works at keep
 * them apart: one employee a week, shifts that may overlap at certain spots, and shifts that need one another.
 */
export function alikeSpots({ spots, shifts, shiftDependencyRules }: Schedule): Int32Array {
  const areApart = shiftDependencyRules.length > 0 || shifts.some(({ allowedCollisionSpots }) => allowedCollisionSpots.length > 0)
  const firstOf = new Map<string, number>()
  return Int32Array.from(spots, (spot, index) => {
    if (areApart || spot.singleEmployeePerWeekPreferred) return index
    const asked = askedAt(spot)
    const first = firstOf.get(asked) ?? index
    firstOf.set(asked, first)
    return first
  })
}

function askedAt({ teams, skills, requiresRestAfterShiftHere, requiresRestOfMinutes }: Spot): string {
  // Of JSON, so that 7 and "7" stay apart.
  const sorted = (asked: readonly unknown[]): string[] => asked.map((one) => JSON.stringify(one)).sort()
  return JSON.stringify([sorted(teams), sorted(skills.map(({ id, minLevel }) => [id, minLevel])), requiresRestAfterShiftHere, requiresRestOfMinutes])
}
