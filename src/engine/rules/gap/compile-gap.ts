import { dayAt } from '../../../model/calendar.ts'
import type { ContractRule, Schedule } from '../../../model/schedule.ts'
import { byEarlier } from './by-earlier.ts'
import { addGapUnits, type GapRule, type Overlaps, type Rest, type Succession } from './gap.ts'
import type { Compiling } from '../../instance/compiling.ts'
import { decidedDuties } from '../../instance/decided-duties.ts'
import { type Duties, OFF } from '../../instance/duties.ts'
import type { Demands } from '../../instance/demands.ts'
import { contractRuleUnit, limitsByHolder, madeByHolder, needsWholeRow } from '../../instance/limits.ts'
import { ANCHOR } from '../../instance/measures.ts'
import { termsOf } from '../../instance/terms.ts'
import { travelTable } from '../../instance/travel.ts'

/** The gap rules of a schedule, which say how far each demand is felt. */
export function compileGap(c: Compiling): (duties: Duties) => { readonly gap: GapRule } {
  const { schedule, demands, units, measures, reach } = c
  const restUnit = units.of('minRestBetweenShifts', { isMinutes: true })
  const restDayUnit = units.of('restDayAfterShift')
  const spotRestUnit = units.of('restAfterShiftInRoomWithRequiredMinutes', { isMinutes: true })
  const spotOf = (d: number): Schedule['spots'][number] => schedule.spots[demands.spot[d]!]!
  const restDay = Int32Array.from({ length: demands.count }, (_, d) =>
    restDayUnit >= 0 && spotOf(d).requiresRestAfterShiftHere ? restDayAfter(schedule, demands, d) : -1,
  )
  const spotRestMin = Int32Array.from({ length: demands.count }, (_, d) => (spotRestUnit >= 0 ? (spotOf(d).requiresRestOfMinutes ?? 0) : 0))
  const restMin = limitsByHolder(schedule, restUnit >= 0 ? (contract) => contract.minRestBetweenShifts : () => null, 0)
  const successions = madeByHolder(c, (rule) => successionOf(c, rule))
  const rests = madeByHolder(c, (rule) => restOf(c, rule))
  const overlaps = overlapsOfSchedule(c)
  const longestWay = overlaps.travel?.longest ?? 0
  const rule = {
    terms: termsOf(schedule),
    restMin,
    ...overlaps,
    restDay,
    spotRestMin,
    successions,
    successionsAfter: byEarlier(successions, demands.count),
    rests,
    nearMin: restMin.map((min, holder) => {
      const own = rests[holder]!
      return overlaps.travel === null && own.length === 0 ? 0 : own.reduce((most, { minMin }) => Math.max(most, minMin), min) + longestWay
    }),
    collisionUnit: units.of('shiftCollision'),
    restUnit,
    restDayUnit,
    spotRestUnit,
    decidedRest: null,
    decidedRestUnit: decidedRestUnitOf(c, restUnit),
    splitsRests: false,
  }
  const every = [...new Set(successions.flat())]
  const longestRest = restMin.reduce((most, rest) => Math.max(most, rest), 0)
  // Any shift between two others is the neighbour of the later, so that each is felt for as long as any.
  const longestOfKinds = rests.flat().reduce((most, { minMin }) => Math.max(most, minMin + longestWay), 0)
  for (let d = 0; d < demands.count; d += 1) {
    const travel = rule.travel === null ? 0 : rule.travel.longestFrom[rule.travel.place[d]!]!
    const after = every.filter((succession) => succession.isAfter[d] === 1)
    const within = after.map(({ withinMin }) => withinMin ?? 0)
    reach.restMin[d] = Math.max(reach.restMin[d]!, longestRest + travel, spotRestMin[d]! + travel, longestOfKinds, ...within)
    reach.lastDay[d] = Math.max(reach.lastDay[d]!, restDay[d]!, demands.day[d]! + (after.some(({ nextDay }) => nextDay) ? 1 : 0))
    if (restDay[d]! >= 0 || spotRestMin[d]! > 0 || after.length > 0) measures.flags[ANCHOR]![d] = 1
  }
  return (duties) => ({ gap: withDecidedRests(c, { ...rule, lookbackDays: lookbackOf(demands, duties) }, duties) })
}

/** What rest costs that decided shifts alone lack; −1 = as any other. */
function decidedRestUnitOf({ schedule, units }: Compiling, restUnit: number): number {
  const weights = schedule.settings.decidedWeights?.minRestBetweenShifts
  return restUnit < 0 || weights === undefined ? -1 : units.of('minRestBetweenShifts', { weights, isMinutes: true })
}

/** Notes what rest decided shifts alone lack, where it counts by a unit of its own. */
function withDecidedRests({ schedule, demands, units: { units: all } }: Compiling, rule: GapRule, duties: Duties): GapRule {
  const split = new Set(rule.rests.flat().filter(({ decided }) => decided !== null))
  if (rule.decidedRestUnit < 0 && split.size === 0) return rule
  const { days, horizonFirst } = schedule.calendar
  const cells = decidedDuties(schedule, demands, duties)
  const units = new Float64Array(all.length)
  const lackedOf = new Map(Array.from(split, (rest) => [rest, schedule.employees.map((): Int32Array | null => null)]))
  const decidedRest = schedule.employees.map((_, employee): Int32Array | null => {
    const row = employee * days.length
    if (cells.subarray(row, row + days.length).every((duty) => duty === OFF)) return null
    const lacked = new Int32Array(days.length)
    for (let day: number = horizonFirst; day < days.length; day += 1) {
      if (rule.decidedRestUnit >= 0) units[rule.restUnit] = 0
      for (const { decided } of split) decided!.ofDay[0] = 0
      addGapUnits(rule, duties, cells, row, employee, day, day, 1, units)
      if (rule.decidedRestUnit >= 0) lacked[day] = units[rule.restUnit]!
      for (const [rest, byEmployee] of lackedOf) {
        const ofDay = rest.decided!.ofDay[0]!
        if (ofDay > 0) (byEmployee[employee] ??= new Int32Array(days.length))[day] = ofDay
      }
    }
    return lacked.some((minutes) => minutes > 0) ? lacked : null
  })
  const made = new Map(Array.from(lackedOf, ([rest, lacked]) => [rest, splitRest(rest, lacked)]))
  return {
    ...rule,
    decidedRest: decidedRest.every((lacked) => lacked === null) ? null : decidedRest,
    rests: rule.rests.map((own) => own.map((rest) => made.get(rest) ?? rest)),
    splitsRests: [...made.values()].some(({ decided }) => decided !== null),
  }
}

/** A rest with what decided shifts alone lack; as any other where they lack nothing. */
function splitRest(rest: Rest, lacked: readonly (Int32Array | null)[]): Rest {
  const isLacked = lacked.some((byDay) => byDay !== null)
  return { ...rest, decided: isLacked ? { ...rest.decided!, lacked } : null }
}

/** How many days back a shift must look: the farthest that any demand is felt. */
function lookbackOf(demands: Demands, duties: Duties): number {
  let most = 0
  for (let d = 0; d < demands.count; d += 1) most = Math.max(most, duties.reachDay[d + 1]! - demands.day[d]!)
  return most
}

/** The later of the day after the one on which it starts and the day on which it ends; an end at midnight belongs to the day before. */
function restDayAfter(schedule: Schedule, demands: Demands, d: number): number {
  return Math.max(demands.day[d]! + 1, dayAt(schedule.calendar, demands.end[d]! - 1))
}

/** Which shifts of a schedule may overlap, and how long it takes from one to the other. */
export function overlapsOfSchedule({ schedule, demands }: Pick<Compiling, 'schedule' | 'demands'>): Overlaps {
  return {
    demands,
    allowedCollisions: schedule.allowedShiftCollisions,
    allowedSpots: allowedSpots(schedule, demands),
    travel: travelTable(schedule, demands),
  }
}

function allowedSpots(schedule: Schedule, demands: Demands): (ReadonlySet<number> | null)[] {
  const position = new Map(schedule.spots.map((spot, index) => [spot.id, index]))
  return Array.from({ length: demands.count }, (_, d) => {
    const { allowedCollisionSpots } = demands.sample[d]!
    return allowedCollisionSpots.length === 0 ? null : new Set(allowedCollisionSpots.map((id) => position.get(id) ?? -1))
  })
}

function successionOf({ units, measures }: Compiling, rule: ContractRule): Succession | null {
  if (rule.kind !== 'succession' || needsWholeRow(rule)) return null
  const unit = contractRuleUnit(units, rule, false)
  if (unit < 0) return null
  return {
    isAfter: measures.counts(rule.after, rule.on),
    isForbidden: measures.carriesAny(rule.forbidden),
    nextDay: rule.nextDay,
    withinMin: rule.withinMinutes,
    times: rule.weight,
    unit,
    name: rule.name,
  }
}

function restOf({ units, measures }: Compiling, rule: ContractRule): Rest | null {
  if (rule.kind !== 'rest' || needsWholeRow(rule)) return null
  const unit = contractRuleUnit(units, rule, true)
  if (unit < 0) return null
  return {
    isAfter: measures.counts(rule.after, rule.on),
    isBefore: measures.counts(rule.before),
    minMin: rule.minMinutes,
    times: rule.weight,
    unit,
    decided:
      rule.decidedWeights === undefined
        ? null
        : { unit: units.of('contractRules', { weights: rule.decidedWeights, isMinutes: true }), lacked: [], ofDay: new Float64Array(1) },
    name: rule.name,
  }
}
