import { firstWhere } from '../../../model/first-where.ts'
import { NOBODY } from '../../../model/roster.ts'
import type { CoverageRequirement, CoverageWho, Schedule } from '../../../model/schedule.ts'
import type { Weights } from '../../../model/settings.ts'
import { MINUTES_PER_DAY, type Identifier } from '../../../model/units.ts'
import type { Compiling } from '../../instance/compiling.ts'
import { holdsDuring, holdsWhen } from '../../instance/held.ts'
import { lowered } from '../link/lowered.ts'
import { addBreakCover, addBreakEdges } from './compile-break-cover.ts'
import { addDemands } from './compile-demanded.ts'
import { type BreakTable, compileBreaks } from './break-places.ts'
import { NO_MAX, type CoverageRule } from './coverage.ts'
import { CoverageTables, priceOf, pricesOf } from './coverage-tables.ts'

/** The requirements of a schedule; null when it has none that costs anything. */
export function compileCoverage(compiling: Compiling): CoverageRule | null {
  const { schedule, demands } = compiling
  const rows = new WhoRows(schedule)
  const tables = new CoverageTables()
  const breaks = compileBreaks(demands)
  for (const [place, requirement] of schedule.coverageRequirements.entries()) {
    const units = unitsOf(compiling, requirement)
    if (units.unit < 0 && units.idealUnit < 0) continue
    const seen = demandsSeen(compiling, requirement)
    for (const opening of requirement.openings) addOpening(compiling, tables, { place, requirement, opening, seen, rows, breaks, ...units })
  }
  const anybodyOn = ({ start, end }: { readonly start: number; readonly end: number }): number => rows.of(ANYBODY, start, end)
  addDemands(compiling, tables, { whoOf: anybodyOn, breaks })
  if (breaks !== null) addBreakCover(compiling, tables, { whoOf: anybodyOn, breaks })
  if (tables.requirement.length === 0) return null
  return {
    demands,
    employeeCount: schedule.employees.length,
    dayCount: schedule.calendar.days.length,
    daysAround: 1 + Math.ceil(demands.longestMin / MINUTES_PER_DAY),
    isCounted: rows.table(),
    breaks,
    ...tables.finish(demands.count),
  }
}

function unitsOf(
  { schedule, units }: Compiling,
  { priority, ideal }: CoverageRequirement,
): { unit: number; idealUnit: number; price: readonly number[] } {
  const at = (other: number): number => (priority === other ? 1 : 0)
  const own: Weights | null = priority === null ? null : [at(0), at(1), at(2), at(3)]
  const unit = units.of('coverageRequirements', own === null ? {} : { weights: own })
  const soft = lowered(own ?? schedule.settings.weights.coverageRequirements)
  const prices = [priceOf(own ?? schedule.settings.weights.coverageRequirements), priceOf(soft)] as const
  return {
    unit,
    idealUnit: ideal === null ? -1 : units.of('coverageRequirements', { weights: soft }),
    price: pricesOf(prices[0], prices[1], prices[0]),
  }
}

/** The demands at the spots and with the tags of a requirement that can run within it, in order of start. */
function demandsSeen({ schedule, demands }: Compiling, { openings, spots, tags }: CoverageRequirement): number[] {
  const [first, last] = [openings[0], openings.at(-1)]
  if (first === undefined || last === undefined) return []
  const at = new Set<Identifier>(spots)
  const { start, end, spot, sample } = demands
  const seen: number[] = []
  const from = firstStarting(start, first.start - demands.longestMin)
  const isCarried = tags.length === 0 ? null : demands.tags.carrying(new Set(tags), firstStarting(start, last.end) - from)
  for (let d = from; d < demands.count && start[d]! < last.end; d += 1) {
    if (end[d]! <= first.start || (at.size > 0 && !at.has(schedule.spots[spot[d]!]!.id))) continue
    if (isCarried === null || isCarried(sample[d]!.tags)) seen.push(d)
  }
  return seen
}

function firstStarting(starts: Int32Array, minute: number): number {
  return firstWhere(starts.length, (at) => starts[at]! >= minute)
}

/** Everybody is counted where people are demanded. */
const ANYBODY: CoverageWho = { skill: null, team: null, employees: null }

interface Opening {
  /** Of the requirement among those of the schedule. */
  readonly place: number
  readonly requirement: CoverageRequirement
  readonly opening: CoverageRequirement['openings'][number]
  readonly seen: readonly number[]
  readonly rows: WhoRows
  readonly breaks: BreakTable | null
  readonly unit: number
  readonly idealUnit: number
  readonly price: readonly number[]
}

function addOpening(
  compiling: Compiling,
  tables: CoverageTables,
  { place, requirement, opening, seen, rows, breaks, unit, idealUnit, price }: Opening,
): void {
  const { demands } = compiling
  const { start, end } = demands
  const first = firstWhere(seen.length, (at) => start[seen[at]!]! >= opening.start - demands.longestMin)
  const after = firstWhere(seen.length, (at) => start[seen[at]!]! >= opening.end)
  const running = seen.slice(first, after).filter((d) => end[d]! > opening.start)
  const from = running.map((d) => Math.max(opening.start, start[d]!))
  const to = running.map((d) => Math.min(opening.end, end[d]!))
  const edges = new Set([opening.start as number, opening.end as number, ...from, ...to])
  for (const d of running) addBreakEdges(breaks, demands, d, { ...opening, edges })
  const cuts = [...edges].sort((a, b) => a - b)
  const begin = tables.opening.length
  const { who, min, ideal, max, ratioOf, weight } = requirement
  tables.addOpening({
    place,
    unit,
    idealUnit,
    overUnit: unit,
    times: weight,
    thousandths: ratioOf === null ? -1 : ratioOf.thousandths,
    price,
  })
  tables.addStretches(cuts)
  const at = new Map(cuts.map((cut, index) => [cut, begin + index]))
  const isPast = running.some((d) => demands.isHistoric[d] === 1)
  const most = max === null ? NO_MAX : max
  for (let stretch = begin; stretch < begin + cuts.length - 1; stretch += 1) tables.want({ min: min ?? 0, ideal: ideal ?? 0, max: most, weight: 1 })
  const historic = isPast && max !== null ? Array.from({ length: cuts.length - 1 }, () => new Set<number>()) : null
  running.forEach((d, index) => {
    const span = { demand: d, from: at.get(from[index]!)!, to: at.get(to[index]!)!, who: rows.of(who, start[d]!, end[d]!) }
    tables.addSpan(span, ratioOf === null ? -1 : rows.of(ratioOf.who, start[d]!, end[d]!))
    const employee = demands.isHistoric[d] === 1 ? (demands.sample[d]!.employeeIndex ?? NOBODY) : NOBODY
    if (historic === null || employee === NOBODY || !rows.has(span.who, employee)) return
    for (let stretch = span.from; stretch < span.to; stretch += 1) historic[stretch - begin]!.add(employee)
  })
  if (historic !== null) tables.allowPast(begin, historic)
}

interface KnownWho {
  readonly key: string
  /** Whether somebody counts at times only. */
  readonly isDated: boolean
  readonly listed: ReadonlySet<Identifier> | null
}

/** Who counts during which time, a row of employees for each: times that nobody's entries tell apart have one row. */
class WhoRows {
  readonly #schedule: Schedule
  readonly #rows: Uint8Array[] = []
  readonly #known = new Map<string, number>()
  readonly #keys = new Map<CoverageWho, KnownWho>()
  readonly #alike = new Map<string, KnownWho>()

  constructor(schedule: Schedule) {
    this.#schedule = schedule
  }

  /** The number of the row of those who count from `start` to `end`. */
  of(who: CoverageWho, start: number, end: number): number {
    const { key, isDated, listed } = this.#keyOf(who)
    const dated = isDated ? `${key} ${start} ${end}` : key
    const known = this.#known.get(dated)
    if (known !== undefined) return known
    const { skill, team } = who
    this.#known.set(dated, this.#rows.length)
    this.#rows.push(
      Uint8Array.from(this.#schedule.employees, ({ id, skills, teams }) => {
        if (listed !== null && !listed.has(id)) return 0
        if (team !== null && !holdsDuring(teams, team, { start, end })) return 0
        return skill === null || holdsDuring(skills, skill.id, { start, end }, skill.minLevel) ? 1 : 0
      }),
    )
    return this.#rows.length - 1
  }

  has(row: number, employee: number): boolean {
    return this.#rows[row]![employee] === 1
  }

  table(): Uint8Array {
    const { length } = this.#schedule.employees
    const table = new Uint8Array(this.#rows.length * length)
    this.#rows.forEach((row, number) => table.set(row, number * length))
    return table
  }

  #keyOf(who: CoverageWho): KnownWho {
    const known = this.#keys.get(who)
    if (known !== undefined) return known
    const { skill, team, employees } = who
    // Of JSON: a team may be called "7 0".
    const key = JSON.stringify([skill, team, employees])
    const alike = this.#alike.get(key)
    if (alike !== undefined) {
      this.#keys.set(who, alike)
      return alike
    }
    const isDated = this.#schedule.employees.some(
      ({ skills, teams }) =>
        (team !== null && holdsWhen(teams, team) === 'at times') || (skill !== null && holdsWhen(skills, skill.id, skill.minLevel) === 'at times'),
    )
    const made = { key, isDated, listed: employees === null ? null : new Set<Identifier>(employees) }
    this.#keys.set(who, made)
    this.#alike.set(key, made)
    return made
  }
}
