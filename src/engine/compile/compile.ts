import { isDecided } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import type { Score } from '../../model/score.ts'
import { compileConditionals } from '../rules/conditional/compile-conditionals.ts'
import { compileCounts } from '../rules/count/compile-counts.ts'
import type { Compiling } from './compiling.ts'
import { compileDayWishes } from './day-wishes.ts'
import { compileDemands, isKept, type Demands } from './demands.ts'
import { Duties } from './duties.ts'
import { compileFit } from '../rules/fit/compile-fit.ts'
import { compileGap, lookbackOf } from '../rules/gap/compile-gap.ts'
import type { Instance } from './instance.ts'
import { compileFreePeriods } from '../rules/free-period/compile-free-periods.ts'
import { compileWishes } from '../rules/wish/compile-wishes.ts'
import { contractRules } from './limits.ts'
import { compileLinks } from '../rules/link/compile-links.ts'
import { Measures } from './measures.ts'
import { compileRuns } from '../rules/run/compile-runs.ts'
import { groupStaff } from './staff.ts'
import { UnitTable } from './units.ts'
import { compileWeekends, weekendDays } from '../rules/weekend/compile-weekends.ts'
import { compileWeeklyRest } from '../rules/weekly-rest/compile-weekly-rest.ts'

/** The last instance of each schedule that is still in use. */
const COMPILED = new WeakMap<Schedule, Instance>()

/** The instance that the search has made of this very schedule; a new one where it has made none. */
export function instanceOf(schedule: Schedule): Instance {
  return COMPILED.get(schedule) ?? compile(schedule)
}

/**
 * Turns a schedule into the typed arrays that the search runs on; the schedule is kept and not copied. `instanceOf` has the outcome as well.
 * `between` is called between its parts, and may throw to break it off.
 */
export function compile(schedule: Schedule, between: () => void = () => {}): Instance {
  const instance = makeInstance(schedule, between)
  COMPILED.set(schedule, instance)
  return instance
}

function makeInstance(schedule: Schedule, between: () => void): Instance {
  const { employees, calendar } = schedule
  const dayCount = calendar.days.length
  const demands = compileDemands(schedule)
  between()
  const staff = groupStaff(schedule, demands)
  between()
  const dayWishes = compileDayWishes(schedule, demands)
  const measures = new Measures(schedule, demands)
  const units = new UnitTable(schedule)
  const weekends = weekendDays(schedule)
  const none = new Int32Array(employees.length)
  const compiling: Compiling = { schedule, demands, measures, units, weekends, staff, dayWishes, rules: contractRules(schedule), none }
  between()
  const { counts, runs, gap, conditionals, links } = compileReaders(compiling, between)
  between()
  // Only now every column that a rule reads is known.
  const duties = new Duties(
    demands,
    measures,
    Int32Array.from(calendar.days, (day) => day.start),
    gap.reach,
  )
  const weekendRule = compileWeekends(compiling)
  const weeklyRest = compileWeeklyRest(compiling)
  const freePeriods = compileFreePeriods(compiling)
  between()
  const wishes = compileWishes(compiling, duties)
  between()
  const sameTimeUnit = units.of('sameTimeOfDayForNonHistoricShifts')
  const fit = compileFit(schedule, demands, staff, dayWishes)
  between()
  return {
    schedule,
    employeeCount: employees.length,
    dayCount,
    horizonFirst: calendar.horizonFirst,
    demands,
    duties,
    fit,
    openDemands: openDemandsByDay(demands, dayCount),
    decidedDuty: decidedDuties(schedule, demands, duties),
    units: units.units,
    weights: Float64Array.from(units.units.flatMap(({ weights }) => [...weights])),
    base: keptPenalties(schedule),
    gap: { ...gap.rule, lookbackDays: lookbackOf(demands, duties) },
    runs,
    runsOf: employees.map((_, e) => positions(runs, ({ applies }) => applies[e] === 1)),
    counts,
    countsOf: employees.map((_, e) => positions(counts, ({ applies }) => applies[e] === 1)),
    weekends: weekendRule,
    weeklyRest,
    sameTime: sameTimeUnit < 0 ? null : { demands, unit: sameTimeUnit, horizonFirst: calendar.horizonFirst },
    freePeriods,
    conditionals,
    rowContext: { demands, duties, weekends, dayCount, horizonFirst: calendar.horizonFirst },
    wishes,
    links,
  }
}

/** The rules that read columns of duties, each of which may ask for more of them. */
function compileReaders(compiling: Compiling, between: () => void) {
  const counts = compileCounts(compiling)
  between()
  const runs = compileRuns(compiling)
  const gap = compileGap(compiling)
  between()
  const conditionals = compileConditionals(compiling)
  between()
  const links = compileLinks(compiling)
  return { counts, runs, gap, conditionals, links }
}

function positions<T>(items: readonly T[], isWanted: (item: T) => boolean): Int32Array {
  return Int32Array.from(items.flatMap((item, position) => (isWanted(item) ? [position] : [])))
}

function openDemandsByDay(demands: Demands, dayCount: number): Int32Array[] {
  const lists: number[][] = Array.from({ length: dayCount }, () => [])
  for (let d = 0; d < demands.count; d += 1) if (demands.isDecided[d] === 0) lists[demands.day[d]!]!.push(d)
  return lists.map((list) => Int32Array.from(list))
}

function decidedDuties(schedule: Schedule, demands: Demands, duties: Duties): Int32Array {
  const dayCount = schedule.calendar.days.length
  const seats = schedule.shifts.flatMap((shift, index) =>
    isDecided(shift) && shift.employeeIndex !== null
      ? [{ cell: shift.employeeIndex * dayCount + shift.day, demand: demands.demandOfShift[index]! }]
      : [],
  )
  return duties.tableOf(schedule.employees.length * dayCount, seats)
}

function keptPenalties(schedule: Schedule): Score {
  const kept = schedule.shifts.filter((shift) => isKept(schedule, shift)).length
  const weights = schedule.settings.weights.keepAssignment
  return [weights[0] * kept, weights[1] * kept, weights[2] * kept, weights[3] * kept]
}
