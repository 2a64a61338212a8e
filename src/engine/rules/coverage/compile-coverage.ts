import { firstWhere } from '../../../model/first-where.ts'
import { NOBODY } from '../../../model/roster.ts'
import type { CoverageRequirement, CoverageWho, Demand, Schedule } from '../../../model/schedule.ts'
import type { Weights } from '../../../model/settings.ts'
import { MINUTES_PER_DAY, type Identifier } from '../../../model/units.ts'
import type { Compiling } from '../../instance/compiling.ts'
import type { Demands } from '../../instance/demands.ts'
import { holdsDuring, holdsWhen } from '../../instance/held.ts'
import { lowered } from '../link/lowered.ts'
import { NO_MAX, OF_DEMAND, type CoverageRule } from './coverage.ts'

const QUARTER_MIN = 15

/** The requirements of a schedule; null when it has none that costs anything. */
export function compileCoverage(compiling: Compiling): CoverageRule | null {
  const { schedule, demands } = compiling
  const rows = new WhoRows(schedule)
  const tables = new Tables()
  const longestMin = longestOf(demands)
  for (const [place, requirement] of schedule.coverageRequirements.entries()) {
    const units = unitsOf(compiling, requirement)
    if (units.unit < 0 && units.idealUnit < 0) continue
    const seen = demandsSeen(compiling, requirement, longestMin)
    for (const opening of requirement.openings) addOpening(compiling, tables, { place, requirement, opening, seen, longestMin, rows, ...units })
  }
  addDemands(compiling, tables, rows)
  if (tables.requirement.length === 0) return null
  return {
    demands,
    employeeCount: schedule.employees.length,
    dayCount: schedule.calendar.days.length,
    daysAround: 1 + Math.ceil(longestMin / MINUTES_PER_DAY),
    isCounted: rows.table(),
    ...tables.finish(demands.count),
  }
}

function longestOf({ count, start, end }: Demands): number {
  let longest = 0
  for (let d = 0; d < count; d += 1) longest = Math.max(longest, end[d]! - start[d]!)
  return longest
}

function unitsOf({ schedule, units }: Compiling, { priority, ideal }: CoverageRequirement): { unit: number; idealUnit: number } {
  const at = (other: number): number => (priority === other ? 1 : 0)
  const own: Weights | null = priority === null ? null : [at(0), at(1), at(2), at(3)]
  const unit = units.of('coverageRequirements', own === null ? {} : { weights: own })
  const soft = lowered(own ?? schedule.settings.weights.coverageRequirements)
  return { unit, idealUnit: ideal === null ? -1 : units.of('coverageRequirements', { weights: soft }) }
}

/** The demands at the spots and with the tags of a requirement that can run within it, in order of start. */
function demandsSeen({ schedule, demands }: Compiling, { openings, spots, tags }: CoverageRequirement, longestMin: number): number[] {
  const [first, last] = [openings[0], openings.at(-1)]
  if (first === undefined || last === undefined) return []
  const at = new Set<Identifier>(spots)
  const carried = new Set(tags)
  const { start, end, spot } = demands
  const seen: number[] = []
  for (let d = firstStarting(start, first.start - longestMin); d < demands.count && start[d]! < last.end; d += 1) {
    if (end[d]! <= first.start || (at.size > 0 && !at.has(schedule.spots[spot[d]!]!.id))) continue
    if (carried.size === 0 || demands.sample[d]!.tags.some((tag) => carried.has(tag))) seen.push(d)
  }
  return seen
}

function firstStarting(starts: Int32Array, minute: number): number {
  return firstWhere(starts.length, (at) => starts[at]! >= minute)
}

/** Everybody is counted where people are demanded. */
const ANYBODY: CoverageWho = { skill: null, team: null, employees: null }

/** What is demanded: an opening for each spot and local day on which somebody is. */
function addDemands({ schedule, demands, units }: Compiling, tables: Tables, rows: WhoRows): void {
  const asked = schedule.demands ?? []
  const unit = units.of('demandUnder')
  const idealUnit = units.of('demandIdeal')
  const overUnit = units.of('demandOver')
  if (asked.length === 0 || (unit < 0 && idealUnit < 0 && overUnit < 0)) return
  const longestMin = longestOf(demands)
  for (const [place, { id }] of schedule.spots.entries()) {
    const ofSpot = asked.filter(({ spotId }) => spotId === id)
    if (ofSpot.length === 0) continue
    const seen = [...demands.spot.keys()].filter((d) => demands.spot[d] === place)
    for (const [number, day] of schedule.calendar.days.entries()) {
      const held = ofSpot.flatMap((demand) => partsOn(demand, day))
      if (held.length === 0) continue
      tables.addOpening({ place: OF_DEMAND, spot: place, day: number, unit, idealUnit, overUnit, times: 1, thousandths: -1 })
      addDemandedDay(demands, tables, { held, day, seen, longestMin, who: rows.of(ANYBODY, day.start, day.end) })
    }
  }
}

interface DemandedPart {
  readonly demand: Demand
  readonly start: number
  readonly end: number
}

/** When a demand holds within a day. */
function partsOn(demand: Demand, day: Schedule['calendar']['days'][number]): DemandedPart[] {
  return demand.openings.flatMap((opening) => {
    const start = Math.max(opening.start, day.start)
    const end = Math.min(opening.end, day.end)
    return start < end ? [{ demand, start, end }] : []
  })
}

interface DemandedDay {
  readonly held: readonly DemandedPart[]
  readonly day: Schedule['calendar']['days'][number]
  /** The demands of the engine at the spot, in order of start. */
  readonly seen: readonly number[]
  readonly longestMin: number
  readonly who: number
}

function addDemandedDay({ start, end, isHistoric, sample }: Demands, tables: Tables, { held, day, seen, longestMin, who }: DemandedDay): void {
  const whole = (minute: number, round: (quarters: number) => number): number => day.start + QUARTER_MIN * round((minute - day.start) / QUARTER_MIN)
  // Quarters are those of the clock: those at either end of the day's demand are whole.
  const first = whole(
    held.reduce((least, part) => Math.min(least, part.start), Infinity),
    Math.floor,
  )
  const last = whole(
    held.reduce((most, part) => Math.max(most, part.end), -Infinity),
    Math.ceil,
  )
  const from = firstWhere(seen.length, (at) => start[seen[at]!]! >= first - longestMin)
  const to = firstWhere(seen.length, (at) => start[seen[at]!]! >= last)
  const running = seen.slice(from, to).filter((d) => end[d]! > first)
  const within = (minute: number): number => Math.max(first, Math.min(last, minute))
  const edges = [...running.flatMap((d) => [start[d]!, end[d]!]), ...held.flatMap((part) => [part.start, part.end]), first, last].map(within)
  const cuts = [...new Set(edges)].sort((a, b) => a - b)
  const begin = tables.opening.length
  tables.addStretches(cuts)
  for (let at = 0; at + 1 < cuts.length; at += 1) tables.want(wantedAt(held, cuts[at]!))
  const numbers = new Map(cuts.map((cut, index) => [cut, begin + index]))
  const past = Array.from({ length: cuts.length - 1 }, () => new Set<number>())
  for (const d of running) {
    const span = { demand: d, from: numbers.get(within(start[d]!))!, to: numbers.get(within(end[d]!))!, who }
    tables.addSpan(span, -1)
    const employee = isHistoric[d] === 1 ? (sample[d]!.employeeIndex ?? NOBODY) : NOBODY
    if (employee !== NOBODY) for (let stretch = span.from; stretch < span.to; stretch += 1) past[stretch - begin]!.add(employee)
  }
  tables.allowPast(begin, past)
}

/** The sums of what is demanded at a moment; a demand without a most takes it from all. */
function wantedAt(held: readonly DemandedPart[], minute: number): Wanted {
  const there = held.filter(({ start, end }) => start <= minute && minute < end)
  return {
    min: there.reduce((sum, { demand }) => sum + demand.min, 0),
    ideal: there.reduce((sum, { demand }) => sum + (demand.ideal ?? demand.min), 0),
    max: there.every(({ demand }) => demand.max !== null) && there.length > 0 ? there.reduce((sum, { demand }) => sum + demand.max!, 0) : NO_MAX,
    weight: there.reduce((most, { demand }) => Math.max(most, demand.weight), 0),
  }
}

interface Opening {
  /** Of the requirement among those of the schedule. */
  readonly place: number
  readonly requirement: CoverageRequirement
  readonly opening: CoverageRequirement['openings'][number]
  readonly seen: readonly number[]
  readonly longestMin: number
  readonly rows: WhoRows
  readonly unit: number
  readonly idealUnit: number
}

function addOpening(compiling: Compiling, tables: Tables, { place, requirement, opening, seen, longestMin, rows, unit, idealUnit }: Opening): void {
  const { demands } = compiling
  const { start, end } = demands
  const first = firstWhere(seen.length, (at) => start[seen[at]!]! >= opening.start - longestMin)
  const after = firstWhere(seen.length, (at) => start[seen[at]!]! >= opening.end)
  const running = seen.slice(first, after).filter((d) => end[d]! > opening.start)
  const from = running.map((d) => Math.max(opening.start, start[d]!))
  const to = running.map((d) => Math.min(opening.end, end[d]!))
  const cuts = [...new Set([opening.start as number, opening.end as number, ...from, ...to])].sort((a, b) => a - b)
  const begin = tables.opening.length
  const { who, min, ideal, max, ratioOf, weight } = requirement
  tables.addOpening({
    place,
    unit,
    idealUnit,
    overUnit: unit,
    times: weight,
    thousandths: ratioOf === null ? -1 : ratioOf.thousandths,
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

/** How many people are wanted at a moment, and what each counts who is missing or too many. */
interface Wanted {
  readonly min: number
  readonly ideal: number
  readonly max: number
  readonly weight: number
}

interface NewSpan {
  readonly demand: number
  readonly from: number
  readonly to: number
  readonly who: number
}

interface NewOpening {
  readonly place: number
  readonly spot?: number
  readonly day?: number
  readonly unit: number
  readonly idealUnit: number
  readonly overUnit: number
  readonly times: number
  readonly thousandths: number
}

/** The arrays of the rule while they grow. */
class Tables {
  readonly opening: number[] = []
  readonly quarters: number[] = []
  readonly firstShared: number[] = []
  readonly lastShared: number[] = []
  readonly min: number[] = []
  readonly ideal: number[] = []
  readonly max: number[] = []
  readonly weight: number[] = []
  readonly sharedFrom: number[] = []
  readonly sharedTo: number[] = []
  readonly requirement: number[] = []
  readonly spotOf: number[] = []
  readonly dayOf: number[] = []
  readonly startOf: number[] = []
  readonly thousandths: number[] = []
  readonly times: number[] = []
  readonly unit: number[] = []
  readonly idealUnit: number[] = []
  readonly overUnit: number[] = []
  readonly #spanDemand: number[] = []
  readonly #spanFrom: number[] = []
  readonly #spanTo: number[] = []
  readonly #spanWho: number[] = []
  readonly #spanOf: number[] = []

  addOpening({ place, spot = 0, day = 0, unit, idealUnit, overUnit, times, thousandths }: NewOpening): void {
    this.spotOf.push(spot)
    this.dayOf.push(day)
    this.requirement.push(place)
    this.unit.push(unit)
    this.idealUnit.push(idealUnit)
    this.overUnit.push(overUnit)
    this.times.push(times)
    this.thousandths.push(thousandths)
  }

  /** The stretches between these cuts, of the opening that was added last. */
  addStretches(cuts: readonly number[]): void {
    const start = cuts[0]!
    for (let index = 0; index + 1 < cuts.length; index += 1) {
      const [from, to] = [cuts[index]! - start, cuts[index + 1]! - start]
      const isLast = index + 2 === cuts.length
      const stretch = this.opening.length
      const [first, after] = [Math.ceil(from / QUARTER_MIN), isLast ? Math.ceil(to / QUARTER_MIN) : Math.floor(to / QUARTER_MIN)]
      // A quarter that an earlier stretch has begun goes on in this one.
      const front = from % QUARTER_MIN === 0 ? -1 : this.sharedFrom.length - 1
      if (front >= 0) this.sharedTo[front] = stretch + 1
      const back = !isLast && to % QUARTER_MIN !== 0 && !(front >= 0 && after < first) ? this.sharedFrom.length : -1
      if (back >= 0) {
        this.sharedFrom.push(stretch)
        this.sharedTo.push(stretch + 1)
      }
      this.opening.push(this.requirement.length - 1)
      this.startOf.push(cuts[index]!)
      this.quarters.push(Math.max(0, after - first))
      this.firstShared.push(front)
      this.lastShared.push(back)
    }
  }

  /** What history alone has too many is not charged: `past` are its employees by stretch, from `begin` on. */
  allowPast(begin: number, past: readonly ReadonlySet<number>[]): void {
    past.forEach(({ size }, index) => (this.max[begin + index] = Math.max(this.max[begin + index]!, size)))
  }

  /** How many are wanted in the next stretch that is told nothing yet. */
  want({ min, ideal, max, weight }: Wanted): void {
    this.min.push(min)
    this.ideal.push(ideal)
    this.max.push(max)
    this.weight.push(weight)
  }

  addSpan({ demand, from, to, who }: NewSpan, of: number): void {
    this.#spanDemand.push(demand)
    this.#spanFrom.push(from)
    this.#spanTo.push(to)
    this.#spanWho.push(who)
    this.#spanOf.push(of)
  }

  finish(demandCount: number): Omit<CoverageRule, 'demands' | 'employeeCount' | 'dayCount' | 'daysAround' | 'isCounted'> {
    const spanOffset = new Int32Array(demandCount + 1)
    for (const d of this.#spanDemand) spanOffset[d + 1]! += 1
    for (let d = 0; d < demandCount; d += 1) spanOffset[d + 1]! += spanOffset[d]!
    const next = spanOffset.slice()
    const order = new Int32Array(this.#spanDemand.length)
    this.#spanDemand.forEach((d, span) => (order[next[d]!++] = span))
    const isPlain = Uint8Array.from(this.thousandths, (of) => (of < 0 ? 1 : 0))
    this.opening.forEach((opening, stretch) => {
      const { min, ideal, max } = this
      const isShared = this.firstShared[stretch]! >= 0 || this.lastShared[stretch]! >= 0
      const isOrdered = min[stretch]! <= max[stretch]! && ideal[stretch]! <= max[stretch]!
      if (isShared || !isOrdered) isPlain[opening] = 0
    })
    const spans = (of: readonly number[]): Int32Array => order.map((span) => of[span]!)
    return {
      spanOffset,
      spanFrom: spans(this.#spanFrom),
      spanTo: spans(this.#spanTo),
      spanWho: spans(this.#spanWho),
      spanOf: spans(this.#spanOf),
      stretchCount: this.opening.length,
      opening: Int32Array.from(this.opening),
      quarters: Int32Array.from(this.quarters),
      firstShared: Int32Array.from(this.firstShared),
      lastShared: Int32Array.from(this.lastShared),
      min: Int32Array.from(this.min),
      ideal: Int32Array.from(this.ideal),
      max: Int32Array.from(this.max),
      weight: Int32Array.from(this.weight),
      weighed: Int32Array.from(this.weight, (weight, stretch) => weight * this.quarters[stretch]!),
      isPlain,
      sharedFrom: Int32Array.from(this.sharedFrom),
      sharedTo: Int32Array.from(this.sharedTo),
      openingCount: this.requirement.length,
      requirement: Int32Array.from(this.requirement),
      spotOf: Int32Array.from(this.spotOf),
      dayOf: Int32Array.from(this.dayOf),
      startOf: Int32Array.from(this.startOf),
      thousandths: Int32Array.from(this.thousandths),
      times: Int32Array.from(this.times),
      unit: Int32Array.from(this.unit),
      idealUnit: Int32Array.from(this.idealUnit),
      overUnit: Int32Array.from(this.overUnit),
    }
  }
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
