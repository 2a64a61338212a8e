import { NOBODY } from '../../model/roster.ts'
import type { Shift, ShiftGroup } from '../../model/schedule.ts'
import { moveDown } from '../move-down.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { oneLine } from '../words.ts'

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
    text: tell(view, group, { ...all, counted }),
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
  const { say, listed } = words.teller
  const name = group.name === null ? say('broken.groupNumbered', { id: String(group.id) }) : oneLine(group.name)
  const told = { group: `${name} (${words.shifts(counted)})` }
  const names = [...employees].sort((a, b) => a - b).map((index) => words.employee(schedule.employees[index]!))
  const more = names.length - NAMED_EMPLOYEES
  const people = more > 0 ? say('list.more', { listed: names.slice(0, NAMED_EMPLOYEES).join(', '), count: more }) : listed(names)
  if (group.mode === 'SAME_EMPLOYEE') return say('broken.groupSame', { ...told, people })
  if (group.mode === 'DIFFERENT_EMPLOYEES')
    return say('broken.groupDifferent', { ...told, people, count: names.length, shifts: say('count.shifts', { count: filled }) })
  const worked = say('broken.groupWorked', { count: filled })
  if (group.mode === 'ALL_OR_NONE')
    return say('broken.groupAllOrNone', { ...told, worked, empty: say('broken.groupEmpty', { count: shifts - filled }) })
  if (group.min !== null && filled < group.min) return say('broken.groupAtLeast', { ...told, worked, min: group.min })
  return say('broken.groupAtMost', { ...told, worked, max: group.max! })
}
