import { NOBODY } from '../../model/roster.ts'
import type { Shift, ShiftDependencyRule } from '../../model/schedule.ts'
import type { Weights } from '../../model/settings.ts'
import { MINUTES_PER_HOUR } from '../../model/units.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'

/** An assigned shift with who works it. */
interface Work {
  readonly shift: Shift
  readonly employeeIndex: number
}

/** A shift that needs another kind of shift beside it has it. */
export const shiftDependency: Rule = {
  setting: 'shiftDependency',
  unit: "missing companion shift, times the rule's weight",
  findMatches: (view) => view.schedule.shiftDependencyRules.flatMap((rule) => lonelyAnchors(view, rule)),
}

function lonelyAnchors(view: RosterView, rule: ShiftDependencyRule): Finding[] {
  const { schedule, words } = view
  const companions = assignedWithTag(view, rule.requiredShiftTag).sort((a, b) => a.shift.start - b.shift.start)
  const longest = companions.reduce((most, { shift }) => Math.max(most, shift.end - shift.start), 0)
  const weights = rule.constraintLevel === 'soft' ? moveDown(schedule.settings.weights.shiftDependency) : null
  const findings: Finding[] = []
  for (const { shift, employeeIndex } of assignedWithTag(view, rule.anchorShiftTag)) {
    if (shift.historic) continue
    const found = countCompanions(rule, shift, companions, longest)
    if (found >= rule.minRequiredCount) continue
    const employee = schedule.employees[employeeIndex]!
    findings.push({
      shiftIds: [shift.id],
      employeeIds: [employee.id],
      date: schedule.calendar.days[shift.day]!.date,
      amount: (rule.minRequiredCount - found) * rule.weight,
      text: `${words.employee(employee)} works ${words.shift(shift)}, which needs ${rule.minRequiredCount} tagged ${rule.requiredShiftTag} ${scopeInWords(rule)} and has ${found}.`,
      ...(weights === null ? {} : { weights }),
    })
  }
  return findings
}

function assignedWithTag({ schedule, roster }: RosterView, tag: string): Work[] {
  return schedule.shifts.flatMap((shift, position) => {
    const employeeIndex = roster[position]!
    return employeeIndex !== NOBODY && shift.tags.includes(tag) ? [{ shift, employeeIndex }] : []
  })
}

/** First to second, second to third; what falls on the fourth adds up there. */
function moveDown([first, second, third, fourth]: Weights): Weights {
  return [0, first, second, third + fourth]
}

/** Counts no further than the rule asks. `companions` are in order of start; none lasts longer than `longest`. */
function countCompanions(rule: ShiftDependencyRule, anchor: Shift, companions: readonly Work[], longest: number): number {
  const reach = reachMin(rule)
  let found = 0
  for (let at = firstFrom(companions, anchor.start - reach - longest); at < companions.length && found < rule.minRequiredCount; at += 1) {
    const { shift } = companions[at]!
    if (shift.start > anchor.end + reach) break
    if (shift !== anchor && isInScope(rule, anchor, shift)) found += 1
  }
  return found
}

/** How far from the anchor a companion can lie at most, in minutes. */
function reachMin({ overlapScope, withinHours }: ShiftDependencyRule): number {
  if (overlapScope === 'WITHIN_HOURS') return (withinHours ?? 0) * MINUTES_PER_HOUR
  // A local day has 25 hours at most.
  return overlapScope === 'SAME_DAY' ? 25 * MINUTES_PER_HOUR : 0
}

/** Position of the first work that starts at `start` or later. */
function firstFrom(works: readonly Work[], start: number): number {
  let low = 0
  let high = works.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (works[middle]!.shift.start < start) low = middle + 1
    else high = middle
  }
  return low
}

function isInScope({ overlapScope, withinHours }: ShiftDependencyRule, a: Shift, b: Shift): boolean {
  if (overlapScope === 'SAME_DAY') return a.day === b.day
  if (overlapScope === 'SAME_SHIFT') return a.start === b.start && a.end === b.end
  if (overlapScope === 'TIME_OVERLAP') return a.start < b.end && b.start < a.end
  return Math.max(a.start - b.end, b.start - a.end) <= (withinHours ?? 0) * MINUTES_PER_HOUR
}

function scopeInWords({ overlapScope, withinHours }: ShiftDependencyRule): string {
  const words = {
    TIME_OVERLAP: 'at the same time',
    SAME_DAY: 'on the same day',
    SAME_SHIFT: 'with the same times',
    WITHIN_HOURS: `within ${withinHours ?? 0} h`,
  }
  return words[overlapScope]
}
