import { NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import type { CoverageStretch, Demand } from '../model/demand.ts'
import { dayAt } from '../model/calendar.ts'
import { firstWhere } from '../model/first-where.ts'
import { spellsOf } from './breaks.ts'
import type { DayIndex, Minute, SpotId } from '../model/units.ts'

/** Time at a spot in which demands hold and nothing changes: neither what they ask for nor who is at work. */
export interface Stretch {
  readonly start: Minute
  readonly end: Minute
  /** Where the start lies; no stretch goes over midnight. */
  readonly day: DayIndex
  readonly min: number
  readonly ideal: number
  /** Infinity where one of the demands has none. */
  readonly max: number
  readonly weight: number
  /** Different employees at work, and those of them on historic shifts. */
  readonly assigned: number
  readonly historic: number
}

/** What happens at a spot: a demand begins or ends to hold, an employee comes or goes. */
interface Change {
  readonly at: number
  readonly by: 1 | -1
  readonly demand?: Demand
  readonly employee?: number
  readonly historic?: boolean
}

/** The course of time at each spot of which something is demanded, by `docs/constraints/demandUnder.md`. Shifts that were found are shifts of the schedule. */
export function demandCourse(schedule: Schedule, roster: Roster): ReadonlyMap<SpotId, readonly Stretch[]> {
  const changes = new Map<SpotId, Change[]>()
  for (const demand of schedule.demands ?? []) {
    const own = changes.get(demand.spotId) ?? []
    changes.set(demand.spotId, own)
    for (const { start, end } of demand.openings) own.push({ at: start, by: 1, demand }, { at: end, by: -1, demand })
  }
  for (const [position, shift] of schedule.shifts.entries()) {
    const employee = roster[position]!
    const own = employee === NOBODY ? undefined : changes.get(schedule.spots[shift.spotIndex]!.id)
    if (own === undefined) continue
    const { historic } = shift
    for (const { start, end } of spellsOf(shift)) own.push({ at: start, by: 1, employee, historic }, { at: end, by: -1, employee, historic })
  }
  return new Map([...changes].map(([spot, own]) => [spot, stretchesOf(schedule, own)]))
}

function stretchesOf({ calendar }: Schedule, changes: Change[]): Stretch[] {
  changes.sort((a, b) => a.at - b.at)
  const holding = new Tally<Demand>()
  const present = new Tally<number>()
  const past = new Tally<number>()
  const stretches: Stretch[] = []
  for (let next = 0; next < changes.length; ) {
    const { at } = changes[next]!
    for (; next < changes.length && changes[next]!.at === at; next += 1) {
      const { by, demand, employee, historic } = changes[next]!
      if (demand !== undefined) holding.add(demand, by)
      if (employee !== undefined) present.add(employee, by)
      if (employee !== undefined && historic === true) past.add(employee, by)
    }
    const until = changes[next]?.at ?? at
    if (holding.size === 0) continue
    const asked = { ...askedBy([...holding.keys()]), assigned: present.size, historic: past.size }
    for (let start = at; start < until; ) {
      const day = dayAt(calendar, start as Minute)
      const end = Math.min(until, calendar.days[day]?.end ?? until)
      stretches.push({ start: start as Minute, end: end as Minute, day: day as DayIndex, ...asked })
      start = end
    }
  }
  return stretches
}

/** What demands that hold at one moment ask for together. */
function askedBy(demands: readonly Demand[]): Pick<Stretch, 'min' | 'ideal' | 'max' | 'weight'> {
  const sum = (of: (demand: Demand) => number): number => demands.reduce((total, demand) => total + of(demand), 0)
  return {
    min: sum(({ min }) => min),
    ideal: sum(({ min, ideal }) => ideal ?? min),
    max: sum(({ max }) => max ?? Infinity),
    weight: demands.reduce((most, { weight }) => Math.max(most, weight), 0),
  }
}

/** How often each of some is there. */
class Tally<Item> {
  private readonly counts = new Map<Item, number>()

  get size(): number {
    return this.counts.size
  }

  keys(): Iterable<Item> {
    return this.counts.keys()
  }

  add(item: Item, by: 1 | -1): void {
    const now = (this.counts.get(item) ?? 0) + by
    if (now === 0) this.counts.delete(item)
    else this.counts.set(item, now)
  }
}

/** Most times that are listed of all demands together: where many overlap each is cut by all others. */
export const MAX_COVERED_TIMES = 100_000

/**
 * How many are at work for each demand, in stretches in which that number stays the same, by position of the demand and start. Where they are more than `MAX_COVERED_TIMES`,
 * only those at which somebody is missing, the first of them.
 */
export function coverageOf(schedule: Schedule, roster: Roster): CoverageStretch[] {
  const { demands = [] } = schedule
  if (demands.length === 0) return []
  const course = demandCourse(schedule, roster)
  let count = 0
  eachCovered(demands, course, () => (count += 1))
  const covered: CoverageStretch[] = []
  eachCovered(demands, course, ({ id, min, ideal, max }, { start, day, assigned }, missing, end) => {
    if (covered.length === MAX_COVERED_TIMES || (count > MAX_COVERED_TIMES && missing === 0)) return
    covered.push({ demandId: id, day, start, end, min, ideal, max, assigned, missing })
  })
  return covered
}

type VisitCovered = (demand: Demand, first: Stretch, missing: number, end: Minute) => void

/** Visits the stretches of each demand, neighbours of one day taken together as long as no number changes. */
function eachCovered(demands: readonly Demand[], course: ReadonlyMap<SpotId, readonly Stretch[]>, visit: VisitCovered): void {
  for (const demand of demands) {
    const at = course.get(demand.spotId) ?? []
    for (const { start, end } of demand.openings) {
      let next = firstWhere(at.length, (each) => at[each]!.end > start)
      while (next < at.length && at[next]!.start < end) {
        const first = at[next]!
        const missing = missingIn(first)
        let last = first
        for (next += 1; next < at.length && at[next]!.start < end && isSame(last, at[next]!, missing); next += 1) last = at[next]!
        visit(demand, first, missing, last.end)
      }
    }
  }
}

function missingIn({ min, assigned }: Stretch): number {
  return Math.max(0, min - assigned)
}

function isSame(last: Stretch, next: Stretch, missing: number): boolean {
  return last.end === next.start && last.day === next.day && last.assigned === next.assigned && missingIn(next) === missing
}
