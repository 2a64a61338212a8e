import type { Schedule } from '../model/schedule.ts'
import { MINUTES_PER_DAY } from '../model/units.ts'
import type { Load } from './load.ts'

/** Of one entry in a list of objects. */
const OBJECT_BYTES = 64

/** The days of the windows of free periods, which the answer lists, and the shifts and busy times that each window is split by. */
export function loadOfFreePeriods({ freePeriodRequirements, shifts }: Schedule): Load {
  const shortestMin = shifts.reduce((shortest, { start, end }) => Math.min(shortest, end - start), Infinity)
  let days = 0
  let spans = 0
  for (const { windowStart, windowEnd, boundaryEvidence, ineligibleLocalDates } of freePeriodRequirements) {
    const minutes = windowEnd - windowStart
    days += minutes / MINUTES_PER_DAY
    spans += Math.min(shifts.length, minutes / shortestMin) + boundaryEvidence.length + ineligibleLocalDates.length
  }
  return {
    words: `windows of ${freePeriodRequirements.length.toLocaleString('en-US')} free periods, with ${Math.ceil(days).toLocaleString('en-US')} days in them`,
    pointer: '/freePeriodRequirements',
    bytes: 2 * OBJECT_BYTES * days,
    // The answer lists the days that are left over: 1.4 µs each.
    steps: 200 * days + 10 * spans,
  }
}
