import { contractsHeld } from '../../model/contract-periods.ts'
import type { Contract, Schedule, Spot } from '../../model/schedule.ts'

/**
 * By spot: the first spot that asks for the same, of which no rule can tell it apart; itself where there is none. Rules that look at which of several spots somebody works at keep
 * them apart: one employee a week, shifts that may overlap at certain spots, shifts that need one another, who works
 * with whom, how many are at work or wanted, breaks, what is shared or paid at certain spots, ways from spot to spot that take time, and rules of contracts that count spots.
 */
export function alikeSpots(schedule: Schedule): Int32Array {
  const {
    spots,
    shifts,
    employees,
    shiftDependencyRules,
    pairings,
    coverageRequirements,
    fairness,
    pay,
    travel,
    demands = [],
    breakRules = [],
  } = schedule
  const countSpots = ({ rules }: Contract): boolean =>
    rules.some((rule) => (rule.kind === 'count' && rule.of === 'spots') || rule.when?.of === 'spots')
  const areCounted = [...new Set(employees.flatMap(contractsHeld))].some(countSpots)
  const areApart =
    areCounted ||
    travel !== null ||
    [...fairness, ...(pay?.budgets ?? [])].some(({ spotIndexes }) => spotIndexes.length > 0) ||
    shiftDependencyRules.length + pairings.length + coverageRequirements.length + demands.length + breakRules.length > 0 ||
    shifts.some(({ allowedCollisionSpots }) => allowedCollisionSpots.length > 0)
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
