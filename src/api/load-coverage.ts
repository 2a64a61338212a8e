import { firstWhere } from '../model/first-where.ts'
import type { CoverageWho, Schedule, Shift } from '../model/schedule.ts'
import type { Identifier } from '../model/units.ts'
import { breakPlaces } from '../model/breaks.ts'
import type { Load } from './load.ts'

const NUMBER_BYTES = 4
/** Arrays of one number for each stretch, in the rule and in the sums of a search. */
const ARRAYS_OF_STRETCHES = 12
/** Looking at a stretch, in preparing and in judging. */
const LOOK_STEPS = 20
/** A different shift within an opening, while a search prepares. Measured with 4,000,000 of them: 1.4 µs and 100 bytes each. */
const SPAN_STEPS = 140
const SPAN_BYTES = 100
/** A stretch that a shift runs through: it is touched by each move of whoever works it. */
const RUN_STEPS = 2

/**
 * How many are at work, by different shifts: for each time of a requirement the stretches between starts and ends of shifts that it looks at, and for each shift those that it runs through; for each
 * different `who` a table of employees, and where that depends on the time one for each time of a shift.
 */
export function loadOfCoverageRequirements({ coverageRequirements, employees, spots }: Schedule, shifts: readonly Shift[]): Load {
  const starts = Float64Array.from(shifts, ({ start }) => start).sort()
  const edges = Float64Array.from(new Set(shifts.flatMap(({ start, end }) => [start as number, end as number]))).sort()
  const meanMin = shifts.reduce((sum, { start, end }) => sum + end - start, 0) / Math.max(1, shifts.length)
  const shiftsAt = new Map<Identifier, number>()
  for (const { spotIndex } of shifts) shiftsAt.set(spots[spotIndex]!.id, 1 + (shiftsAt.get(spots[spotIndex]!.id) ?? 0))
  const shareOf = (at: readonly Identifier[]): number =>
    at.length === 0 ? 1 : at.reduce<number>((sum, id) => sum + (shiftsAt.get(id) ?? 0), 0) / Math.max(1, shifts.length)
  const longestMin = shifts.reduce((longest, { start, end }) => Math.max(longest, end - start), 0)
  const isDated = employees.some(({ skills, teams }) => [...skills, ...teams].some(({ start, end }) => start !== null || end !== null))
  const times = isDated ? new Set(shifts.map(({ start, end }) => `${start} ${end}`)).size : 1
  const tables = new Map<string, number>()
  const note = (who: CoverageWho): void => void tables.set(JSON.stringify(who), (who.skill ?? who.team) === null ? 1 : times)
  let stretches = 0
  let runs = 0
  let looked = 0
  for (const { openings, who, ratioOf, spots: at } of coverageRequirements) {
    const share = shareOf(at)
    note(who)
    if (ratioOf !== null) note(ratioOf.who)
    for (const { start, end } of openings) {
      const near = share * (firstWhere(starts.length, (k) => starts[k]! >= end) - firstWhere(starts.length, (k) => starts[k]! >= start - longestMin))
      const cuts = firstWhere(edges.length, (k) => edges[k]! >= end) - firstWhere(edges.length, (k) => edges[k]! >= start)
      const own = 1 + Math.min(2 * near, cuts)
      looked += near
      stretches += own
      runs += near * own * Math.min(1, meanMin / (end - start))
    }
  }
  const rows = [...tables.values()].reduce((sum, count) => sum + count, 0)
  return {
    words: `${coverageRequirements.length.toLocaleString('en-US')} coverage requirements with ${Math.ceil(looked).toLocaleString('en-US')} different shifts within them`,
    pointer: '/coverageRequirements',
    bytes: NUMBER_BYTES * ARRAYS_OF_STRETCHES * stretches + SPAN_BYTES * looked + rows * employees.length,
    steps: LOOK_STEPS * stretches + SPAN_STEPS * looked + RUN_STEPS * runs + rows * employees.length,
  }
}

/** Looking at a place of a break, whenever somebody takes the shift, and cutting what sees it. */
const PLACE_STEPS = 30
const PLACE_BYTES = 60
/** Of a cell of a roster, in the state, the incumbent and the sums. */
const CELL_BYTES = 12
const SHIFTS_A_CELL = 2

/** The places that breaks of different shifts may have, and by employee and day those that they have. */
export function loadOfBreaks({ employees, calendar, breakRules = [] }: Schedule, kinds: readonly Shift[]): Load {
  let places = 0
  let most = 0
  for (const { start, end, breakRules: rules = [] } of kinds) {
    most = Math.max(most, rules.length)
    for (const rule of rules) {
      const { first, last } = breakPlaces(rule, end - start)
      places += 1 + (last - first) / rule.stepMinutes
    }
  }
  const cells = SHIFTS_A_CELL * most * employees.length * calendar.days.length
  return {
    words: `${breakRules.length.toLocaleString('en-US')} break rules, by which breaks of different shifts have ${Math.ceil(places).toLocaleString('en-US')} places`,
    pointer: '/breakRules',
    bytes: PLACE_BYTES * places + CELL_BYTES * cells,
    steps: PLACE_STEPS * places,
  }
}
