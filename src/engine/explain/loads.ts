import type { Calendar, LocalDay } from '../../model/calendar.ts'
import { isDecided } from '../../model/roster.ts'
import type { Contract, Schedule, Shift } from '../../model/schedule.ts'
import type { SettingName } from '../../model/settings.ts'
import type { Candidates } from './shortages.ts'

/** How much of what contracts allow the mandatory shifts take: of one limit, in one stretch of time, by those who may work these shifts. */
export interface LimitLoad {
  readonly setting: SettingName
  /** Positions in `schedule.spots`: the shifts there, which the same employees may work. */
  readonly spots: readonly number[]
  /** Positions of the employees who may. */
  readonly employees: readonly number[]
  /** First day of the stretch, a position in `calendar.days`; null = the whole horizon. */
  readonly firstDay: number | null
  readonly asked: number
  readonly allowed: number
  readonly isMinutes: boolean
}

/** The first known day of the stretch that a day is part of. */
function firstOf(days: Calendar['days'], day: number, stretchOf: (day: LocalDay) => number): number {
  let first = day
  while (first > 0 && stretchOf(days[first - 1]!) === stretchOf(days[day]!)) first -= 1
  return first
}

/** Sums of whole shifts are looked for in so many steps at most, each of the lengths' greatest common divisor. */
const MAX_STEPS = 100_000

/** A limit that is counted over some kind of stretch. */
interface Limit {
  readonly setting: SettingName
  readonly isMinutes: boolean
  of(contract: Contract, horizonDays: number): number | null
  stretchOf(calendar: Calendar, shift: Shift): number | null
}

/** The least `max` that rules of a contract set for working days or shifts of any kind, per such a period; null = none does. */
function maxByRules({ rules }: Contract, per: 'week' | 'month' | 'horizon'): number | null {
  const limits = rules.flatMap((rule) => {
    const isPlain = rule.kind === 'count' && rule.per === per && rule.tags.length === 0 && rule.on === undefined && rule.when === null
    return isPlain && (rule.of === 'days' || rule.of === 'shifts') && rule.max !== null ? [rule.max] : []
  })
  return limits.length === 0 ? null : Math.min(...limits)
}

const LIMITS: readonly Limit[] = [
  {
    setting: 'contractRules',
    isMinutes: false,
    of: (contract) => maxByRules(contract, 'week'),
    stretchOf: ({ days }, { day }) => firstOf(days, day, ({ week }) => week),
  },
  {
    setting: 'contractRules',
    isMinutes: false,
    of: (contract) => maxByRules(contract, 'month'),
    stretchOf: ({ days }, { day }) => firstOf(days, day, ({ month }) => month),
  },
  { setting: 'contractRules', isMinutes: false, of: (contract) => maxByRules(contract, 'horizon'), stretchOf: () => null },
  {
    setting: 'maxMinutesPerWeek',
    isMinutes: true,
    of: ({ maxMinutesPerWeek }) => maxMinutesPerWeek,
    stretchOf: ({ days }, { day }) => firstOf(days, day, ({ week }) => week),
  },
  {
    setting: 'maxMinutesPerMonth',
    isMinutes: true,
    of: ({ maxMinutesPerMonth }) => maxMinutesPerMonth,
    stretchOf: ({ days }, { day }) => firstOf(days, day, ({ month }) => month),
  },
  {
    setting: 'maxWorkDaysPerMonth',
    isMinutes: false,
    of: ({ maxWorkDaysPerMonth }) => maxWorkDaysPerMonth,
    stretchOf: ({ days }, { day }) => firstOf(days, day, ({ month }) => month),
  },
  { setting: 'totalWork', isMinutes: true, of: ({ maxMinutesTotal }) => maxMinutesTotal, stretchOf: () => null },
  {
    setting: 'maxMinutesInKWeeks',
    isMinutes: true,
    // Over a horizon that is a multiple of the weeks; a part of one may hold all of its hours.
    of: ({ maxMinutesInKWeeks, inKWeeks }, horizonDays) =>
      maxMinutesInKWeeks === null || inKWeeks === null ? null : maxMinutesInKWeeks * Math.ceil(horizonDays / (7 * inKWeeks)),
    stretchOf: () => null,
  },
]

/**
 * How far the mandatory shifts that can be planned use up what contracts allow, for each limit that all who may work them have, the fullest first. More than
 * is allowed means that some stay empty; little less, that a search will have a hard time.
 */
export function findLimitLoads(schedule: Schedule, candidates: Candidates): LimitLoad[] {
  const open = schedule.shifts.filter((shift) => shift.importance === 'MANDATORY' && !isDecided(shift))
  const horizonDays = schedule.calendar.days.length - schedule.calendar.horizonFirst
  const loads = groupSpots(candidates).flatMap(({ spots, employees }) => {
    const shifts = open.filter(({ spotIndex }) => spots.includes(spotIndex))
    return LIMITS.flatMap((limit) => loadsOf(schedule, limit, { spots, employees, shifts, horizonDays }))
  })
  return loads.sort((a, b) => b.asked / b.allowed - a.asked / a.allowed)
}

interface Group {
  readonly spots: readonly number[]
  readonly employees: readonly number[]
}

function loadsOf(
  { calendar, employees: all, settings }: Schedule,
  { setting, isMinutes, of, stretchOf }: Limit,
  { spots, employees, shifts, horizonDays }: Group & { readonly shifts: readonly Shift[]; readonly horizonDays: number },
): LimitLoad[] {
  if (settings.weights[setting].every((weight) => weight === 0)) return []
  const limits: number[] = []
  for (const employee of employees) {
    const limit = of(all[employee]!.contract, horizonDays)
    if (limit === null) return []
    limits.push(limit)
  }
  const byStretch = Map.groupBy(shifts, (shift) => stretchOf(calendar, shift))
  return [...byStretch].flatMap(([firstDay, inStretch]): LimitLoad[] => {
    const lengths = [...new Set(inStretch.map(({ workMin }) => workMin))]
    const allowed = limits.reduce((sum, limit) => sum + (isMinutes ? wholeShifts(limit, lengths) : limit), 0)
    const asked = inStretch.reduce((sum, { workMin }) => sum + (isMinutes ? workMin : 1), 0)
    return allowed === 0 ? [] : [{ setting, spots, employees, firstDay, asked, allowed, isMinutes }]
  })
}

/** The most minutes up to a limit that whole shifts of these lengths come to: who may work 20 hours works two shifts of eight. */
function wholeShifts(limit: number, lengths: readonly number[]): number {
  const step = lengths.reduce(greatestDivisor, 0)
  if (step === 0 || limit / step > MAX_STEPS) return limit
  const isReached = new Uint8Array(Math.floor(limit / step) + 1)
  isReached[0] = 1
  for (let at = 0; at < isReached.length; at += 1) {
    if (isReached[at] === 1) for (const length of lengths) if (at + length / step < isReached.length) isReached[at + length / step] = 1
  }
  return step * isReached.lastIndexOf(1)
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}

/** For each set of employees who could work at a spot at some time: all spots at which nobody else could. */
function groupSpots({ state, employees, wanted }: Candidates): Group[] {
  const { spot } = state.instance.demands
  const able = new Map<number, Set<number>>()
  for (const [d, candidates] of employees.entries()) {
    if (wanted[d] === 0) continue
    const members = able.get(spot[d]!) ?? new Set()
    for (const employee of candidates) members.add(employee)
    able.set(spot[d]!, members)
  }
  const known = new Set<string>()
  return [...able.values()].flatMap((members) => {
    const key = [...members].sort((a, b) => a - b).join()
    if (known.has(key)) return []
    known.add(key)
    const spots = [...able].flatMap(([at, others]) => ([...others].every((employee) => members.has(employee)) ? [at] : []))
    return [{ spots, employees: [...members] }]
  })
}
