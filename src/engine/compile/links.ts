import type { Employee, Schedule, Shift } from '../../model/schedule.ts'
import type { Weights } from '../../model/settings.ts'
import type { LinkRule, Tie } from '../rules/link.ts'
import type { Compiling } from './counts.ts'
import { isMandatoryWeekend } from './demands.ts'
import { holds } from './fit.ts'
import { LINKED } from './measures.ts'

/** The rules that tie several employees; null when the schedule has none. Marks the demands concerned. */
export function compileLinks(c: Compiling): LinkRule | null {
  const { schedule, demands, measures } = c
  const isLinked = new Uint8Array(demands.count)
  const rule: LinkRule = { isLinked, ...compileSlots(c), ...compileStretches(c), ...compileTies(c), ...compileFloor(c) }
  for (let d = 0; d < demands.count; d += 1) {
    const at = demands.coverOffset[d]!
    const hasFloor = rule.floor > 0 && demands.weekendFilled[at + demands.seats[d]!]! > 0
    const hasStretch = rule.stretchOffset[d + 1]! > rule.stretchOffset[d]!
    if (rule.slotOf[d]! < 0 && !hasStretch && rule.anchoring[d]!.length === 0 && rule.accompanying[d]!.length === 0 && !hasFloor) continue
    isLinked[d] = 1
  }
  measures.flags[LINKED]!.set(isLinked)
  return isLinked.includes(1) || rule.stretchCount > 0 || (rule.floor > 0 && schedule.shifts.length > 0) ? rule : null
}

function firstShiftOf({ schedule, demands }: Compiling, d: number): Shift {
  return schedule.shifts[demands.shiftIndexes[demands.shiftOffset[d]!]!]!
}

function compileSlots(c: Compiling): Pick<LinkRule, 'slotOf' | 'slotCount' | 'slotUnit' | 'slotHistory'> {
  const { schedule, demands, units } = c
  const slotUnit = units.of('singleEmployeePerWeek')
  const { days, horizonFirst } = schedule.calendar
  const inHorizon = new Set(days.slice(horizonFirst).map(({ week }) => week))
  const known = new Map<string, number>()
  const slotOf = Int32Array.from({ length: demands.count }, (_, d) => {
    const spot = demands.spot[d]!
    const { week } = days[demands.day[d]!]!
    if (slotUnit < 0 || !schedule.spots[spot]!.singleEmployeePerWeekPreferred || !inHorizon.has(week)) return -1
    const key = `${spot} ${week}`
    const slot = known.get(key) ?? known.size
    known.set(key, slot)
    return slot
  })
  const historic = Array.from({ length: known.size }, () => new Set<number>())
  for (let d = 0; d < demands.count; d += 1) {
    const { historic: isHistoric, employeeIndex } = firstShiftOf(c, d)
    if (slotOf[d]! >= 0 && isHistoric && employeeIndex !== null) historic[slotOf[d]!]!.add(employeeIndex)
  }
  return { slotOf, slotCount: known.size, slotUnit, slotHistory: Int32Array.from(historic, (employees) => employees.size) }
}

type Stretches = Pick<LinkRule, 'stretchOffset' | 'stretches' | 'stretchCount' | 'stretchLeast' | 'stretchUnit' | 'isSkilled'>

function compileStretches(c: Compiling): Stretches {
  const { schedule, demands, units } = c
  const stretchUnit = units.of('coverageCompetency')
  const least: number[] = []
  const lists: { stretch: number; requirement: number }[][] = Array.from({ length: demands.count }, () => [])
  schedule.coverageCompetencyRequirements.forEach(({ shiftIndexes, minimumCount, within }, requirement) => {
    if (stretchUnit < 0) return
    const shifts = shiftIndexes.map((index) => schedule.shifts[index]!)
    const inside = (minute: number): number => (within === null ? minute : Math.max(within.start, Math.min(within.end, minute)))
    const members = [...new Set(shiftIndexes.map((index) => demands.demandOfShift[index]!))]
    const cuts = [...new Set(shifts.flatMap(({ start, end }) => [inside(start), inside(end)]))].sort((a, b) => a - b)
    for (let i = 0; i + 1 < cuts.length; i += 1) {
      const from = cuts[i]!
      if (!shifts.some((shift) => !shift.historic && shift.start <= from && shift.end > from)) continue
      for (const d of members) if (demands.start[d]! <= from && demands.end[d]! > from) lists[d]!.push({ stretch: least.length, requirement })
      least.push(minimumCount)
    }
  })
  const stretchOffset = new Int32Array(demands.count + 1)
  lists.forEach((list, d) => {
    stretchOffset[d + 1] = stretchOffset[d]! + list.length
  })
  const flat = lists.flatMap((list, d) => list.map((entry) => ({ ...entry, d })))
  const isSkilled = new Uint8Array(flat.length * schedule.employees.length)
  flat.forEach(({ requirement, d }, position) => {
    const { skill } = schedule.coverageCompetencyRequirements[requirement]!
    const shift = firstShiftOf(c, d)
    schedule.employees.forEach((employee: Employee, e) => {
      if (holds(employee.skills, skill, shift)) isSkilled[position * schedule.employees.length + e] = 1
    })
  })
  return {
    stretchOffset,
    stretches: Int32Array.from(flat, ({ stretch }) => stretch),
    stretchCount: least.length,
    stretchLeast: Int32Array.from(least),
    stretchUnit,
    isSkilled,
  }
}

function compileTies({ schedule, demands, units, measures }: Compiling): Pick<LinkRule, 'ties' | 'anchoring' | 'accompanying'> {
  const ties: Tie[] = []
  const anchoring: number[][] = Array.from({ length: demands.count }, () => [])
  const accompanying: number[][] = Array.from({ length: demands.count }, () => [])
  for (const rule of schedule.shiftDependencyRules) {
    const unit = units.of('shiftDependency', rule.constraintLevel === 'hard' ? {} : { weights: lowered(schedule.settings.weights.shiftDependency) })
    if (unit < 0) continue
    const isAnchor = measures.carriesAny([rule.anchorShiftTag])
    const isRequired = measures.carriesAny([rule.requiredShiftTag])
    for (let anchor = 0; anchor < demands.count; anchor += 1) {
      if (isAnchor[anchor] === 0 || demands.isHistoric[anchor] === 1) continue
      const companions: number[] = []
      for (let d = 0; d < demands.count; d += 1) if (isRequired[d] === 1 && isInScope(rule, demands, anchor, d)) companions.push(d)
      for (const d of companions) accompanying[d]!.push(ties.length)
      anchoring[anchor]!.push(ties.length)
      // A shift is no companion of itself, but another seat of its demand is.
      const own = companions.includes(anchor) ? 1 : 0
      ties.push({ anchor, least: rule.minRequiredCount + own, companions, times: rule.weight, unit })
    }
  }
  return { ties, anchoring, accompanying }
}

/** Weights of a soft rule: each priority's moved to the next, the last two together on the last. */
function lowered([first, second, third, fourth]: Weights): Weights {
  return [0, first, second, third + fourth]
}

function isInScope(rule: Schedule['shiftDependencyRules'][number], demands: Compiling['demands'], a: number, b: number): boolean {
  const { start, end, day } = demands
  if (rule.overlapScope === 'TIME_OVERLAP') return start[a]! < end[b]! && start[b]! < end[a]!
  if (rule.overlapScope === 'SAME_DAY') return day[a] === day[b]
  if (rule.overlapScope === 'SAME_SHIFT') return start[a] === start[b] && end[a] === end[b]
  return Math.max(0, start[b]! - end[a]!, start[a]! - end[b]!) <= 60 * (rule.withinHours ?? 0)
}

function compileFloor({ schedule, units }: Compiling): Pick<LinkRule, 'floor' | 'floorUnit' | 'floorTimes'> {
  const { weekendMandatoryCoverageFloorPercent: percent, weekendUnassignedMultiplier: multiplier } = schedule.settings
  const seats = schedule.shifts.filter((shift) => isMandatoryWeekend(schedule, shift)).length
  const isOn = percent > 0 && multiplier > 0 && units.isOn('assignShift')
  return { floor: isOn ? Math.ceil((percent * seats) / 100) : 0, floorUnit: isOn ? units.of('assignShift') : -1, floorTimes: multiplier }
}
