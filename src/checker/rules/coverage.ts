import { NOBODY } from '../../model/roster.ts'
import type { CoverageCompetencyRequirement, Shift } from '../../model/schedule.ts'
import type { Minute } from '../../model/units.ts'
import { isHeldDuring } from '../eligibility.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'

/** At every moment enough of those at work hold the competence. */
export const coverageCompetency: Rule = {
  setting: 'coverageCompetency',
  unit: 'missing skilled employee in one stretch',
  findMatches: (view) => view.schedule.coverageCompetencyRequirements.flatMap((requirement) => uncovered(view, requirement)),
}

/** The shifts of a group that run at one moment, while time goes on. */
interface Running {
  readonly shifts: Set<Shift>
  planned: number
  /** By position of the employee, how many of the shifts they work and hold the skill for. */
  readonly skilled: Map<number, number>
}

function uncovered(view: RosterView, requirement: CoverageCompetencyRequirement): Finding[] {
  const { shifts } = view.schedule
  const { within } = requirement
  const inside = (minute: Minute): Minute => (within === null ? minute : (Math.max(within.start, Math.min(within.end, minute)) as Minute))
  const group = requirement.shiftIndexes.filter((position) => inside(shifts[position]!.start) < inside(shifts[position]!.end))
  const starts = Map.groupBy(group, (position) => inside(shifts[position]!.start))
  const ends = Map.groupBy(group, (position) => inside(shifts[position]!.end))
  const cuts = [...new Set([...starts.keys(), ...ends.keys()])].sort((a, b) => a - b)
  const running: Running = { shifts: new Set(), planned: 0, skilled: new Map() }
  const findings: Finding[] = []
  for (const [index, from] of cuts.entries()) {
    for (const position of ends.get(from) ?? []) pass(view, requirement, running, { position, by: -1 })
    for (const position of starts.get(from) ?? []) pass(view, requirement, running, { position, by: 1 })
    const missing = requirement.minimumCount - running.skilled.size
    if (running.planned > 0 && missing > 0) findings.push(tellStretch(view, requirement, running, { from, to: cuts[index + 1]! }))
  }
  return findings
}

/** A shift starts (`by` 1) or ends (−1). */
function pass(
  { schedule, roster }: RosterView,
  { skill }: CoverageCompetencyRequirement,
  running: Running,
  { position, by }: { position: number; by: 1 | -1 },
): void {
  const shift = schedule.shifts[position]!
  if (by === 1) running.shifts.add(shift)
  else running.shifts.delete(shift)
  if (!shift.historic) running.planned += by
  const employeeIndex = roster[position]!
  if (employeeIndex === NOBODY || !isHeldDuring(schedule.employees[employeeIndex]!.skills, skill, shift)) return
  const count = (running.skilled.get(employeeIndex) ?? 0) + by
  if (count === 0) running.skilled.delete(employeeIndex)
  else running.skilled.set(employeeIndex, count)
}

function tellStretch(
  { schedule, words, naming }: RosterView,
  { skill, minimumCount }: CoverageCompetencyRequirement,
  { shifts, skilled }: Running,
  { from, to }: { from: Minute; to: Minute },
): Finding {
  const { say } = words.teller
  const told = { span: words.span({ start: from, end: to }), skill: words.skill(skill), min: minimumCount }
  return {
    ...naming.nameListed(shifts.size, () => shifts),
    employeeIds: [...skilled.keys()].map((index) => schedule.employees[index]!.id),
    date: words.dateAt(from),
    amount: minimumCount - skilled.size,
    text: skilled.size === 0 ? say('broken.nobodyHolds', told) : say('broken.fewHold', { ...told, count: skilled.size }),
  }
}
