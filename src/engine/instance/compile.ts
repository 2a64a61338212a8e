import { repeated } from '../../model/cyclic.ts'
import { decidedDuties } from './decided-duties.ts'
import type { Schedule } from '../../model/schedule.ts'
import { addScores, PERFECT, PRIORITIES, type Score } from '../../model/score.ts'
import { compileRules, RULE_KINDS } from '../rules/kinds.ts'
import { overEdgeKind } from '../rules/over-edge/kind.ts'
import type { RuleKind } from '../rules/rule-kind.ts'
import { weekendDays } from '../rules/weekend/compile-weekends.ts'
import type { Compiling } from './compiling.ts'
import { compileDayWishes } from './day-wishes.ts'
import { compileDemands, isKept, keepWeights, type Demands } from './demands.ts'
import { Duties } from './duties.ts'
import type { Instance } from './instance.ts'
import { contractRules } from './limits.ts'
import { Measures } from './measures.ts'
import { groupStaff } from './staff.ts'
import { UnitTable } from './units.ts'

/** The last instance of each schedule that is still in use. */
const COMPILED = new WeakMap<Schedule, Instance>()

/** The instance that the search has made of this very schedule; a new one where it has made none. */
export function instanceOf(schedule: Schedule): Instance {
  return COMPILED.get(schedule) ?? compile(schedule)
}

/**
 * Turns a schedule into the typed arrays that the search runs on; the schedule is kept and not copied. `instanceOf` has the outcome as well.
 * `between` is called between its parts, and may throw to break it off. `kinds`: those of rules, for tests that add one.
 */
export function compile(schedule: Schedule, between: () => void = () => {}, kinds: readonly RuleKind[] = RULE_KINDS): Instance {
  const instance = makeInstance(schedule, between, schedule.isCyclic ? [...kinds, overEdge(schedule, between, kinds)] : kinds)
  COMPILED.set(schedule, instance)
  return instance
}

/** The kind that counts what rows break where the last day is followed by the first, with the rules of the others. */
function overEdge(schedule: Schedule, between: () => void, kinds: readonly RuleKind[]): RuleKind {
  const [once, twice] = [1, 2].map((times) => makeInstance(repeated(schedule, times), between, kinds))
  return overEdgeKind({ once: once!, twice: twice! })
}

function makeInstance(schedule: Schedule, between: () => void, kinds: readonly RuleKind[]): Instance {
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
  const reach = { restMin: new Int32Array(demands.count), lastDay: Int32Array.from(demands.day) }
  const own = contractRules(schedule)
  const compiling: Compiling = { schedule, demands, measures, units, weekends, staff, dayWishes, rules: own, reach, none, between }
  between()
  const dayStart = Int32Array.from(calendar.days, (day) => day.start)
  const rules = compileRules(kinds, compiling, () => new Duties(demands, measures, dayStart, reach), between)
  const { duties } = rules
  return {
    schedule,
    employeeCount: employees.length,
    dayCount,
    horizonFirst: calendar.horizonFirst,
    demands,
    openDemands: openDemandsByDay(demands, dayCount),
    decidedDuty: decidedDuties(schedule, demands, duties),
    units: units.units,
    weights: Float64Array.from(units.units.flatMap(({ weights, parts }) => weights.map((weight) => weight / parts))),
    parts: PRIORITIES.map((p) => units.units.reduce((most, { weights, parts }) => (weights[p] > 0 ? Math.max(most, parts) : most), 1)),
    base: keptPenalties(schedule),
    kinds,
    ...rules,
    rowContext: { demands, duties, weekends, dayCount, horizonFirst: calendar.horizonFirst, splitMin: splitMinutesOf(schedule, demands) },
  }
}

function splitMinutesOf({ calendar }: Schedule, { sample }: Demands): (readonly number[])[] {
  if (!calendar.splitsWork) return []
  return sample.map(({ splitMin }) => splitMin!)
}

function openDemandsByDay(demands: Demands, dayCount: number): Int32Array[] {
  const lists: number[][] = Array.from({ length: dayCount }, () => [])
  for (let d = 0; d < demands.count; d += 1) if (demands.isDecided[d] === 0) lists[demands.day[d]!]!.push(d)
  return lists.map((list) => Int32Array.from(list))
}

function keptPenalties(schedule: Schedule): Score {
  return schedule.shifts.reduce<Score>((sum, shift) => (isKept(schedule, shift) ? addScores(sum, keepWeights(schedule, shift)) : sum), PERFECT)
}
