import { firstWhere } from '../../../model/first-where.ts'
import type { Schedule } from '../../../model/schedule.ts'
import { MINUTES_PER_DAY } from '../../../model/units.ts'
import type { LinkRule, Tie } from './link.ts'
import type { Compiling } from '../../instance/compiling.ts'
import { isMandatoryWeekend } from '../../instance/demands.ts'
import { compileShiftGroups } from './compile-shift-groups.ts'
import { lowered } from './lowered.ts'
import { clampTo } from '../fit/fit-units.ts'
import { LINKED } from '../../instance/measures.ts'
import { SkillRows } from '../../instance/skill-rows.ts'

/** The rules that tie several employees; null when the schedule has none. Marks the demands concerned. */
export function compileLinks(c: Compiling): LinkRule | null {
  const { schedule, demands, measures } = c
  const isLinked = new Uint8Array(demands.count)
  const rule: LinkRule = {
    isLinked,
    ...compileSlots(c),
    ...compileStretches(c),
    ...compileTies(c),
    ...compileFloor(c),
    shiftGroups: compileShiftGroups(c),
  }
  const { shiftGroups } = rule
  const isInGroup = (d: number): boolean => shiftGroups !== null && shiftGroups.offset[d + 1]! > shiftGroups.offset[d]!
  for (let d = 0; d < demands.count; d += 1) {
    const at = demands.coverOffset[d]!
    const hasFloor = rule.floor > 0 && demands.weekendFilled[at + demands.seats[d]!]! > 0
    const hasStretch = rule.spanOffset[d + 1]! > rule.spanOffset[d]!
    if (rule.slotOf[d]! < 0 && !hasStretch && rule.anchoring[d]!.length === 0 && rule.accompanying[d]!.length === 0 && !hasFloor && !isInGroup(d))
      continue
    isLinked[d] = 1
  }
  measures.flags[LINKED]!.set(isLinked)
  return isLinked.includes(1) || rule.stretchCount > 0 || (rule.floor > 0 && schedule.shifts.length > 0) ? rule : null
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
    const { historic: isHistoric, employeeIndex } = demands.sample[d]!
    if (slotOf[d]! >= 0 && isHistoric && employeeIndex !== null) historic[slotOf[d]!]!.add(employeeIndex)
  }
  return { slotOf, slotCount: known.size, slotUnit, slotHistory: Int32Array.from(historic, (employees) => employees.size) }
}

type Stretches = Pick<LinkRule, 'spanOffset' | 'spanFrom' | 'spanTo' | 'spanSkill' | 'stretchCount' | 'stretchMin' | 'stretchUnit' | 'isSkilled'>

/** The stretches of one requirement that one demand runs through. */
interface Span {
  readonly demand: number
  readonly from: number
  readonly to: number
  readonly skillRow: number
}

function compileStretches(c: Compiling): Stretches {
  const { schedule, demands, units } = c
  const stretchUnit = units.of('coverageCompetency')
  const skills = new SkillRows(schedule)
  const least: number[] = []
  const spans: Span[] = []
  for (const requirement of stretchUnit < 0 ? [] : schedule.coverageCompetencyRequirements) {
    const members = [...new Set(requirement.shiftIndexes.map((index) => demands.demandOfShift[index]!))]
    const { count, firstOf, afterOf } = cutIntoStretches(demands, members, requirement.within)
    members.forEach((demand, i) => {
      if (firstOf[i]! === afterOf[i]!) return
      const skillRow = skills.of(requirement.skill, demands.start[demand]!, demands.end[demand]!)
      spans.push({ demand, from: least.length + firstOf[i]!, to: least.length + afterOf[i]!, skillRow })
    })
    for (let i = 0; i < count; i += 1) least.push(requirement.minimumCount)
  }
  const spanOffset = new Int32Array(demands.count + 1)
  for (const { demand } of spans) spanOffset[demand + 1]! += 1
  for (let d = 0; d < demands.count; d += 1) spanOffset[d + 1]! += spanOffset[d]!
  // Sorting is stable: spans of one demand stay in the order of their requirements.
  const ordered = spans.sort((a, b) => a.demand - b.demand)
  return {
    spanOffset,
    spanFrom: Int32Array.from(ordered, ({ from }) => from),
    spanTo: Int32Array.from(ordered, ({ to }) => to),
    spanSkill: Int32Array.from(ordered, ({ skillRow }) => skillRow),
    stretchCount: least.length,
    stretchMin: Int32Array.from(least),
    stretchUnit,
    isSkilled: skills.table(),
  }
}

/** Numbers the stretches between starts and ends of demands while which one that is not historic runs; by member, the first and the one after its last. */
function cutIntoStretches(
  demands: Compiling['demands'],
  members: readonly number[],
  within: Schedule['coverageCompetencyRequirements'][number]['within'],
): { count: number; firstOf: number[]; afterOf: number[] } {
  const starts = members.map((d) => clampTo(within, demands.start[d]!))
  const ends = members.map((d) => clampTo(within, demands.end[d]!))
  const cuts = [...new Set([...starts, ...ends])].sort((a, b) => a - b)
  const positionOf = new Map(cuts.map((cut, i) => [cut, i]))
  const running = new Int32Array(cuts.length + 1)
  members.forEach((d, i) => {
    if (demands.isHistoric[d] === 1) return
    running[positionOf.get(starts[i]!)!]! += 1
    running[positionOf.get(ends[i]!)!]! -= 1
  })
  // How many stretches begin before each cut.
  const before = new Int32Array(cuts.length + 1)
  let planned = 0
  for (let i = 0; i < cuts.length; i += 1) {
    planned += running[i]!
    before[i + 1] = before[i]! + (planned > 0 ? 1 : 0)
  }
  const numberAt = (cut: number): number => before[positionOf.get(cut)!]!
  return { count: before[cuts.length]!, firstOf: starts.map(numberAt), afterOf: ends.map(numberAt) }
}

function compileTies({ schedule, demands, units, measures }: Compiling): Pick<LinkRule, 'ties' | 'pools' | 'anchoring' | 'accompanying'> {
  const ties: Tie[] = []
  const pools: { companions: Int32Array; ties: number[] }[] = []
  const anchoring: number[][] = Array.from({ length: demands.count }, () => [])
  const accompanying: number[][] = Array.from({ length: demands.count }, () => [])
  const known = new Map<string, number>()
  let longestMin = 0
  for (let d = 0; d < demands.count; d += 1) longestMin = Math.max(longestMin, demands.end[d]! - demands.start[d]!)
  for (const rule of schedule.shiftDependencyRules) {
    const unit = units.of('shiftDependency', rule.constraintLevel === 'hard' ? {} : { weights: lowered(schedule.settings.weights.shiftDependency) })
    if (unit < 0) continue
    const isAnchor = measures.carriesAny([rule.anchorShiftTag])
    const isRequired = measures.carriesAny([rule.requiredShiftTag])
    for (let anchor = 0; anchor < demands.count; anchor += 1) {
      if (isAnchor[anchor] === 0 || demands.isHistoric[anchor] === 1) continue
      const key = JSON.stringify([rule.requiredShiftTag, rule.overlapScope, rule.withinHours, demands.start[anchor], demands.end[anchor]])
      const pool = known.get(key) ?? pools.length
      if (pool === pools.length) {
        known.set(key, pool)
        const companions = companionsOf(rule, demands, { anchor, isRequired, longestMin })
        for (const d of companions) accompanying[d]!.push(pool)
        pools.push({ companions: Int32Array.from(companions), ties: [] })
      }
      pools[pool]!.ties.push(ties.length)
      anchoring[anchor]!.push(ties.length)
      // A shift is no companion of itself, but another seat of its demand is.
      const own = isRequired[anchor] === 1 && isInScope(rule, demands, anchor, anchor) ? 1 : 0
      ties.push({ name: String(rule.id), anchor, least: rule.minRequiredCount + own, pool, times: rule.weight, unit })
    }
  }
  return { ties, pools, anchoring, accompanying }
}

/** The demands with the required tag that are in the scope of an anchor, in order. */
function companionsOf(
  rule: Schedule['shiftDependencyRules'][number],
  demands: Compiling['demands'],
  { anchor, isRequired, longestMin }: { readonly anchor: number; readonly isRequired: Uint8Array; readonly longestMin: number },
): number[] {
  const { start, end } = demands
  // Demands are in order of start: whoever starts before `from` or after `until` is in no scope.
  const reach = rule.overlapScope === 'SAME_DAY' ? 2 * MINUTES_PER_DAY : 60 * (rule.withinHours ?? 0)
  const from = start[anchor]! - reach - longestMin
  const until = end[anchor]! + reach
  const companions: number[] = []
  for (let d = firstStartingFrom(start, from); d < demands.count && start[d]! <= until; d += 1) {
    if (isRequired[d] === 1 && isInScope(rule, demands, anchor, d)) companions.push(d)
  }
  return companions
}

function firstStartingFrom(starts: Int32Array, minute: number): number {
  return firstWhere(starts.length, (at) => starts[at]! >= minute)
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
  const seats = schedule.shifts.filter((shift) => isMandatoryWeekend(shift)).length
  const isOn = percent > 0 && multiplier > 0 && units.isOn('assignShift')
  return { floor: isOn ? Math.ceil((percent * seats) / 100) : 0, floorUnit: isOn ? units.of('assignShift') : -1, floorTimes: multiplier }
}
