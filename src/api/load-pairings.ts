import type { Pairing, Schedule } from '../model/schedule.ts'
import { MINUTES_PER_DAY } from '../model/units.ts'
import type { Load } from './load.ts'

/** What a step that looks for company costs for each shift that it looks at: a roster is scored by the search, and judged once more when it is written. */
const LOOK_STEPS = 10
/** The days on which somebody whom a shift overlaps with can start. */
const DAYS_AROUND = 3
const NUMBER_BYTES = 4

/**
 * Who works with whom: for each shift of a member the shifts around it, by member or by seat, whichever are fewer; for pairs that meet at most once a table of the
 * pairs, and for each different list of spots and tags one of the shifts.
 */
export function loadOfPairings({ pairings, employees, shifts, calendar }: Schedule): Load {
  const holders = pairings.some(({ employees: named }) => !('ids' in named)) ? countHolders(employees) : null
  const seats = seatsAround(shifts)
  const perEmployee = shifts.length / Math.max(1, employees.length)
  const filters = new Set<string>()
  let members = 0
  let pairs = 0
  let steps = 0
  for (const { employees: named, mode, scope, spots, tags } of pairings) {
    const count = 'ids' in named ? named.ids.length : (holders!.get(keyOf(named)) ?? 0)
    members += count
    if (mode === 'AT_MOST_ONCE') pairs += (count * (count - 1)) / 2
    if (spots.length + tags.length > 0) filters.add(JSON.stringify([spots, tags]))
    steps += LOOK_STEPS * count * perEmployee * (1 + Math.min(DAYS_AROUND * count, seats[scope]))
  }
  return {
    words: `${pairings.length.toLocaleString('en-US')} pairings with ${members.toLocaleString('en-US')} members`,
    pointer: '/pairings',
    // Members and their pairings; by member of a large one a place in a table; pairs in the state, in its copy and in what history has.
    bytes:
      NUMBER_BYTES * (4 * members + 3 * pairs) +
      filters.size * shifts.length +
      (pairings.length > 0 ? NUMBER_BYTES * employees.length * calendar.days.length : 0),
    steps: steps + filters.size * shifts.length,
  }
}

function keyOf(named: Exclude<Pairing['employees'], { readonly ids: unknown }>): string {
  return JSON.stringify('team' in named ? ['team', named.team] : ['skill', named.skill])
}

function countHolders(employees: Schedule['employees']): Map<string, number> {
  const counts = new Map<string, number>()
  const note = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const { teams, skills } of employees) {
    for (const team of new Set(teams.map(({ id }) => id))) note(JSON.stringify(['team', team]))
    for (const skill of new Set(skills.map(({ id }) => id))) note(JSON.stringify(['skill', skill]))
  }
  return counts
}

/** By scope: how many shifts lie around one, on average, all seats filled. */
function seatsAround(shifts: Schedule['shifts']): Record<Pairing['scope'], number> {
  const onDay = new Map<number, number>()
  const alike = new Map<string, number>()
  for (const { day, spotIndex, start, end } of shifts) {
    onDay.set(day, (onDay.get(day) ?? 0) + 1)
    const key = `${spotIndex} ${start} ${end}`
    alike.set(key, (alike.get(key) ?? 0) + 1)
  }
  const average = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count ** 2, 0) / Math.max(1, shifts.length)
  const longest = shifts.reduce((most, { start, end }) => Math.max(most, end - start), 0)
  const days = 1 + Math.ceil(longest / MINUTES_PER_DAY)
  return { SAME_SHIFT: average(alike.values()), SAME_DAY: average(onDay.values()), TIME_OVERLAP: days * average(onDay.values()) }
}
