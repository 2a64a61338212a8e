import { NOBODY } from '../../model/roster.ts'
import type { Shift, ShiftGroup } from '../../model/schedule.ts'
import { moveDown } from '../move-down.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { countOf, oneLine } from '../words.ts'

/** Shifts that belong together are worked as their group asks. */
export const shiftGroups: Rule = {
  setting: 'shiftGroups',
  unit: "shift or employee that keeps a group from being as asked, times the group's weight",
  *findMatches(view) {
    for (const group of view.schedule.shiftGroups) {
      const finding = judgeGroup(view, group)
      if (finding !== null) yield finding
    }
  },
}

/** How many shifts some of a group are, how many of them are filled, and by whom. */
interface Stand {
  shifts: number
  filled: number
  readonly employees: Set<number>
}

function judgeGroup(view: RosterView, group: ShiftGroup): Finding | null {
  const { schedule, roster } = view
  const before: Stand = { shifts: 0, filled: 0, employees: new Set() }
  const all: Stand = { shifts: 0, filled: 0, employees: new Set() }
  const counted: Shift[] = []
  for (const position of group.shiftIndexes) {
    const shift = schedule.shifts[position]!
    const employee = roster[position]!
    if (shift.historic && employee === NOBODY) continue
    counted.push(shift)
    for (const stand of shift.historic ? [before, all] : [all]) {
      stand.shifts += 1
      if (employee === NOBODY) continue
      stand.filled += 1
      stand.employees.add(employee)
    }
  }
  if (all.shifts === before.shifts) return null
  const units = unitsOf(group, all) - unitsOf({ ...group, min: null }, before)
  if (units === 0) return null
  const earliest = counted.reduce((first, shift) => (shift.historic || (!first.historic && first.start <= shift.start) ? first : shift))
  return {
    ...view.naming.nameListed(counted.length, () => counted),
    employeeIds: [...all.employees].sort((a, b) => a - b).map((index) => schedule.employees[index]!.id),
    date: schedule.calendar.days[earliest.day]!.date,
    amount: units * group.weight,
    text: `${tell(view, group, { ...all, counted })}.`,
    ...(group.constraintLevel === 'soft' ? { weights: moveDown(schedule.settings.weights.shiftGroups) } : {}),
  }
}

/** The formula of the page. */
function unitsOf({ mode, min, max }: Pick<ShiftGroup, 'mode' | 'min' | 'max'>, { shifts, filled, employees }: Stand): number {
  if (mode === 'SAME_EMPLOYEE') return Math.max(0, employees.size - 1)
  if (mode === 'DIFFERENT_EMPLOYEES') return filled - employees.size
  if (mode === 'ALL_OR_NONE') return Math.min(filled, shifts - filled)
  return Math.max(0, (min ?? 0) - filled) + Math.max(0, filled - (max ?? Infinity))
}

const NAMED_EMPLOYEES = 5

function tell(
  { schedule, words }: RosterView,
  group: ShiftGroup,
  { counted, shifts, filled, employees }: Stand & { readonly counted: readonly Shift[] },
): string {
  const of = `${group.name === null ? `shift group ${group.id}` : oneLine(group.name)} (${words.shifts(counted)})`
  const names = [...employees].sort((a, b) => a - b).map((index) => words.employee(schedule.employees[index]!))
  const people =
    names.length > NAMED_EMPLOYEES
      ? `${names.slice(0, NAMED_EMPLOYEES).join(', ')} and ${names.length - NAMED_EMPLOYEES} more`
      : names.length < 2
        ? names.join('')
        : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  const isAre = (count: number): string => (count === 1 ? 'is' : 'are')
  if (group.mode === 'SAME_EMPLOYEE') return `${people} work ${of}, which one employee should work alone`
  if (group.mode === 'DIFFERENT_EMPLOYEES')
    return `${people} ${names.length === 1 ? 'works' : 'work'} ${countOf(filled, 'shift')} of ${of}, of which nobody should work more than one`
  if (group.mode === 'ALL_OR_NONE')
    return `Of ${of} ${filled} ${isAre(filled)} worked and ${shifts - filled} ${isAre(shifts - filled)} empty; all should be worked, or none`
  const asked = group.min !== null && filled < group.min ? `at least ${group.min}` : `at most ${group.max}`
  return `Of ${of} ${filled} ${isAre(filled)} worked; ${asked} should be`
}
