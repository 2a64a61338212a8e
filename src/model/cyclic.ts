import type { Calendar, LocalDay } from './calendar.ts'
import { MINUTES_PER_DAY, type DayIndex, type Minute } from './units.ts'
import type { Contract, ContractRule, Employee, Schedule, Shift } from './schedule.ts'
import { RULE_ROWS } from './rules.ts'
import { SETTING_NAMES, type SettingName, type Weights } from './settings.ts'

/** True of a rule that may judge the last days and the first together. */
export function reachesOverEdge(rule: ContractRule): boolean {
  if (rule.kind === 'count') return rule.per === 'rolling'
  return rule.kind !== 'span'
}

/** Minutes from the first day of the horizon to its repetition. */
export function lengthOf({ days }: Pick<Calendar, 'days'>): number {
  return days.at(-1)!.end
}

/**
 * A cyclic schedule with those of its rules that hold within the horizon, or with those that reach over its edge; it is not cyclic itself. Together they are all.
 * Those who have the same contract have the same one again.
 */
export function partOf(schedule: Schedule, part: 'inside' | 'edge'): Schedule {
  const { isCyclic: _, keep, ...rest } = schedule
  const isAsked = (setting: SettingName): boolean => RULE_ROWS[setting].reach === part || RULE_ROWS[setting].reach === 'rules'
  const off: Weights = [0, 0, 0, 0]
  const { weights } = schedule.settings
  const known = new Map<Contract, Contract>()
  const contractOf = (contract: Contract): Contract => {
    const made = known.get(contract) ?? { ...contract, rules: contract.rules.filter((rule) => reachesOverEdge(rule) === (part === 'edge')) }
    known.set(contract, made)
    return made
  }
  return {
    ...rest,
    ...(keep === undefined || !isAsked('keepAssignment') ? {} : { keep }),
    employees: schedule.employees.map((employee): Employee => ({ ...employee, contract: contractOf(employee.contract) })),
    settings: {
      ...schedule.settings,
      weights: Object.fromEntries(SETTING_NAMES.map((name) => [name, isAsked(name) ? weights[name] : off])) as Record<SettingName, Weights>,
    },
  }
}

/**
 * The rules that reach over the edge of a cyclic schedule, and its horizon so many times, one after the other: shift s of repetition r stands at r × shifts + s. All seats
 * are shifts of their own, the shifts of a repetition keep their ids, and its days their dates.
 */
export function repeated(schedule: Schedule, times: number): Schedule {
  const { calendar } = schedule
  const copies = Array.from({ length: times }, (_, copy) => copy)
  return {
    ...partOf(schedule, 'edge'),
    calendar: repeatedCalendar(calendar, copies),
    employees: partOf(schedule, 'edge').employees.map((employee) => ({ ...employee, wishes: [] })),
    shifts: copies.flatMap((copy) => schedule.shifts.map((shift) => laterShift(shift, copy, calendar))),
    freePeriodRequirements: [],
    coverageCompetencyRequirements: [],
    coverageRequirements: [],
    shiftDependencyRules: [],
    shiftGroups: [],
    pairings: [],
    fairness: [],
  }
}

function laterShift(shift: Shift, copy: number, calendar: Calendar): Shift {
  const { seats: _, isSpare: __, ...rest } = shift
  const later = copy * lengthOf(calendar)
  return {
    ...rest,
    start: (shift.start + later) as Minute,
    end: (shift.end + later) as Minute,
    day: (shift.day + copy * calendar.days.length) as DayIndex,
  }
}

const DAYS_PER_WEEK = 7

function repeatedCalendar(calendar: Calendar, copies: readonly number[]): Calendar {
  const { days, monthCount } = calendar
  const weeks = days.length / DAYS_PER_WEEK
  const later = (day: LocalDay, copy: number): LocalDay => ({
    ...day,
    start: (day.start + copy * days.length * MINUTES_PER_DAY) as Minute,
    end: (day.end + copy * days.length * MINUTES_PER_DAY) as Minute,
    week: day.week + copy * weeks,
    weekend: day.weekend + copy * weeks,
    month: day.month + copy * monthCount,
  })
  const all = copies.flatMap((copy) => days.map((day) => later(day, copy)))
  const last = all.at(-1)!
  return {
    ...calendar,
    days: all,
    weekCount: last.week + 1,
    weekendCount: last.weekend + 1,
    monthCount: last.month + 1,
    periods: calendar.periods.map(({ id, windows }) => ({
      id,
      windows: copies.flatMap((copy) =>
        windows.map(({ first, last: end, length }) => ({
          first: (first + copy * days.length) as DayIndex,
          last: (end + copy * days.length) as DayIndex,
          length,
        })),
      ),
    })),
    holidays: new Map(copies.flatMap((copy) => [...calendar.holidays].map(([day, name]) => [day + copy * days.length, name] as const))),
  }
}
