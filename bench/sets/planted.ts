import { type CurveBreak, type CurveInstance, type RetailShift, workedMinutes } from './curve-instance.ts'
import { createRandom } from '../../test/property/draft.ts'

const MINUTES_PER_DAY = 1440
const QUARTER_MIN = 15
const HOUR = 60

/** How large a planted house is. */
export interface PlantedSize {
  readonly agents: number
  readonly days: number
  readonly seed: number
  /** Whether long shifts have a break. */
  readonly hasBreaks?: true
}

/** Instances by name. */
export const PLANTED: Readonly<Record<string, PlantedSize>> = {
  'planted-20': { agents: 20, days: 7, seed: 1 },
  'planted-150': { agents: 150, days: 7, seed: 1 },
  'planted-breaks-20': { agents: 20, days: 7, seed: 1, hasBreaks: true },
  'planted-breaks-150': { agents: 150, days: 7, seed: 1, hasBreaks: true },
}

const STEP = 30
const SHORTEST = 4 * HOUR
const LONGEST = 9 * HOUR
const FIRST_START = 6 * HOUR
const LAST_END = 22 * HOUR
/** Of seven days in a row. */
const WORKED_DAYS = 5
/** Half an hour, unpaid, in shifts of more than six hours, at least two from either end. */
const BREAK: CurveBreak = { overMin: 6 * HOUR, minutes: 30, fromEndsMin: 2 * HOUR }

/**
 * A call centre whose best roster is known, for it came first: everybody works five days of each week, mostly about the same time, and the curve is just what they cover while they are not on a break. So
 * nobody is missing, and since the curve asks for each of these minutes no roster that meets it takes fewer.
 */
export function plantInstance(size: PlantedSize): CurveInstance {
  const { agents, days, hasBreaks } = size
  const shifts = plantShifts(size)
  const least = new Int32Array((days * MINUTES_PER_DAY) / QUARTER_MIN)
  const count = (start: number, end: number, people: number): void => {
    for (let at = start / QUARTER_MIN; at < end / QUARTER_MIN; at += 1) least[at]! += people
  }
  for (const { start, end, breaks = [] } of shifts) {
    count(start, end, 1)
    for (const own of breaks) count(own.start, own.end, -1)
  }
  // Half of them are part-time.
  const staff = Array.from({ length: agents }, (_, agent) => {
    const worked = shifts.filter((shift) => shift.staff === agent).reduce((sum, shift) => sum + workedMinutes(shift), 0)
    return { id: `agent ${agent + 1}`, minMinutes: Math.max(0, worked - 8 * HOUR), maxMinutes: worked + 4 * HOUR }
  })
  return {
    days,
    staff,
    least,
    most: new Float64Array(least.length).fill(Infinity),
    stepMin: STEP,
    shortestMin: SHORTEST,
    longestMin: LONGEST,
    ...(hasBreaks === true ? { break: BREAK } : {}),
  }
}

/** The planted roster. */
export function plantShifts({ agents, days, seed, hasBreaks }: PlantedSize): readonly RetailShift[] {
  const random = createRandom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const shifts: RetailShift[] = []
  for (let staff = 0; staff < agents; staff += 1) {
    const usual = FIRST_START + STEP * below((LAST_END - LONGEST - FIRST_START) / STEP + 1)
    const length = staff % 2 === 0 ? 8 * HOUR : 5 * HOUR
    const firstOff = below(7)
    for (let day = 0; day < days; day += 1) {
      if ((day + firstOff) % 7 >= WORKED_DAYS) continue
      // Within two hours of the usual start, so that the night between is long enough.
      const early = Math.max(FIRST_START, Math.min(usual + STEP * (below(5) - 2), LAST_END - LONGEST))
      const long = Math.max(SHORTEST, Math.min(length + STEP * (below(5) - 2), LONGEST))
      const start = day * MINUTES_PER_DAY + early
      const shift = { staff, start, end: start + long }
      shifts.push(hasBreaks === true && long > BREAK.overMin ? { ...shift, breaks: [breakOf(shift, below)] } : shift)
    }
  }
  return shifts
}

/** Anywhere it may lie. */
function breakOf({ start, end }: RetailShift, below: (count: number) => number): { readonly start: number; readonly end: number } {
  const { minutes, fromEndsMin } = BREAK
  const places = (end - start - 2 * fromEndsMin - minutes) / STEP + 1
  const from = start + fromEndsMin + STEP * below(places)
  return { start: from, end: from + minutes }
}
