import type { Schedule } from '../../model/schedule.ts'
import type { SettingName } from '../../model/settings.ts'
import { createMove, type Move } from '../scoring/evaluate.ts'
import { rowOf, setRow, takeSeat } from '../scoring/one-row.ts'
import type { State } from '../scoring/state.ts'
import { type SearchMeans, searchShortly } from './short-search.ts'
import { findCandidates, findShortages, isHarmless, type Candidates } from './shortages.ts'
import { cutSchedule, strictSchedule } from './strict.ts'

/** How it is known that shifts cannot all be worked: too few people were counted, everything was tried, or a search proved it by its bound. */
export type Proof = 'counting' | 'exhaustive' | 'bound'

/** Whether shifts can all be worked without breaking a hard rule; where they cannot, who could work any of them alone. */
export type Fillable =
  | { readonly answer: 'yes' | 'unknown' }
  | { readonly answer: 'no'; readonly proof: Proof; readonly employees: readonly number[] }

/** Assignments tried one after another at most, where everything is tried. */
const MAX_NODES = 1_500
/** Moves of the search that comes after it. */
const SEARCH_MOVES = 20_000

/**
 * Whether so many mandatory shifts (positions) can all be worked, beside what is decided and under these hard rules, everything else left aside. First people
 * are counted, then everything is tried, where that is little; else a search looks for a roster and for a bound, and `means.until` is when that is over.
 */
export function askFillable(schedule: Schedule, shifts: readonly number[], rules: readonly SettingName[], means: SearchMeans): Fillable {
  if (shifts.length === 0) return { answer: 'yes' }
  const everybody = schedule.employees.map((_, employee) => employee)
  const strict = demandAll(strictSchedule(cutSchedule(schedule, { shifts, employees: everybody }), rules))
  const who = findCandidates(strict)
  const able = [...new Set(who.employees.flat())].sort((a, b) => a - b)
  const no = (proof: Proof): Fillable => ({ answer: 'no', proof, employees: able })
  if (findShortages(strict, who).length > 0) return no('counting')
  const tried = tryAll(who)
  if (tried === 'no') return no('exhaustive')
  if (tried === 'yes') return { answer: 'yes' }
  if (means.clock() > means.until) return { answer: 'unknown' }
  const found = search(demandAll(strictSchedule(cutSchedule(schedule, { shifts, employees: able }), rules)), means)
  return found === 'no' ? no('bound') : { answer: found }
}

function demandAll(schedule: Schedule): Schedule {
  return { ...schedule, shifts: schedule.shifts.map((shift) => ({ ...shift, importance: 'MANDATORY' })) }
}

/** Gives every seat to everybody who can, in turn; leaves the state with all seats filled when the answer is yes. */
function tryAll({ state, employees, wanted }: Candidates): 'yes' | 'no' | 'unknown' {
  const move = createMove(state.instance)
  const open = wanted.flatMap((seats, d) => (seats > 0 ? [d] : []))
  // Equal seats are filled in order of employees: every other order would be tried in vain as well.
  const last = new Map<number, number>()
  let nodes = 0
  const descend = (): 'yes' | 'no' | 'unknown' => {
    const next = mostUrgent(state, move, open, employees, wanted)
    if (next === null) return 'yes'
    let answer: 'no' | 'unknown' = 'no'
    const lastBefore = last.get(next.demand) ?? -1
    for (const employee of next.able.filter((each) => each >= lastBefore)) {
      if ((nodes += 1) > MAX_NODES) return 'unknown'
      const before = rowOf(state, employee)
      last.set(next.demand, employee)
      takeSeat(state, move, employee, next.demand)
      const below = descend()
      if (below === 'yes') return 'yes'
      if (below === 'unknown') answer = 'unknown'
      setRow(state, move, employee, before, { from: 0, to: before.length - 1 })
      last.set(next.demand, lastBefore)
      if (answer === 'unknown') return answer
    }
    return answer
  }
  return descend()
}

/** The demand with an empty seat that the fewest can take now, with these; null when no seat is empty. */
function mostUrgent(
  state: State,
  move: Move,
  open: readonly number[],
  employees: readonly (readonly number[])[],
  wanted: readonly number[],
): { demand: number; able: readonly number[] } | null {
  let best: { demand: number; able: readonly number[]; spare: number } | null = null
  for (const demand of open) {
    const missing = wanted[demand]! - state.filled[demand]!
    if (missing <= 0) continue
    const able = employees[demand]!.filter((employee) => isHarmless(state, move, employee, demand))
    const spare = able.length - missing
    if (able.length === 0 || (spare < 0 && isOneEach(state, demand))) return { demand, able: [] }
    if (best === null || spare < best.spare) best = { demand, able, spare }
  }
  return best
}

/** True when nobody may work two seats of the demand. */
function isOneEach({ instance: { schedule, demands } }: State, demand: number): boolean {
  const { weights } = schedule.settings
  if (weights.oneShiftPerDay[0] > 0) return true
  const shift = demands.sample[demand]!
  return weights.shiftCollision[0] > 0 && schedule.allowedShiftCollisions === 0 && shift.allowedCollisionSpots.length === 0
}

/** Looks for a roster, and for a bound of those that keep the first priority. */
function search(strict: Schedule, means: SearchMeans): Fillable['answer'] {
  const { score, bound } = searchShortly(strict, { start: null, moves: SEARCH_MOVES, proves: true }, means)
  if (score[0] === 0 && score[1] === 0) return 'yes'
  return bound !== null && bound[0] === 0 && bound[1] > 0 ? 'no' : 'unknown'
}
