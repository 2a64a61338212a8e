import type { Schedule } from '../model/schedule.ts'
import type { Load } from './load.ts'

const NUMBER_BYTES = 4
/** Of spots one for rests between shifts and one for rules of contracts about them, of homes one for each direction. */
const TABLES = 2

/** Tables of the ways between any two spots that entries name, and between homes and spots. */
export function loadOfTravel({ travel, spots, employees }: Schedule): Load[] {
  if (travel === null) return []
  const named = spots.filter(({ id }) => travel.minutes.has(id)).length
  const homes = new Set(employees.flatMap(({ home }) => (home === undefined ? [] : [home]))).size
  const numbers = TABLES * ((named + 1) ** 2 + homes * spots.length)
  return [
    {
      words: `ways between ${named.toLocaleString('en-US')} spots, and of ${homes.toLocaleString('en-US')} homes`,
      pointer: '/travel/matrix',
      bytes: NUMBER_BYTES * numbers,
      steps: numbers,
    },
  ]
}
