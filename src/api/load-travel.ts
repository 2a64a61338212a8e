import type { Schedule } from '../model/schedule.ts'
import type { Load } from './load.ts'

const NUMBER_BYTES = 4
/** One for rests between shifts, one for rules of contracts about them. */
const TABLES = 2

/** Tables of the ways between any two spots that entries name. */
export function loadOfTravel({ travel, spots }: Schedule): Load[] {
  if (travel === null) return []
  const named = spots.filter(({ id }) => travel.minutes.has(id)).length
  const numbers = TABLES * (named + 1) ** 2
  return [{ words: `ways between ${named.toLocaleString('en-US')} spots`, pointer: '/travel/matrix', bytes: NUMBER_BYTES * numbers, steps: numbers }]
}
