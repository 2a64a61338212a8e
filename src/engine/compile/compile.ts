import { dayAt } from '../../model/calendar.ts'
import { isDecided } from '../../model/roster.ts'
import type { Contract, Schedule } from '../../model/schedule.ts'
import type { CountRule } from '../rules/count.ts'
import type { GapRule } from '../rules/gap.ts'
import { limitsAnything, type RunRule } from '../rules/run.ts'
import type { SpacingRule } from '../rules/spacing.ts'
import type { WishRule } from '../rules/wish.ts'
import { compileDemands, type Demands } from './demands.ts'
import { Duties } from './duties.ts'
import { compileFairShare } from './fair-share.ts'
import { compileFit, type FitTable } from './fit.ts'
import { NO_LIMIT, UNIT_SETTINGS, unitOf, type Instance } from './instance.ts'

/** Turns a schedule into the typed arrays that the search runs on. Pure; the schedule is kept and not copied. */
export function compile(schedule: Schedule): Instance {
  const { employees, calendar } = schedule
  const dayCount = calendar.days.length
  const demands = compileDemands(schedule)
  const longestRest = employees.reduce((most, { contract }) => Math.max(most, contract.minRestBetweenShifts ?? 0), 0)
  const dayStart = Int32Array.from(calendar.days, (day) => day.start)
  const duties = new Duties(demands, dayStart, longestRest)
  const fit = compileFit(schedule, demands)
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
    weights: Float64Array.from(UNIT_SETTINGS.flatMap((setting) => [...schedule.settings.weights[setting]])),
    gap: compileGap(schedule, demands, duties),
    runs: compileRuns(schedule),
    counts: compileCounts(schedule, demands, fit),
    spacing: compileSpacing(schedule),
    wishes: compileWishes(schedule, demands, duties),
  }
}

function openDemandsByDay(demands: Demands, dayCount: number): Int32Array[] {
  const lists: number[][] = Array.from({ length: dayCount }, () => [])
  for (let d = 0; d < demands.count; d += 1) if (demands.isDecided[d] === 0) lists[demands.day[d]!]!.push(d)
  return lists.map((list) => Int32Array.from(list))
}

function decidedDuties(schedule: Schedule, demands: Demands, duties: Duties): Int32Array {
  const dayCount = schedule.calendar.days.length
  const cells = new Int32Array(schedule.employees.length * dayCount)
  schedule.shifts.forEach((shift, index) => {
    if (!isDecided(shift) || shift.employeeIndex === null) return
    const cell = shift.employeeIndex * dayCount + shift.day
    cells[cell] = duties.with(cells[cell]!, demands.demandOfShift[index]!)
  })
  return cells
}

/** One limit of every contract, by employee. */
function limits(schedule: Schedule, read: (contract: Contract) => number | null, absent: number): Int32Array {
  return Int32Array.from(schedule.employees, ({ contract }) => Math.min(read(contract) ?? absent, NO_LIMIT))
}

/** False when all four weights are zero: the rule need not be counted at all. */
function isOn(schedule: Schedule, setting: (typeof UNIT_SETTINGS)[number]): boolean {
  return schedule.settings.weights[setting].some((weight) => weight > 0)
}

function compileGap(schedule: Schedule, demands: Demands, duties: Duties): GapRule {
  let lookbackDays = 0
  for (let d = 0; d < demands.count; d += 1) lookbackDays = Math.max(lookbackDays, duties.reachDay[d + 1]! - demands.day[d]!)
  const position = new Map(schedule.spots.map((spot, index) => [spot.id, index]))
  return {
    demands,
    duties,
    restMin: limits(schedule, (contract) => contract.minRestBetweenShifts, 0),
    lookbackDays,
    allowedCollisions: schedule.allowedShiftCollisions,
    allowedSpots: Array.from({ length: demands.count }, (_, d) => {
      const { allowedCollisionSpots } = schedule.shifts[demands.shiftIndexes[demands.shiftOffset[d]!]!]!
      return allowedCollisionSpots.length === 0 ? null : new Set(allowedCollisionSpots.map((id) => position.get(id) ?? -1))
    }),
    collisionUnit: unitOf('shiftCollision'),
    restUnit: unitOf('minRestBetweenShifts'),
  }
}

function compileRuns(schedule: Schedule): RunRule[] {
  const off = (setting: (typeof UNIT_SETTINGS)[number], values: Int32Array, absent: number) =>
    isOn(schedule, setting) ? values : values.fill(absent)
  const none = (absent: number) => new Int32Array(schedule.employees.length).fill(absent)
  const work = {
    of: 'work' as const,
    most: off(
      'maxConsecutiveDays',
      limits(schedule, (c) => c.maxConsecutiveDays, NO_LIMIT),
      NO_LIMIT,
    ),
    least: off(
      'minConsecutiveDays',
      limits(schedule, (c) => c.minConsecutiveDays, 0),
      0,
    ),
    mostOff: off(
      'consecutiveDaysOff',
      limits(schedule, (c) => c.maxConsecutiveDaysOff, NO_LIMIT),
      NO_LIMIT,
    ),
    leastOff: off(
      'consecutiveDaysOff',
      limits(schedule, (c) => c.minConsecutiveDaysOff, 0),
      0,
    ),
    mostUnit: unitOf('maxConsecutiveDays'),
    leastUnit: unitOf('minConsecutiveDays'),
    offUnit: unitOf('consecutiveDaysOff'),
  }
  const night = {
    of: 'night' as const,
    most: off(
      'maxConsecutiveNightShifts',
      limits(schedule, (c) => c.maxConsecutiveNightShifts, NO_LIMIT),
      NO_LIMIT,
    ),
    least: none(0),
    mostOff: none(NO_LIMIT),
    leastOff: none(0),
    mostUnit: unitOf('maxConsecutiveNightShifts'),
    leastUnit: unitOf('maxConsecutiveNightShifts'),
    offUnit: unitOf('maxConsecutiveNightShifts'),
  }
  return [work, night]
    .map((rule) => ({ ...rule, applies: Uint8Array.from(schedule.employees, (_, e) => (limitsAnything(rule, e) ? 1 : 0)) }))
    .filter((rule) => rule.applies.includes(1))
}

function compileCounts(schedule: Schedule, demands: Demands, fit: FitTable): CountRule[] {
  const { employees, calendar } = schedule
  const zeros = new Int32Array(employees.length)
  const byDay = { windowOf: Int32Array.from(calendar.days, (_, d) => d), windowCount: calendar.days.length }
  const byWeek = { windowOf: Int32Array.from(calendar.days, (day) => day.week), windowCount: calendar.weekCount }
  const byMonth = { windowOf: Int32Array.from(calendar.days, (day) => day.month), windowCount: calendar.monthCount }
  const whole = { windowOf: new Int32Array(calendar.days.length), windowCount: 1 }
  const atMost = { least: zeros, squared: false, offset: zeros, countsHistoricDays: true }
  const rules: CountRule[] = []
  if (isOn(schedule, 'oneShiftPerDay')) {
    rules.push({ unit: unitOf('oneShiftPerDay'), of: 'shifts', ...byDay, ...atMost, most: zeros.map(() => 1) })
  }
  for (const [setting, window, read] of [
    ['maxMinutesPerDay', byDay, (c: Contract) => c.maxMinutesPerDay],
    ['maxMinutesPerWeek', byWeek, (c: Contract) => c.maxMinutesPerWeek],
    ['maxMinutesPerMonth', byMonth, (c: Contract) => c.maxMinutesPerMonth],
  ] as const) {
    const most = limits(schedule, read, NO_LIMIT)
    if (isOn(schedule, setting) && most.some((limit) => limit !== NO_LIMIT))
      rules.push({ unit: unitOf(setting), of: 'minutes', ...window, ...atMost, most })
  }
  if (isOn(schedule, 'evenShiftDistribution')) {
    const offset = Int32Array.from(employees, (employee) => employee.history?.shiftsWorked ?? 0)
    const share = compileFairShare(schedule, demands, fit.mayWork)
    rules.push({ unit: unitOf('evenShiftDistribution'), of: 'shifts', ...whole, ...share, squared: true, offset, countsHistoricDays: false })
  }
  return rules
}

function compileSpacing(schedule: Schedule): SpacingRule | null {
  const { days, weekCount } = schedule.calendar
  const every = limits(schedule, (contract) => contract.weekendWorkFrequency, 1)
  if (!isOn(schedule, 'weekendWorkFrequency') || every.every((n) => n <= 1)) return null
  const dayOf = (weekday: number) =>
    Int32Array.from({ length: weekCount }, (_, week) => days.findIndex((day) => day.week === week && day.weekday === weekday))
  return {
    unit: unitOf('weekendWorkFrequency'),
    every,
    weekendCount: weekCount,
    saturday: dayOf(5),
    sunday: dayOf(6),
    weekendOf: Int32Array.from(days, (day) => (day.weekday >= 5 ? day.week : -1)),
  }
}

function compileWishes(schedule: Schedule, demands: Demands, duties: Duties): WishRule | null {
  if (!isOn(schedule, 'desired')) return null
  const { employees, calendar } = schedule
  const dayCount = calendar.days.length
  const horizonStart = calendar.days[calendar.horizonFirst]!.start
  const wishes = employees.flatMap(({ wishes }, employee) =>
    wishes.filter((wish) => wish.type === 'DESIRED' && wish.end > horizonStart).map((wish) => ({ ...wish, employee })),
  )
  if (wishes.length === 0) return null
  let longestMin = 0
  for (let d = 0; d < demands.count; d += 1) longestMin = Math.max(longestMin, demands.end[d]! - demands.start[d]!)
  const lists: number[][] = Array.from({ length: employees.length * dayCount }, () => [])
  wishes.forEach((wish, index) => {
    const first = Math.max(0, dayAt(calendar, wish.start - longestMin))
    const last = Math.min(dayCount - 1, dayAt(calendar, wish.end - 1))
    for (let day = first; day <= last; day += 1) lists[wish.employee * dayCount + day]!.push(index)
  })
  const offset = new Int32Array(lists.length + 1)
  lists.forEach((list, i) => {
    offset[i + 1] = offset[i]! + list.length
  })
  return {
    unit: unitOf('desired'),
    demands,
    duties,
    count: wishes.length,
    employee: Int32Array.from(wishes, (wish) => wish.employee),
    start: Int32Array.from(wishes, (wish) => wish.start),
    end: Int32Array.from(wishes, (wish) => wish.end),
    tag: Int32Array.from(wishes, (wish) => (wish.tag === null ? -1 : (demands.tagIds.get(wish.tag) ?? -2))),
    weight: Int32Array.from(wishes, (wish) => wish.weight),
    offset,
    wishes: Int32Array.from(lists.flat()),
  }
}
