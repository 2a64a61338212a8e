import { closeKept, createCosts } from '../column-generation/costs.ts'
import { ColumnPool } from '../column-generation/column-pool.ts'
import type { LinearSolver } from '../column-generation/linear-solver.ts'
import { canPriceRows } from '../column-generation/size.ts'
import { solveNeighbourhood } from '../column-generation/solve-neighbourhood.ts'
import type { Instance } from '../instance/instance.ts'
import { prepare } from '../instance/prepare.ts'
import { createPenaltyWeights } from '../local-search/penalty-weights.ts'
import type { Roster } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { Random } from '../random.ts'
import { createMove } from '../scoring/evaluate.ts'
import { type Span, wholeSpan } from '../scoring/one-row.ts'
import { createState, rosterOf, type State } from '../scoring/state.ts'
import { ChangedRoster } from './changed-roster.ts'
import { coverAlone } from './cover-alone.ts'
import { fixedAround, nearPeople } from './near-people.ts'

interface Options {
  readonly solver: LinearSolver
  readonly random: Random
  readonly params: SearchParams
  /** Counts steps, and answers the share of the time that is over, 0 to 1; 1 ends it. Asked again and again. */
  readonly spend: (steps: number) => number
}

/** A seat that is missed, beside the others, and among how many people and days it is to be filled. */
interface Place {
  readonly demand: number
  readonly missed: readonly number[]
  readonly most: number
  readonly days: number
}

/**
 * The roster with seats filled that chains of few changes left empty: the rows of those around such a seat are found anew together, for law, cover and what keeping weighs alone. A few people and days
 * around each seat come first, and more of them where those fill none. What rows cost beside that says nothing here. Never leaves more empty, and never breaks more.
 */
export function fillNear(instance: Instance, roster: Roster, options: Options): Roster {
  const { random, params, spend } = options
  const { fillPeople, fillDays, fillRounds } = params.replanning
  let current = roster
  const told = new ChangedRoster(instance, roster, { isOfDecided: true })
  let missed = told.missed()
  const bare = missed.length === 0 ? null : coverAlone(instance.schedule, told.last)
  let left = random.shuffle(missed.slice())
  let level = 0
  while (bare !== null && missed.length > 0 && level < fillRounds * fillDays.length && spend(0) < 1) {
    const at = level % fillDays.length
    const found = fillAround(instance, bare, current, { ...options, demand: left.pop()!, missed, most: fillPeople[at]!, days: fillDays[at]! })
    if (found !== null) {
      current = found
      missed = new ChangedRoster(instance, current, { isOfDecided: true }).missed()
      level = 0
    } else if (left.length === 0) level += 1
    if (found !== null || left.length === 0) left = random.shuffle(missed.slice())
  }
  return current
}

/** A better roster, by changes of those around a demand; null where none was found. */
function fillAround(
  instance: Instance,
  bare: Schedule,
  roster: Roster,
  { demand, missed, most, days, solver, random, params, spend }: Options & Place,
): Roster | null {
  const { demands } = instance
  const latest = spend(params.steps.perMaster + params.steps.perEmployee * most) + params.replanning.fillAtOnce
  const people = nearPeople(instance, roster, { demand, most, days, random })
  const seats = new Set(missed.flatMap((d) => [...demands.shiftIndexes.subarray(demands.shiftOffset[d], demands.shiftOffset[d + 1])]))
  const isOver = (steps: number): boolean => spend(steps) >= Math.min(1, latest)
  const part = prepare(fixedAround(bare, roster, { people: new Set(people), missed: seats }), () => isOver(0))
  if (part === null || !canPriceRows(part, params.neighbourhoods)) return null
  const state = createState(part, roster)
  const { active, kept, scales } = createPenaltyWeights(part, params)
  const costs = createCosts(part, { active: active.slice(0, params.neighbourhoods.maxPriorities), scales, params })
  const tools = {
    solver,
    costs,
    move: createMove(part),
    random,
    finders: null,
    pool: ColumnPool.for(part, params.columns),
    strict: null,
    seats: closeKept(costs, state, kept),
    spend: isOver,
  }
  const fineness = { share: params.columns.coarsest, rounds: params.columns.roundsPerFixing, stopsWhenTailing: active.length === 2 }
  const outcome = solveNeighbourhood(state, { employees: people, span: spanAround(state, demands.day[demand]!, days) }, tools, fineness)
  return outcome === 'better' ? rosterOf(part, state.cells) : null
}

/** So many days with one in the middle, as far as the horizon goes. */
function spanAround(state: State, day: number, days: number): Span {
  const { from, to } = wholeSpan(state)
  const first = Math.max(from, Math.min(day - Math.floor(days / 2), to + 1 - days))
  return { from: first, to: Math.min(to, first + days - 1) }
}
