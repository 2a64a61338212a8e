import { isDecided } from '../../model/roster.ts'
import type { CoverageCompetencyRequirement, Schedule } from '../../model/schedule.ts'
import { weighsOnMusts } from '../../model/settings.ts'
import { clampTo, holds } from '../rules/fit/fit-units.ts'
import type { Candidates } from './shortages.ts'

/** A time in which fewer employees can be at work with a skill than a coverage requirement asks for. */
export interface CompetenceShortage {
  readonly requirement: CoverageCompetencyRequirement
  /** Minutes of the calendar; the end is exclusive. */
  readonly start: number
  readonly end: number
  /** Positions of the shifts of the group that run in it. */
  readonly shifts: readonly number[]
  /** Positions of those who hold the skill and could work one of these shifts without breaking a hard rule. */
  readonly employees: readonly number[]
  /** So many of them can be at work at most: there are no more shifts for them, at some moment. */
  readonly most: number
}

/**
 * Every stretch of a coverage requirement in which it cannot be met, in order of requirement and time; stretches that follow one another and lack the same are one.
 * Empty where the rule has no weight on the priorities that stand for what must be.
 */
export function findCompetenceShortages(schedule: Schedule, candidates: Candidates): CompetenceShortage[] {
  if (!weighsOnMusts(schedule.settings, 'coverageCompetency')) return []
  return schedule.coverageCompetencyRequirements.flatMap((requirement) => {
    const found: CompetenceShortage[] = []
    for (const stretch of stretchesOf(schedule, requirement)) {
      const employees = holdersFor(schedule, requirement, stretch.shifts, candidates)
      const most = Math.min(employees.length, stretch.shifts.length)
      if (most >= requirement.minimumCount) continue
      const last = found.at(-1)
      if (last?.end === stretch.start && last.most === most && last.employees.join() === employees.join()) {
        found[found.length - 1] = { ...last, end: stretch.end, shifts: [...new Set([...last.shifts, ...stretch.shifts])].sort((a, b) => a - b) }
      } else found.push({ requirement, ...stretch, employees, most })
    }
    return found
  })
}

type Stretch = Pick<CompetenceShortage, 'start' | 'end' | 'shifts'>

/** The time between neighbouring starts and ends of the group's shifts, as far as one that can still be planned, or was not over, runs in it. */
function stretchesOf({ shifts }: Schedule, { shiftIndexes, within }: CoverageCompetencyRequirement): Stretch[] {
  const starts = Map.groupBy(shiftIndexes, (index) => clampTo(within, shifts[index]!.start))
  const ends = Map.groupBy(shiftIndexes, (index) => clampTo(within, shifts[index]!.end))
  const cuts = [...new Set([...starts.keys(), ...ends.keys()])].sort((a, b) => a - b)
  const running = new Set<number>()
  return cuts.slice(0, -1).flatMap((start, i) => {
    for (const index of ends.get(start) ?? []) running.delete(index)
    for (const index of starts.get(start) ?? []) if (shifts[index]!.end > start) running.add(index)
    const now = [...running].sort((a, b) => a - b)
    return now.some((index) => !shifts[index]!.historic) ? [{ start, end: cuts[i + 1]!, shifts: now }] : []
  })
}

function holdersFor(
  { shifts, employees }: Schedule,
  { skill }: CoverageCompetencyRequirement,
  running: readonly number[],
  { state, employees: able }: Candidates,
): number[] {
  const found = new Set<number>()
  for (const index of running) {
    const shift = shifts[index]!
    const workers = isDecided(shift)
      ? [shift.employeeIndex].filter((employee) => employee !== null)
      : able[state.instance.demands.demandOfShift[index]!]!
    for (const employee of workers) if (holds(employees[employee]!.skills, skill, shift)) found.add(employee)
  }
  return [...found].sort((a, b) => a - b)
}
