import type { CurveInstance, RetailShift } from './retail.ts'

const MINUTES_PER_DAY = 1440
const QUARTER_MIN = 15
const HOUR = 60

/** How large a planted house is. */
export interface PlantedSize {
  readonly agents: number
  readonly days: number
  readonly seed: number
}

/** Instances by name. */
export const PLANTED: Readonly<Record<string, PlantedSize>> = {
  'planted-20': { agents: 20, days: 7, seed: 1 },
  'planted-150': { agents: 150, days: 7, seed: 1 },
}

const STEP = 30
const SHORTEST = 4 * HOUR
const LONGEST = 9 * HOUR
const FIRST_START = 6 * HOUR
const LAST_END = 22 * HOUR
/** Of seven days in a row. */
const WORKED_DAYS = 5

/**
 * A call centre whose best roster is known, for it came first: everybody works five days of each week, mostly about the same time, and the curve is just what they cover. So nobody is missing, and since
 * the curve asks for each of these minutes no roster that meets it takes fewer.
 */
export function plantInstance({ agents, days, seed }: PlantedSize): CurveInstance {
  const shifts = plantShifts({ agents, days, seed })
  const least = new Int32Array((days * MINUTES_PER_DAY) / QUARTER_MIN)
  for (const { start, end } of shifts) for (let at = start / QUARTER_MIN; at < end / QUARTER_MIN; at += 1) least[at]! += 1
  // Half of them are part-time.
  const staff = Array.from({ length: agents }, (_, agent) => {
    const worked = shifts.filter((shift) => shift.staff === agent).reduce((sum, { start, end }) => sum + end - start, 0)
    return { id: `agent ${agent + 1}`, minMinutes: Math.max(0, worked - 8 * HOUR), maxMinutes: worked + 4 * HOUR }
  })
  return { days, staff, least, most: new Float64Array(least.length).fill(Infinity), stepMin: STEP, shortestMin: SHORTEST, longestMin: LONGEST }
}

/** The planted roster. */
export function plantShifts({ agents, days, seed }: PlantedSize): readonly RetailShift[] {
  const random = randomFrom(seed)
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
      shifts.push({ staff, start, end: start + long })
    }
  }
  return shifts
}

/** Numbers from 0 to 1, the same for a seed on every machine (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
